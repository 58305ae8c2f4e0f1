/* load_plex.c: the mesh and fields of petsc_speed.py through PETSc's DMPlex.
 *
 *     load_plex write RAW FILE
 *
 * on one rank: from 64-bit counts of vertices and cells, cells from 0, coordinates and 5 fields on the
 * vertices, 5 on the cells.
 *
 *     load_plex read FILE [-petscpartitioner_type NAME]
 *
 * loads topology, coordinates and labels, distributes them, loads the fields to where their cells are, and
 * prints rank 0's seconds. Cells and vertices, not interpolated: neither CGNS nor a solver of vertices needs
 * edges and faces.
 */
#include <petscdmplex.h>
#include <petscsf.h>
#include <petscviewerhdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 5, CORNERS = 4, DIMENSION = 3 };

static void take(FILE* raw, void* values, size_t size, size_t count) {
  if (fread(values, size, count, raw) != count) {
    fputs("load_plex: the raw file is too short\n", stderr);
    exit(2);
  }
}

/* 5 values on each cell and each vertex. */
static PetscErrorCode set_section(DM dm) {
  PetscSection section;
  PetscInt begin, end;
  PetscFunctionBeginUser;
  PetscCall(PetscSectionCreate(PetscObjectComm((PetscObject)dm), &section));
  PetscCall(DMPlexGetChart(dm, &begin, &end));
  PetscCall(PetscSectionSetChart(section, begin, end));
  for (PetscInt point = begin; point < end; ++point) PetscCall(PetscSectionSetDof(section, point, FIELDS));
  PetscCall(PetscSectionSetUp(section));
  PetscCall(DMSetLocalSection(dm, section));
  PetscCall(PetscSectionDestroy(&section));
  PetscFunctionReturn(0);
}

static PetscErrorCode make_plex(FILE* raw, DM* dm, int64_t counts[2]) {
  PetscInt* cells;
  PetscReal* coordinates;
  PetscFunctionBeginUser;
  take(raw, counts, sizeof *counts, 2);
  PetscCall(PetscMalloc1(counts[1] * CORNERS, &cells));
  PetscCall(PetscMalloc1(counts[0] * DIMENSION, &coordinates));
  for (int64_t i = 0; i < counts[1] * CORNERS; ++i) {
    int32_t node;
    take(raw, &node, sizeof node, 1);
    cells[i] = node;
  }
  take(raw, coordinates, sizeof *coordinates, counts[0] * DIMENSION);
  PetscCall(DMPlexCreateFromCellListPetsc(PETSC_COMM_WORLD, DIMENSION, counts[1], counts[0], CORNERS,
                                          PETSC_FALSE, cells, DIMENSION, coordinates, dm));
  PetscCall(PetscFree(cells));
  PetscCall(PetscFree(coordinates));
  PetscFunctionReturn(0);
}

static PetscErrorCode write_plex(const char* from, const char* to) {
  FILE* raw = fopen(from, "rb");
  DM dm, fields;
  Vec vector;
  PetscViewer viewer;
  PetscScalar* values;
  int64_t counts[2];
  PetscFunctionBeginUser;
  PetscCheck(raw, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s: cannot be opened", from);
  PetscCall(make_plex(raw, &dm, counts));
  PetscCall(PetscObjectSetName((PetscObject)dm, "mesh"));
  PetscCall(DMClone(dm, &fields));
  PetscCall(PetscObjectSetName((PetscObject)fields, "fields"));
  PetscCall(set_section(fields));
  PetscCall(DMCreateGlobalVector(fields, &vector));
  PetscCall(PetscObjectSetName((PetscObject)vector, "values"));
  PetscCall(VecGetArray(vector, &values));
  /* Points of a plex are first the cells, then the vertices. */
  take(raw, values + counts[1] * FIELDS, sizeof *values, counts[0] * FIELDS);
  take(raw, values, sizeof *values, counts[1] * FIELDS);
  PetscCall(VecRestoreArray(vector, &values));
  PetscCall(PetscViewerHDF5Open(PETSC_COMM_WORLD, to, FILE_MODE_WRITE, &viewer));
  PetscCall(PetscViewerPushFormat(viewer, PETSC_VIEWER_HDF5_PETSC));
  PetscCall(DMPlexTopologyView(dm, viewer));
  PetscCall(DMPlexCoordinatesView(dm, viewer));
  PetscCall(DMPlexLabelsView(dm, viewer));
  PetscCall(DMPlexSectionView(dm, viewer, fields));
  PetscCall(DMPlexGlobalVectorView(dm, viewer, fields, vector));
  PetscCall(PetscViewerPopFormat(viewer));
  PetscCall(PetscViewerDestroy(&viewer));
  PetscCall(VecDestroy(&vector));
  PetscCall(DMDestroy(&fields));
  PetscCall(DMDestroy(&dm));
  fclose(raw);
  PetscFunctionReturn(0);
}

/* Loads what write_plex wrote; `norm`: of all fields, which shows that they are there. */
static PetscErrorCode read_plex(const char* from, PetscReal* norm) {
  DM dm, spread, fields;
  PetscSF loaded, moved, both, numbers;
  Vec vector;
  PetscViewer viewer;
  PetscFunctionBeginUser;
  PetscCall(PetscViewerHDF5Open(PETSC_COMM_WORLD, from, FILE_MODE_READ, &viewer));
  PetscCall(PetscViewerPushFormat(viewer, PETSC_VIEWER_HDF5_PETSC));
  PetscCall(DMCreate(PETSC_COMM_WORLD, &dm));
  PetscCall(DMSetType(dm, DMPLEX));
  PetscCall(PetscObjectSetName((PetscObject)dm, "mesh"));
  PetscCall(DMPlexTopologyLoad(dm, viewer, &loaded));
  PetscCall(DMPlexCoordinatesLoad(dm, viewer, loaded));
  PetscCall(DMPlexLabelsLoad(dm, viewer, loaded));
  PetscPartitioner partitioner;
  PetscCall(DMPlexGetPartitioner(dm, &partitioner));
  PetscCall(PetscPartitionerSetFromOptions(partitioner));
  PetscCall(DMPlexDistribute(dm, 0, &moved, &spread));
  PetscCheck(spread, PETSC_COMM_WORLD, PETSC_ERR_ARG_WRONG, "needs more than one rank");
  PetscCall(PetscSFCompose(loaded, moved, &both));
  PetscCall(PetscObjectSetName((PetscObject)spread, "mesh"));
  PetscCall(DMClone(spread, &fields));
  PetscCall(PetscObjectSetName((PetscObject)fields, "fields"));
  PetscCall(DMPlexSectionLoad(spread, viewer, fields, both, &numbers, NULL));
  PetscCall(DMGetGlobalVector(fields, &vector));
  PetscCall(PetscObjectSetName((PetscObject)vector, "values"));
  PetscCall(DMPlexGlobalVectorLoad(spread, viewer, fields, numbers, vector));
  PetscCall(VecNorm(vector, NORM_2, norm));
  PetscCall(DMRestoreGlobalVector(fields, &vector));
  PetscCall(PetscSFDestroy(&numbers));
  PetscCall(PetscSFDestroy(&both));
  PetscCall(PetscSFDestroy(&moved));
  PetscCall(PetscSFDestroy(&loaded));
  PetscCall(DMDestroy(&fields));
  PetscCall(DMDestroy(&spread));
  PetscCall(DMDestroy(&dm));
  PetscCall(PetscViewerPopFormat(viewer));
  PetscCall(PetscViewerDestroy(&viewer));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  if (argc > 3 && strcmp(argv[1], "write") == 0) {
    PetscCall(write_plex(argv[2], argv[3]));
  } else if (argc > 2 && strcmp(argv[1], "read") == 0) {
    const double start = MPI_Wtime();
    PetscReal norm;
    PetscCall(read_plex(argv[2], &norm));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%.3f %.10g\n", MPI_Wtime() - start, (double)norm));
  } else {
    PetscCheck(0, PETSC_COMM_WORLD, PETSC_ERR_USER, "usage: load_plex write RAW FILE | read FILE");
  }
  PetscCall(PetscFinalize());
  return 0;
}

/* pcgnsmeta.h: the calls for nodes that a parallel program needs beside its arrays, as in the reference
 * library: those that write are made by all ranks with the same arguments, those that ask are local. Part of
 * pcgnslib.h. */
#ifndef PCGNS_PCGNSMETA_H
#define PCGNS_PCGNSMETA_H

#include "pcgns/pcgnsnames.h"
#include "pcgns/pcgnstypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bases and zones. */
int cg_nbases(int fn, int* nbases);
int cg_base_read(int fn, int B, char* name, int* cell_dim, int* phys_dim);
int cg_base_write(int fn, const char* name, int cell_dim, int phys_dim, int* B);
int cg_cell_dim(int fn, int B, int* cell_dim);
int cg_nzones(int fn, int B, int* nzones);
int cg_zone_read(int fn, int B, int Z, char* name, cgsize_t* size);
int cg_zone_type(int fn, int B, int Z, CGNS_ENUMT(ZoneType_t) * type);
int cg_zone_write(int fn, int B, const char* name, const cgsize_t* size, CGNS_ENUMT(ZoneType_t) type, int* Z);
int cg_index_dim(int fn, int B, int Z, int* index_dim);
int cg_simulation_type_read(int fn, int B, CGNS_ENUMT(SimulationType_t) * type);
int cg_simulation_type_write(int fn, int B, CGNS_ENUMT(SimulationType_t) type);
int cg_biter_read(int fn, int B, char* name, int* nsteps);
int cg_biter_write(int fn, int B, const char* name, int nsteps);
int cg_ziter_read(int fn, int B, int Z, char* name);
int cg_ziter_write(int fn, int B, int Z, const char* name);

/* Families. */
int cg_nfamilies(int fn, int B, int* nfamilies);
int cg_family_read(int fn, int B, int F, char* name, int* nboco, int* ngeos);
int cg_family_write(int fn, int B, const char* name, int* F);
int cg_fambc_read(int fn, int B, int F, int BC, char* name, CGNS_ENUMT(BCType_t) * type);
int cg_fambc_write(int fn, int B, int F, const char* name, CGNS_ENUMT(BCType_t) type, int* BC);
int cg_famname_read(char* name);
int cg_famname_write(const char* name);

/* Grids and coordinates. */
int cg_ngrids(int fn, int B, int Z, int* ngrids);
int cg_grid_read(int fn, int B, int Z, int G, char* name);
int cg_grid_write(int fn, int B, int Z, const char* name, int* G);
int cg_ncoords(int fn, int B, int Z, int* ncoords);
int cg_coord_info(int fn, int B, int Z, int C, CGNS_ENUMT(DataType_t) * type, char* name);
int cg_coord_read(int fn, int B, int Z, const char* name, CGNS_ENUMT(DataType_t) type, const cgsize_t* rmin,
                  const cgsize_t* rmax, void* data);
int cg_coord_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name, const void* data,
                   int* C);

/* Sections. */
int cg_nsections(int fn, int B, int Z, int* nsections);
int cg_section_read(int fn, int B, int Z, int S, char* name, CGNS_ENUMT(ElementType_t) * type,
                    cgsize_t* start, cgsize_t* end, int* nbndry, int* parent_flag);
int cg_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type, cgsize_t start,
                     cgsize_t end, int nbndry, const cgsize_t* elements, int* S);
int cg_poly_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                          cgsize_t start, cgsize_t end, int nbndry, const cgsize_t* elements,
                          const cgsize_t* offsets, int* S);
int cg_elements_read(int fn, int B, int Z, int S, cgsize_t* elements, cgsize_t* parent_data);
int cg_poly_elements_read(int fn, int B, int Z, int S, cgsize_t* elements, cgsize_t* offsets,
                          cgsize_t* parent_data);
int cg_ElementDataSize(int fn, int B, int Z, int S, cgsize_t* size);
int cg_npe(CGNS_ENUMT(ElementType_t) type, int* npe);

/* Solutions. */
int cg_nsols(int fn, int B, int Z, int* nsols);
int cg_sol_info(int fn, int B, int Z, int S, char* name, CGNS_ENUMT(GridLocation_t) * location);
int cg_sol_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location, int* S);
int cg_sol_size(int fn, int B, int Z, int S, int* dimensions, cgsize_t* extents);
int cg_nfields(int fn, int B, int Z, int S, int* nfields);
int cg_field_info(int fn, int B, int Z, int S, int F, CGNS_ENUMT(DataType_t) * type, char* name);
int cg_field_read(int fn, int B, int Z, int S, const char* name, CGNS_ENUMT(DataType_t) type,
                  const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cg_field_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                   const void* data, int* F);

/* Boundary conditions. With NULL points the list is filled by cgp_ptlist_write_data. */
int cg_nbocos(int fn, int B, int Z, int* nbocos);
int cg_boco_info(int fn, int B, int Z, int BC, char* name, CGNS_ENUMT(BCType_t) * type,
                 CGNS_ENUMT(PointSetType_t) * ptset_type, cgsize_t* npnts, int* normal_index,
                 cgsize_t* normal_list_size, CGNS_ENUMT(DataType_t) * normal_type, int* ndataset);
int cg_boco_read(int fn, int B, int Z, int BC, cgsize_t* points, void* normals);
int cg_boco_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(BCType_t) type,
                  CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points, int* BC);
int cg_boco_gridlocation_read(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) * location);
int cg_boco_gridlocation_write(int fn, int B, int Z, int BC, CGNS_ENUMT(GridLocation_t) location);

/* Joins. */
int cg_n1to1(int fn, int B, int Z, int* n1to1);
int cg_1to1_read(int fn, int B, int Z, int J, char* name, char* donor, cgsize_t* range, cgsize_t* donor_range,
                 int* transform);
int cg_1to1_write(int fn, int B, int Z, const char* name, const char* donor, const cgsize_t* range,
                  const cgsize_t* donor_range, const int* transform, int* J);
int cg_nconns(int fn, int B, int Z, int* nconns);
int cg_conn_info(int fn, int B, int Z, int J, char* name, CGNS_ENUMT(GridLocation_t) * location,
                 CGNS_ENUMT(GridConnectivityType_t) * type, CGNS_ENUMT(PointSetType_t) * ptset_type,
                 cgsize_t* npnts, char* donor, CGNS_ENUMT(ZoneType_t) * donor_zonetype,
                 CGNS_ENUMT(PointSetType_t) * donor_ptset_type, CGNS_ENUMT(DataType_t) * donor_datatype,
                 cgsize_t* ndata_donor);
int cg_conn_read(int fn, int B, int Z, int J, cgsize_t* points, CGNS_ENUMT(DataType_t) donor_datatype,
                 cgsize_t* donor_data);
int cg_conn_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                  CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(PointSetType_t) ptset_type,
                  cgsize_t npnts, const cgsize_t* points, const char* donor,
                  CGNS_ENUMT(ZoneType_t) donor_zonetype, CGNS_ENUMT(PointSetType_t) donor_ptset_type,
                  CGNS_ENUMT(DataType_t) donor_datatype, cgsize_t ndata_donor, const cgsize_t* donor_data,
                  int* J);

/* The current node: cg_goto(fn, B, label or name, index or 0, ..., "end"). */
int cg_goto(int fn, int B, ...);
int cg_gorel(int fn, ...);
int cg_gopath(int fn, const char* path);
int cg_delete_node(const char* name);
int cg_narrays(int* narrays);
int cg_array_info(int A, char* name, CGNS_ENUMT(DataType_t) * type, int* dimensions, cgsize_t* extents);
int cg_array_read(int A, void* data);
int cg_array_read_as(int A, CGNS_ENUMT(DataType_t) type, void* data);
int cg_array_write(const char* name, CGNS_ENUMT(DataType_t) type, int dimensions, const cgsize_t* extents,
                   const void* data);
int cg_ptset_info(CGNS_ENUMT(PointSetType_t) * type, cgsize_t* npnts);
int cg_ptset_read(cgsize_t* points);
int cg_ptset_write(CGNS_ENUMT(PointSetType_t) type, cgsize_t npnts, const cgsize_t* points);
int cg_ndescriptors(int* ndescriptors);
int cg_descriptor_read(int D, char* name, char** text); /* cg_free(*text) */
int cg_descriptor_write(const char* name, const char* text);
int cg_nuser_data(int* nuser_data);
int cg_user_data_read(int index, char* name);
int cg_user_data_write(const char* name);
int cg_rind_read(int* planes);
int cg_rind_write(const int* planes);
int cg_ordinal_read(int* ordinal);
int cg_ordinal_write(int ordinal);
int cg_dataclass_read(CGNS_ENUMT(DataClass_t) * dataclass);
int cg_dataclass_write(CGNS_ENUMT(DataClass_t) dataclass);
int cg_gridlocation_read(CGNS_ENUMT(GridLocation_t) * location);
int cg_gridlocation_write(CGNS_ENUMT(GridLocation_t) location);
int cg_units_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                  CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                  CGNS_ENUMT(AngleUnits_t) * angle);
int cg_units_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                   CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                   CGNS_ENUMT(AngleUnits_t) angle);
int cg_state_read(char** text); /* cg_free(*text) */
int cg_state_write(const char* text);

/* The names of enumerators; NULL for a number that is none. */
const char* cg_ZoneTypeName(CGNS_ENUMT(ZoneType_t) type);
const char* cg_DataTypeName(CGNS_ENUMT(DataType_t) type);
const char* cg_ElementTypeName(CGNS_ENUMT(ElementType_t) type);
const char* cg_GridLocationName(CGNS_ENUMT(GridLocation_t) location);
const char* cg_BCTypeName(CGNS_ENUMT(BCType_t) type);
const char* cg_PointSetTypeName(CGNS_ENUMT(PointSetType_t) type);
const char* cg_GridConnectivityTypeName(CGNS_ENUMT(GridConnectivityType_t) type);
const char* cg_SimulationTypeName(CGNS_ENUMT(SimulationType_t) type);

#ifdef __cplusplus
}
#endif

#endif

/* pcgnsmeta.h: the nodes of bases and zones: those that write are called by all ranks with the same
 * arguments, those that ask are local. Part of pcgnslib.h. */
#ifndef PCGNS_PCGNSMETA_H
#define PCGNS_PCGNSMETA_H

#include "pcgnsnames.h"
#include "pcgnstypes.h"

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
/* Vectors have as many numbers as the base has physical dimensions. */
int cg_gravity_read(int fn, int B, float* gravity);
int cg_gravity_write(int fn, int B, const float* gravity);
int cg_axisym_read(int fn, int B, float* point, float* axis);
int cg_axisym_write(int fn, int B, const float* point, const float* axis);

/* Families. */
int cg_nfamilies(int fn, int B, int* nfamilies);
int cg_family_read(int fn, int B, int F, char* name, int* nboco, int* ngeos);
int cg_family_write(int fn, int B, const char* name, int* F);
int cg_fambc_read(int fn, int B, int F, int BC, char* name, CGNS_ENUMT(BCType_t) * type);
int cg_fambc_write(int fn, int B, int F, const char* name, CGNS_ENUMT(BCType_t) type, int* BC);
/* Names of families: node `name` says `family`, which may be a path ("Base/Family"); 660 characters and a
 * NUL. */
int cg_nfamily_names(int fn, int B, int F, int* nnames);
int cg_family_name_read(int fn, int B, int F, int N, char* name, char* family);
int cg_family_name_write(int fn, int B, int F, const char* name, const char* family);
/* Geometry: cg_free(*file). */
int cg_geo_read(int fn, int B, int F, int G, char* name, char** file, char* cad_name, int* nparts);
int cg_geo_write(int fn, int B, int F, const char* name, const char* file, const char* cad_name, int* G);
int cg_part_read(int fn, int B, int F, int G, int P, char* name);
int cg_part_write(int fn, int B, int F, int G, const char* name, int* P);

/* Grids and coordinates. */
int cg_ngrids(int fn, int B, int Z, int* ngrids);
int cg_grid_read(int fn, int B, int Z, int G, char* name);
int cg_grid_write(int fn, int B, int Z, const char* name, int* G);
/* Lower and upper bound of each coordinate: 2 numbers per physical dimension. Without one, reading leaves
 * `box`. */
int cg_grid_bounding_box_read(int fn, int B, int Z, int G, CGNS_ENUMT(DataType_t) type, void* box);
int cg_grid_bounding_box_write(int fn, int B, int Z, int G, CGNS_ENUMT(DataType_t) type, void* box);
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
int cg_sol_ptset_info(int fn, int B, int Z, int S, CGNS_ENUMT(PointSetType_t) * ptset_type, cgsize_t* npnts);
int cg_sol_ptset_read(int fn, int B, int Z, int S, cgsize_t* points);
int cg_sol_ptset_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                       CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points, int* S);
int cg_nfields(int fn, int B, int Z, int S, int* nfields);
int cg_field_info(int fn, int B, int Z, int S, int F, CGNS_ENUMT(DataType_t) * type, char* name);
int cg_field_read(int fn, int B, int Z, int S, const char* name, CGNS_ENUMT(DataType_t) type,
                  const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cg_field_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                   const void* data, int* F);

/* Discrete data. */
int cg_ndiscrete(int fn, int B, int Z, int* ndiscrete);
int cg_discrete_read(int fn, int B, int Z, int D, char* name);
int cg_discrete_write(int fn, int B, int Z, const char* name, int* D);
int cg_discrete_size(int fn, int B, int Z, int D, int* dimensions, cgsize_t* extents);
int cg_discrete_ptset_info(int fn, int B, int Z, int D, CGNS_ENUMT(PointSetType_t) * ptset_type,
                           cgsize_t* npnts);
int cg_discrete_ptset_read(int fn, int B, int Z, int D, cgsize_t* points);
int cg_discrete_ptset_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                            CGNS_ENUMT(PointSetType_t) ptset_type, cgsize_t npnts, const cgsize_t* points,
                            int* D);

/* Subregions: a point set, or the name of a boundary condition or interface. The lengths are those of these
 * names. */
int cg_nsubregs(int fn, int B, int Z, int* nsubregs);
int cg_subreg_info(int fn, int B, int Z, int S, char* name, int* dimension,
                   CGNS_ENUMT(GridLocation_t) * location, CGNS_ENUMT(PointSetType_t) * ptset_type,
                   cgsize_t* npnts, int* bcname_len, int* gcname_len);
int cg_subreg_ptset_read(int fn, int B, int Z, int S, cgsize_t* points);
int cg_subreg_bcname_read(int fn, int B, int Z, int S, char* bcname);
int cg_subreg_gcname_read(int fn, int B, int Z, int S, char* gcname);
int cg_subreg_ptset_write(int fn, int B, int Z, const char* name, int dimension,
                          CGNS_ENUMT(GridLocation_t) location, CGNS_ENUMT(PointSetType_t) ptset_type,
                          cgsize_t npnts, const cgsize_t* points, int* S);
int cg_subreg_bcname_write(int fn, int B, int Z, const char* name, int dimension, const char* bcname, int* S);
int cg_subreg_gcname_write(int fn, int B, int Z, const char* name, int dimension, const char* gcname, int* S);

/* Motion of grids. */
int cg_n_rigid_motions(int fn, int B, int Z, int* nmotions);
int cg_rigid_motion_read(int fn, int B, int Z, int R, char* name, CGNS_ENUMT(RigidGridMotionType_t) * type);
int cg_rigid_motion_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(RigidGridMotionType_t) type,
                          int* R);
int cg_n_arbitrary_motions(int fn, int B, int Z, int* nmotions);
int cg_arbitrary_motion_read(int fn, int B, int Z, int A, char* name,
                             CGNS_ENUMT(ArbitraryGridMotionType_t) * type);
int cg_arbitrary_motion_write(int fn, int B, int Z, const char* name,
                              CGNS_ENUMT(ArbitraryGridMotionType_t) type, int* A);

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
/* `normal_index`: the direction of the normal, as many numbers as the zone has indices, or NULL. `list_flag`:
 * 1 if there is a list of normals, a vector per point. */
int cg_boco_normal_write(int fn, int B, int Z, int BC, const int* normal_index, int list_flag,
                         CGNS_ENUMT(DataType_t) normal_type, const void* normal_list);
int cg_dataset_read(int fn, int B, int Z, int BC, int D, char* name, CGNS_ENUMT(BCType_t) * type,
                    int* dirichlet_flag, int* neumann_flag);
int cg_dataset_write(int fn, int B, int Z, int BC, const char* name, CGNS_ENUMT(BCType_t) type, int* D);
int cg_bcdata_write(int fn, int B, int Z, int BC, int D, CGNS_ENUMT(BCDataType_t) type);
int cg_bc_wallfunction_read(int fn, int B, int Z, int BC, CGNS_ENUMT(WallFunctionType_t) * type);
int cg_bc_wallfunction_write(int fn, int B, int Z, int BC, CGNS_ENUMT(WallFunctionType_t) type);
int cg_bc_area_read(int fn, int B, int Z, int BC, CGNS_ENUMT(AreaType_t) * type, float* area, char* region);
int cg_bc_area_write(int fn, int B, int Z, int BC, CGNS_ENUMT(AreaType_t) type, float area,
                     const char* region);

/* Interfaces. They are in the ZoneGridConnectivity_t that cg_zconn_set, cg_zconn_write or cg_zconn_read chose
 * last, otherwise in the first. */
int cg_nzconns(int fn, int B, int Z, int* nzconns);
int cg_zconn_read(int fn, int B, int Z, int C, char* name);
int cg_zconn_write(int fn, int B, int Z, const char* name, int* C);
int cg_zconn_get(int fn, int B, int Z, int* C);
int cg_zconn_set(int fn, int B, int Z, int C);
int cg_n1to1(int fn, int B, int Z, int* n1to1);
int cg_1to1_read(int fn, int B, int Z, int J, char* name, char* donor, cgsize_t* range, cgsize_t* donor_range,
                 int* transform);
int cg_1to1_write(int fn, int B, int Z, const char* name, const char* donor, const cgsize_t* range,
                  const cgsize_t* donor_range, const int* transform, int* J);
/* Of all zones of a base: arrays of as many pointers as cg_n1to1_global says, to 33 characters, 6 ranges, 3
 * numbers. */
int cg_n1to1_global(int fn, int B, int* n1to1);
int cg_1to1_read_global(int fn, int B, char** names, char** zones, char** donors, cgsize_t** ranges,
                        cgsize_t** donor_ranges, int** transforms);
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
int cg_conn_write_short(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                        CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(PointSetType_t) ptset_type,
                        cgsize_t npnts, const cgsize_t* points, const char* donor, int* J);
int cg_conn_read_short(int fn, int B, int Z, int J, cgsize_t* points);
/* Periodic and averaged: vectors of as many numbers as the base has physical dimensions. */
int cg_conn_periodic_read(int fn, int B, int Z, int J, float* center, float* angle, float* translation);
int cg_conn_periodic_write(int fn, int B, int Z, int J, const float* center, const float* angle,
                           const float* translation);
int cg_1to1_periodic_read(int fn, int B, int Z, int J, float* center, float* angle, float* translation);
int cg_1to1_periodic_write(int fn, int B, int Z, int J, const float* center, const float* angle,
                           const float* translation);
int cg_conn_average_read(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) * type);
int cg_conn_average_write(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) type);
int cg_1to1_average_read(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) * type);
int cg_1to1_average_write(int fn, int B, int Z, int J, CGNS_ENUMT(AverageInterfaceType_t) type);
/* Overset holes: `nptsets` ranges of two points each, or one list. `npnts`: points of all sets. */
int cg_nholes(int fn, int B, int Z, int* nholes);
int cg_hole_info(int fn, int B, int Z, int H, char* name, CGNS_ENUMT(GridLocation_t) * location,
                 CGNS_ENUMT(PointSetType_t) * ptset_type, int* nptsets, cgsize_t* npnts);
int cg_hole_read(int fn, int B, int Z, int H, cgsize_t* points);
int cg_hole_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location,
                  CGNS_ENUMT(PointSetType_t) ptset_type, int nptsets, cgsize_t npnts, const cgsize_t* points,
                  int* H);

#ifdef __cplusplus
}
#endif

#endif

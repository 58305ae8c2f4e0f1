/* pcgnsparticles.h: particle zones, their coordinates and solutions. P: a particle zone of base B; its arrays
 * have one index. The cgp_ calls move data as those of coordinates and fields of zones do. Part of
 * pcgnslib.h. */
#ifndef PCGNS_PCGNSPARTICLES_H
#define PCGNS_PCGNSPARTICLES_H

#include "pcgnsnames.h"
#include "pcgnstypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Particle zones. */
int cg_nparticle_zones(int fn, int B, int* nparticle_zones);
int cg_particle_read(int fn, int B, int P, char* name, cgsize_t* size);
int cg_particle_write(int fn, int B, const char* name, cgsize_t size, int* P);
int cg_piter_read(int fn, int B, int P, char* name);
int cg_piter_write(int fn, int B, int P, const char* name);

/* Coordinates. C: the number of a ParticleCoordinates_t (node, bounding box) or of one of its arrays. */
int cg_particle_ncoord_nodes(int fn, int B, int P, int* ncoord_nodes);
int cg_particle_coord_node_read(int fn, int B, int P, int C, char* name);
int cg_particle_coord_node_write(int fn, int B, int P, const char* name, int* C);
int cg_particle_bounding_box_read(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) type, void* box);
int cg_particle_bounding_box_write(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) type, void* box);
int cg_particle_ncoords(int fn, int B, int P, int* ncoords);
int cg_particle_coord_info(int fn, int B, int P, int C, CGNS_ENUMT(DataType_t) * type, char* name);
int cg_particle_coord_read(int fn, int B, int P, const char* name, CGNS_ENUMT(DataType_t) type,
                           const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cg_particle_coord_general_read(int fn, int B, int P, const char* name, const cgsize_t* rmin,
                                   const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                   const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                   void* data);
int cg_particle_coord_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name,
                            const void* data, int* C);
int cg_particle_coord_partial_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name,
                                    const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* C);
int cg_particle_coord_general_write(int fn, int B, int P, const char* name, CGNS_ENUMT(DataType_t) s_type,
                                    const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                    const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                    const void* data, int* C);

/* Solutions. */
int cg_particle_nsols(int fn, int B, int P, int* nsols);
int cg_particle_sol_info(int fn, int B, int P, int S, char* name);
int cg_particle_sol_write(int fn, int B, int P, const char* name, int* S);
int cg_particle_sol_size(int fn, int B, int P, int S, cgsize_t* size);
int cg_particle_sol_ptset_info(int fn, int B, int P, int S, CGNS_ENUMT(PointSetType_t) * ptset_type,
                               cgsize_t* npnts);
int cg_particle_sol_ptset_read(int fn, int B, int P, int S, cgsize_t* points);
int cg_particle_sol_ptset_write(int fn, int B, int P, const char* name, CGNS_ENUMT(PointSetType_t) ptset_type,
                                cgsize_t npnts, const cgsize_t* points, int* S);
int cg_particle_nfields(int fn, int B, int P, int S, int* nfields);
int cg_particle_field_info(int fn, int B, int P, int S, int F, CGNS_ENUMT(DataType_t) * type, char* name);
int cg_particle_field_read(int fn, int B, int P, int S, const char* name, CGNS_ENUMT(DataType_t) type,
                           const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cg_particle_field_general_read(int fn, int B, int P, int S, const char* name, const cgsize_t* rmin,
                                   const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                                   const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                   void* data);
int cg_particle_field_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                            const void* data, int* F);
int cg_particle_field_partial_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type,
                                    const char* name, const cgsize_t* rmin, const cgsize_t* rmax,
                                    const void* data, int* F);
int cg_particle_field_general_write(int fn, int B, int P, int S, const char* name,
                                    CGNS_ENUMT(DataType_t) s_type, const cgsize_t* rmin, const cgsize_t* rmax,
                                    CGNS_ENUMT(DataType_t) m_type, const cgsize_t* m_dimvals,
                                    const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data, int* F);

/* Equations and models at the node of cg_goto. */
int cg_particle_equationset_read(int* dimension, int* governing, int* collision, int* breakup, int* force,
                                 int* wall_interaction, int* phase_change);
int cg_particle_equationset_write(int dimension);
int cg_particle_governing_read(CGNS_ENUMT(ParticleGoverningEquationsType_t) * type);
int cg_particle_governing_write(CGNS_ENUMT(ParticleGoverningEquationsType_t) type);
int cg_particle_model_read(const char* label, CGNS_ENUMT(ParticleModelType_t) * type);
int cg_particle_model_write(const char* label, CGNS_ENUMT(ParticleModelType_t) type);

/* Parallel. */
int cgp_particle_coord_write(int fn, int B, int P, CGNS_ENUMT(DataType_t) type, const char* name, int* C);
int cgp_particle_coord_write_data(int fn, int B, int P, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                  const void* data);
int cgp_particle_coord_read_data(int fn, int B, int P, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                 void* data);
int cgp_particle_coord_general_write_data(int fn, int B, int P, int C, const cgsize_t* rmin,
                                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                          const cgsize_t* m_rmax, const void* data);
int cgp_particle_coord_general_read_data(int fn, int B, int P, int C, const cgsize_t* rmin,
                                         const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                         const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                         const cgsize_t* m_rmax, void* data);
int cgp_particle_coord_multi_write_data(int fn, int B, int P, int* C, const cgsize_t* rmin,
                                        const cgsize_t* rmax, int nsets, const void** buf);
int cgp_particle_coord_multi_read_data(int fn, int B, int P, int* C, const cgsize_t* rmin,
                                       const cgsize_t* rmax, int nsets, void** buf);
int cgp_particle_field_write(int fn, int B, int P, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                             int* F);
int cgp_particle_field_write_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                  const cgsize_t* rmax, const void* data);
int cgp_particle_field_read_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                 const cgsize_t* rmax, void* data);
int cgp_particle_field_general_write_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                          const cgsize_t* m_rmax, const void* data);
int cgp_particle_field_general_read_data(int fn, int B, int P, int S, int F, const cgsize_t* rmin,
                                         const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                         const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                                         const cgsize_t* m_rmax, void* data);
int cgp_particle_field_multi_write_data(int fn, int B, int P, int S, int* F, const cgsize_t* rmin,
                                        const cgsize_t* rmax, int nsets, const void** buf);
int cgp_particle_field_multi_read_data(int fn, int B, int P, int S, int* F, const cgsize_t* rmin,
                                       const cgsize_t* rmax, int nsets, void** buf);

#ifdef __cplusplus
}
#endif

#endif

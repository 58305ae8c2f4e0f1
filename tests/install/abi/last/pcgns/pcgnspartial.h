/* pcgnspartial.h: parts of arrays and sections with conversion of types, for the calling process alone; all
 * ranks make the calls that write, with the same arguments. Part of pcgnslib.h.
 *
 * Ranges are 1-based and inclusive, one number per index; index 1 is the first core point, and rind planes
 * before it are 0, -1, ... (cg_configure can make 1 the first value instead). `m_*`: an array in memory and
 * the box of it that takes part. Writing creates the array if it is missing; NULL data: only that. */
#ifndef PCGNS_PCGNSPARTIAL_H
#define PCGNS_PCGNSPARTIAL_H

#include "pcgnsnames.h"
#include "pcgnstypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Coordinates, fields, and arrays at the node of cg_goto. */
int cg_coord_partial_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name,
                           const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* C);
int cg_coord_general_read(int fn, int B, int Z, const char* name, const cgsize_t* rmin, const cgsize_t* rmax,
                          CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                          const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data);
int cg_coord_general_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(DataType_t) s_type,
                           const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                           int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                           const cgsize_t* m_rmax, const void* data, int* C);
int cg_field_partial_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name,
                           const cgsize_t* rmin, const cgsize_t* rmax, const void* data, int* F);
int cg_field_general_read(int fn, int B, int Z, int S, const char* name, const cgsize_t* rmin,
                          const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                          const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                          void* data);
int cg_field_general_write(int fn, int B, int Z, int S, const char* name, CGNS_ENUMT(DataType_t) s_type,
                           const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                           int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                           const cgsize_t* m_rmax, const void* data, int* F);
int cg_array_general_read(int A, const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                          int m_numdim, const cgsize_t* m_dimvals, const cgsize_t* m_rmin,
                          const cgsize_t* m_rmax, void* data);
int cg_array_general_write(const char* name, CGNS_ENUMT(DataType_t) s_type, int s_numdim,
                           const cgsize_t* s_dimvals, const cgsize_t* rmin, const cgsize_t* rmax,
                           CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                           const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data);

/* Sections: elements `start` to `end`. Offsets are those of the elements given, from 0: end - start + 2
 * numbers; parents: 4 columns of end - start + 1 numbers. Elements outside of the section's range extend it.
 * `m_type`: Integer or LongInteger. */
int cg_section_partial_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                             cgsize_t start, cgsize_t end, int nbndry, int* S);
int cg_section_general_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                             CGNS_ENUMT(DataType_t) elements_type, cgsize_t start, cgsize_t end,
                             cgsize_t elements_size, int nbndry, int* S);
int cg_section_initialize(int fn, int B, int Z, int S);
int cg_elements_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                              const cgsize_t* elements);
int cg_elements_general_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                              CGNS_ENUMT(DataType_t) m_type, const void* elements);
int cg_poly_elements_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                   const cgsize_t* elements, const cgsize_t* offsets);
int cg_poly_elements_general_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                   CGNS_ENUMT(DataType_t) m_type, const void* elements, const void* offsets);
int cg_elements_partial_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements,
                             cgsize_t* parent_data);
int cg_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                             CGNS_ENUMT(DataType_t) m_type, void* elements);
int cg_poly_elements_partial_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  cgsize_t* elements, cgsize_t* offsets, cgsize_t* parent_data);
int cg_poly_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  CGNS_ENUMT(DataType_t) m_type, void* elements, void* offsets);
int cg_ElementPartialSize(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* size);
int cg_parent_data_write(int fn, int B, int Z, int S, const cgsize_t* parent_data);
int cg_parent_data_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 const cgsize_t* parent_data);
int cg_parent_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                    CGNS_ENUMT(DataType_t) m_type, void* parents);
int cg_parent_elements_position_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                             CGNS_ENUMT(DataType_t) m_type, void* positions);

#ifdef __cplusplus
}
#endif

#endif

/* pcgnslib.h: parallel CGNS files for solvers, in C and C++.
 *
 * Names and meaning are those of the parallel API of the reference library 4.5; the manual page pcgnslib(3)
 * lists every function with shapes, units, errors and who must call it. In short:
 *
 * - All indices are 1-based and ranges inclusive; the first index is the fastest in memory and file; sizes
 * have 64 bits. Rind planes count from 1, but the *_general_* calls and cg_coord_read, cg_field_read count
 * from the first core point: the planes before it are 0, -1, ...
 * - cgp_open and cgp_close are collective over the communicator of cgp_mpi_comm. Calls that make or change
 * nodes
 *   ("metadata") are made by all ranks with the same arguments; they send no message, and a difference is an
 * error on all ranks at the next collective call. Calls that ask are local.
 * - *_write_data and *_read_data are collective, local or queued, as cgp_pio_mode says. In collective mode
 * ranks may give different arrays; NULL data: this rank has nothing.
 * - Every function returns CG_OK, or another code and cgp_get_error() says why. None ends the program but
 *   cgp_error_exit and cg_error_exit. A failure of one rank in a collective call is an error on all.
 * - A file that is written appears under its name, whole, at cgp_close; until then it is .NAME.pcgns-part
 * beside it. A file that is modified gets its new nodes at cgp_close, too.
 * - cg_open opens a file for the calling process alone.
 *
 * Symbols are prefixed with pcgns_ in the library, so that a program may link the reference library, too; but
 * one source file can include only one of the two headers: this one ends with an error after cgnslib.h, and
 * leaves cgnslib.h without effect after it. */
#ifndef PCGNS_PCGNSLIB_H
#define PCGNS_PCGNSLIB_H

#include <mpi.h>

#include "pcgns/pcgnsnames.h"
#include "pcgns/pcgnstypes.h"
#include "pcgns/pcgnsversion.h"

/* The version whose parallel API this is. */
#define CGNSLIB_H
#define CGNS_VERSION 4500
#define CGNS_DOTVERS 4.50

/* Fails to compile if something has made cgsize_t another type since. */
typedef char pcgns_cgsize_t_has_64_bits[8 * sizeof(cgsize_t) == CG_SIZEOF_SIZE ? 1 : -1];

#ifdef __cplusplus
extern "C" {
#endif

/* Files. */
int cgp_mpi_comm(MPI_Comm comm);
int cgp_mpi_info(MPI_Info info);
int cgp_pio_mode(CGNS_ENUMT(PIOmode_t) mode);
int cgp_open(const char* filename, int mode, int* fn);
int cgp_close(int fn);
/* Opens the files of any number of ranks as one file, the one that pcgns-merge would write: whole zones,
 * whatever their pieces. `names`: `n` names of files, "@list" (a text file with a name a line) or patterns
 * such as "out_%04d.cgns"; `mode`: CG_MODE_READ. Then every call that asks or reads answers for the whole
 * zones, and no other file is written; calls that write return CG_ERROR. Reads are collective or local, as
 * cgp_pio_mode says; a local one of an unstructured zone in pieces reads the numbers of all its pieces.
 * Collective over the communicator of cgp_mpi_comm, with the same arguments on all ranks. An error is an
 * error on all ranks, and leaves nothing open. */
int cgp_fileset_open(int n, const char* const* names, int mode, int* fn);
int cg_open(const char* filename, int mode, int* fn);
int cg_close(int fn);
int cg_version(int fn, float* version);
int cg_precision(int fn, int* precision);
int cg_is_cgns(const char* filename, int* file_type);

/* Errors. */
const char* cgp_get_error(void);
const char* cg_get_error(void);
void cg_error_print(void);
void cg_error_exit(void);
void cgp_error_exit(void);
int cg_free(void* data);

/* Coordinates. */
int cgp_coord_write(int fn, int B, int Z, CGNS_ENUMT(DataType_t) type, const char* name, int* C);
int cgp_coord_write_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                         const void* data);
int cgp_coord_read_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cgp_coord_general_write_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                 CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                 const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data);
int cgp_coord_general_read_data(int fn, int B, int Z, int C, const cgsize_t* rmin, const cgsize_t* rmax,
                                CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data);
int cgp_coord_multi_write_data(int fn, int B, int Z, int* C, const cgsize_t* rmin, const cgsize_t* rmax,
                               int nsets, const void** buf);
int cgp_coord_multi_read_data(int fn, int B, int Z, int* C, const cgsize_t* rmin, const cgsize_t* rmax,
                              int nsets, void** buf);

/* Sections. */
int cgp_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type, cgsize_t start,
                      cgsize_t end, int nbndry, int* S);
int cgp_elements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                            const cgsize_t* elements);
int cgp_elements_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements);
int cgp_poly_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                           cgsize_t start, cgsize_t end, cgsize_t maxoffset, int nbndry, int* S);
int cgp_poly_elements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 const cgsize_t* elements, const cgsize_t* offsets);
int cgp_poly_elements_read_data_offsets(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                        cgsize_t* offsets);
int cgp_poly_elements_read_data_elements(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                         const cgsize_t* offsets, cgsize_t* elements);
int cgp_parent_data_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                          const cgsize_t* parent_data);
int cgp_parentelements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  cgsize_t* parentelements);
int cgp_parentelements_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 cgsize_t* parentelements);

/* Fields of solutions. */
int cgp_field_write(int fn, int B, int Z, int S, CGNS_ENUMT(DataType_t) type, const char* name, int* F);
int cgp_field_write_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin, const cgsize_t* rmax,
                         const void* data);
int cgp_field_read_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin, const cgsize_t* rmax,
                        void* data);
int cgp_field_general_write_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin,
                                 const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                 const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                 const void* data);
int cgp_field_general_read_data(int fn, int B, int Z, int S, int F, const cgsize_t* rmin,
                                const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type, int m_numdim,
                                const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const cgsize_t* m_rmax,
                                void* data);
int cgp_field_multi_write_data(int fn, int B, int Z, int S, int* F, const cgsize_t* rmin,
                               const cgsize_t* rmax, int nsets, const void** buf);
int cgp_field_multi_read_data(int fn, int B, int Z, int S, int* F, const cgsize_t* rmin, const cgsize_t* rmax,
                              int nsets, void** buf);

/* Arrays and lists of points at the node of cg_goto. */
int cgp_array_write(const char* name, CGNS_ENUMT(DataType_t) type, int dimensions, const cgsize_t* extents,
                    int* A);
int cgp_array_write_data(int A, const cgsize_t* rmin, const cgsize_t* rmax, const void* data);
int cgp_array_read_data(int A, const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cgp_array_general_write_data(int A, const cgsize_t* rmin, const cgsize_t* rmax,
                                 CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                 const cgsize_t* m_rmin, const cgsize_t* m_rmax, const void* data);
int cgp_array_general_read_data(int A, const cgsize_t* rmin, const cgsize_t* rmax,
                                CGNS_ENUMT(DataType_t) m_type, int m_numdim, const cgsize_t* m_dimvals,
                                const cgsize_t* m_rmin, const cgsize_t* m_rmax, void* data);
int cgp_array_multi_write_data(int fn, int* A, const cgsize_t* rmin, const cgsize_t* rmax, int nsets,
                               const void** buf);
int cgp_array_multi_read_data(int fn, int* A, const cgsize_t* rmin, const cgsize_t* rmax, int nsets,
                              void** buf);
int cgp_ptlist_write_data(int fn, cgsize_t start, cgsize_t end, const cgsize_t* points);
int cgp_ptlist_read_data(int fn, cgsize_t start, cgsize_t end, cgsize_t* points);

/* The queue. `SN`: an int* (coordinates, elements, solution: its first field), int[2] (field: solution and
 * field), or a name (array, at the node of cg_goto). `axes`: index i of the file runs along index axes[i],
 * from 0, of the memory; NULL: the same order. */
int queue_slice_write(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                      const cgsize_t* rmin, const cgsize_t* rmax, const void* data);
int queue_slice_read(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                     const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int queue_slice_general_write(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                              const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                              const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const int* axes,
                              const void* data);
int queue_slice_general_read(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, int rank,
                             const cgsize_t* rmin, const cgsize_t* rmax, CGNS_ENUMT(DataType_t) m_type,
                             const cgsize_t* m_dimvals, const cgsize_t* m_rmin, const int* axes, void* data);
int queue_flush(void);
int cgp_queue_flush(int fn);

/* Names first published. A solution of cgp_sol_write has one field of its own name. */
int cgp_nbases(int fn, int* nbases);
int cgp_base_read(int fn, int B, char* name, int* cell_dim, int* phys_dim);
int cgp_base_write(int fn, const char* name, int cell_dim, int phys_dim, int* B);
int cgp_nzones(int fn, int B, int* nzones);
int cgp_zone_read(int fn, int B, int Z, char* name, cgsize_t* size);
int cgp_zone_type(int fn, int B, int Z, CGNS_ENUMT(ZoneType_t) * type);
int cgp_zone_write(int fn, int B, const char* name, const cgsize_t* size, CGNS_ENUMT(ZoneType_t) type,
                   int* Z);
int cgp_nsols(int fn, int B, int Z, int* nsols);
int cgp_sol_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(GridLocation_t) location, int* S);
int cgp_sol_write_data(int fn, int B, int Z, int S, const cgsize_t* rmin, const cgsize_t* rmax,
                       const void* data);
int cgp_sol_read_data(int fn, int B, int Z, int S, const cgsize_t* rmin, const cgsize_t* rmax, void* data);
int cgp_section_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                           const cgsize_t* elements);
int cgp_section_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements);

#ifdef __cplusplus
}
#endif

#include "pcgns/pcgnsmeta.h"

#endif

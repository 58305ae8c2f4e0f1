/* pcgnslib.h: parallel CGNS files for solvers, in C and C++.
 *
 * Names and meaning are those of the parallel API of the reference library 4.5. The manual page pcgnslib(3)
 * describes them, pcgnslib-calls(3) lists every function, and who must call it. In short:
 *
 * - All indices are 1-based and ranges inclusive; the first index is the fastest in memory and file; sizes
 *   have 64 bits. Rind planes count from 1, but the *_general_* calls and cg_coord_read, cg_field_read count
 *   from the first core point: the planes before it are 0, -1, ...
 * - cgp_open and cgp_close are collective over the communicator of cgp_mpi_comm.
 * - Calls that make or change nodes ("metadata") are made by all ranks with the same arguments. They send no
 *   message, and a difference is an error on all ranks at the next collective call. Calls that ask are local.
 * - *_write_data and *_read_data are collective, local or queued, as cgp_pio_mode says. In collective mode
 *   ranks may give different arrays; NULL data: this rank has nothing.
 * - Every function returns CG_OK, or another code and cgp_get_error() says why. None ends the program but
 *   cgp_error_exit and cg_error_exit. A failure of one rank in a collective call is an error on all, except
 *   for an invalid file or partition number: that call fails at once on its rank alone.
 * - A file that is written appears under its name, whole, at cgp_close; until then it is .NAME.pcgns-part
 *   beside it. A file that is modified gets its new nodes at cgp_close, too.
 * - cg_open opens a file for the calling process alone.
 *
 * Symbols are prefixed with pcgns_ in the library, so that a program may link the reference library, too; but
 * one source file can include only one of the two headers: this one ends with an error after cgnslib.h, and
 * leaves cgnslib.h without effect after it. */
#ifndef PCGNS_PCGNSLIB_H
#define PCGNS_PCGNSLIB_H

#include <mpi.h>

#include "pcgnsfile.h"
#include "pcgnsmeta.h"
#include "pcgnsnames.h"
#include "pcgnsnode.h"
#include "pcgnspartial.h"
#include "pcgnsparticles.h"
#include "pcgnstypes.h"
#include "pcgnsversion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Files. */
int cgp_mpi_comm(MPI_Comm comm);
int cgp_mpi_info(MPI_Info info);
/* Tuned settings for files that are opened later: those that pcgns-bench tune has put into `file`. NULL or
 * "": those that are kept on this machine; "none": no such settings. Hints win. Collective over the
 * communicator of cgp_mpi_comm; an error on all ranks if the file cannot be read or does not have any. */
int cgp_wisdom_import(const char* file);
int cgp_pio_mode(CGNS_ENUMT(PIOmode_t) mode);
int cgp_open(const char* filename, int mode, int* fn);
int cgp_close(int fn);
/* Opens the files of any number of ranks as one file, the one that pcgns-merge would write: whole zones,
 * whatever their pieces. `names`: `n` names of files, "@list" (a text file with a name a line) or patterns
 * such as "out_%04d.cgns"; `mode`: CG_MODE_READ. Pieces without metadata need an assembly file: hint
 * pcgns_assembly. Then every call that asks or reads answers for the whole zones, and no other file is
 * written; calls that write return CG_ERROR. Reads are collective or local, as cgp_pio_mode says; the first
 * one of an unstructured zone in pieces reads the numbers of all its pieces. Pieces that have a point at
 * different places are an error (hint pcgns_shared_tolerance), and so are particles of one identifier. With
 * the hints pcgns_readers and pcgns_readers_per_node some ranks read for all, in collective calls. Collective
 * over the communicator of cgp_mpi_comm, with the same arguments on all ranks. An error is an error on all
 * ranks, and leaves nothing open. */
int cgp_fileset_open(int n, const char* const* names, int mode, int* fn);

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

/* Partitions: a file that is open for reading (of cgp_fileset_open, or of cgp_open if its zones are whole),
 * cut into as many parts as it is open on ranks; rank r has part r, which may be empty. A part consists of
 * pieces, one or more of each zone: what pcgns-repartition would write for the rank, but in memory.
 *
 * The values of a location (Vertex or CellCenter) are those of one piece after the other, in this order: of a
 * structured piece its box with the ghost planes (Rind), first index fastest; of an unstructured one its own
 * entities, then its ghosts. Positions in them are 1-based.
 *
 * cgp_partition_create, _from_map, _read, _create_file and _write are collective over the ranks of the file;
 * an error of one rank is an error on all, and the file stays usable. All others are local. A rank without
 * pieces has sizes of 0 and calls the collective ones, too. Pointers for results may be NULL where nothing is
 * wanted, except `p` and `part`. */

/* Assigns all cells of the file to ranks and reads the meshes of base `B`, whose pieces, values and lists the
 * partition has; several bases need a partition each. `options`: NULL, or "key=value;..." with the same on
 * all ranks: method (rcb, hilbert, graph, block, keep, file:FIELD; for unstructured zones), ghosts (layers of
 * ghost cells, 0), weights (a cell field), targets (relative speeds of ranks: 1,2,1 or @FILE), order (keep,
 * hilbert, rcm); see pcgns-repartition(1). Structured zones with one vertex in a direction stay whole, beside
 * others: the part of rank 0 has them and their values, but no pieces of them, so that the name of a piece,
 * not its number, tells its zone there. The file cannot be closed before the partition is destroyed. */
int cgp_partition_create(int fn, int B, const char* options, int* p);
/* The same, with the ranks of cells from a map that pcgns-repartition --map has written ("NAME.cgns"). */
int cgp_partition_from_map(int fn, int B, const char* map, const char* options, int* p);
int cgp_partition_destroy(int p);
/* Opens the part of this rank as a file of its own, for cg_ calls that ask and read: pieces as zones,
 * sections with local connectivity, global numbers (:CGNS#GlobalNumbering), owners of ghosts (:PCGNS#Ghosts),
 * boundary conditions and interfaces with lists in local numbers. Numbers for all vertices or cells that
 * solution S of every zone has come from cgp_partition_read; all other values are there. To be closed with
 * cg_close; it may outlive the partition. */
int cgp_partition_part(int p, int* part);
int cgp_partition_npieces(int p, int* npieces);
/* Of piece P (from 1): its name (33 characters), the number of its zone in the file, and, of a structured
 * one, its own cells in the zone, and those with ghosts: first of each direction, then last of each, 1-based
 * and inclusive (6 numbers in 3D); ghosts of other zones are below 1 and above the size of the zone. */
int cgp_partition_piece_info(int p, int P, char* name, int* Z, cgsize_t* cells, cgsize_t* with_ghosts);
/* Position of the piece's first value, number of its own entities, and with ghosts. At FaceCenter: of its
 * elements, by their numbers, so that element 1 is at `begin`. */
int cgp_partition_piece_size(int p, int P, CGNS_ENUMT(GridLocation_t) location, cgsize_t* begin,
                             cgsize_t* own, cgsize_t* total);
/* The position in the whole zone of each of the `total` entities, 1-based; 0 for a ghost of another zone. */
int cgp_partition_global_numbers(int p, int P, CGNS_ENUMT(GridLocation_t) location, cgsize_t* numbers);
/* Number of values of all pieces; at FaceCenter, of their elements. */
int cgp_partition_size(int p, CGNS_ENUMT(GridLocation_t) location, cgsize_t* size);
/* Ranks that own ghosts of this rank, or have ghosts that it owns; perhaps itself (periodic zones). */
int cgp_partition_nneighbours(int p, CGNS_ENUMT(GridLocation_t) location, int* nneighbours);
int cgp_partition_neighbour(int p, CGNS_ENUMT(GridLocation_t) location, int N, int* rank, cgsize_t* nsend,
                            cgsize_t* nreceive);
/* Positions of the values to send to neighbour N (from 1) and to receive from it, in the same order on both
 * sides: an exchange gives every ghost the value of its owner. */
int cgp_partition_exchange_lists(int p, CGNS_ENUMT(GridLocation_t) location, int N, cgsize_t* send,
                                 cgsize_t* receive);

/* Interfaces: where a piece meets another one, of any rank, or itself, point by point: the 1-to-1 interfaces
 * of the file (also periodic ones), and those where zones were cut. Both sides list vertices, or elements
 * (FaceCenter; EdgeCenter in two dimensions). Each is a node of the part (cgp_partition_part). Ghosts are not
 * in them, and unstructured zones do not have ghosts beyond interfaces of the file. */
int cgp_partition_ninterfaces(int p, int* ninterfaces);
/* Of interface I (from 1): its piece, its name in the part (33 characters), its location, the rank that has
 * the other side, and the number of points. */
int cgp_partition_interface_info(int p, int I, int* P, char* name, CGNS_ENUMT(GridLocation_t) * location,
                                 int* rank, cgsize_t* npnts);
/* The motion from this side to the other one, as cg_conn_periodic_read gives it, 3 numbers each, with angles
 * in the units of the file; CG_NODE_NOT_FOUND if the interface is not periodic. */
int cgp_partition_interface_periodic(int p, int I, float* center, float* angle, float* translation);
/* Ranks across the interfaces at a location (Vertex or FaceCenter), perhaps this one. */
int cgp_partition_interface_nneighbours(int p, CGNS_ENUMT(GridLocation_t) location, int* nneighbours);
int cgp_partition_interface_neighbour(int p, CGNS_ENUMT(GridLocation_t) location, int N, int* rank,
                                      cgsize_t* nsend, cgsize_t* nreceive);
/* Positions of the values to send to neighbour N (from 1), and the points whose other sides come from it, in
 * the same order on both sides. `interfaces`: across which interface each of `receive` lies, so that vectors
 * can be rotated. A point may be in `receive` several times: the values are to be combined with its own. */
int cgp_partition_interface_lists(int p, CGNS_ENUMT(GridLocation_t) location, int N, cgsize_t* send,
                                  cgsize_t* receive, int* interfaces);
/* Reads a field of solution S of each zone, as the file numbers them, for all pieces, ghosts included. The
 * solutions must be at one location, and a structured one have the planes (Rind) of the first one there.
 * `data`: as many values of `type` as cgp_partition_size says for the location of the solution; NULL only
 * where that is 0. */
int cgp_partition_read(int p, int S, const char* field, CGNS_ENUMT(DataType_t) type, void* data);

/* Starts a new file (CG_MODE_WRITE) with the whole zones of the partition's file: everything but the fields
 * of its base that cgp_partition_read gives all ranks: numbers for all vertices or cells that solution S of
 * every zone has. It can be changed like any other, and appears at cgp_close. */
int cgp_partition_create_file(int p, const char* name, int* out);
/* Writes a field of solution S of each zone of `out`, in the base named like that of the partition, which has
 * the zones of the partition's file, in the order of the whole zones, whatever the partition. The solutions
 * must be at one location. `data` as for cgp_partition_read: ghosts are skipped.
 * Creates the field with `type` where it is missing. Vertices that several ranks have should have the same
 * value on all. */
int cgp_partition_write(int p, int out, int S, const char* field, CGNS_ENUMT(DataType_t) type,
                        const void* data);

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

/* The block cache: small scattered reads and writes of any rank at any time. Blocks of the file are in the
 * memory of all ranks, each in that of one rank, in turn, and the file is read and written in such blocks.
 *
 * cgp_cache, before the first list. `options`: NULL, or "key=value;..." with the same on all ranks: block
 * (bytes, a power of two; 1M), memory (bytes of blocks per rank; 64M), read_ahead (blocks; 4), patience
 * (milliseconds to wait for another node before the file is read instead; 10), timeout (seconds to wait for
 * it where that is impossible; 60), overwrite (1: lists may also be written to arrays that the file had when
 * it was opened; a file that is modified is copied at once, and replaced by the changed copy at cgp_close;
 * 0). The cache ends with cgp_close. cgp_cache and cgp_cache_flush are collective over the ranks of the file,
 * all others are local. */
int cgp_cache(int fn, const char* options);
/* Reads or writes `n` values of an array. `type`, `B`, `Z` and `SN` name it as in the queue; of a section,
 * they name its ElementConnectivity. `indices`: positions in the whole array, in any order, 1-based, the
 * first index of the array fastest, rind planes included. `data`: as many values of `m_type`, in the order of
 * `indices`.
 * What a rank has written it reads at once; others read it after cgp_cache_flush. If several ranks write a
 * value between two flushes, it has the value of one of them. Without the option overwrite, only arrays
 * created since the file was opened can be written. */
int cgp_read_list(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN, CGNS_ENUMT(DataType_t) m_type,
                  cgsize_t n, const cgsize_t* indices, void* data);
int cgp_write_list(CGNS_ENUMT(SliceType_t) type, int fn, int B, int Z, void* SN,
                   CGNS_ENUMT(DataType_t) m_type, cgsize_t n, const cgsize_t* indices, const void* data);
/* Every rank can read what all ranks have written, and it is in the file. */
int cgp_cache_flush(int fn);
/* Serves ranks of other nodes that wait for blocks of this rank; for long computations between calls. */
int cgp_cache_progress(void);
/* What this rank has done since cgp_cache: "values" (of lists), "hits", "misses" (accesses to a block),
 * "evictions" (blocks), "bytes_read", "bytes_written" (of the file), "messages", "bytes_sent" (between
 * nodes), "served" (requests of other ranks), "bypasses" (requests not answered in time), "announced" (blocks
 * of read-ahead). */
int cgp_cache_count(int fn, const char* what, cgsize_t* count);

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

/* For bindings to other languages. Communicators and hints as handles of Fortran, which are numbers. */
int cgp_mpi_comm_f(MPI_Fint comm);
int cgp_mpi_info_f(MPI_Fint info);
/* For an argument that only the binding can see to be wrong: `text` becomes the last error. With
 * `of_next_call` it is an error of the next call of this rank that moves values, on all ranks if that is
 * collective. NULL: there is none such. Returns CG_ERROR. */
int cgp_wrong_argument(const char* text, int of_next_call);

#ifdef __cplusplus
}
#endif

#endif

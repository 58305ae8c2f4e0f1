/* pcgnstree.h: any node of an open file by its path, whatever its label: for programs that carry whole trees.
 *
 * A path is "/Base/Zone/GridCoordinates"; "/" is the root. Extents are in the order of CGNS, first index
 * fastest; ranges are 1-based and inclusive, and count from the first value in the file, rind planes
 * included. Each function returns CG_OK, or another code and cg_get_error() says why. */
#ifndef PCGNS_PCGNSTREE_H
#define PCGNS_PCGNSTREE_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pcgns_node {
  char name[33];
  char label[33];
  char type[3]; /* MT (no values), C1, B1, I4, U4, I8, U8, R4, R8, X4, X8; LK: a link without a target. */
  char reserved[3];
  int32_t nchildren;
  int32_t ndim;
  int64_t dims[12];
} pcgns_node;

/* Opens one file as cgp_open does, or several, a list or a pattern as cgp_fileset_open does, for the ranks of
 * `comm`, an integer of Fortran. To be closed by cgp_close. Collective over `comm`. */
int pcgns_open_f(MPI_Fint comm, int n, const char* const* names, int mode, int* fn);

/* Ends without the file that was to be written; ranks that call cgp_close instead get an error. Collective.
 */
int pcgns_discard(int fn);

/* The node itself. Local. */
int pcgns_node_info(int fn, const char* path, pcgns_node* node);
/* Its children, in their order: at most `capacity` of them; `count`: how many there are. Local. */
int pcgns_node_children(int fn, const char* path, int capacity, pcgns_node* children, int* count);
/* Reads a box of the values in the type of the node, packed; NULL bounds: all. Local. */
int pcgns_node_read(int fn, const char* path, const int64_t* rmin, const int64_t* rmax, void* data);
/* Adds a node below `parent`, with its values. `nchildren` is ignored. By all ranks, with the same arguments.
 */
int pcgns_node_write(int fn, const char* parent, const pcgns_node* node, const void* data);

#ifdef __cplusplus
}
#endif

#endif

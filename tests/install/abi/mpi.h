/* What the C interface needs of any MPI: handles. Their types are the MPI library's, not ours. */
#ifndef PCGNS_ABI_MPI_H
#define PCGNS_ABI_MPI_H
typedef struct any_communicator* MPI_Comm;
typedef struct any_info* MPI_Info;
typedef int MPI_Fint;
#endif

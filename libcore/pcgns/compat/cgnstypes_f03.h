/* cgnstypes_f03.h: what programs in Fortran for the reference library include, beside `use pcgns`. */
#ifndef CGNSTYPES_F03_H
#define CGNSTYPES_F03_H
#define CG_BUILD_64BIT_F 1
#define CG_BUILD_PARALLEL_F 1
#define HAVE_FORTRAN_2003 1
#define HAVE_FORTRAN_2008TS 1
#define HDF5_HAVE_MULTI_DATASETS 1
#ifndef CGNS_ENUMV
#define CGNS_ENUMT(name) name
#define CGNS_ENUMV(name) name
#endif
#endif

/* cgnstypes_f.h: the same as cgnstypes_f03.h. */
#include "cgnstypes_f03.h"

/* pcgnslib.h: under the name that the reference library gives it, for programs that stay unchanged. */
#include "../pcgnslib.h"

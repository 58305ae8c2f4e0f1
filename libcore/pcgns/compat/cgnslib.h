/* cgnslib.h: the calls without MPI, under the name that the reference library gives them, for programs that stay
 * unchanged. */
#include "../pcgnsfile.h"
#include "../pcgnsmeta.h"
#include "../pcgnsnode.h"
#include "../pcgnsparticles.h"
#include "../pcgnspartial.h"

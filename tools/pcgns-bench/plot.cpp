#include "pcgns-bench/commands.hpp"
namespace pcgns::bench {
int plot(int, char**) { return 2; }
}  // namespace pcgns::bench

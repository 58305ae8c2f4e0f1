// pcgns-restripe: writes the same data in another storage layout.

#include "common/run.hpp"
#include "pcgns-restripe/program.hpp"

int main(int argc, char** argv) {
  pcgns::tool::RestripeOptions options;
  return pcgns::tool::run(argc, argv, program_of(options));
}

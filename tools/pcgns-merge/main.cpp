// pcgns-merge: makes one CGNS file of the files that the ranks of a solver wrote.

#include "common/run.hpp"
#include "pcgns-merge/program.hpp"

int main(int argc, char** argv) {
  pcgns::tool::MergeOptions options;
  return pcgns::tool::run(argc, argv, program_of(options));
}

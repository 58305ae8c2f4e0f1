// pcgns-repartition: makes the files that a solver restarts from on another number of ranks.

#include "common/run.hpp"
#include "pcgns-repartition/program.hpp"

int main(int argc, char** argv) {
  pcgns::tool::RepartitionOptions options;
  return pcgns::tool::run(argc, argv, program_of(options));
}

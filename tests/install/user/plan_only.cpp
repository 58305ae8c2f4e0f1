// Somebody's program that needs neither MPI nor HDF5.
#include "pcgns/cgns/node.hpp"
#include "pcgns/plan/plan.hpp"

int main() {
  const pcgns::cgns::Node node{.name = "Base", .label = "CGNSBase_t"};
  return node.label == "CGNSBase_t" ? 0 : 1;
}

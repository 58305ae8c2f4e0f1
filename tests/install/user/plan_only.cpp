// Somebody's program that needs neither MPI nor HDF5.
#include "pcgns/plan/numbered_set.hpp"
#include "pcgns/tree/node.hpp"

int main() {
  const pcgns::tree::Node node{.name = "Base", .label = "CGNSBase_t"};
  return node.label == "CGNSBase_t" ? 0 : 1;
}

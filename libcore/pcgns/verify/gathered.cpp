#include "pcgns/par/collective.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

std::vector<check::Finding> gathered(par::Session& session, const check::Findings& mine) {
  check::Findings all;
  for (const auto& bytes : par::gather_all(session.comm(), check::serialized(mine.sorted()))) {
    all.add(check::deserialized(bytes));
  }
  return all.sorted();
}

}  // namespace pcgns::verify

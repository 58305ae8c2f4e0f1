#include "pcgns/move/prove_numbers.hpp"
#include "pcgns/base/error.hpp"
namespace pcgns::move {
std::vector<assemble::NumberFacts> prove_numbers(par::Session&, const tree::InputSet&,
                                                 const std::vector<assemble::NumberSet>& sets, std::int64_t) {
  if (!sets.empty()) throw Error(ErrorKind::internal, "numbers: not yet");
  return {};
}
}  // namespace pcgns::move

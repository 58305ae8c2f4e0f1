// number_index.hpp: which numbers the blocks of pieces have, so that a range of a numbered array needs only
// the blocks that may have some of it.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restart {

class NumberIndex {
 public:
  explicit NumberIndex(const cgns::InputSet& inputs) : inputs_(inputs) {}

  /// Learns the numbers of the moves into `target`: each block is read once, by one rank. Throws the same
  /// Error on every rank. @note Collective.
  void learn(par::Session& session, io::Source& source, const plan::Plan& plan, int target);

  /// The moves into `target` that may have some of its `values`, as a plan of this one array.
  /// @pre They are learnt.
  [[nodiscard]] plan::Plan narrowed(const plan::Plan& plan, int target, Range values) const;

 private:
  /// Numbers, first entity, entities.
  using Key = std::tuple<int, std::int64_t, std::int64_t>;
  [[nodiscard]] static Key key_of(const plan::Indexed& move) {
    return {move.numbers, move.begin, move.count};
  }
  [[nodiscard]] bool is_mine(const par::Session& session, const io::Source& source, int array,
                             std::int64_t block) const;

  const cgns::InputSet& inputs_;
  std::map<Key, std::vector<Range>> blocks_;  ///< From the least to beyond the largest number of each block.
};

}  // namespace pcgns::restart

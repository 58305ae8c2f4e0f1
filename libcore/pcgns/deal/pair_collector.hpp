// pair_collector.hpp: which part needs which entity, told to the rank that has the entity.
#pragma once

#include <vector>

#include "pcgns/deal/ask.hpp"
#include "pcgns/deal/dealing.hpp"

namespace pcgns::deal {

class PairCollector {
 public:
  /// `begins`: as Dealing::begins of the entities. `seen`: of so many it is known that they were said.
  PairCollector(par::Session& session, std::vector<std::int64_t> begins, std::size_t seen = 1 << 14);

  /// Cheap where the same was said a moment ago.
  void add(std::int64_t entity, std::int32_t part) {
    auto& seen =
        seen_[(static_cast<std::size_t>(entity) * 7 + static_cast<std::size_t>(part)) % seen_.size()];
    const Pair pair = {entity, part};
    if (seen == pair) return;
    seen = pair;
    waiting_.push_back({entity, part});
  }

  /// Brings what was added to the owners. @note Collective.
  void deliver();

  /// Of this rank's entities, sorted, each once.
  [[nodiscard]] const std::vector<Pair>& pairs();
  [[nodiscard]] std::vector<Pair> take();
  [[nodiscard]] const Dealing& owners() const { return owners_; }

 private:
  struct Record {
    std::int64_t entity = 0;
    std::int64_t part = 0;
  };
  void compact();

  par::Session& session_;
  move::Exchange exchange_;
  Dealing owners_;  ///< Only whose they are.
  std::vector<Pair> seen_;
  std::vector<Record> waiting_;
  std::vector<Pair> pairs_;
  std::size_t compact_ = 0;  ///< So many of `pairs_` are sorted.
};

}  // namespace pcgns::deal

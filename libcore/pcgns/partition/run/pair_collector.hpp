// pair_collector.hpp: collects pairs of entity and part on the ranks that own the entities.
#pragma once

#include <vector>

#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

class PairCollector {
 public:
  /// A filter for pairs that come in the order of a mesh.
  static constexpr std::size_t few_seen = 256;

  /// `begins`: Distribution::begins of the entities. `seen`: size of the filter for recent repetitions.
  PairCollector(par::Session& session, std::vector<std::int64_t> begins, std::size_t seen = 1 << 14);

  /// Cheap for recent repetitions.
  void add(std::int64_t entity, std::int32_t part) {
    auto& seen =
        seen_[(static_cast<std::size_t>(entity) * 7 + static_cast<std::size_t>(part)) % seen_.size()];
    const Pair pair = {entity, part};
    if (seen == pair) return;
    seen = pair;
    waiting_.push_back({entity, part});
  }

  /// Sends the added pairs to the owning ranks. @note Collective.
  void deliver();

  /// Pairs of this rank's entities, sorted and unique.
  [[nodiscard]] const std::vector<Pair>& pairs();
  [[nodiscard]] std::vector<Pair> take();
  [[nodiscard]] const Distribution& owners() const { return owners_; }

 private:
  struct Record {
    std::int64_t entity = 0;
    std::int64_t part = 0;
  };
  void compact();

  par::Exchange exchange_;
  Distribution owners_;  ///< Only the ownership of entities is set.
  std::vector<Pair> seen_;
  std::vector<Record> waiting_;
  std::vector<Pair> pairs_;
  std::size_t compact_ = 0;  ///< Number of `pairs_` that are sorted.
};

}  // namespace pcgns::partition

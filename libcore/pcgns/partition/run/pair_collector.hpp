// pair_collector.hpp: collects pairs of entity and part on the ranks that own the entities.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

class PairCollector {
 public:
  /// A filter for pairs that come in the order of a mesh.
  static constexpr std::size_t few_seen = 256;

  /// `begins`: Distribution::begins of the entities. `seen`: size of the filter for recent repetitions,
  /// a power of two.
  PairCollector(par::Session& session, std::vector<std::int64_t> begins, std::size_t seen = 1 << 14);

  /// Cheap for entities of this rank, and for recent repetitions.
  void add(std::int64_t entity, std::int32_t part) {
    if (entity >= owners_.mine.begin && entity < owners_.mine.end) return keep(entity, part);
    auto& seen =
        seen_[(static_cast<std::size_t>(entity) * 7 + static_cast<std::size_t>(part)) & (seen_.size() - 1)];
    const Pair pair = {entity, part};
    if (seen == pair) return;
    seen = pair;
    waiting_.push_back({entity, part});
  }

  /// Sends the added pairs to the owning ranks. @note Collective.
  void deliver();

  /// Pairs of this rank's entities, sorted and unique.
  [[nodiscard]] std::vector<Pair> pairs();
  /// Appends the parts that have an entity of this rank.
  void add_parts_of(std::int64_t entity, std::vector<std::int64_t>& parts);
  /// The parts of this rank's entities; part 0 for those that no part has. @note Collective.
  [[nodiscard]] Distribution distribution(par::Session& session, std::size_t parts);
  [[nodiscard]] const Distribution& owners() const { return owners_; }

 private:
  struct Record {
    std::int64_t entity = 0;
    std::int64_t part = 0;
  };
  static constexpr std::int32_t nobody = -1;

  /// Most entities have one part, so no sorting is needed for them.
  void keep(std::int64_t entity, std::int32_t part) {
    if (lowest_.empty()) lowest_.assign(static_cast<std::size_t>(owners_.mine.size()), nobody);
    auto& lowest = lowest_[static_cast<std::size_t>(entity - owners_.mine.begin)];
    if (lowest == part) return;
    if (lowest == nobody) {
      lowest = part;
    } else {
      add_further(entity, std::max(lowest, part));
      lowest = std::min(lowest, part);
    }
  }
  [[nodiscard]] std::int32_t lowest_part(std::int64_t entity) const {
    return lowest_.empty() ? nobody : lowest_[static_cast<std::size_t>(entity - owners_.mine.begin)];
  }
  void add_further(std::int64_t entity, std::int32_t part);
  void compact();
  template <typename What>
  void each(What&& what);

  par::Exchange exchange_;
  Distribution owners_;  ///< Only the ownership of entities is set.
  std::vector<Pair> seen_;
  std::vector<Record> waiting_;
  std::vector<std::int32_t> lowest_;  ///< Part of each of this rank's entities; empty before the first pair.
  std::vector<Pair> further_;         ///< With higher parts.
  std::size_t compact_ = 0;           ///< Number of `further_` that are sorted.
};

}  // namespace pcgns::partition

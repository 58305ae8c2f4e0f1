// queue_domains.hpp: what a flush of the queue touches of the file, cut into pieces that owners hold in
// memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/move/queue_team.hpp"

namespace pcgns::move {

/// Where the first domain begins. Page cache is made in the pieces in which it is written, as far as they are
/// aligned; what is read should lie in few domains.
enum class Begin { at_multiple_of_size, with_what_is_wanted };

/// Only domains that somebody touches are dealt out; neighbours have different owners.
class TouchedDomains {
 public:
  /// @note Collective.
  TouchedDomains(const Team& team, std::span<const Runs> mine, Begin begin);

  [[nodiscard]] std::int64_t rounds() const;
  /// The bytes of the domain that owner number `turn` has in `round`; empty if none.
  [[nodiscard]] Range bytes(std::int64_t round, int turn) const;

 private:
  void choose_size(const Team& team, std::int64_t total);

  Range hull_;  ///< Of all requests; begins with a domain.
  std::int64_t size_ = 1;
  std::int64_t owners_ = 1;
  std::vector<std::int64_t> touched_;  ///< Numbers of domains, ascending.
};

/// Bytes of the pieces of the file, each of `piece` bytes at least, that the ranks of `comm` touch: what one
/// reads along.
/// @note Collective.
[[nodiscard]] std::int64_t bytes_touched(MPI_Comm comm, std::span<const Runs> mine, std::int64_t piece);

}  // namespace pcgns::move

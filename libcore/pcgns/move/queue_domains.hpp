// queue_domains.hpp: what a flush of the queue touches of the file, cut into pieces that owners hold in
// memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/move/queue_team.hpp"

namespace pcgns::move {

enum class Access { write, read };

/// Only domains that somebody touches are dealt out, by their numbers: in each round one for each owner.
class TouchedDomains {
 public:
  /// @note Collective.
  TouchedDomains(const Team& team, std::span<const Runs> mine, Access access);

  /// Of all ranks together.
  [[nodiscard]] std::int64_t requests() const { return requests_; }
  [[nodiscard]] std::int64_t count() const { return std::ssize(touched_); }
  [[nodiscard]] std::int64_t rounds() const;
  /// Of the file; empty behind the last one.
  [[nodiscard]] Range bytes(std::int64_t number) const;

 private:
  void choose_size(const Team& team, std::int64_t total);

  std::int64_t requests_ = 0;
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

// domains.hpp: who writes which bytes of the output file, and in which round.
//
// The file is cut into domains of equal size, which begin at multiples of that size. The domains are dealt
// out so that an owner always meets the same stripes of a striped file, and that in every round all owners
// have one domain each.
#pragma once

#include <cstdint>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

class Domains {
 public:
  /// Over the bytes [0, `end`) of a file, for the ranks and stripes of `machine`.
  Domains(std::int64_t end, const Machine& machine);

  /// Bytes of a domain: what one rank fills and writes at once.
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t rounds() const;

  struct Turn {
    int owner = 0;
    std::int64_t round = 0;
  };
  /// Who has domain `domain`, and when.
  [[nodiscard]] Turn turn_of(std::int64_t domain) const;

  /// The domain of `owner` in `round`; it may be beyond the last one: then the owner has nothing to do.
  [[nodiscard]] std::int64_t domain_of(int owner, std::int64_t round) const;

  /// The bytes of a domain; empty beyond the last one.
  [[nodiscard]] Range bytes_of(std::int64_t domain) const;

  /// The least range that has all domains of a round.
  [[nodiscard]] Range hull_of(std::int64_t round) const;

  /// The bytes of all domains of the rounds before `rounds`. @pre They are not blocked.
  [[nodiscard]] Range bytes_before(std::int64_t rounds) const;

 private:
  std::int64_t end_;
  std::int64_t size_;
  std::int64_t count_;
  int owners_;
  bool blocked_;
};

/// `machine` with a buffer for a plan that moves numbered entities: as large as memory allows, because parts
/// are looked through in every round.
[[nodiscard]] Machine suited(Machine machine, const Plan& plan);

/// Buffer that a rank may use for one domain: Machine::buffer if given (at most 1 GiB), otherwise 16 MiB, but
/// at most a quarter of the memory; a whole number of stripes and of alignment units where that fits, and
/// always a multiple of 64.
[[nodiscard]] std::int64_t domain_size(const Machine& machine);

/// Ranks that own domains. Owners touch a fixed set of stripes each, so their number divides the number of
/// domains that one pass over all stripes has, or is a multiple of it; on a file without stripes it is the
/// number of ranks.
[[nodiscard]] int owner_count(const Machine& machine);

}  // namespace pcgns::plan

// match_owner.hpp: finds out which of the things with a rank's keys are the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/move/match_line.hpp"

namespace pcgns::move {

class KeyOwner {
 public:
  /// `tolerance` > 0: what comes is Near.
  KeyOwner(const std::vector<assemble::MatchSet>& sets, const MatchLine& line, double tolerance)
      : sets_(sets), line_(line), tolerance_(tolerance) {}

  void place(std::span<const std::byte> message);
  /// After the last message of a pass: fills `classed`, of all that are not alone, and `twins`.
  void find(bool vertex_twins);

  std::vector<Classed> classed;
  std::vector<Twin> twins;
  [[nodiscard]] const Doubt& doubt() const { return doubt_; }

 private:
  void find_equal(bool vertex_twins);
  void find_near(bool vertex_twins);
  void look_at(std::span<const Keyed> group, bool vertex_twins);
  void look_around(std::span<const Near> cell, std::size_t center, bool vertex_twins);
  [[nodiscard]] bool are_near(const Near& a, const Near& b) const;
  [[nodiscard]] assemble::MatchSet::Kind kind_at(std::int64_t place) const;
  [[nodiscard]] bool is_same_part(std::int64_t a, std::int64_t b, assemble::MatchSet::Kind kind) const;
  void settle(std::span<const std::int64_t> places, bool wants_twins);
  void note(const Doubt& doubt) { doubt_ = std::min(doubt_, doubt); }

  const std::vector<assemble::MatchSet>& sets_;
  const MatchLine& line_;
  double tolerance_;
  std::vector<Keyed> keys_;
  std::vector<Near> near_;
  std::vector<std::int64_t> places_;
  std::vector<const Near*> around_;
  Doubt doubt_;
};

}  // namespace pcgns::move

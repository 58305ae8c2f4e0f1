// match_owner.hpp: finds equal entities among those whose keys this rank owns.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/fileset/run/match_line.hpp"

namespace pcgns::fileset {

class KeyOwner {
 public:
  /// `tolerance` > 0: messages hold Near records.
  KeyOwner(const std::vector<MatchSet>& sets, const MatchLine& line, double tolerance)
      : sets_(sets), line_(line), tolerance_(tolerance) {}

  void place(std::span<const std::byte> message);
  /// Call after the last message of a pass. Fills `classed` with all matched entities, and `twins`.
  void find(bool vertex_twins);

  std::vector<Classed> classed;
  std::vector<Twin> twins;
  std::map<std::pair<int, int>, std::int64_t> common;  ///< Kind::common: vertices that two sets have.
  [[nodiscard]] const Ambiguity& ambiguity() const { return ambiguity_; }

 private:
  void find_equal(std::vector<Keyed>& keys, bool vertex_twins);
  void find_near(bool vertex_twins);
  void look_at(std::span<const Keyed> group, bool vertex_twins);
  [[nodiscard]] bool are_in_sections(std::span<const Keyed> group);
  void look_around(std::span<const Near> cell, std::size_t center, bool vertex_twins);
  [[nodiscard]] bool are_near(const Near& a, const Near& b) const;
  [[nodiscard]] MatchSet::Kind kind_at(std::int64_t place) const;
  [[nodiscard]] bool is_same_piece(std::int64_t a, std::int64_t b, MatchSet::Kind kind) const;
  /// Counts a vertex of several sets; `places` ascend.
  void count_common(std::span<const std::int64_t> places);
  void settle(std::span<const std::int64_t> places, bool wants_twins);
  void note(const Ambiguity& ambiguity) { ambiguity_ = std::min(ambiguity_, ambiguity); }

  const std::vector<MatchSet>& sets_;
  const MatchLine& line_;
  double tolerance_;
  /// By the first byte of the key, so that sorting stays in the cache.
  std::array<std::vector<Keyed>, 256> keys_;
  std::vector<Near> near_;
  std::vector<std::int64_t> places_;
  std::vector<const Near*> around_;
  Ambiguity ambiguity_;
};

}  // namespace pcgns::fileset

// tallies.hpp: what a check finds on this rank, place by place.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "pcgns/check/findings.hpp"

namespace pcgns::verify {

/// What is said of a place.
struct Place {
  std::string position = {};
  std::string expected = {};
  std::string found = {};
};

/// Counts places, of which the one with the lowest index is told: words are made for few of them only.
class Tallies {
 public:
  explicit Tallies(std::string file) : file_(std::move(file)) {}

  /// `tell` makes the Place. `code` must live as long as this.
  template <typename Tell>
  void add(std::string_view code, const std::string& path, std::int64_t index, Tell&& tell) {
    auto [entry, is_new] = tallies_.try_emplace({code, path});
    auto& tally = entry->second;
    ++tally.count;
    if (!is_new && index >= tally.index) return;
    tally.index = index;
    tally.place = tell();
  }

  /// Many places at once; `place` is the first of them.
  void add_many(std::string_view code, const std::string& path, std::int64_t index, std::int64_t count,
                Place place);

  /// Hands over what was found.
  void move_to(check::Findings& findings);

 private:
  struct Tally {
    std::int64_t count = 0;
    std::int64_t index = 0;
    Place place = {};
  };
  std::string file_;
  std::map<std::pair<std::string_view, std::string>, Tally> tallies_;
};

}  // namespace pcgns::verify

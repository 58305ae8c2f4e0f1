#include "pcgns/verify/tallies.hpp"

namespace pcgns::verify {

void Tallies::add_many(std::string_view code, const std::string& path, std::int64_t index, std::int64_t count,
                       Place place) {
  if (count == 0) return;
  add(code, path, index, [&] { return std::move(place); });
  tallies_[{code, path}].count += count - 1;
}

void Tallies::move_to(check::Findings& findings) {
  for (auto& [key, tally] : tallies_) {
    findings.add({.code = std::string(key.first),
                  .file = file_,
                  .path = key.second,
                  .position = std::move(tally.place.position),
                  .expected = std::move(tally.place.expected),
                  .found = std::move(tally.place.found),
                  .index = tally.index,
                  .count = tally.count});
  }
  tallies_.clear();
}

}  // namespace pcgns::verify

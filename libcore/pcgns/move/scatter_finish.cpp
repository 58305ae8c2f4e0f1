// The end of a round of a scatter: is all there, and what did the parts not agree on?
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "pcgns/move/scatter.hpp"

namespace pcgns::move {

void Scatter::scan() {
  if (incomplete_) return;
  for (auto& [index, landing] : ragged_) {
    const auto& lane = lanes_[static_cast<std::size_t>(index)];
    require_sound(lane, landing.verdict());
    if (!lane.is_ragged()) continue;
    try {
      landing.scan();
    } catch (const Error& error) {
      throw Error(error.kind(),
                  is_.plan.targets[static_cast<std::size_t>(lane.target)].path + ": " + error.what());
    }
  }
}

void Scatter::finish(std::span<std::byte> buffer) {
  for (auto& [index, landing] : fixed_) {
    const auto& lane = lanes_[static_cast<std::size_t>(index)];
    const auto difference = landing.finish();
    require_sound(lane, landing.verdict());
    if (difference.points > 0) add(difference);
  }
  for (const auto& [index, landing] : ragged_) {
    const auto& lane = lanes_[static_cast<std::size_t>(index)];
    if (lane.is_ragged()) continue;
    require_sound(lane, landing.verdict());
    landing.write_offsets(place_of(lane, buffer));
  }
}

void Scatter::add(const Difference& difference) {
  differences_.add({.differing = difference.points,
                    .largest = difference.largest,
                    .where = is_.plan.targets[static_cast<std::size_t>(difference.target)].path});
}

std::string Scatter::origin_text(const Lane& lane, std::int32_t precedence) const {
  const auto origin = reader_.origin_of(lane, precedence);
  const auto& move = is_.plan.indexed[static_cast<std::size_t>(origin.move)];
  const auto& array = is_.inputs.arrays[static_cast<std::size_t>(move.source)];
  if (array.file < 0) return array.path;
  return is_.inputs.files[static_cast<std::size_t>(array.file)].path + ":" + array.path;
}

void Scatter::require_sound(const Lane& lane, const Verdict& verdict) const {
  const auto& path = is_.plan.targets[static_cast<std::size_t>(lane.target)].path;
  const auto fail = [&](std::int64_t key, const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("{}: number {} {}", path, lane.first_number + key, why));
  };
  if (verdict.twice.happened()) {
    fail(verdict.twice.key,
         fmt::format("is in {} and in {}, but may be in one only", origin_text(lane, verdict.twice.one),
                     origin_text(lane, verdict.twice.other)));
  }
  if (verdict.differs.happened()) {
    fail(verdict.differs.key,
         fmt::format("is not the same in {} and in {}", origin_text(lane, verdict.differs.one),
                     origin_text(lane, verdict.differs.other)));
  }
  if (verdict.missing != std::numeric_limits<std::int64_t>::max()) fail(verdict.missing, "is in no part");
}

}  // namespace pcgns::move

#include "pcgns/io/run/pieces.hpp"

#include <algorithm>

namespace pcgns::io {

namespace {

Piece part_of(const Piece& piece, Range window) {
  const auto kept = intersect({piece.at, piece.end()}, window);
  return {kept.begin, kept.size(), piece.source, piece.from + kept.begin - piece.at};
}

}  // namespace

std::vector<Piece> pieces_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                             const std::vector<Range>& done) {
  std::vector<Piece> pieces;
  pieces.reserve(plan.transfers.size());
  for (const auto& transfer : plan.transfers) {
    const auto target = static_cast<std::size_t>(transfer.target);
    if (offsets[target] < 0) continue;
    const auto width = cgns::size_of(plan.targets[target].type);
    const Piece whole{offsets[target] + transfer.target_begin * width, transfer.count * width,
                      transfer.source, transfer.source_begin * width};
    for (const auto& left : without({whole.at, whole.end()}, done)) pieces.push_back(part_of(whole, left));
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.at < b.at; });
  return pieces;
}

std::vector<Piece> cut(std::span<const Piece> pieces, Range window) {
  std::vector<Piece> result;
  auto next = std::partition_point(pieces.begin(), pieces.end(),
                                   [&](const Piece& piece) { return piece.end() <= window.begin; });
  for (; next != pieces.end() && next->at < window.end; ++next) result.push_back(part_of(*next, window));
  return result;
}

std::vector<Range> runs_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                           const std::vector<Range>& done) {
  std::vector<Range> runs;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    if (offsets[i] < 0) continue;
    for (const auto& left : without({offsets[i], offsets[i] + plan.targets[i].bytes()}, done))
      runs.push_back(left);
  }
  return united(std::move(runs));
}

std::vector<Range> cut(std::span<const Range> runs, Range window) {
  std::vector<Range> result;
  auto next = std::partition_point(runs.begin(), runs.end(),
                                   [&](const Range& run) { return run.end <= window.begin; });
  for (; next != runs.end() && next->begin < window.end; ++next) result.push_back(intersect(*next, window));
  return result;
}

}  // namespace pcgns::io

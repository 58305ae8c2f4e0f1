#include "pcgns-bench/tune/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

namespace {

/// Ranks far from each other are alike.
constexpr int most_looked_at = 64;

/// A type of the same size that has a value for each place; or none.
cgns::DataType filled_type(cgns::DataType type) {
  switch (cgns::bytes_of(type, {1})) {
    case 4:
      return cgns::DataType::I4;
    case 8:
      return type == cgns::DataType::R8 ? type : cgns::DataType::I8;
    default:
      return cgns::DataType::MT;
  }
}

std::int64_t run_of(const Piece& piece, const Array& array) {
  auto bytes = cgns::bytes_of(array.type, {1});
  for (std::size_t axis = 0; axis < array.dims.size(); ++axis) {
    bytes *= piece.count[axis];
    if (piece.count[axis] != array.dims[axis]) break;
  }
  return bytes;
}

}  // namespace

Problem problem_like(const cgns::InputSet& file, int ranks, const Extents& grid) {
  const auto& path = file.files.at(0).path;
  Problem problem{.label = std::filesystem::path(path).filename().string()};
  problem.parameters = {{"like", path}};
  problem.is_plain = true;
  for (const auto& array : file.arrays) {
    const auto type = filled_type(array.type);
    if (type == cgns::DataType::MT || array.bytes() == 0) continue;
    problem.arrays.push_back({0, "Data", array.path, type, array.dims, "values"});
  }
  if (problem.arrays.empty()) throw input_error(path, "", "has no arrays of numbers to tune for");
  const auto has_axes = [&](const Array& array) { return array.dims.size() == grid.size(); };
  if (!grid.empty()) {
    require_grid(grid, grid.size(), ranks);
    if (std::none_of(problem.arrays.begin(), problem.arrays.end(), has_axes))
      throw Error(ErrorKind::usage, fmt::format("--grid {}: {} has no array of {} axes", to_text(grid),
                                                problem.label, grid.size()));
  }
  problem.pieces = [arrays = problem.arrays, ranks, grid](int rank) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const auto& dims = arrays[i].dims;
      auto box = box_of(rank, dims, grid.size() == dims.size() ? grid : balanced_grid(ranks, dims));
      if (!box.empty()) pieces.push_back({static_cast<int>(i), std::move(box.begin), std::move(box.count)});
    }
    return pieces;
  };
  return problem;
}

std::vector<std::int64_t> runs_of(const Problem& problem, int ranks) {
  std::set<std::int64_t> runs;
  for (int rank = 0; rank < std::min(ranks, most_looked_at); ++rank) {
    for (const auto& piece : problem.pieces(rank)) {
      const auto& array = problem.arrays[static_cast<std::size_t>(piece.array)];
      runs.insert(piece.axes.empty() ? run_of(piece, array) : cgns::bytes_of(array.type, {1}));
    }
  }
  return {runs.begin(), runs.end()};
}

}  // namespace pcgns::bench

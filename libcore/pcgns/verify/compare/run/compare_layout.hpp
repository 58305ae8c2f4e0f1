// compare_layout.hpp: locates and reads the values of paired arrays on one side.
#pragma once

#include <span>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/verify/compare/run/compare_job.hpp"
#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Sources of the values of a plan's targets.
class CompareLayout {
 public:
  /// `side` must outlive the object. `memory`: as for io::Source.
  CompareLayout(const CompareSide& side, Budget memory);

  /// True if any rank can read all values of `target` by offset.
  [[nodiscard]] bool is_plain(int target) const;

  /// Reads the byte range `bytes` of the values of `target`. @pre It is plain.
  void read(int target, Range bytes, std::span<std::byte> to);

 private:
  [[nodiscard]] std::span<const plan::Transfer> transfers_of(int target) const;

  const CompareSide& side_;
  io::Source source_;
};

/// Adds a target for a place whose values are in a node.
void give_target(const CompareSide& side, const std::string& path, ArrayPair::Place& place);
/// The target with the values of `node`, at or below `path`; adds one if the values are in the node.
[[nodiscard]] int target_of(const CompareSide& side, const std::string& path, const cgns::Node& node);

/// Compares pair `index` row by row: row r of `a` with row partner[r] of `b`; skips rows whose partner is -1.
/// `partner`: I8, one per row of `a`. The row width is the number of values divided by the number of rows.
/// @pre The pair has targets on both sides. @note Collective.
void compare_rows(par::Session& session, const CompareSide& a, const CompareSide& b, int index,
                  const mesh::Share& partner, CompareJob& job);

/// Compares rows of pair `index`: row rows[i] of `a` with the row at the same position of `b`. @pre `rows`
/// ascends. @note Local.
void compare_listed(std::span<const std::int64_t> rows, std::span<const std::byte> a,
                    std::span<const std::byte> b, int index, CompareJob& job, std::int64_t width = 1);

/// The rows begin, …, end - 1 of a target, `width` values each. Throws the same Error on every rank. @note
/// Collective.
[[nodiscard]] std::vector<std::int64_t> integer_rows(par::Session& session, const mesh::Dataset& side,
                                                     int target, Range rows, std::int64_t width = 1);
[[nodiscard]] std::vector<double> real_rows(par::Session& session, const mesh::Dataset& side, int target,
                                            Range rows);

/// This rank's share of `count` rows.
[[nodiscard]] Range rows_of(const par::Session& session, std::int64_t count);

}  // namespace pcgns::verify::compare

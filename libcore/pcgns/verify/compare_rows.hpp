// compare_rows.hpp: values that stand at other places on the two sides.
#pragma once

#include "pcgns/mesh/share.hpp"
#include "pcgns/verify/compare_job.hpp"

namespace pcgns::verify {

/// Compares pair `index` row by row: row r of `a` with row partner[r] of `b`; rows whose partner is -1 are
/// passed over. `partner`: I8, one for each row of `a`; a row has as many values as divide the array evenly.
/// @pre The pair has targets on both sides. @note Collective.
void compare_rows(par::Session& session, const CompareSide& a, const CompareSide& b, int index,
                  const mesh::Share& partner, CompareJob& job);

/// Compares rows of pair `index`: row rows[i] of `a` with what is at the same place of `b`.
/// @pre `rows` ascends. @note Local.
void compare_listed(std::span<const std::int64_t> rows, std::span<const std::byte> a,
                    std::span<const std::byte> b, int index, CompareJob& job, std::int64_t width = 1);

/// The rows begin, …, end - 1 of a target, of `width` values each, wherever they lie.
/// Throws the same Error on every rank. @note Collective.
[[nodiscard]] std::vector<std::int64_t> integer_rows(par::Session& session, const mesh::Dataset& side,
                                                     int target, Range rows, std::int64_t width = 1);
[[nodiscard]] std::vector<double> real_rows(par::Session& session, const mesh::Dataset& side, int target,
                                            Range rows);

/// The rows of `count` that this rank works on.
[[nodiscard]] Range rows_of(const par::Session& session, std::int64_t count);

}  // namespace pcgns::verify

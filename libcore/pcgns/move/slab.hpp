// slab.hpp: a box of an array in a file, and the same values in memory.
//
// The values of a box have numbers, 0-based, in the order in which they lie in the file. Who sends some of
// them and who places them need to agree on nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/tree/data_type.hpp"

namespace pcgns::move {

/// A box of an array that lies in one piece in the file. All lists are in CGNS order: fastest index first.
struct FileBox {
  std::int64_t offset = 0;  ///< Of the array's first byte in the file.
  tree::DataType type = tree::DataType::MT;
  std::vector<std::int64_t> dims = {};   ///< Of the array.
  std::vector<std::int64_t> begin = {};  ///< First index of the box, 0-based.
  std::vector<std::int64_t> count = {};
  bool swapped = false;  ///< Values have the other byte order in the file.
};

/// A request: a box of the file, and where in memory its values are, or go.
struct Slab {
  FileBox box = {};
  void* memory = nullptr;  ///< The value at `box.begin`. Writing does not change it.
  tree::DataType memory_type = tree::DataType::MT;
  /// From one index to the next in memory, in values, for each axis of the file: any order of the axes, any
  /// part of a larger array.
  std::vector<std::int64_t> strides = {};
};

/// The strides of a whole array of extents `dims` in memory. `axes`: axis i of the file runs along axis
/// axes[i] of the memory; empty: in the same order.
[[nodiscard]] std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims,
                                                   const std::vector<int>& axes = {});

/// Throws Error{usage} where a slab makes no sense: extents that do not fit each other, a box that leaves its
/// array, types that cannot be converted, no memory for values. All axes are counted in 64 bits.
void require_sound(const Slab& slab);

/// Consecutive values in file and memory.
struct Run {
  std::int64_t at = 0;      ///< Byte of the file.
  std::int64_t memory = 0;  ///< In values, from Slab::memory.
  std::int64_t count = 0;
  std::int64_t stride = 1;  ///< From one to the next in memory, in values.
};

/// Runs of the same length at one distance from each other.
struct Rows {
  Run first = {};
  std::int64_t count = 1;
  std::int64_t step = 0;         ///< In bytes of the file, from one to the next.
  std::int64_t memory_step = 0;  ///< In values.

  template <typename Visit>
  void each(Visit&& visit) const {
    auto run = first;
    for (auto left = count; left > 0; --left) {
      visit(std::as_const(run));
      run.at += step;
      run.memory += memory_step;
    }
  }
};

/// A box as runs: axes that follow each other without a gap are one.
class Runs {
 public:
  /// As far as the file is concerned.
  explicit Runs(const FileBox& box);
  /// The same for file and memory: runs may be shorter.
  explicit Runs(const Slab& slab);

  [[nodiscard]] std::int64_t volume() const { return volume_; }
  [[nodiscard]] int value_size() const { return size_; }
  /// Bytes of the file from the first to behind the last value.
  [[nodiscard]] Range hull() const { return hull_; }
  /// Values of a run that is not cut.
  [[nodiscard]] std::int64_t run() const { return axes_.front().count; }
  /// From one value of a run to the next in memory.
  [[nodiscard]] std::int64_t stride() const { return axes_.front().stride; }

  /// The numbers of the values whose first byte lies in `bytes` of the file.
  [[nodiscard]] Range in(Range bytes) const {
    return intersect(hull_, bytes).empty() ? Range{} : numbers_in(bytes);
  }
  /// Bytes of the file from the first to behind the last of the values `numbers`. @pre Not empty.
  [[nodiscard]] Range hull_of(Range numbers) const;

  /// These runs, and the values in holes of at most `gap` bytes. As far as the file is concerned.
  [[nodiscard]] Runs bridged(std::int64_t gap) const;

  /// Calls `visit(Rows)` for the values `numbers`, in order.
  template <typename Visit>
  void each_rows(Range numbers, Visit&& visit) const {
    for (auto at = numbers.begin; at < numbers.end;) {
      const auto rows = rows_at({at, numbers.end});
      visit(rows);
      at += rows.count * rows.first.count;
    }
  }

  /// Calls `visit(Run)` for the values `numbers`, in order.
  template <typename Visit>
  void each(Range numbers, Visit&& visit) const {
    each_rows(numbers, [&](const Rows& rows) { rows.each(visit); });
  }

  /// As each_rows, in an order in which memory is met again while it is near, where runs lie across it.
  template <typename Visit>
  void each_rows_near(Range numbers, Visit&& visit) const {
    if (!lies_across_) return each_rows(numbers, visit);
    for (const auto& run : by_memory(numbers)) visit(Rows{.first = run});
  }

  /// The same, but calls `visit(Run)`.
  template <typename Visit>
  void each_near(Range numbers, Visit&& visit) const {
    each_rows_near(numbers, [&](const Rows& rows) { rows.each(visit); });
  }

 private:
  struct Axis {
    std::int64_t count = 1;
    std::int64_t step = 1;    ///< In the file, in values.
    std::int64_t stride = 1;  ///< In memory, in values.
  };

  Runs(const FileBox& box, const std::vector<std::int64_t>* strides);
  void complete_axes();
  [[nodiscard]] std::int64_t below(std::int64_t place) const;
  /// The one value.
  [[nodiscard]] Run run_at(std::int64_t number) const;
  /// As many of `numbers` as begin with the first and are rows.
  [[nodiscard]] Rows rows_at(Range numbers) const;
  [[nodiscard]] Range numbers_in(Range bytes) const;
  [[nodiscard]] bool lies_across() const;
  [[nodiscard]] std::vector<Run> by_memory(Range numbers) const;

  std::int64_t first_ = 0;  ///< Byte of the file.
  int size_ = 1;
  std::int64_t volume_ = 1;
  Range hull_;
  std::vector<Axis> axes_;    ///< At least two; the first has step 1.
  bool lies_across_ = false;  ///< Runs lie across the order of memory.
};

/// A run of values in memory, of one type.
struct Values {
  std::byte* data = nullptr;
  tree::DataType type = tree::DataType::MT;
  std::int64_t stride = 1;
};

/// True if values of the one type can be made values of the other: the same type, or both numbers.
[[nodiscard]] bool can_convert(tree::DataType from, tree::DataType to);

/// True if a run is in the file what it is in memory.
[[nodiscard]] bool is_plain(const Slab& slab, const Runs& runs);
/// The values of a run in memory. @pre is_plain
[[nodiscard]] inline std::span<std::byte> memory_of(const Slab& slab, const Runs& runs, const Run& run) {
  return {static_cast<std::byte*>(slab.memory) + run.memory * runs.value_size(),
          static_cast<std::size_t>(run.count * runs.value_size())};
}

/// The values of `run` as they lie in the file, into `to`; and the reverse. Throw what copy_values throws.
void pack(const Slab& slab, const Run& run, std::byte* to);
void unpack(const Slab& slab, const Run& run, const std::byte* from);

/// Copies `count` values, converted. Reals become integers without what is behind the point. Throws
/// Error{input} for a number that the type does not have; what was copied until then stays.
/// @pre can_convert
void copy_values(const Values& from, const Values& to, std::int64_t count);

}  // namespace pcgns::move

// slab.hpp: a box of an array in a file, and the same values in memory.
//
// Values of a box are numbered from 0 in file order. Sender and receiver of values need to agree on nothing
// else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::io {

/// A box of an array that is contiguous in the file. All lists are in CGNS order: fastest index first.
struct FileBox {
  std::int64_t offset = 0;  ///< File offset of the array's first byte.
  cgns::DataType type = cgns::DataType::MT;
  std::vector<std::int64_t> dims = {};   ///< Extents of the array.
  std::vector<std::int64_t> begin = {};  ///< First index of the box, 0-based.
  std::vector<std::int64_t> count = {};
  bool swapped = false;  ///< Values in the file have the other byte order.
};

/// A request: a box of the file, and the location of its values in memory.
struct Slab {
  FileBox box = {};
  void* memory = nullptr;  ///< The value at `box.begin`; not modified by writes.
  cgns::DataType memory_type = cgns::DataType::MT;
  /// Memory stride of each file axis, in values. Allows any order of axes and any sub-box of a larger array.
  std::vector<std::int64_t> strides = {};
};

/// Memory strides of a whole array with extents `dims`. `axes`: file axis i is memory axis axes[i]; empty:
/// same order.
[[nodiscard]] std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims,
                                                   const std::vector<int>& axes = {});

/// Throws Error{usage} for an invalid slab: extents that do not match, a box outside its array, types that
/// cannot be converted, or missing memory. All extents are checked in 64 bits.
void require_sound(const Slab& slab);

/// A run of values: consecutive in the file, strided in memory.
struct Run {
  std::int64_t at = 0;      ///< Byte offset in the file.
  std::int64_t memory = 0;  ///< In values, from Slab::memory.
  std::int64_t count = 0;
  std::int64_t stride = 1;  ///< Memory stride, in values.
};

/// Runs of equal length at a constant distance.
struct Rows {
  Run first = {};
  std::int64_t count = 1;
  std::int64_t step = 0;         ///< File distance between runs, in bytes.
  std::int64_t memory_step = 0;  ///< Memory distance between runs, in values.

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

/// A box as runs: contiguous axes are merged.
class Runs {
 public:
  /// Runs of the file alone.
  explicit Runs(const FileBox& box);
  /// Runs of file and memory, which may be shorter.
  explicit Runs(const Slab& slab);

  [[nodiscard]] std::int64_t volume() const { return volume_; }
  [[nodiscard]] int value_size() const { return size_; }
  /// File bytes from the first value to the end of the last.
  [[nodiscard]] Range hull() const { return hull_; }
  /// Values of an uncut run.
  [[nodiscard]] std::int64_t run() const { return axes_.front().count; }
  /// Memory stride of a run, in values.
  [[nodiscard]] std::int64_t stride() const { return axes_.front().stride; }

  /// Numbers of the values whose first byte lies in file range `bytes`.
  [[nodiscard]] Range in(Range bytes) const {
    return intersect(hull_, bytes).empty() ? Range{} : numbers_in(bytes);
  }
  /// File bytes from the first to the end of the last of the values `numbers`. @pre `numbers` is not empty.
  [[nodiscard]] Range hull_of(Range numbers) const;

  /// These runs, plus the values in holes of at most `gap` bytes. Valid for the file only.
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

  /// Like each_rows, but where runs lie across memory, in an order that reuses cached memory.
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
  /// A run of one value.
  [[nodiscard]] Run run_at(std::int64_t number) const;
  /// The longest prefix of `numbers` that forms rows.
  [[nodiscard]] Rows rows_at(Range numbers) const;
  [[nodiscard]] Range numbers_in(Range bytes) const;
  [[nodiscard]] bool lies_across() const;
  [[nodiscard]] std::vector<Run> by_memory(Range numbers) const;

  std::int64_t first_ = 0;  ///< Byte offset in the file.
  int size_ = 1;
  std::int64_t volume_ = 1;
  Range hull_;
  std::vector<Axis> axes_;    ///< At least two; the first has step 1.
  bool lies_across_ = false;  ///< Runs lie across the memory order.
};

/// Values of one type in memory.
struct Values {
  std::byte* data = nullptr;
  cgns::DataType type = cgns::DataType::MT;
  std::int64_t stride = 1;
};

/// True if values convert between the types: same type, or both numeric.
[[nodiscard]] bool can_convert(cgns::DataType from, cgns::DataType to);

/// True if a run has the same bytes in file and memory.
[[nodiscard]] bool is_plain(const Slab& slab, const Runs& runs);
/// The memory of a run. @pre is_plain
[[nodiscard]] inline std::span<std::byte> memory_of(const Slab& slab, const Runs& runs, const Run& run) {
  return {static_cast<std::byte*>(slab.memory) + run.memory * runs.value_size(),
          static_cast<std::size_t>(run.count * runs.value_size())};
}

/// Packs the values of `run` in file form to `to`, or unpacks them. Both throw what copy_values throws.
void pack(const Slab& slab, const Run& run, std::byte* to);
void unpack(const Slab& slab, const Run& run, const std::byte* from);

/// Copies and converts `count` values; reals are truncated to integers, what a real cannot represent is
/// rounded. Throws Error{input} for a number outside the range of the target type; values copied before it
/// stay.
/// @pre can_convert
void copy_values(const Values& from, const Values& to, std::int64_t count);

}  // namespace pcgns::io

// indexed_target.hpp: targets filled by indexed moves, and the entities in given bytes of the file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// The entities of a target, identified by keys from 0. ParentElements has an IndexedTarget per column,
/// because columns lie apart in the file; but the values of all columns are sent together.
struct IndexedTarget {
  plan::Indexed::Shape shape = plan::Indexed::Shape::fixed;
  int target = 0;
  cgns::DataType type = cgns::DataType::MT;
  std::int64_t at = 0;    ///< Offset of the first key in the output file.
  std::int64_t keys = 0;  ///< Number of keys; for ragged_offsets, one more than entities.
  std::int64_t values = 0;
  int width = 1;   ///< Values that a piece provides per key; not for ragged shapes.
  int column = 0;  ///< The column to keep, for shape columns.
  int ragged = -1;
  bool may_share = false;
  bool fills_zeros = false;
  bool are_numbers = false;  ///< The values are mapped: cells of faces, not their sides.
  std::int64_t first_number = 1;
  std::vector<int> moves;  ///< Indices into Plan::indexed; the first one wins if several have a key.

  [[nodiscard]] bool is_ragged() const { return shape == plan::Indexed::Shape::ragged; }
  /// ParentElementsPosition: two pieces know different sides of a face, even if their values are equal.
  [[nodiscard]] bool has_sides() const { return fills_zeros && !are_numbers; }
  [[nodiscard]] bool needs_lengths() const {
    return is_ragged() || shape == plan::Indexed::Shape::ragged_offsets;
  }
  /// Entities whose lengths determine where values lie.
  [[nodiscard]] std::int64_t entities() const {
    return shape == plan::Indexed::Shape::ragged_offsets ? keys - 1 : keys;
  }
  [[nodiscard]] std::int64_t value_bytes() const { return cgns::size_of(type); }
  /// slot_bytes: file bytes per key; brought_bytes: bytes sent per key. @pre Not ragged.
  [[nodiscard]] std::int64_t slot_bytes() const {
    return shape == plan::Indexed::Shape::columns ? value_bytes() : width * value_bytes();
  }
  [[nodiscard]] std::int64_t brought_bytes() const { return width * value_bytes(); }
  [[nodiscard]] Range bytes() const { return {at, at + values * value_bytes()}; }
};

/// The indexed targets of all indexed moves, in file order. Throws Error{input} with file and node if extents
/// or types of a move do not match its arrays.
[[nodiscard]] std::vector<IndexedTarget> indexed_targets_of(const plan::Plan& plan,
                                                            const cgns::InputSet& inputs,
                                                            std::span<const std::int64_t> offsets);

/// Keys with at least one byte in the file range `window`. For the ragged shape a superset, in whole blocks
/// of Ragged::begins.
[[nodiscard]] Range keys_in(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window);

/// Entities whose lengths are needed for `window`; empty if none.
[[nodiscard]] Range lengths_for(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window);

/// The rank that reads the arrays of a move: the reader of the first array that needs HDF5; -1 if none does,
/// and any rank can read. Other arrays may be in files of other readers (a piece's face list, and the face
/// numbers from another piece). The rank opens these, too, so that a single rank decompresses chunks for each
/// move.
[[nodiscard]] int best_reader(const plan::Plan& plan, const cgns::InputSet& inputs,
                              const plan::Indexed& move);

/// The array with the lengths of a ragged move.
[[nodiscard]] inline int offsets_of(const plan::Indexed& move) {
  return move.shape == plan::Indexed::Shape::ragged_offsets ? move.source : move.offsets;
}

/// Finds the ranks that need a key. The windows of aggregators in one array ascend with the rank;
/// neighbouring windows may share keys.
class Router {
 public:
  struct Window {
    int rank = 0;
    Range keys;
  };
  Router() = default;
  /// @pre Begins and ends of `windows` both ascend, and no window is empty.
  explicit Router(std::vector<Window> windows);

  [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }
  [[nodiscard]] bool concerns(std::int64_t least, std::int64_t largest) const;

  /// The key belongs to windows first, …, last; to none if first > last.
  struct Hit {
    std::int32_t first = 0;
    std::int32_t last = -1;
  };
  [[nodiscard]] Hit find(std::int64_t key) {
    if (only_.begin <= key && key < only_.end) return {hint_, hint_};
    if (key < all_.begin || key >= all_.end) return {};
    return search(key);
  }

 private:
  [[nodiscard]] Hit search(std::int64_t key);

  std::vector<Window> windows_;
  std::int32_t hint_ = 0;
  Range all_;   ///< Keys from the first to the last window.
  Range only_;  ///< Keys that belong to window `hint_` only.
};

}  // namespace pcgns::io

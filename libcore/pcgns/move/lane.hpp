// lane.hpp: a target that indexed moves fill, and which of its entities lie in which bytes of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// The entities of a target, numbered by keys from 0. ParentElements has a lane for each column, because the
/// columns lie apart in the file; but the values of all columns travel together.
struct Lane {
  plan::Indexed::Shape shape = plan::Indexed::Shape::fixed;
  int target = 0;
  tree::DataType type = tree::DataType::MT;
  std::int64_t at = 0;    ///< First byte of the first key in the output file.
  std::int64_t keys = 0;  ///< Of ragged_offsets: one more than there are entities.
  std::int64_t values = 0;
  int width = 1;   ///< Values that a part brings for a key; not for the ragged shapes.
  int column = 0;  ///< Of these, the one that is kept, where the shape is columns.
  int ragged = -1;
  bool may_share = false;
  bool fills_zeros = false;
  std::int64_t first_number = 1;
  std::vector<int> moves;  ///< Indices into Plan::indexed; where several have a key, the first wins.

  [[nodiscard]] bool is_ragged() const { return shape == plan::Indexed::Shape::ragged; }
  [[nodiscard]] bool needs_lengths() const {
    return is_ragged() || shape == plan::Indexed::Shape::ragged_offsets;
  }
  /// Those whose lengths decide where the values are.
  [[nodiscard]] std::int64_t entities() const {
    return shape == plan::Indexed::Shape::ragged_offsets ? keys - 1 : keys;
  }
  [[nodiscard]] std::int64_t value_bytes() const { return tree::size_of(type); }
  /// Bytes of the file that a key takes, and bytes that a part brings for it. @pre Not ragged.
  [[nodiscard]] std::int64_t slot_bytes() const {
    return shape == plan::Indexed::Shape::columns ? value_bytes() : width * value_bytes();
  }
  [[nodiscard]] std::int64_t brought_bytes() const { return width * value_bytes(); }
  [[nodiscard]] Range bytes() const { return {at, at + values * value_bytes()}; }
};

/// The lanes of all targets of indexed moves, in the order of the file. Throws Error{input} that names file
/// and node if a move does not fit its arrays: extents, types.
[[nodiscard]] std::vector<Lane> lanes_of(const plan::Plan& plan, const tree::InputSet& inputs,
                                         std::span<const std::int64_t> offsets);

/// The keys that have a byte in the bytes `window` of the file. Of the ragged shape: more than these, whole
/// blocks, as far as Ragged::begins tells.
[[nodiscard]] Range keys_in(const Lane& lane, const plan::Plan& plan, Range window);

/// The entities whose lengths must be known for `window`; empty if none.
[[nodiscard]] Range lengths_for(const Lane& lane, const plan::Plan& plan, Range window);

/// The rank that reads the arrays of a move: the reader of the first one that only HDF5 can read; -1 if there
/// is none, and any rank may. The others may lie in files of other readers (a list of faces of a part and the
/// numbers that another part gives them): the rank opens those too, so that chunks are still decompressed by
/// a single rank for each move.
[[nodiscard]] int best_reader(const plan::Plan& plan, const tree::InputSet& inputs,
                              const plan::Indexed& move);

/// The array that has the lengths of a ragged move.
[[nodiscard]] inline int offsets_of(const plan::Indexed& move) {
  return move.shape == plan::Indexed::Shape::ragged_offsets ? move.source : move.offsets;
}

/// Says who wants a key. The windows of ranks that own bytes of one array ascend with the rank, and
/// neighbours may share keys.
class Router {
 public:
  struct Window {
    int rank = 0;
    Range keys;
  };
  Router() = default;
  /// @pre Neither begins nor ends of `windows` descend, and none is empty.
  explicit Router(std::vector<Window> windows);

  [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }
  [[nodiscard]] bool concerns(std::int64_t least, std::int64_t largest) const;

  /// Windows first, …, last have the key; none if first > last.
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
  Range all_;   ///< Keys from the first window to the last.
  Range only_;  ///< Keys that window `hint_` alone has.
};

}  // namespace pcgns::move

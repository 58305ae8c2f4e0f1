// boxes.hpp: the part of a move that copies boxes of input arrays to boxes of the output.
//
// An aggregator reads the boxes of its window itself: rows close to each other in one read, then each to its
// position. Boxes of arrays that need HDF5 are read, packed and sent by the rank that walked the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/run/box_rows.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/point_to_point.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// The bytes of the output file that an aggregator fills in a round.
struct Window {
  Range bytes;
  std::span<std::byte> buffer;  ///< Memory for `bytes`.
};

class Boxes {
 public:
  Boxes(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
        std::span<const std::int64_t> offsets, std::span<const Range> runs, const FileBlocks& file_blocks,
        Source& source);

  /// Leaves out `ranges`, which are already in the output. @pre No shared box has a value there.
  void leave_out(std::span<const Range> ranges) { left_out_ = {ranges.begin(), ranges.end()}; }

  /// Posts receives for data that other ranks read for `window`.
  void expect(const Window& window);
  /// Reads and sends what aggregators need from this rank in the round. If a read fails, sends wrong bytes
  /// before it throws, so that no receiver hangs.
  void send(std::int64_t round);
  /// Reads what this rank can read itself for `window`.
  void read(const Window& window);
  /// Waits for the expected data and stores them. Never throws, so that no rank hangs.
  void receive(const Window& window);
  /// Compares values that several pieces hold. Throws Error{input} if they differ and the plan forbids it.
  /// @pre All other values are in the window.
  void settle(const Window& window);

  [[nodiscard]] const SharedDifferences& differences() const { return differences_; }

 private:
  struct Entry {
    plan::Box box;
    std::int64_t offset;  ///< Of the target in the output file.
    std::int64_t width;   ///< Bytes per value.
    Range bytes;          ///< Of the output file, from the first to the last byte of the box.
  };
  /// Progress in the rows of a straight box, which ascend in the source.
  struct Cursor {
    const Entry* entry;
    BoxRows rows;
    Row next;  ///< The row `number`, if there is one.
    std::int64_t number = 0;
    std::byte* packed = nullptr;  ///< Where its next row goes; null: to its place in the window.
  };
  struct Packed {
    const Entry* entry;
    std::vector<std::byte> bytes;
  };

  [[nodiscard]] bool is_mine_to_read(const Entry& entry) const;
  [[nodiscard]] int reader_of(const Entry& entry) const;
  /// Calls `use(entry)` for entries that overlap `bytes`, in plan order.
  template <typename Use>
  void for_each_in(Range bytes, const Use& use) const;
  /// Reads a box whose rows are in another order in the source.
  void place(const Entry& entry, const Window& window);
  [[nodiscard]] Cursor cursor_of(const Entry& entry, Range bytes);
  /// Reads boxes of one source in its order: values that the pieces share lie between the others.
  void read_together(std::span<Cursor> cursors, const Window& window);
  /// Reads `bytes` and puts the rows of `together_`, which are in them, to their places.
  void deliver(Range bytes, const Window& window);
  void pack(const Entry& entry, Range window, std::span<std::byte> to);
  /// Reads adjacent rows from `first` on in one go, calls `use(row, bytes)` for each, and returns their
  /// number.
  template <typename Use>
  std::int64_t read_group(const Entry& entry, const BoxRows& rows, std::int64_t first, const Use& use);
  [[nodiscard]] std::int64_t scratch_size() const;
  const std::byte* read_scratch(int source, Range bytes);
  [[nodiscard]] int source_at(const Entry& like, std::int64_t at) const;
  void note_difference(const Entry& entry, std::int64_t at, const std::byte* ours, const std::byte* theirs);
  void note_ghost(const Entry& entry, TwoValues found, std::int64_t at);
  void compare(const Entry& entry, const Window& window, std::span<const std::byte> packed);

  par::Session& session_;
  const plan::Plan& plan_;
  const cgns::InputSet& inputs_;
  std::span<const Range> runs_;  ///< Byte ranges that the move writes.
  const FileBlocks& file_blocks_;
  Source& source_;
  std::vector<Range> left_out_;                    ///< Of the output file.
  std::vector<Entry> entries_;                     ///< By target.
  std::vector<std::pair<Range, Range>> targets_;   ///< Ranges of output bytes and of entries; ascending.
  std::vector<std::pair<Cursor*, Row>> together_;  ///< Rows of one source, to be read in one go.
  std::vector<Packed> expected_;
  par::PointToPoint messages_;                                       ///< With what `expected_` holds.
  std::unordered_map<const Entry*, std::vector<std::byte>> shared_;  ///< Values already read for this window.
  std::vector<std::byte> scratch_;
  Averages averages_;
  SharedDifferences differences_;
};

}  // namespace pcgns::io

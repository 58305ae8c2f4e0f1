// boxes.hpp: the part of a move that puts boxes of input arrays into boxes of the output.
//
// The owner of a window of the output file reads for itself what the boxes bring there: rows that lie near
// each other in one go, then each to its place. Boxes of arrays that only HDF5 can read are read, packed and
// sent by the rank that walked their file.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "pcgns/move/box_rows.hpp"
#include "pcgns/move/shared_points.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// The bytes of the output file that one rank fills in a round.
struct Window {
  Range bytes;
  std::span<std::byte> buffer;  ///< Of `bytes`.
};

class Boxes {
 public:
  Boxes(par::Session& session, const plan::Plan& plan, const tree::InputSet& inputs,
        std::span<const std::int64_t> offsets, std::span<const Range> runs, const plan::Domains& domains,
        Source& source);

  /// Posts the receives for what other ranks read for `window`.
  void expect(const Window& window);
  /// Reads and sends what the owners expect of this rank in the round. If a read fails, wrong bytes are sent
  /// before the Error is thrown: nobody may be left waiting.
  void send(std::int64_t round);
  /// Reads what this rank can read for `window`.
  void read(const Window& window);
  /// Waits for what was expected and puts it in its place. Never throws: nobody may be left waiting.
  void receive(const Window& window);
  /// Compares what parts share. Throws Error{input} if they differ and may not. @pre All else is in the
  /// window.
  void settle(const Window& window);

  [[nodiscard]] const SharedDifferences& differences() const { return differences_; }

 private:
  struct Entry {
    plan::Box box;
    std::int64_t offset;  ///< Of the target, in the output file.
    std::int64_t width;   ///< Bytes of a value.
    Range bytes;          ///< Of the output file: from the first to the last byte that the box brings.
  };
  struct Packed {
    const Entry* entry;
    std::vector<std::byte> bytes;
  };

  [[nodiscard]] bool is_mine_to_read(const Entry& entry) const;
  [[nodiscard]] int reader_of(const Entry& entry) const;
  /// Calls `use(entry)` for those that bring something to `bytes`, in the order of the plan.
  template <typename Use>
  void for_each_in(Range bytes, const Use& use) const;
  void place(const Entry& entry, const Window& window);
  /// The same in one read, with what the part has of the window that others have, too. False, and nothing is
  /// done, if it does not lie near enough.
  bool place_with_shared(const Entry& entry, const BoxRows& rows, const Window& window);
  void pack(const Entry& entry, Range window, std::span<std::byte> to);
  /// Reads the rows from `first` on that lie near each other, and calls `use(row, bytes)` for each; how many.
  template <typename Use>
  std::int64_t read_group(const Entry& entry, const BoxRows& rows, std::int64_t first, const Use& use);
  const std::byte* read_scratch(int source, Range bytes);
  void compare(const Entry& entry, const Window& window, std::span<const std::byte> packed);

  par::Session& session_;
  const plan::Plan& plan_;
  const tree::InputSet& inputs_;
  std::span<const Range> runs_;  ///< What is written at all.
  const plan::Domains& domains_;
  Source& source_;
  std::vector<Entry> entries_;                    ///< By target.
  std::vector<std::pair<Range, Range>> targets_;  ///< Bytes of the output file, and which entries; ascending.
  std::unordered_map<int, std::vector<const Entry*>> shared_of_;  ///< By source.
  std::vector<Packed> expected_;
  std::vector<MPI_Request> requests_;
  std::unordered_map<const Entry*, std::vector<std::byte>> shared_;  ///< What is at hand for this window.
  std::vector<std::byte> scratch_;
  Averages averages_;
  SharedDifferences differences_;
};

}  // namespace pcgns::move

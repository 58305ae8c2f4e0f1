// scatter.hpp: moves source entities to the positions given by their global numbers.
//
// Sources are divided into chunks. The same rank always reads a chunk, and sends what it finds to the
// aggregators of the round's file blocks: of long runs of consecutive numbers only where they are, because
// the aggregators can read these values themselves, straight to their place. Between rounds the range of
// numbers of every chunk is kept, so that a chunk is reread only in rounds that it may affect, and its runs
// if they are few.
//
// If several pieces provide a point, the lowest part wins, or the mean is taken; the order of arrival never
// matters. So the result is the same for any number of ranks and any size of file blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/run/indexed_target.hpp"
#include "pcgns/io/run/scatter_place.hpp"
#include "pcgns/io/run/scatter_read.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

class Scatter {
 public:
  struct Setting {
    const cgns::InputSet& inputs;
    const plan::Plan& plan;
    std::span<const std::int64_t> offsets;  ///< Byte offset of each of Plan::targets in the output file.
    const FileBlocks& file_blocks;
    Source& source;
    Budget memory = 0;              ///< Bytes for messages, chunks and placement; the same on all ranks.
    std::int64_t chunk = 65536;     ///< Entities per read; the same on all ranks.
    KnownNumbers* known = nullptr;  ///< As Task::known.
  };
  /// Throws Error{input} with file and node, the same on all ranks, if an indexed move does not match its
  /// arrays. @pre The referenced objects in `setting` outlive this one.
  Scatter(par::Session& session, const Setting& setting);

  /// True if any rank takes part in the round; the same on all ranks.
  [[nodiscard]] bool concerns(std::int64_t round) const;

  /// Fills in the values that indexed moves provide for this rank's file block of the round. `buffer` covers
  /// the block, and is empty if the rank has none. Other values are unchanged.
  ///
  /// If this rank fails, it continues without sending and throws its Error at the end, in this and every
  /// later round. If another rank fails, the buffer is meaningless: the ranks must agree before anything
  /// counts as written.
  /// @note Collective, in the rounds that the scatter `concerns`.
  void run(std::int64_t round, std::span<std::byte> buffer);

  /// Differing values that this rank found.
  [[nodiscard]] const SharedDifferences& differences() const { return differences_; }

 private:
  /// An indexed target in this round.
  struct Fixed {
    int indexed_target = 0;
    FixedLanding landing;
  };
  struct Ragged {
    int indexed_target = 0;
    RaggedLanding landing;
  };

  [[nodiscard]] std::vector<Range> windows_of(std::int64_t round) const;
  [[nodiscard]] std::vector<int> indexed_targets_in(Range bytes) const;
  [[nodiscard]] std::vector<Request> first_requests() const;
  [[nodiscard]] std::vector<Request> second_requests() const;
  void open_landings(std::span<std::byte> buffer);
  void exchange(std::vector<Request> requests, const std::function<void(const Packet&)>& place);
  void place_first(const Packet& packet);
  void place_fixed(const Packet& packet, FixedLanding& landing);
  void place_second(const Packet& packet, std::span<std::byte> buffer);
  [[nodiscard]] std::span<std::byte> place_of(const IndexedTarget& indexed_target,
                                              std::span<std::byte> buffer) const;
  void scan();
  void finish(std::span<std::byte> buffer);
  /// The sources in `found` are precedences.
  [[nodiscard]] TwoValues with_arrays(const IndexedTarget& indexed_target, TwoValues found) const;
  void require_sound(const IndexedTarget& indexed_target, const Verdict& verdict) const;
  [[nodiscard]] std::string origin_text(const IndexedTarget& indexed_target, std::int32_t precedence) const;
  template <typename Step>
  void attempt(const Step& step);

  par::Session& session_;
  Setting is_;
  std::vector<IndexedTarget> indexed_targets_;
  KnownNumbers known_;                             ///< Unless the setting has some.
  std::vector<std::vector<std::int64_t>> turned_;  ///< Faces, by index into Plan::turned.
  ScatterReader reader_;
  par::Exchange exchange_;

  std::vector<Range> windows_;  ///< Of this round, by rank, in file bytes.
  std::vector<int> in_round_;   ///< Indexed targets of all ranks in this round.
  std::vector<Fixed> fixed_;    ///< Indexed targets of this rank, ascending.
  std::vector<Ragged> ragged_;

  SharedDifferences differences_;
  std::optional<Error> failure_;
  bool incomplete_ = false;  ///< A rank has failed, so its data are missing.
};

}  // namespace pcgns::io

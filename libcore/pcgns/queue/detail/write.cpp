#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/par/fault.hpp"
#include "pcgns/queue/detail/expected_messages.hpp"
#include "pcgns/queue/detail/round.hpp"

namespace pcgns::queue {

namespace {

/// `to`: destination of the first row; the others follow at their distance in the file.
void put(const SlabPiece& piece, const io::Rows& rows, std::byte* to) {
  rows.each([&](const io::Run& run) {
    auto* at = to + (run.at - rows.first.at);
    if (!piece.is_plain) return io::pack(*piece.slab, run, at);
    const auto values = io::memory_of(*piece.slab, piece.runs, run);
    std::memcpy(at, values.data(), values.size());
  });
}

class WriteRound : public Round {
 public:
  using Round::Round;

  /// Gathers the values of all file blocks into the write buffers.
  void collect(ExpectedMessages& messages) {
    if (round_ >= 2) wait_until_moved(round_ - 2);
    if (work_.has_messages()) {
      store_and_send(messages);
    } else {
      store();  // avoids the search through all pieces
    }
    team().tell_copied(first(round_ + 1));
  }

  void write(io::Sink& sink) {
    if (is_aggregator()) team().wait_until_copied(first(round_ + 1));
    work_.attempt("writing", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(round_));
      for (const auto& bytes : work_.claimed(file_block_)) sink.write(bytes.begin, in_my_buffer(bytes));
    });
    if (is_aggregator()) team().tell_moved(mine());
  }

 private:
  /// A buffer has the same offset in its page as the file block in the file.
  [[nodiscard]] std::byte* buffer(std::int64_t number, Range file_block) const {
    return team().buffer(number, file_block.begin);
  }
  [[nodiscard]] std::byte* my_buffer() const { return buffer(mine(), file_block_); }
  [[nodiscard]] std::span<std::byte> in_my_buffer(Range bytes) const {
    return {my_buffer() + (bytes.begin - file_block_.begin), static_cast<std::size_t>(bytes.size())};
  }

  void store() {
    each_file_block(
        [&](std::int64_t number, int aggregator, Range bytes) { store(number, aggregator, bytes); });
  }

  void store_and_send(ExpectedMessages& messages) {
    std::vector<std::pair<int, std::span<const std::byte>>> expected;
    for (const auto& [rank, bytes] : work_.messages(file_block_))
      expected.emplace_back(rank, messages.expect(rank, bytes));
    each_file_block([&](std::int64_t number, int aggregator, Range bytes) {
      store(number, aggregator, bytes);
      send(aggregator, bytes, messages);
    });
    messages.wait();
    for (const auto& [rank, message] : expected) place(rank, message);
    messages.clear();
  }

  void store(std::int64_t number, int aggregator, Range file_block) {
    if (!team().reaches(aggregator)) return;
    auto* to = buffer(number, file_block);
    work_.attempt("collecting values", [&] {
      par::fault_point("copy", team().rank(), static_cast<long>(round_));
      each_own_rows(work_, file_block, [&](const SlabPiece& piece, const io::Rows& rows) {
        put(piece, rows, to + (rows.first.at - file_block.begin));
      });
    });
  }

  void send(int aggregator, Range file_block, ExpectedMessages& messages) {
    const auto bytes = work_.bytes_with(aggregator, file_block);
    if (bytes == 0) return;
    auto* to = messages.prepare(bytes);
    work_.attempt("collecting values", [&] {
      each_sent_run(aggregator, file_block, [&](const SlabPiece& piece, const io::Run& run) {
        put(piece, {run}, to);
        to += run.count * piece.runs.value_size();
      });
    });
    messages.post(aggregator);
  }

  void place(int rank, std::span<const std::byte> message) {
    each_claimed_run(rank, [&](std::int64_t to, std::int64_t at, std::size_t bytes) {
      std::memcpy(my_buffer() + to, message.data() + at, bytes);
    });
  }
};

}  // namespace

/// Local file systems serialise writers of one file. Therefore half of the ranks collect the next round while
/// the others write this one, and vice versa.
void write_file_blocks(Work& work, io::Sink& sink) {
  auto& team = work.team();
  ExpectedMessages messages(team.comm());
  const auto rounds = work.file_blocks().rounds();
  const bool collects_first = 2 * team.rank() >= team.size();
  if (rounds > 0) WriteRound(work, 0).collect(messages);
  for (std::int64_t round = 0; round < rounds; ++round) {
    const auto collect_next = [&] {
      if (round + 1 < rounds) WriteRound(work, round + 1).collect(messages);
    };
    if (collects_first) collect_next();
    WriteRound(work, round).write(sink);
    if (!collects_first) collect_next();
  }
  team.end_flush(rounds * std::ssize(team.aggregators()));
}

}  // namespace pcgns::queue

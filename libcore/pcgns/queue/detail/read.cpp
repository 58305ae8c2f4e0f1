#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/kernel/faster_way.hpp"
#include "pcgns/kernel/stream_copy.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/queue/detail/expected_messages.hpp"
#include "pcgns/queue/detail/round.hpp"
#include "pcgns/queue/detail/work.hpp"

namespace pcgns::queue {

namespace {

/// Reads file blocks into the shared buffer or, if measured to be clearly faster, into private memory and
/// then with non-temporal stores into the shared buffer. Shared lines that another processor has read are
/// slow to overwrite if the two share no cache. If they do, others copy more slowly from memory, a cost that
/// the aggregator cannot measure.
class Staging {
 public:
  explicit Staging(const Work& work);

  /// Offset within a page of a buffer for reading. Kernel copies from the page cache took 106 us per MiB at
  /// 264 bytes after the source's offset in its page, against 124 at 0, 424 at 8 and 209 at 16.
  [[nodiscard]] static std::int64_t place(Range file_block) { return file_block.begin + 264; }

  /// Reads file block `number`; afterwards its buffer holds what other ranks need of it.
  void read(const FileDescriptor& file, std::int64_t number, Range file_block);
  /// The complete file block read last. @pre This rank is an aggregator.
  [[nodiscard]] const std::byte* values() const { return values_; }

 private:
  struct Target {
    std::byte* buffer = nullptr;  ///< Of a file block.
    Range file_block = {};
  };
  [[nodiscard]] bool is_for_others(const Claim& claim) const;
  [[nodiscard]] std::int64_t bytes_for_others(Range file_block) const;
  /// Copies `spans` of the file block, `bytes` in total, which include all that other ranks need.
  void hand_out(const Target& to, std::span<const Range> spans, std::int64_t bytes) const;
  void copy(const Target& to, const io::Rows& rows, int value_size) const;

  const Work& work_;
  bool others_want_ = false;
  kernel::FasterWay way_;  ///< The second way uses private memory.
  std::byte* values_ = nullptr;
};

Staging::Staging(const Work& work) : work_(work) {
  const auto& team = work.team();
  const auto claims = work.claims();
  const auto is_wanted = [&](const Claim& claim) { return is_for_others(claim); };
  others_want_ = team.has_processors() && std::any_of(claims.begin(), claims.end(), is_wanted);
  // Needed even if nothing is read, because messages continue after a failure.
  if (team.turn() >= 0 && work.file_blocks().rounds() > 0) values_ = team.buffer(team.turn(), 0);
}

void Staging::read(const FileDescriptor& file, std::int64_t number, Range file_block) {
  if (file_block.empty()) return;
  auto& team = work_.team();
  auto* const shared = team.buffer(number, place(file_block));
  const bool is_staged = others_want_ && way_.is_second();
  values_ = is_staged ? team.own_buffer(place(file_block)) : shared;
  const auto spans = work_.spanned(file_block);
  std::int64_t bytes = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& span : spans) {
    const auto size = static_cast<std::size_t>(span.size());
    file.read_at(span.begin, {values_ + (span.begin - file_block.begin), size});
    bytes += span.size();
  }
  if (is_staged) hand_out({shared, file_block}, spans, bytes);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  way_.took(time.count() / static_cast<double>(bytes));
}

bool Staging::is_for_others(const Claim& claim) const {
  return claim.rank != work_.team().rank() && !work_.is_sent(claim.rank, claim.contested);
}

std::int64_t Staging::bytes_for_others(Range file_block) const {
  std::int64_t bytes = 0;
  for (const auto& claim : work_.claims()) {
    if (is_for_others(claim)) bytes += claim.runs.in(file_block).size() * claim.runs.value_size();
  }
  return bytes;
}

void Staging::hand_out(const Target& to, std::span<const Range> spans, std::int64_t bytes) const {
  if (bytes_for_others(to.file_block) > bytes) {  // several ranks need the same bytes
    for (const auto& span : spans) copy(to, {.first = {.at = span.begin, .count = span.size()}}, 1);
  } else {
    for (const auto& claim : work_.claims()) {
      if (!is_for_others(claim)) continue;
      claim.runs.each_rows(claim.runs.in(to.file_block),
                           [&](const io::Rows& rows) { copy(to, rows, claim.runs.value_size()); });
    }
  }
  kernel::stream_fence();
}

void Staging::copy(const Target& to, const io::Rows& rows, int value_size) const {
  const auto at = rows.first.at - to.file_block.begin;
  kernel::stream_copy({to.buffer + at, rows.step}, {values_ + at, rows.step},
                      static_cast<std::size_t>(rows.first.count * value_size),
                      static_cast<std::size_t>(rows.count));
}

void take(const SlabPiece& piece, const io::Rows& rows, const std::byte* from) {
  if (!piece.is_plain) {
    return rows.each(
        [&](const io::Run& run) { io::unpack(*piece.slab, run, from + (run.at - rows.first.at)); });
  }
  const auto first = io::memory_of(*piece.slab, piece.runs, rows.first);
  kernel::stream_copy({first.data(), rows.memory_step * piece.runs.value_size()}, {from, rows.step},
                      first.size(), static_cast<std::size_t>(rows.count));
}

/// Copies this rank's data from a file block at `values`.
void load(Work& work, std::int64_t number, const std::byte* values) {
  const auto file_block = work.file_blocks().bytes(number);
  work.attempt("handing out values", [&] {
    par::fault_point("copy", work.team().rank(), static_cast<long>(number));
    each_own_rows(work, file_block, [&](const SlabPiece& piece, const io::Rows& rows) {
      take(piece, rows, values + (rows.first.at - file_block.begin));
    });
  });
}

/// The same from the buffer of file block `number`.
void load(Work& work, std::int64_t number) {
  work.team().wait_until_moved(number);
  load(work, number, work.team().buffer(number, Staging::place(work.file_blocks().bytes(number))));
}

/// Idle aggregators read the next file block into its buffer, on whichever rank that is, and copy their own
/// data while it is in cache. No rank waits for a slow aggregator or slow file blocks.
class FreeReads {
 public:
  FreeReads(Work& work, const FileDescriptor& file) : work_(work), file_(file), staging_(work) {
    read_.resize(static_cast<std::size_t>(buffers_), -1);
    if (team().turn() >= 0) next_ = team().turn();
  }

  void run() {
    while (copied_ < count_) {
      if (next_ < count_) {
        read();
      } else {
        copy();
      }
      while (copied_ < count_ && team().is_moved(copied_)) copy();
    }
    team().end_flush(count_);
  }

 private:
  [[nodiscard]] Team& team() const { return work_.team(); }
  [[nodiscard]] std::size_t in_buffer(std::int64_t number) const {
    return static_cast<std::size_t>(number % buffers_);
  }

  void read() {
    const auto before = next_ - buffers_;  // in the same buffer
    while (copied_ <= before) copy();
    team().wait_until_copied(before + 1);
    work_.attempt("reading", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(next_));
      staging_.read(file_, next_, work_.file_blocks().bytes(next_));
    });
    team().tell_moved(next_);
    load(work_, next_, staging_.values());
    read_[in_buffer(next_)] = next_;
    next_ = team().take();
  }

  /// Copies the next file block in file order.
  void copy() {
    if (read_[in_buffer(copied_)] != copied_) load(work_, copied_);  // own reads are copied already
    team().tell_copied(++copied_);
  }

  Work& work_;
  const FileDescriptor& file_;
  Staging staging_;
  std::int64_t count_ = work_.file_blocks().count();
  std::int64_t buffers_ = work_.team().buffers();
  std::int64_t next_ = count_;      ///< File block that this rank reads next, if any.
  std::int64_t copied_ = 0;         ///< File blocks copied by this rank.
  std::vector<std::int64_t> read_;  ///< By buffer: last file block read by this rank.
};

/// Assigns file blocks round-robin; some of their data travel as messages.
class ReadRound : public Round {
 public:
  ReadRound(Work& work, Staging& staging, std::int64_t round) : Round(work, round), staging_(staging) {}

  void run(const FileDescriptor& file, ExpectedMessages& messages) {
    read(file);
    if (work_.has_messages()) {
      send_and_load(messages);
    } else {
      load_all();  // avoids the search through all pieces
    }
    team().tell_copied(first(round_ + 1));
  }

 private:
  void read(const FileDescriptor& file) {
    if (is_aggregator()) team().wait_until_copied(first(round_ - 1));
    work_.attempt("reading", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(round_));
      staging_.read(file, mine(), file_block_);
    });
    if (is_aggregator()) team().tell_moved(mine());
  }

  void send_and_load(ExpectedMessages& messages) {
    wait_until_moved(round_);  // no rank waits for a message of this one meanwhile
    std::vector<std::span<const std::byte>> expected(team().aggregators().size());
    each_file_block([&](std::int64_t number, int aggregator, Range bytes) {
      const auto size = work_.bytes_with(aggregator, bytes);
      if (size > 0)
        expected[static_cast<std::size_t>(number - first(round_))] = messages.expect(aggregator, size);
    });
    for (const auto& [rank, bytes] : work_.messages(file_block_)) send(rank, bytes, messages);
    load_all();
    messages.wait();
    each_file_block([&](std::int64_t number, int aggregator, Range bytes) {
      const auto message = expected[static_cast<std::size_t>(number - first(round_))];
      if (!message.empty()) open(aggregator, bytes, message.data());
    });
    messages.clear();
  }

  void send(int rank, std::int64_t bytes, ExpectedMessages& messages) {
    auto* message = messages.prepare(bytes);
    each_claimed_run(rank, [&](std::int64_t from, std::int64_t at, std::size_t size) {
      std::memcpy(message + at, staging_.values() + from, size);
    });
    messages.post(rank);
  }

  void load_all() {
    each_file_block([&](std::int64_t number, int aggregator, Range) {
      if (aggregator == team().rank()) {
        load(work_, number, staging_.values());
      } else if (team().reaches(aggregator)) {
        load(work_, number);
      }
    });
  }

  void open(int aggregator, Range file_block, const std::byte* from) {
    work_.attempt("handing out values", [&] {
      each_sent_run(aggregator, file_block, [&](const SlabPiece& piece, const io::Run& run) {
        take(piece, {run}, from);
        from += run.count * piece.runs.value_size();
      });
    });
  }

  Staging& staging_;
};

void read_in_turn(Work& work, const FileDescriptor& file) {
  ExpectedMessages messages(work.team().comm());
  Staging staging(work);
  const auto rounds = work.file_blocks().rounds();
  for (std::int64_t round = 0; round < rounds; ++round) ReadRound(work, staging, round).run(file, messages);
  work.team().end_flush(rounds * std::ssize(work.team().aggregators()));
}

}  // namespace

void read_file_blocks(Work& work, const FileDescriptor& file) {
  if (work.reads_freely()) {
    FreeReads(work, file).run();
  } else {
    read_in_turn(work, file);
  }
  kernel::stream_fence();
}

}  // namespace pcgns::queue

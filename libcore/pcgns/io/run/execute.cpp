#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/run/boxes.hpp"
#include "pcgns/io/run/pieces.hpp"
#include "pcgns/io/run/scatter.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/par/point_to_point.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::io {

namespace {

/// What the ranks exchange in a round.
struct Beat {
  std::int64_t failed = 0;      ///< Ranks that have failed.
  std::int64_t stopping = 0;    ///< Ranks with a stop request.
  std::int64_t checkpoint = 0;  ///< Nonzero: a checkpoint is due.
  std::int64_t bytes = 0;       ///< Written by all ranks since the previous exchange.
};

/// Sums the beats of all ranks without waiting for the slowest rank in every round.
class RoundAgreement {
 public:
  explicit RoundAgreement(MPI_Comm comm) : comm_(comm) {}
  ~RoundAgreement();
  RoundAgreement(const RoundAgreement&) = delete;
  RoundAgreement& operator=(const RoundAgreement&) = delete;

  /// Contributes this rank's beat of the round; returns the sum of two rounds ago, if there is one. All ranks
  /// get the same result in the same round.
  [[nodiscard]] std::optional<Beat> exchange(const Beat& mine);

  /// The sum of all pending beats.
  [[nodiscard]] Beat drain();

 private:
  struct Exchange {
    std::array<std::int64_t, 4> mine;
    std::array<std::int64_t, 4> sum;
    MPI_Request request;
  };
  Beat take();

  MPI_Comm comm_;
  std::deque<std::unique_ptr<Exchange>> under_way_;
};

constexpr std::size_t lag = 2;  // rounds

RoundAgreement::~RoundAgreement() {
  while (!under_way_.empty()) take();
}

std::optional<Beat> RoundAgreement::exchange(const Beat& mine) {
  auto& next = *under_way_.emplace_back(std::make_unique<Exchange>());
  next.mine = {mine.failed, mine.stopping, mine.checkpoint, mine.bytes};
  MPI_Iallreduce(next.mine.data(), next.sum.data(), static_cast<int>(next.mine.size()), MPI_INT64_T, MPI_SUM,
                 comm_, &next.request);
  if (under_way_.size() <= lag) return std::nullopt;
  return take();
}

Beat RoundAgreement::drain() {
  Beat total;
  while (!under_way_.empty()) {
    const auto beat = take();
    total.failed += beat.failed;
    total.stopping += beat.stopping;
    total.bytes += beat.bytes;
  }
  return total;
}

Beat RoundAgreement::take() {
  auto& first = *under_way_.front();
  par::wait(first.request);
  const Beat beat{first.sum[0], first.sum[1], first.sum[2], first.sum[3]};
  under_way_.pop_front();
  return beat;
}

class Relay {
 public:
  Relay(par::Session& session, const cgns::InputSet& inputs, Source& source, const FileBlocks& file_blocks,
        std::span<const Piece> pieces);

  /// True if another rank must read the piece.
  [[nodiscard]] bool comes_from_another(const Piece& piece) const;

  /// Posts receives for those of `pieces` that other ranks read; `buffer` starts at byte `begin` of the
  /// output file.
  void expect(std::span<const Piece> pieces, std::int64_t begin, std::span<std::byte> buffer);

  /// Reads and sends what this round's aggregators need from this rank. If a read fails, sends wrong bytes
  /// before it throws, so that no receiver hangs.
  void send(std::int64_t round);

  /// Waits for the expected data.
  void receive();

 private:
  struct Message {
    std::int64_t round = 0;
    int aggregator = 0;
    Piece piece;
  };
  [[nodiscard]] int reader_of(const Piece& piece) const;
  void list_messages(const FileBlocks& file_blocks, std::span<const Piece> pieces);

  par::Session& session_;
  const cgns::InputSet& inputs_;
  Source& source_;
  std::vector<Message> outgoing_;  ///< By round, then by file block, then by position in the file.
  par::PointToPoint expected_;
  std::vector<std::byte> buffer_;
};

Relay::Relay(par::Session& session, const cgns::InputSet& inputs, Source& source,
             const FileBlocks& file_blocks, std::span<const Piece> pieces)
    : session_(session), inputs_(inputs), source_(source), expected_(session.comm(), par::Tag::pieces) {
  list_messages(file_blocks, pieces);
}

int Relay::reader_of(const Piece& piece) const {
  const auto file = inputs_.arrays[static_cast<std::size_t>(piece.source)].file;
  return inputs_.files[static_cast<std::size_t>(file)].reader;
}

bool Relay::comes_from_another(const Piece& piece) const {
  return !source_.is_plain(piece.source) && reader_of(piece) != session_.rank();
}

void Relay::list_messages(const FileBlocks& file_blocks, std::span<const Piece> pieces) {
  for (const auto& piece : pieces) {
    if (source_.is_plain(piece.source) || reader_of(piece) != session_.rank()) continue;
    for (auto file_block = piece.at / file_blocks.size(); file_block * file_blocks.size() < piece.end();
         ++file_block) {
      const auto [aggregator, round] = file_blocks.turn_of(file_block);
      if (aggregator == session_.rank()) continue;
      outgoing_.push_back(
          {round, aggregator, cut(std::span(&piece, 1), file_blocks.bytes_of(file_block)).front()});
    }
  }
  // Pieces are sorted by position in the file, so within a round they are already sorted by file block.
  std::stable_sort(outgoing_.begin(), outgoing_.end(),
                   [](const Message& a, const Message& b) { return a.round < b.round; });
}

void Relay::expect(std::span<const Piece> pieces, std::int64_t begin, std::span<std::byte> buffer) {
  for (const auto& piece : pieces) {
    if (!comes_from_another(piece)) continue;
    expected_.receive(reader_of(piece), buffer.subspan(static_cast<std::size_t>(piece.at - begin),
                                                       static_cast<std::size_t>(piece.size)));
  }
}

void Relay::send(std::int64_t round) {
  par::PointToPoint sent(session_.comm(), par::Tag::pieces);
  std::optional<Error> failure;
  auto next = std::partition_point(outgoing_.begin(), outgoing_.end(),
                                   [&](const Message& message) { return message.round < round; });
  for (; next != outgoing_.end() && next->round == round; ++next) {
    const auto& piece = next->piece;
    buffer_.resize(static_cast<std::size_t>(piece.size));
    const auto read = [&] { source_.read(piece.source, {piece.from, piece.from + piece.size}, buffer_); };
    if (!failure) failure = par::failure_of(read, "moving data");
    sent.send(next->aggregator, buffer_);
    sent.wait();
  }
  if (failure) throw Error(*failure);
}

void Relay::receive() { expected_.wait(); }

template <typename Value>
std::vector<std::byte> bytes_of(Value value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// A value that cannot be taken for one of the input.
std::vector<std::byte> value_of_holes(cgns::DataType type) {
  switch (type) {
    case cgns::DataType::R4:
      return bytes_of(std::numeric_limits<float>::quiet_NaN());
    case cgns::DataType::R8:
      return bytes_of(std::numeric_limits<double>::quiet_NaN());
    case cgns::DataType::I4:
      return bytes_of(std::numeric_limits<std::int32_t>::min());
    case cgns::DataType::I8:
      return bytes_of(std::numeric_limits<std::int64_t>::min());
    default:
      return {std::byte{0}};
  }
}

/// Fills `room` with repetitions of `value`.
void fill(std::span<std::byte> room, std::span<const std::byte> value) {
  auto done = std::min(value.size(), room.size());
  std::copy_n(value.begin(), done, room.begin());
  for (; done < room.size(); done *= 2)
    std::copy_n(room.begin(), std::min(done, room.size() - done), room.subspan(done).begin());
}

/// One rank's part of a move.
class Mover {
 public:
  Mover(par::Session& session, const Task& task, Sink& sink)
      : session_(session),
        task_(task),
        sink_(sink),
        file_blocks_(task.end, task.machine),
        pieces_(pieces_of(task.plan, task.offsets, task.done)),
        runs_(runs_of(task.plan, task.offsets, task.done)),
        source_(task.inputs, task.machine.memory.share(4)),
        relay_(session, task.inputs, source_, file_blocks_, pieces_),
        boxes_(session, task.plan, task.inputs, task.offsets, runs_, file_blocks_, source_),
        holes_(task.plan.targets_with_holes()),
        scatter_(session, {.inputs = task.inputs,
                           .plan = task.plan,
                           .offsets = task.offsets,
                           .file_blocks = file_blocks_,
                           .source = source_,
                           .memory = task.machine.memory.share(2),
                           .known = task.known}) {
    boxes_.leave_out(task.cloned);
  }

  [[nodiscard]] const FileBlocks& file_blocks() const { return file_blocks_; }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  /// False if all that the ranks would write in the round is done; the same on all ranks.
  [[nodiscard]] bool has_work(std::int64_t round) const {
    return !cut(runs_, file_blocks_.hull_of(round)).empty();
  }
  /// Differences that this rank found.
  [[nodiscard]] SharedDifferences differences() const {
    auto sum = boxes_.differences();
    sum.add(scatter_.differences());
    return sum;
  }
  [[nodiscard]] std::vector<FileBlockHash> take_hashes() { return std::move(hashes_); }

  /// A round without work.
  void skip(std::int64_t round) {
    attempt([&] { par::fault_point("move", session_.rank(), round); });
  }

  /// Fills and writes this rank's file block of the round; returns the bytes written. A failed rank keeps
  /// sending what others wait for, until all know of the failure.
  std::int64_t run(std::int64_t round) {
    const auto file_block = file_blocks_.file_block_of(session_.rank(), round);
    const auto runs = cut(runs_, file_blocks_.bytes_of(file_block));
    const bool scatters = scatter_.concerns(round);
    const auto bytes = runs.empty() && !scatters ? Range{} : file_blocks_.bytes_of(file_block);
    const Window window{bytes, memory_of(bytes)};
    if (!holes_.empty()) fill_holes(window);
    const auto pieces = cut(pieces_, bytes);
    relay_.expect(pieces, bytes.begin, window.buffer);
    boxes_.expect(window);
    attempt([&] { relay_.send(round); });
    attempt([&] { boxes_.send(round); });
    attempt([&] {
      par::fault_point("move", session_.rank(), round);
      if (failure_) return;
      read(pieces, window);
      boxes_.read(window);
    });
    relay_.receive();
    boxes_.receive(window);
    attempt([&] {
      if (scatters) scatter_.run(round, window.buffer);
    });
    attempt([&] {
      if (failure_) return;
      boxes_.settle(window);
      write(runs, file_block, window);
    });
    return failure_ ? 0 : size_of(runs);
  }

 private:
  template <typename Step>
  void attempt(const Step& step) {
    auto failure = par::failure_of(step, "moving data");
    if (failure && !failure_) failure_ = std::move(failure);
  }

  /// What no source provides must not be what an earlier round has left in the buffer.
  void fill_holes(const Window& window) {
    for (const auto index : holes_) {
      const auto& target = task_.plan.targets[static_cast<std::size_t>(index)];
      const auto offset = task_.offsets[static_cast<std::size_t>(index)];
      if (offset < 0) continue;
      const auto part = intersect(window.bytes, {offset, offset + target.bytes()});
      if (part.empty()) continue;
      // A file block may begin within a value.
      auto value = value_of_holes(target.type);
      std::rotate(value.begin(), value.begin() + (part.begin - offset) % std::ssize(value), value.end());
      fill(window.buffer.subspan(static_cast<std::size_t>(part.begin - window.bytes.begin),
                                 static_cast<std::size_t>(part.size())),
           value);
    }
  }

  static std::int64_t size_of(const std::vector<Range>& runs) {
    std::int64_t bytes = 0;
    for (const auto& run : runs) bytes += run.size();
    return bytes;
  }

  /// Where a file block is made.
  std::span<std::byte> memory_of(Range bytes) {
    if (bytes.empty()) return {};
    if (const auto memory = sink_.memory_of(bytes); !memory.empty()) return memory;
    buffer_.grow(file_blocks_.size(), 0);
    return {buffer_.data(), static_cast<std::size_t>(bytes.size())};
  }

  static std::span<std::byte> place_of(Range bytes, const Window& window) {
    return window.buffer.subspan(static_cast<std::size_t>(bytes.begin - window.bytes.begin),
                                 static_cast<std::size_t>(bytes.size()));
  }

  void read(const std::vector<Piece>& pieces, const Window& window) {
    for (const auto& piece : pieces) {
      if (relay_.comes_from_another(piece)) continue;
      source_.read(piece.source, {piece.from, piece.from + piece.size},
                   place_of({piece.at, piece.end()}, window));
    }
  }

  void write(const std::vector<Range>& runs, std::int64_t file_block, const Window& window) {
    Hasher hasher;
    for (const auto& run : runs) {
      const auto bytes = place_of(run, window);
      if (task_.keep_hashes) hasher.add(bytes);
      sink_.write(run.begin, bytes);
    }
    if (task_.keep_hashes && !runs.empty()) hashes_.push_back({file_block, hasher.value()});
  }

  par::Session& session_;
  const Task& task_;
  Sink& sink_;
  FileBlocks file_blocks_;
  std::vector<Piece> pieces_;
  std::vector<Range> runs_;
  Source source_;
  Relay relay_;
  Boxes boxes_;
  std::vector<int> holes_;  ///< Targets.
  Scatter scatter_;
  ByteBuffer buffer_;
  std::vector<FileBlockHash> hashes_;
  std::optional<Error> failure_;
};

/// False if no value comes from two pieces, as the plan alone tells.
bool has_shared(const plan::Plan& plan) {
  return !plan.indexed.empty() || std::ranges::any_of(plan.boxes, &plan::Box::shared);
}

}  // namespace

Outcome execute(par::Session& session, const Task& task, Sink& sink, const Hooks& hooks) {
  session.enter("moving data");
  Outcome outcome;
  Mover mover(session, task, sink);
  Agreement agreement(session, task.plan, task.inputs, task.machine.memory);
  RoundAgreement round_agreement(session.comm());
  bool ending = false;
  for (std::int64_t round = 0; round < mover.file_blocks().rounds() && !ending; ++round) {
    if (!mover.has_work(round)) {
      mover.skip(round);
      continue;
    }
    const auto bytes = mover.run(round);
    session.alive();
    const auto sum = round_agreement.exchange(
        {.failed = mover.failure() ? 1 : 0,
         .stopping = par::Session::stop_requested() ? 1 : 0,
         .checkpoint = session.is_root() && hooks.wants_checkpoint && hooks.wants_checkpoint() ? 1 : 0,
         .bytes = bytes});
    if (!sum) continue;
    outcome.bytes += sum->bytes;
    if (hooks.progress) hooks.progress(outcome.bytes);
    ending = sum->failed > 0 || sum->stopping > 0;
    if (sum->checkpoint > 0 || sum->stopping > 0) {
      // `sum` does not include failures of the last two rounds, whose data must not be recorded as written.
      par::agree(session.comm(), "moving data", mover.failure(), par::Stops::ignore);
      if (has_shared(task.plan)) agreement.require(summed_up(session.comm(), mover.differences()));
      if (hooks.checkpoint) hooks.checkpoint({.bytes = mover.file_blocks().bytes_before(round + 1)});
    }
  }
  outcome.bytes += round_agreement.drain().bytes;
  // After the last round a stop request is ignored: only sync and publishing remain.
  const auto stops = ending ? par::Stops::heed : par::Stops::ignore;
  par::agree(session.comm(), "moving data", mover.failure(), stops);
  outcome.hashes = mover.take_hashes();
  if (!has_shared(task.plan)) return outcome;
  outcome.shared = summed_up(session.comm(), mover.differences());
  agreement.require(outcome.shared);
  agreement.explain(outcome.shared);
  return outcome;
}

}  // namespace pcgns::io

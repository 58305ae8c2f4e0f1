// scattered.cpp: slabs of arrays of numbered entities.
#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/restart/run/file_set_state.hpp"
#include "pcgns/restart/run/slabs.hpp"

namespace pcgns::restart {

namespace {

constexpr auto reading_numbered = "reading";
constexpr std::int64_t smallest_buffer = 4 * kibi;
constexpr std::int64_t largest_buffer = 16 * mebi;
constexpr std::int64_t most_rounds = 65536;
/// Holes up to this size are sent along.
constexpr std::int64_t sent_hole = mebi;

/// Lets this rank read all files itself.
class OnlyReader {
 public:
  explicit OnlyReader(cgns::InputSet& inputs) : inputs_(inputs) {
    for (auto& file : inputs.files) readers_.push_back(std::exchange(file.reader, 0));
  }
  ~OnlyReader() {
    for (std::size_t i = 0; i < readers_.size(); ++i) inputs_.files[i].reader = readers_[i];
  }
  OnlyReader(const OnlyReader&) = delete;
  OnlyReader& operator=(const OnlyReader&) = delete;

 private:
  cgns::InputSet& inputs_;
  std::vector<int> readers_;
};

/// Bytes for another rank, as they are sent; their position is that in the array.
struct ArrayBytes {
  std::int64_t begin = 0;
  std::int64_t size = 0;
};

/// Sends ranks the bytes of an array that they want.
class RoutingSink : public io::Sink {
 public:
  /// `wanted`: by rank, ascending.
  explicit RoutingSink(const std::vector<std::vector<Range>>& wanted)
      : wanted_(wanted), outgoing_(wanted.size()) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const Range all{offset, offset + std::ssize(bytes)};
    for (std::size_t rank = 0; rank < wanted_.size(); ++rank) {
      const auto& ranges = wanted_[rank];
      auto range =
          std::ranges::partition_point(ranges, [&](const Range& one) { return one.end <= all.begin; });
      for (; range != ranges.end() && range->begin < all.end; ++range) {
        const auto part = intersect(*range, all);
        add(outgoing_[rank], part.begin,
            bytes.subspan(static_cast<std::size_t>(part.begin - offset),
                          static_cast<std::size_t>(part.size())));
      }
    }
  }
  void sync() override {}
  void close() override {}

  [[nodiscard]] const par::Messages& outgoing() const { return outgoing_; }

 private:
  static void add(std::vector<std::byte>& message, std::int64_t begin, std::span<const std::byte> bytes) {
    const ArrayBytes head{begin, std::ssize(bytes)};
    const auto from = std::as_bytes(std::span(&head, 1));
    message.insert(message.end(), from.begin(), from.end());
    message.insert(message.end(), bytes.begin(), bytes.end());
  }

  const std::vector<std::vector<Range>>& wanted_;
  par::Messages outgoing_;
};

/// Fills the slabs from what arrived.
void unpack(const par::Messages& arrived, std::span<const io::Slab> slabs) {
  std::deque<PickingSink> sinks;
  for (const auto& slab : slabs) sinks.emplace_back(slab);
  for (std::span<const std::byte> message : arrived) {
    while (!message.empty()) {
      ArrayBytes head;
      std::memcpy(&head, message.data(), sizeof head);
      const auto bytes = message.subspan(sizeof head, static_cast<std::size_t>(head.size));
      for (auto& sink : sinks) sink.write(head.begin, bytes);
      message = message.subspan(sizeof head + bytes.size());
    }
  }
}

/// The bytes of the array that hold the slabs, ascending.
std::vector<Range> bytes_of(std::span<const io::Slab> slabs) {
  std::vector<Range> bytes;
  for (const auto& slab : slabs) {
    const std::int64_t size = cgns::size_of(slab.box.type);
    const auto in_file = io::Runs(slab.box).bridged(sent_hole);
    in_file.each({0, in_file.volume()}, [&](const io::Run& run) {
      bytes.push_back({run.at, run.at + run.count * size});
    });
  }
  return united(std::move(bytes));
}

/// The rounds of a move that have some of the `wanted` bytes.
struct NeededRounds {
  Range bytes;              ///< From the first to the last of them.
  std::vector<Range> done;  ///< The bytes of all others.
};

NeededRounds needed_rounds(const io::FileBlocks& blocks, const std::vector<Range>& wanted) {
  NeededRounds needed;
  bool is_first = true;
  for (std::int64_t round = 0; round < blocks.rounds(); ++round) {
    const auto hull = blocks.hull_of(round);
    const auto next =
        std::ranges::partition_point(wanted, [&](const Range& one) { return one.end <= hull.begin; });
    if (next == wanted.end() || next->begin >= hull.end) {
      needed.done.push_back(hull);
      continue;
    }
    if (is_first) needed.bytes.begin = hull.begin;
    needed.bytes.end = hull.end;
    is_first = false;
  }
  return needed;
}

}  // namespace

void FileSet::State::move_some(const Mover& mover, const plan::Plan& plan, int target,
                               const std::vector<Range>& wanted, io::Sink& sink) {
  const auto& array = plan.targets[static_cast<std::size_t>(target)];
  const auto ranks = mover.session.size();
  std::int64_t bytes = 0;
  for (const auto& range : wanted) bytes += range.size();
  // A few bytes of a large array must not lead to millions of rounds, all of which are listed.
  const auto enough = std::max(divide_up(bytes, std::int64_t{ranks}),
                               divide_up(array.bytes(), std::int64_t{ranks} * most_rounds));
  const plan::Machine machine{.ranks = ranks,
                              .memory = memory.share(2),
                              .alignment = 64,
                              .buffer = std::clamp(round_up(enough, smallest_buffer), smallest_buffer,
                                                   memory.buffer(8, largest_buffer))};
  const auto rounds = needed_rounds(io::FileBlocks(array.bytes(), machine), wanted);
  const std::int64_t size = cgns::size_of(array.type);
  mover.numbers.learn(mover.session, source, plan, target);
  auto part =
      mover.numbers.narrowed(plan, target, {rounds.bytes.begin / size, divide_up(rounds.bytes.end, size)});
  part.shared_limits = {.is_judged = true};  // when the set was opened
  const std::int64_t offset = 0;
  static_cast<void>(io::execute(mover.session,
                                {.plan = part,
                                 .inputs = files.inputs,
                                 .offsets = {&offset, 1},
                                 .end = array.bytes(),
                                 .done = rounds.done,
                                 .machine = machine},
                                sink));
}

void FileSet::State::read_scattered(int array, std::span<const io::Slab> slabs) {
  const auto comm = session.comm();
  std::vector<Range> mine;
  auto failure = par::failure_of([&] { mine = bytes_of(slabs); }, reading_numbered);
  par::agree(comm, reading_numbered, failure, par::Stops::ignore);
  const auto wanted = par::gather_all(comm, mine);
  std::vector<Range> all;
  for (const auto& ranges : wanted) all.insert(all.end(), ranges.begin(), ranges.end());
  RoutingSink sink(wanted);
  move_some({session, numbers}, mesh.plan, array, united(std::move(all)), sink);
  const auto arrived = par::deliver(comm, sink.outgoing());
  failure = par::failure_of([&] { unpack(arrived, slabs); }, reading_numbered);
  par::agree(comm, reading_numbered, failure, par::Stops::ignore);
}

void FileSet::State::read_alone(const plan::Plan& plan, int target, const io::Slab& slab) {
  if (!is_scattered(plan, target)) return fill_from_boxes(plan, source, target, slab);
  if (!alone) alone.emplace(MPI_COMM_SELF, par::Session::Options{.program = session.program()});
  const OnlyReader only(files.inputs);
  PickingSink sink(slab);
  move_some({*alone, numbers_alone}, plan, target, bytes_of({&slab, 1}), sink);
}

}  // namespace pcgns::restart

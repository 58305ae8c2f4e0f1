#include "pcgns/queue/queue.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/node.hpp"
#include "pcgns/queue/detail/work.hpp"

namespace pcgns::queue {

namespace {

int judge_of(std::int64_t offset, std::size_t ranks) {
  const auto mixed = static_cast<std::uint64_t>(offset) * 0x9E3779B97F4A7C15U >> 33U;
  return static_cast<int>(mixed % ranks);
}

bool is_empty(const io::FileBox& box) {
  return std::any_of(box.count.begin(), box.count.end(), [](std::int64_t count) { return count == 0; });
}

bool meet(const io::FileBox& a, const io::FileBox& b) {
  for (std::size_t i = 0; i < a.begin.size() && i < b.begin.size(); ++i) {
    if (a.begin[i] >= b.begin[i] + b.count[i] || b.begin[i] >= a.begin[i] + a.count[i]) return false;
  }
  return true;
}

/// Boxes sent to the rank that checks them for overlaps, and its answers in the same order.
struct Case {
  std::vector<io::FileBox> boxes;
  std::vector<std::pair<int, std::size_t>> from;  ///< Rank, and index in its message.
};

std::map<std::int64_t, Case> read_cases(const par::Messages& messages) {
  std::map<std::int64_t, Case> cases;
  for (std::size_t rank = 0; rank < messages.size(); ++rank) {
    ByteReader reader(messages[rank]);
    for (std::size_t i = 0; reader.rest() > 0; ++i) {
      io::FileBox box;
      reader.get(box.offset);
      reader.get(box.begin);
      reader.get(box.count);
      auto& entry = cases[box.offset];
      entry.boxes.push_back(std::move(box));
      entry.from.emplace_back(static_cast<int>(rank), i);
    }
  }
  return cases;
}

/// Flags the entries of `boxes`, all of one array, that overlap another one.
std::vector<bool> overlapping(std::span<const io::FileBox> boxes) {
  std::vector<bool> result(boxes.size());
  std::vector<std::size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto begin = [&](std::size_t i) { return boxes[i].begin.back(); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return begin(a) < begin(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& box = boxes[order[i]];
    const auto end = box.begin.back() + box.count.back();
    for (std::size_t j = i + 1; j < order.size() && begin(order[j]) < end; ++j) {
      if (meet(box, boxes[order[j]])) result[order[i]] = result[order[j]] = true;
    }
  }
  return result;
}

par::Messages judged(const par::Messages& messages) {
  par::Messages answers(messages.size());
  for (const auto& [offset, entry] : read_cases(messages)) {
    const auto verdict = overlapping(entry.boxes);
    for (std::size_t i = 0; i < verdict.size(); ++i) {
      const auto [rank, place] = entry.from[i];
      auto& answer = answers[static_cast<std::size_t>(rank)];
      answer.resize(std::max(answer.size(), place + 1));
      answer[place] = std::byte{verdict[i]};
    }
  }
  return answers;
}

/// For each of `slabs`: true if a slab of any rank overlaps it. One rank checks each array. @note Collective.
std::vector<bool> contested(MPI_Comm comm, std::span<const io::Slab> slabs) {
  std::vector<ByteWriter> writers(static_cast<std::size_t>(par::size_of(comm)));
  std::vector<int> judges;
  for (const auto& [box, memory, type, strides] : slabs) {
    judges.push_back(is_empty(box) ? -1 : judge_of(box.offset, writers.size()));
    if (judges.back() < 0) continue;
    auto& writer = writers[static_cast<std::size_t>(judges.back())];
    writer.put(box.offset);
    writer.put(box.begin);
    writer.put(box.count);
  }
  par::Messages messages;
  for (auto& writer : writers) messages.push_back(writer.take());
  const auto answers = par::deliver(comm, judged(par::deliver(comm, messages)));

  std::vector<bool> result;
  std::vector<std::size_t> next(answers.size());
  for (const int judge : judges) {
    const auto from = static_cast<std::size_t>(std::max(judge, 0));
    result.push_back(judge >= 0 && answers[from].at(next[from]++) != std::byte{0});
  }
  return result;
}

/// Buffer bytes of write_alone.
constexpr std::int64_t alone_buffer = 4 * mebi;
/// Limits for processors to work independently. They do if the file sections of `piece` bytes that each
/// touches amount to at most `most` times the requested bytes. Data just stored by another processor are slow
/// to fetch.
struct Apart {
  std::int64_t piece;
  double most;
};
/// Bytes that are read twice come from the page cache.
constexpr Apart reads_apart = {64 * kibi, 2};
/// Bytes are never written twice, but many short writes cost more than transfers between processors.
constexpr Apart writes_apart = {mebi, 1.25};

bool is_direct(const io::Slab& slab, const io::Runs& runs, std::int64_t direct_from) {
  return direct_from > 0 && is_plain(slab, runs) && runs.run() * runs.value_size() >= direct_from;
}

/// Calls `use(first byte, runs' numbers)` for runs that are contiguous in the file and fit into the buffer.
template <typename Use>
void in_stretches(const io::Slab& slab, const Use& use) {
  const io::Runs in_file(slab.box);
  const auto most = std::max<std::int64_t>(alone_buffer / in_file.value_size(), 1);
  std::int64_t number = 0;
  in_file.each({0, in_file.volume()}, [&](const io::Run& run) {
    for (std::int64_t from = 0; from < run.count; from += most) {
      const auto count = std::min(most, run.count - from);
      use(run.at + from * in_file.value_size(), Range{number, number + count});
      number += count;
    }
  });
}

}  // namespace

struct Queue::State {
  QueueOptions options;
  Team team;
  std::optional<Team> neighbours = {};

  /// Returns the slabs for the aggregators; adds the others to `direct`.
  std::vector<SlabPiece> divide(std::span<const io::Slab> slabs, const std::vector<bool>& contested,
                                std::vector<const io::Slab*>& direct) const {
    std::vector<SlabPiece> pieces;
    for (std::size_t i = 0; i < slabs.size(); ++i) {
      io::Runs runs(slabs[i]);
      if (runs.volume() == 0) continue;
      const bool is_contested = !contested.empty() && contested[i];
      if (!is_contested && is_direct(slabs[i], runs, team.options().direct_from)) {
        direct.push_back(&slabs[i]);
      } else {
        const bool plain = io::is_plain(slabs[i], runs);
        pieces.push_back({&slabs[i], std::move(runs), is_contested, plain});
      }
    }
    return pieces;
  }

  /// The whole team, or the ranks of this rank's processor. @note Collective.
  Team& crew(std::span<const SlabPiece> pieces, Apart apart) {
    const bool may_choose = options.aggregators_per_node == 0 && options.writers == 0;
    if (!may_choose || team.processor() < 0 || !team.is_on_one_node()) return team;
    std::vector<io::Runs> mine;
    std::array<std::int64_t, 2> sums = {};
    auto& [wanted, contested] = sums;
    for (const auto& piece : pieces) {
      mine.push_back(piece.runs);
      wanted += piece.runs.volume() * piece.runs.value_size();
      contested += piece.contested ? 1 : 0;
    }
    par::sum_over_ranks(team.comm(), sums);
    if (wanted == 0 || contested > 0) return team;
    if (!neighbours) neighbours = team.neighbours(options);
    const auto by_these = bytes_touched(neighbours->comm(), mine, apart.piece);
    const auto touched = par::all_sum(team.comm(), neighbours->rank() == 0 ? by_these : 0);
    const bool is_cheap = static_cast<double>(touched) <= apart.most * static_cast<double>(wanted);
    return is_cheap ? *neighbours : team;
  }

  /// Prepares with ranks pinned where they will move values, because otherwise ranks that still prepare wait
  /// behind others. Direct access to the file runs unpinned. @note Collective.
  Work prepared(std::vector<SlabPiece> pieces, Apart apart, Access access) {
    const par::OnProcessor stays(team.processor());
    auto& workers = crew(pieces, apart);
    return {workers, std::move(pieces), access};
  }
};

Queue::Queue(MPI_Comm comm, const QueueOptions& options)
    : state_(std::make_unique<State>(State{options, Team(comm, options)})) {}

Queue::~Queue() = default;

void Queue::close() {
  if (state_->neighbours) state_->neighbours->close();
  state_->team.close();
}

namespace {

void require_sound_all(MPI_Comm comm, std::span<const io::Slab> slabs, const std::optional<Error>& failure,
                       std::string_view what) {
  const auto check = [&] {
    if (failure) throw Error(*failure);
    for (const auto& slab : slabs) io::require_sound(slab);
  };
  par::agree(comm, what, par::failure_of(check, what), par::Stops::ignore);
}

/// Runs `step` on at most QueueOptions::writers ranks at a time. @note Collective.
void in_relays(const Team& team, const std::function<void()>& step) {
  const auto writers = team.options().writers;
  if (writers <= 0 || writers >= team.size()) return step();
  for (int first = 0; first < team.size(); first += writers) {
    if (team.rank() >= first && team.rank() < first + writers) step();
    static_cast<void>(par::all_sum(team.comm(), 0));
  }
}

}  // namespace

void Queue::write(io::Sink& sink, std::span<const io::Slab> slabs, const std::optional<Error>& failure) {
  auto& team = state_->team;
  require_sound_all(team.comm(), slabs, failure, "writing");
  std::vector<const io::Slab*> direct;
  auto pieces = state_->divide(slabs, contested(team.comm(), slabs), direct);
  auto work = state_->prepared(std::move(pieces), writes_apart, Access::write);
  in_relays(team, [&] {
    work.attempt("writing", [&] {
      for (const auto* slab : direct) write_alone(sink, *slab);
    });
  });
  const par::OnProcessor stays(team.processor());
  write_file_blocks(work, sink);
  par::agree(team.comm(), "writing", work.failure(), par::Stops::ignore);
}

void Queue::read(const FileDescriptor& file, std::span<const io::Slab> slabs,
                 const std::optional<Error>& failure) {
  auto& team = state_->team;
  require_sound_all(team.comm(), slabs, failure, "reading");
  std::vector<const io::Slab*> direct;
  auto work = state_->prepared(state_->divide(slabs, {}, direct), reads_apart, Access::read);
  work.attempt("reading", [&] {
    for (const auto* slab : direct) read_alone(file, *slab);
  });
  const par::OnProcessor stays(team.processor());
  read_file_blocks(work, file);
  par::agree(team.comm(), "reading", work.failure(), par::Stops::ignore);
}

void write_alone(io::Sink& sink, const io::Slab& slab) {
  io::require_sound(slab);
  const io::Runs runs(slab);
  if (runs.volume() == 0) return;
  if (io::is_plain(slab, runs) && runs.run() == io::Runs(slab.box).run()) {
    runs.each({0, runs.volume()},
              [&](const io::Run& run) { sink.write(run.at, io::memory_of(slab, runs, run)); });
    return;
  }
  std::vector<std::byte> buffer;
  in_stretches(slab, [&](std::int64_t begin, Range numbers) {
    buffer.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    runs.each_near(numbers,
                   [&](const io::Run& run) { io::pack(slab, run, buffer.data() + (run.at - begin)); });
    sink.write(begin, buffer);
  });
}

void read_alone(const FileDescriptor& file, const io::Slab& slab) {
  io::require_sound(slab);
  const io::Runs runs(slab);
  if (runs.volume() == 0) return;
  if (io::is_plain(slab, runs) && runs.run() == io::Runs(slab.box).run()) {
    runs.each({0, runs.volume()},
              [&](const io::Run& run) { file.read_at(run.at, io::memory_of(slab, runs, run)); });
    return;
  }
  std::vector<std::byte> buffer;
  in_stretches(slab, [&](std::int64_t begin, Range numbers) {
    buffer.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    file.read_at(begin, buffer);
    runs.each_near(numbers,
                   [&](const io::Run& run) { io::unpack(slab, run, buffer.data() + (run.at - begin)); });
  });
}

}  // namespace pcgns::queue

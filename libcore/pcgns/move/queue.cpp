#include "pcgns/move/queue.hpp"

#include <array>
#include <vector>

#include "pcgns/move/queue_contest.hpp"
#include "pcgns/move/queue_work.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/processors.hpp"

namespace pcgns::move {

namespace {

/// Bytes that one rank collects for a call to the file, where it works alone.
constexpr std::int64_t alone_buffer = 4 * mebi;
/// Who share a processor work for themselves if the pieces of the file that they touch, as if each processor
/// were alone, are at most so much of what is wanted: what another processor has just stored comes slowly.
struct Apart {
  std::int64_t piece;
  double most;
};
/// What is read twice comes out of the page cache.
constexpr Apart reads_apart = {64 * kibi, 2};
/// Nothing is written twice; but many short writes cost more than what crosses between processors.
constexpr Apart writes_apart = {mebi, 1.25};

bool is_direct(const Slab& slab, const Runs& runs, std::int64_t direct_from) {
  return direct_from > 0 && is_plain(slab, runs) && runs.run() * runs.value_size() >= direct_from;
}

/// Calls `use(first byte, runs' numbers)` for what lies in one piece in the file and fits into the buffer.
template <typename Use>
void in_stretches(const Slab& slab, const Use& use) {
  const Runs in_file(slab.box);
  const auto most = std::max<std::int64_t>(alone_buffer / in_file.value_size(), 1);
  std::int64_t number = 0;
  in_file.each({0, in_file.volume()}, [&](const Run& run) {
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

  /// The slabs that go through the owners; the others are handed to `direct`.
  std::vector<SlabPiece> divide(std::span<const Slab> slabs, const std::vector<bool>& contested,
                                std::vector<const Slab*>& direct) const {
    std::vector<SlabPiece> pieces;
    for (std::size_t i = 0; i < slabs.size(); ++i) {
      Runs runs(slabs[i]);
      if (runs.volume() == 0) continue;
      const bool is_contested = !contested.empty() && contested[i];
      if (!is_contested && is_direct(slabs[i], runs, team.options().direct_from)) {
        direct.push_back(&slabs[i]);
      } else {
        const bool plain = is_plain(slabs[i], runs);
        pieces.push_back({&slabs[i], std::move(runs), is_contested, plain});
      }
    }
    return pieces;
  }

  /// All, or who share this rank's processor. @note Collective.
  Team& crew(std::span<const SlabPiece> pieces, Apart apart) {
    const bool may_choose = options.owners_per_node == 0 && options.writers == 0;
    if (!may_choose || team.processor() < 0 || !team.is_on_one_node()) return team;
    std::vector<Runs> mine;
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

  /// Here, too, ranks are where they will move values: otherwise one that still gets ready waits behind those
  /// who do. What goes straight to the file may run anywhere. @note Collective.
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

void require_sound_all(MPI_Comm comm, std::span<const Slab> slabs, const std::optional<Error>& failure,
                       std::string_view what) {
  const auto check = [&] {
    if (failure) throw Error(*failure);
    for (const auto& slab : slabs) require_sound(slab);
  };
  par::agree(comm, what, par::failure_of(check, what), par::Stops::ignore);
}

/// Runs `step` on at most `writers` ranks at a time. @note Collective.
void in_relays(const Team& team, const std::function<void()>& step) {
  const auto writers = team.options().writers;
  if (writers <= 0 || writers >= team.size()) return step();
  for (int first = 0; first < team.size(); first += writers) {
    if (team.rank() >= first && team.rank() < first + writers) step();
    static_cast<void>(par::all_sum(team.comm(), 0));
  }
}

}  // namespace

void Queue::write(Sink& sink, std::span<const Slab> slabs, const std::optional<Error>& failure) {
  auto& team = state_->team;
  require_sound_all(team.comm(), slabs, failure, "writing");
  std::vector<const Slab*> direct;
  auto pieces = state_->divide(slabs, contested(team.comm(), slabs), direct);
  auto work = state_->prepared(std::move(pieces), writes_apart, Access::write);
  in_relays(team, [&] {
    work.attempt("writing", [&] {
      for (const auto* slab : direct) write_alone(sink, *slab);
    });
  });
  const par::OnProcessor stays(team.processor());
  write_domains(work, sink);
  par::agree(team.comm(), "writing", work.failure(), par::Stops::ignore);
}

void Queue::read(const FileDescriptor& file, std::span<const Slab> slabs,
                 const std::optional<Error>& failure) {
  auto& team = state_->team;
  require_sound_all(team.comm(), slabs, failure, "reading");
  std::vector<const Slab*> direct;
  auto work = state_->prepared(state_->divide(slabs, {}, direct), reads_apart, Access::read);
  work.attempt("reading", [&] {
    for (const auto* slab : direct) read_alone(file, *slab);
  });
  const par::OnProcessor stays(team.processor());
  read_domains(work, file);
  par::agree(team.comm(), "reading", work.failure(), par::Stops::ignore);
}

void write_alone(Sink& sink, const Slab& slab) {
  require_sound(slab);
  const Runs runs(slab);
  if (runs.volume() == 0) return;
  if (is_plain(slab, runs) && runs.run() == Runs(slab.box).run()) {
    runs.each({0, runs.volume()}, [&](const Run& run) { sink.write(run.at, memory_of(slab, runs, run)); });
    return;
  }
  std::vector<std::byte> buffer;
  in_stretches(slab, [&](std::int64_t begin, Range numbers) {
    buffer.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    runs.each_near(numbers, [&](const Run& run) { pack(slab, run, buffer.data() + (run.at - begin)); });
    sink.write(begin, buffer);
  });
}

void read_alone(const FileDescriptor& file, const Slab& slab) {
  require_sound(slab);
  const Runs runs(slab);
  if (runs.volume() == 0) return;
  if (is_plain(slab, runs) && runs.run() == Runs(slab.box).run()) {
    runs.each({0, runs.volume()}, [&](const Run& run) { file.read_at(run.at, memory_of(slab, runs, run)); });
    return;
  }
  std::vector<std::byte> buffer;
  in_stretches(slab, [&](std::int64_t begin, Range numbers) {
    buffer.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    file.read_at(begin, buffer);
    runs.each_near(numbers, [&](const Run& run) { unpack(slab, run, buffer.data() + (run.at - begin)); });
  });
}

}  // namespace pcgns::move

#include "pcgns/move/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "pcgns/move/boxes.hpp"
#include "pcgns/move/pieces.hpp"
#include "pcgns/move/pulse.hpp"
#include "pcgns/move/relay.hpp"
#include "pcgns/move/scatter.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::move {

namespace {

/// One rank's part of a move.
class Mover {
 public:
  Mover(par::Session& session, const Task& task, Sink& sink)
      : session_(session),
        task_(task),
        sink_(sink),
        domains_(task.end, task.machine),
        pieces_(pieces_of(task.plan, task.offsets, task.done)),
        runs_(runs_of(task.plan, task.offsets, task.done)),
        source_(task.inputs, task.machine.memory / 4),
        relay_(session, task.inputs, source_, domains_, pieces_),
        boxes_(session, task.plan, task.inputs, task.offsets, runs_, domains_, source_),
        scatter_(session, {.inputs = task.inputs,
                           .plan = task.plan,
                           .offsets = task.offsets,
                           .domains = domains_,
                           .source = source_,
                           .memory = task.machine.memory / 2}) {}

  [[nodiscard]] const plan::Domains& domains() const { return domains_; }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  /// Of this rank.
  [[nodiscard]] SharedDifferences differences() const {
    auto sum = boxes_.differences();
    sum.add(scatter_.differences());
    return sum;
  }
  [[nodiscard]] std::vector<DomainHash> take_hashes() { return std::move(hashes_); }

  /// Fills and writes this rank's domain of the round; bytes written. A rank that has failed goes on sending
  /// what others wait for, until all have heard of it.
  std::int64_t run(std::int64_t round) {
    const auto domain = domains_.domain_of(session_.rank(), round);
    const auto runs = cut(runs_, domains_.bytes_of(domain));
    const bool scatters = scatter_.concerns(round);
    const auto bytes = runs.empty() && !scatters ? Range{} : domains_.bytes_of(domain);
    if (!bytes.empty()) buffer_.resize(static_cast<std::size_t>(domains_.size()));
    const Window window{bytes, std::span(buffer_).first(static_cast<std::size_t>(bytes.size()))};
    if (task_.plan.has_holes) std::fill(buffer_.begin(), buffer_.end(), std::byte{0});
    const auto pieces = cut(pieces_, bytes);
    relay_.expect(pieces, bytes.begin, window.buffer);
    boxes_.expect(window);
    attempt([&] { relay_.send(round); });
    attempt([&] { boxes_.send(round); });
    attempt([&] {
      par::fault_point("move", session_.rank(), round);
      if (failure_) return;
      read(pieces, bytes.begin);
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
      write(runs, domain, bytes.begin);
    });
    return failure_ ? 0 : size_of(runs);
  }

 private:
  template <typename Step>
  void attempt(const Step& step) {
    auto failure = par::failure_of(step, "moving data");
    if (failure && !failure_) failure_ = std::move(failure);
  }

  static std::int64_t size_of(const std::vector<Range>& runs) {
    std::int64_t bytes = 0;
    for (const auto& run : runs) bytes += run.size();
    return bytes;
  }

  std::span<std::byte> place_of(Range bytes, std::int64_t begin) {
    return std::span(buffer_).subspan(static_cast<std::size_t>(bytes.begin - begin),
                                      static_cast<std::size_t>(bytes.size()));
  }

  void read(const std::vector<Piece>& pieces, std::int64_t begin) {
    for (const auto& piece : pieces) {
      if (relay_.comes_from_another(piece)) continue;
      source_.read(piece.source, {piece.from, piece.from + piece.size},
                   place_of({piece.at, piece.end()}, begin));
    }
  }

  void write(const std::vector<Range>& runs, std::int64_t domain, std::int64_t begin) {
    Hasher hasher;
    for (const auto& run : runs) {
      const auto bytes = place_of(run, begin);
      if (task_.keep_hashes) hasher.add(bytes);
      sink_.write(run.begin, bytes);
    }
    if (task_.keep_hashes && !runs.empty()) hashes_.push_back({domain, hasher.value()});
  }

  par::Session& session_;
  const Task& task_;
  Sink& sink_;
  plan::Domains domains_;
  std::vector<Piece> pieces_;
  std::vector<Range> runs_;
  Source source_;
  Relay relay_;
  Boxes boxes_;
  Scatter scatter_;
  std::vector<std::byte> buffer_;
  std::vector<DomainHash> hashes_;
  std::optional<Error> failure_;
};

}  // namespace

Outcome execute(par::Session& session, const Task& task, Sink& sink, const Hooks& hooks) {
  session.enter("moving data");
  Outcome outcome;
  Mover mover(session, task, sink);
  Pulse pulse(session.comm());
  bool ending = false;
  for (std::int64_t round = 0; round < mover.domains().rounds() && !ending; ++round) {
    const auto bytes = mover.run(round);
    session.alive();
    const auto sum = pulse.exchange({.failed = mover.failure() ? 1 : 0,
                                     .stopping = par::Session::stop_requested() ? 1 : 0,
                                     .checkpoint = session.is_root() && hooks.wants_checkpoint() ? 1 : 0,
                                     .bytes = bytes});
    if (!sum) continue;
    outcome.bytes += sum->bytes;
    hooks.progress(outcome.bytes);
    ending = sum->failed > 0 || sum->stopping > 0;
    if (sum->checkpoint > 0 || sum->stopping > 0) {
      // A failure of the last two rounds is not in `sum`, and what it left out must not be entered as
      // written.
      par::agree(session.comm(), "moving data", mover.failure(), par::Stops::ignore);
      hooks.checkpoint(mover.domains().bytes_before(round + 1));
    }
  }
  outcome.bytes += pulse.drain().bytes;
  // Who is done with all rounds need not stop: only the sync and the name are left.
  const auto stops = ending ? par::Stops::heed : par::Stops::ignore;
  par::agree(session.comm(), "moving data", mover.failure(), stops);
  outcome.hashes = mover.take_hashes();
  outcome.shared = summed_up(session.comm(), mover.differences());
  return outcome;
}

}  // namespace pcgns::move

#include <cstring>
#include <span>
#include <vector>

#include "pcgns/kernel/stream_copy.hpp"
#include "pcgns/move/queue_mail.hpp"
#include "pcgns/move/queue_round.hpp"
#include "pcgns/move/queue_staging.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::move {

namespace {

void take(const SlabPiece& piece, const Rows& rows, const std::byte* from) {
  if (!piece.is_plain) {
    return rows.each([&](const Run& run) { unpack(*piece.slab, run, from + (run.at - rows.first.at)); });
  }
  const auto first = memory_of(*piece.slab, piece.runs, rows.first);
  kernel::stream_copy({first.data(), rows.memory_step * piece.runs.value_size()}, {from, rows.step},
                      first.size(), static_cast<std::size_t>(rows.count));
}

/// What is this rank's of a domain that is at `values`.
void load(Work& work, std::int64_t number, const std::byte* values) {
  const auto domain = work.domains().bytes(number);
  work.attempt("handing out values", [&] {
    par::fault_point("copy", work.team().rank(), static_cast<long>(number));
    each_own_rows(work, domain, [&](const SlabPiece& piece, const Rows& rows) {
      take(piece, rows, values + (rows.first.at - domain.begin));
    });
  });
}

/// The same, out of its buffer.
void load(Work& work, std::int64_t number) {
  work.team().wait_until_moved(number);
  load(work, number, work.team().buffer(number, Staging::place(work.domains().bytes(number))));
}

/// An owner that is free reads the next domain, in whosever memory its buffer is, and copies what is its own
/// while that is near. So nobody waits for an owner that is slower, or whose domains are.
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
      staging_.read(file_, next_, work_.domains().bytes(next_));
    });
    team().tell_moved(next_);
    load(work_, next_, staging_.values());
    read_[in_buffer(next_)] = next_;
    next_ = team().take();
  }

  /// The next one, in the order of the file.
  void copy() {
    if (read_[in_buffer(copied_)] != copied_) load(work_, copied_);  // what this rank has read is copied
    team().tell_copied(++copied_);
  }

  Work& work_;
  const FileDescriptor& file_;
  Staging staging_;
  std::int64_t count_ = work_.domains().count();
  std::int64_t buffers_ = work_.team().buffers();
  std::int64_t next_ = count_;      ///< To be read by this rank, if there is one.
  std::int64_t copied_ = 0;         ///< Domains, by this rank.
  std::vector<std::int64_t> read_;  ///< By this rank: the last one, by buffer.
};

/// Owners have domains in turn; some of what is in them goes as messages.
class ReadRound : public Round {
 public:
  ReadRound(Work& work, Staging& staging, std::int64_t round) : Round(work, round), staging_(staging) {}

  void run(const FileDescriptor& file, Mail& mail) {
    read(file);
    if (work_.has_mail()) {
      send_and_load(mail);
    } else {
      load_all();  // nothing to look for in all pieces
    }
    team().tell_copied(first(round_ + 1));
  }

 private:
  void read(const FileDescriptor& file) {
    if (is_owner()) team().wait_until_copied(first(round_ - 1));
    work_.attempt("reading", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(round_));
      staging_.read(file, mine(), domain_);
    });
    if (is_owner()) team().tell_moved(mine());
  }

  void send_and_load(Mail& mail) {
    wait_until_moved(round_);  // no letter of this rank waits meanwhile
    std::vector<std::span<const std::byte>> expected(team().owners().size());
    each_domain([&](std::int64_t number, int owner, Range bytes) {
      const auto size = work_.bytes_with(owner, bytes);
      if (size > 0) expected[static_cast<std::size_t>(number - first(round_))] = mail.expect(owner, size);
    });
    for (const auto& [rank, bytes] : work_.letters(domain_)) send(rank, bytes, mail);
    load_all();
    mail.wait();
    each_domain([&](std::int64_t number, int owner, Range bytes) {
      const auto letter = expected[static_cast<std::size_t>(number - first(round_))];
      if (!letter.empty()) open(owner, bytes, letter.data());
    });
    mail.clear();
  }

  void send(int rank, std::int64_t bytes, Mail& mail) {
    auto* letter = mail.prepare(bytes);
    each_claimed_run(rank, [&](std::int64_t from, std::int64_t at, std::size_t size) {
      std::memcpy(letter + at, staging_.values() + from, size);
    });
    mail.post(rank);
  }

  void load_all() {
    each_domain([&](std::int64_t number, int owner, Range) {
      if (owner == team().rank()) {
        load(work_, number, staging_.values());
      } else if (team().reaches(owner)) {
        load(work_, number);
      }
    });
  }

  void open(int owner, Range domain, const std::byte* from) {
    work_.attempt("handing out values", [&] {
      each_sent_run(owner, domain, [&](const SlabPiece& piece, const Run& run) {
        take(piece, {run}, from);
        from += run.count * piece.runs.value_size();
      });
    });
  }

  Staging& staging_;
};

void read_in_turn(Work& work, const FileDescriptor& file) {
  Mail mail(work.team().comm());
  Staging staging(work);
  const auto rounds = work.domains().rounds();
  for (std::int64_t round = 0; round < rounds; ++round) ReadRound(work, staging, round).run(file, mail);
  work.team().end_flush(rounds * std::ssize(work.team().owners()));
}

}  // namespace

void read_domains(Work& work, const FileDescriptor& file) {
  if (work.reads_freely()) {
    FreeReads(work, file).run();
  } else {
    read_in_turn(work, file);
  }
  kernel::stream_fence();
}

}  // namespace pcgns::move

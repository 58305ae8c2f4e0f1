#include <algorithm>
#include <cstring>

#include "pcgns/kernel/stream_copy.hpp"
#include "pcgns/move/queue_mail.hpp"
#include "pcgns/move/queue_staging.hpp"
#include "pcgns/move/queue_work.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::move {

namespace {

/// `to`: where the first row goes; the others follow at the distance they have in the file.
void put(const SlabPiece& piece, const Rows& rows, std::byte* to) {
  rows.each([&](const Run& run) {
    auto* at = to + (run.at - rows.first.at);
    if (!piece.is_plain) return pack(*piece.slab, run, at);
    const auto values = memory_of(*piece.slab, piece.runs, run);
    std::memcpy(at, values.data(), values.size());
  });
}

void take(const SlabPiece& piece, const Rows& rows, const std::byte* from) {
  if (!piece.is_plain) {
    return rows.each([&](const Run& run) { unpack(*piece.slab, run, from + (run.at - rows.first.at)); });
  }
  const auto first = memory_of(*piece.slab, piece.runs, rows.first);
  kernel::stream_copy({first.data(), rows.memory_step * piece.runs.value_size()}, {from, rows.step},
                      first.size(), static_cast<std::size_t>(rows.count));
}

/// What both directions have in common: a domain of this owner, and those of others, in one round.
class Round {
 public:
  Round(Work& work, std::int64_t number)
      : work_(work), number_(number), domain_(work.domains().bytes(number, work.team().turn())) {}

 protected:
  [[nodiscard]] Team& team() const { return work_.team(); }
  [[nodiscard]] bool is_owner() const { return team().turn() >= 0; }

  /// Calls `visit(turn, owner, bytes)` for every domain of the round. That of this owner comes first: in
  /// reads it is there before those of others.
  template <typename Visit>
  void each_domain(const Visit& visit) const {
    const auto& owners = team().owners();
    const auto count = static_cast<int>(owners.size());
    for (int i = 0; i < count; ++i) {
      const int turn = (std::max(team().turn(), 0) + i) % count;
      const auto bytes = work_.domains().bytes(number_, turn);
      if (!bytes.empty()) visit(turn, owners[static_cast<std::size_t>(turn)], bytes);
    }
  }

  /// Calls `use(piece, rows)` for the runs of this rank's pieces in `domain` that nobody else claims, in any
  /// order.
  template <typename Use>
  void each_own_rows(Range domain, const Use& use) const {
    for (const auto& piece : work_.pieces()) {
      if (piece.contested) continue;
      piece.runs.each_rows_near(piece.runs.in(domain), [&](const Rows& rows) { use(piece, rows); });
    }
  }

  /// The same, with one run each time, for those that go as messages between this rank and `owner`, in the
  /// order of the file.
  template <typename Use>
  void each_sent_run(int owner, Range domain, const Use& use) const {
    for (const auto& piece : work_.pieces()) {
      if (!work_.is_sent(owner, piece.contested)) continue;
      piece.runs.each(piece.runs.in(domain), [&](const Run& run) { use(piece, run); });
    }
  }
  /// Copies between this owner's domain and a letter of `rank`: `copy(in domain, in letter, bytes)`.
  template <typename Copy>
  void each_claimed_run(int rank, const Copy& copy) const {
    std::int64_t at = 0;
    for (const auto& claim : work_.claims()) {
      if (claim.rank != rank || !work_.is_sent(rank, claim.contested)) continue;
      claim.runs.each(claim.runs.in(domain_), [&](const Run& run) {
        const auto bytes = run.count * claim.runs.value_size();
        copy(run.at - domain_.begin, at, static_cast<std::size_t>(bytes));
        at += bytes;
      });
    }
  }

  Work& work_;
  std::int64_t number_;
  Range domain_;  ///< Of this rank; empty if it owns none.
};

class WriteRound : public Round {
 public:
  using Round::Round;

  /// Brings the values of all domains to where they are written from.
  void collect(Mail& mail) {
    team().wait_until_all_moved(number_ - 2);
    if (work_.has_mail()) {
      store_and_send(mail);
    } else {
      store();  // nothing to look for in all pieces
    }
    team().tell_copied(number_);
  }

  void write(Sink& sink) {
    if (is_owner()) team().wait_until_copied(number_);
    work_.attempt("writing", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(number_));
      for (const auto& bytes : work_.claimed(domain_)) sink.write(bytes.begin, in_my_buffer(bytes));
    });
    if (is_owner()) team().tell_moved(number_);
  }

 private:
  /// A domain begins in a page of memory where it does in the file.
  [[nodiscard]] std::byte* buffer(int turn, Range domain) const {
    return team().buffer(turn, number_, domain.begin);
  }
  [[nodiscard]] std::byte* my_buffer() const { return buffer(team().turn(), domain_); }
  [[nodiscard]] std::span<std::byte> in_my_buffer(Range bytes) const {
    return {my_buffer() + (bytes.begin - domain_.begin), static_cast<std::size_t>(bytes.size())};
  }

  void store() {
    each_domain([&](int turn, int owner, Range bytes) { store(turn, owner, bytes); });
  }

  void store_and_send(Mail& mail) {
    std::vector<std::pair<int, std::span<const std::byte>>> expected;
    for (const auto& [rank, bytes] : work_.letters(domain_))
      expected.emplace_back(rank, mail.expect(rank, bytes));
    each_domain([&](int turn, int owner, Range bytes) {
      store(turn, owner, bytes);
      send(owner, bytes, mail);
    });
    mail.wait();
    for (const auto& [rank, letter] : expected) place(rank, letter);
    mail.clear();
  }

  void store(int turn, int owner, Range domain) {
    if (!team().reaches(owner)) return;
    auto* to = buffer(turn, domain);
    work_.attempt("collecting values", [&] {
      par::fault_point("copy", team().rank(), static_cast<long>(number_));
      each_own_rows(domain, [&](const SlabPiece& piece, const Rows& rows) {
        put(piece, rows, to + (rows.first.at - domain.begin));
      });
    });
  }

  void send(int owner, Range domain, Mail& mail) {
    const auto bytes = work_.bytes_with(owner, domain);
    if (bytes == 0) return;
    auto* to = mail.prepare(bytes);
    work_.attempt("collecting values", [&] {
      each_sent_run(owner, domain, [&](const SlabPiece& piece, const Run& run) {
        put(piece, {run}, to);
        to += run.count * piece.runs.value_size();
      });
    });
    mail.post(owner);
  }

  void place(int rank, std::span<const std::byte> letter) {
    each_claimed_run(rank, [&](std::int64_t to, std::int64_t at, std::size_t bytes) {
      std::memcpy(my_buffer() + to, letter.data() + at, bytes);
    });
  }
};

class ReadRound : public Round {
 public:
  ReadRound(Work& work, Staging& staging, std::int64_t number) : Round(work, number), staging_(staging) {}

  void run(const FileDescriptor& file, Mail& mail) {
    read(file);
    if (work_.has_mail()) {
      send_and_load(mail);
    } else {
      load();  // nothing to look for in all pieces
    }
    team().tell_copied(number_);
  }

 private:
  void read(const FileDescriptor& file) {
    if (is_owner()) team().wait_until_copied(number_ - 2);
    work_.attempt("reading", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(number_));
      staging_.read(file, number_, domain_);
    });
    if (is_owner()) team().tell_moved(number_);
  }

  void send_and_load(Mail& mail) {
    team().wait_until_all_moved(number_);  // no letter of this rank waits meanwhile
    std::vector<std::pair<int, std::span<const std::byte>>> expected(team().owners().size());
    each_domain([&](int turn, int owner, Range bytes) {
      const auto size = work_.bytes_with(owner, bytes);
      if (size > 0) expected[static_cast<std::size_t>(turn)] = {owner, mail.expect(owner, size)};
    });
    for (const auto& [rank, bytes] : work_.letters(domain_)) send(rank, bytes, mail);
    load();
    mail.wait();
    each_domain([&](int turn, int owner, Range bytes) {
      const auto& letter = expected[static_cast<std::size_t>(turn)].second;
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

  void load() {
    each_domain([&](int turn, int owner, Range bytes) { load(turn, owner, bytes); });
  }

  void load(int turn, int owner, Range domain) {
    if (!team().reaches(owner)) return;
    team().wait_until_moved(turn, number_);
    const bool is_mine = owner == team().rank();
    const auto* buffer = is_mine ? staging_.values() : team().buffer(turn, number_, Staging::place(domain));
    work_.attempt("handing out values", [&] {
      par::fault_point("copy", team().rank(), static_cast<long>(number_));
      each_own_rows(domain, [&](const SlabPiece& piece, const Rows& rows) {
        take(piece, rows, buffer + (rows.first.at - domain.begin));
      });
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

}  // namespace

/// Of writers of one file, a local file system lets one write at a time. So half of the ranks collect the
/// next round while the others write this one, and the other way round.
void write_rounds(Work& work, Sink& sink) {
  auto& team = work.team();
  Mail mail(team.comm());
  const auto rounds = work.domains().rounds();
  const bool collects_first = 2 * team.rank() >= team.size();
  if (rounds > 0) WriteRound(work, 0).collect(mail);
  for (std::int64_t round = 0; round < rounds; ++round) {
    const auto collect_next = [&] {
      if (round + 1 < rounds) WriteRound(work, round + 1).collect(mail);
    };
    if (collects_first) collect_next();
    WriteRound(work, round).write(sink);
    if (!collects_first) collect_next();
  }
  team.end_rounds(rounds);
}

void read_rounds(Work& work, const FileDescriptor& file) {
  Mail mail(work.team().comm());
  const auto rounds = work.domains().rounds();
  Staging staging(work);
  for (std::int64_t round = 0; round < rounds; ++round) ReadRound(work, staging, round).run(file, mail);
  kernel::stream_fence();
  work.team().end_rounds(rounds);
}

}  // namespace pcgns::move

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/move/queue_mail.hpp"
#include "pcgns/move/queue_round.hpp"
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

class WriteRound : public Round {
 public:
  using Round::Round;

  /// Brings the values of all domains to where they are written from.
  void collect(Mail& mail) {
    if (round_ >= 2) wait_until_moved(round_ - 2);
    if (work_.has_mail()) {
      store_and_send(mail);
    } else {
      store();  // nothing to look for in all pieces
    }
    team().tell_copied(first(round_ + 1));
  }

  void write(Sink& sink) {
    if (is_owner()) team().wait_until_copied(first(round_ + 1));
    work_.attempt("writing", [&] {
      par::fault_point("move", team().rank(), static_cast<long>(round_));
      for (const auto& bytes : work_.claimed(domain_)) sink.write(bytes.begin, in_my_buffer(bytes));
    });
    if (is_owner()) team().tell_moved(mine());
  }

 private:
  /// A domain begins in a page of memory where it does in the file.
  [[nodiscard]] std::byte* buffer(std::int64_t number, Range domain) const {
    return team().buffer(number, domain.begin);
  }
  [[nodiscard]] std::byte* my_buffer() const { return buffer(mine(), domain_); }
  [[nodiscard]] std::span<std::byte> in_my_buffer(Range bytes) const {
    return {my_buffer() + (bytes.begin - domain_.begin), static_cast<std::size_t>(bytes.size())};
  }

  void store() {
    each_domain([&](std::int64_t number, int owner, Range bytes) { store(number, owner, bytes); });
  }

  void store_and_send(Mail& mail) {
    std::vector<std::pair<int, std::span<const std::byte>>> expected;
    for (const auto& [rank, bytes] : work_.letters(domain_))
      expected.emplace_back(rank, mail.expect(rank, bytes));
    each_domain([&](std::int64_t number, int owner, Range bytes) {
      store(number, owner, bytes);
      send(owner, bytes, mail);
    });
    mail.wait();
    for (const auto& [rank, letter] : expected) place(rank, letter);
    mail.clear();
  }

  void store(std::int64_t number, int owner, Range domain) {
    if (!team().reaches(owner)) return;
    auto* to = buffer(number, domain);
    work_.attempt("collecting values", [&] {
      par::fault_point("copy", team().rank(), static_cast<long>(round_));
      each_own_rows(work_, domain, [&](const SlabPiece& piece, const Rows& rows) {
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

}  // namespace

/// Of writers of one file, a local file system lets one write at a time. So half of the ranks collect the
/// next round while the others write this one, and the other way round.
void write_domains(Work& work, Sink& sink) {
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
  team.end_flush(rounds * std::ssize(team.owners()));
}

}  // namespace pcgns::move

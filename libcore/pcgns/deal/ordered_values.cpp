#include "pcgns/deal/ordered_values.hpp"

#include <algorithm>
#include <cstring>

#include "pcgns/deal/ask.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

constexpr std::int64_t most_bytes_of_message = 64 * 1024;

/// Equal pieces of something.
struct Blocks {
  std::int64_t total = 0;
  std::int64_t each = 1;

  Blocks(const par::Session& session, std::int64_t count)
      : total(count), each(std::max<std::int64_t>(1, divide_up(count, session.size()))) {}

  [[nodiscard]] int owner_of(std::int64_t i) const { return static_cast<int>(i / each); }
  [[nodiscard]] std::int64_t end_of(int rank) const { return std::min(total, (rank + 1) * each); }
  [[nodiscard]] Range of(int rank) const { return {std::min(total, rank * each), end_of(rank)}; }
};

}  // namespace

void OrderedValues::add(std::int64_t begin, std::span<const std::byte> values) {
  pieces_.push_back({begin, static_cast<std::int64_t>(values.size()) / size_});
  values_.insert(values_.end(), values.begin(), values.end());
}

void OrderedValues::write(par::Session& session, move::ScratchFile& scratch, std::int64_t offset,
                          std::int64_t total) {
  const Blocks blocks(session, total);
  const auto mine = blocks.of(session.rank());
  std::vector<std::byte> block(static_cast<std::size_t>(mine.size() * size_));
  move::Exchange exchange(session, memory_for_messages);
  const auto head = static_cast<std::int64_t>(sizeof(Piece));
  std::size_t next = 0;
  const auto* from = values_.data();
  for (bool more = true; more;) {
    for (bool room = true; room && next < pieces_.size();) {
      auto& piece = pieces_[next];
      const int rank = blocks.owner_of(piece.begin);
      const Piece sent = {piece.begin, std::min({piece.count, blocks.end_of(rank) - piece.begin,
                                                 std::max<std::int64_t>(1, most_bytes_of_message / size_)})};
      const auto bytes = sent.count * size_;
      auto* to = exchange.add(rank, head + round_up(bytes, 8));
      std::memcpy(to, &sent, sizeof sent);
      std::memcpy(to + head, from, static_cast<std::size_t>(bytes));
      from += bytes;
      piece = {piece.begin + sent.count, piece.count - sent.count};
      if (piece.count == 0) ++next;
      room = exchange.waiting_for(rank) + head + most_bytes_of_message <= exchange.room();
    }
    more = exchange.deliver({.more = next < pieces_.size()}).more;
    for (int rank = 0; rank < session.size(); ++rank) {
      const auto bytes = exchange.from(rank);
      for (std::size_t at = 0; at < bytes.size();) {
        Piece piece;
        std::memcpy(&piece, bytes.data() + at, sizeof piece);
        const auto size = static_cast<std::size_t>(piece.count * size_);
        std::memcpy(block.data() + (piece.begin - mine.begin) * size_, bytes.data() + at + sizeof piece,
                    size);
        at += sizeof piece + round_up(size, std::size_t{8});
      }
    }
    session.alive();
  }
  constexpr std::string_view what = "writing the scratch file";
  const auto failure =
      par::failure_of([&] { scratch.write(offset + mine.begin * size_, std::span(block)); }, what);
  par::agree(session.comm(), what, failure);
}

std::vector<std::int64_t> ordered_starts(par::Session& session, const Dealing& dealing,
                                         std::span<const std::int64_t> lengths) {
  struct Placed {
    std::int64_t position = 0;
    std::int64_t length = 0;
  };
  std::vector<std::int64_t> begins = {0};
  for (const auto total : dealing.totals) begins.push_back(begins.back() + total);
  const Blocks blocks(session, begins.back());
  const auto mine = blocks.of(session.rank());
  std::vector<std::int64_t> positions;
  std::vector<Placed> placed;
  std::vector<std::int64_t> values(dealing.totals.size(), 0);  // by part
  for (std::size_t slot = 0; slot < lengths.size(); ++slot) {
    const auto part = static_cast<std::size_t>(dealing.parts[slot]);
    positions.push_back(begins[part] + dealing.index_in_run(static_cast<std::int64_t>(slot)));
    placed.push_back({positions.back(), lengths[slot]});
    values[part] += lengths[slot];
  }
  par::sum_over_ranks(session.comm(), values);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(mine.size()), 0);
  move::Exchange exchange(session, memory_for_messages);
  mesh::post<Placed>(
      session, exchange, placed, [&](const Placed& place) { return blocks.owner_of(place.position); },
      [&](const Placed& place) {
        starts[static_cast<std::size_t>(place.position - mine.begin)] = place.length;
      });
  std::vector<std::int64_t> sum(1, 0);
  for (const auto length : starts) sum[0] += length;
  auto next = sums_before(session, sum).front();
  for (auto& start : starts) next += std::exchange(start, next);
  std::vector<std::int64_t> found;
  ask<std::int64_t>(
      session, std::span<const std::int64_t>(positions),
      [&](std::int64_t position) { return blocks.owner_of(position); },
      [&](std::int64_t position, std::vector<std::int64_t>& answers) {
        answers.push_back(starts[static_cast<std::size_t>(position - mine.begin)]);
      },
      [&](std::size_t, std::span<const std::int64_t> start) { found.push_back(start.front()); });
  std::vector<std::int64_t> before = {0};
  for (const auto count : values) before.push_back(before.back() + count);
  for (std::size_t slot = 0; slot < found.size(); ++slot)
    found[slot] -= before[static_cast<std::size_t>(dealing.parts[slot])];
  return found;
}

}  // namespace pcgns::deal

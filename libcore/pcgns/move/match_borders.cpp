#include "pcgns/move/match_borders.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "pcgns/move/exchange.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr auto step_name = "listing what parts share";

/// Brings the twins of a part to one rank.
std::vector<Twin> gathered(par::Session& session, const std::vector<Twin>& twins, std::int64_t memory) {
  Exchange exchange(session, memory);
  std::vector<Twin> mine;
  std::optional<Error> failure;
  Exchange::State all{.more = true};
  std::size_t sent = 0;
  while (all.more) {
    for (; sent < twins.size(); ++sent) {
      const int rank = twins[sent].a % session.size();
      if (exchange.waiting_for(rank) + std::int64_t{sizeof(Twin)} > exchange.room()) break;
      std::memcpy(exchange.add(rank, sizeof(Twin)), &twins[sent], sizeof(Twin));
    }
    all = exchange.deliver({.more = sent < twins.size()});
    const auto take = [&] {
      for (int rank = 0; rank < session.size(); ++rank) {
        const auto message = exchange.from(rank);
        const auto before = mine.size();
        mine.resize(before + message.size() / sizeof(Twin));
        if (!message.empty()) std::memcpy(mine.data() + before, message.data(), message.size());
      }
    };
    if (!failure) failure = par::failure_of(take, step_name);
    session.alive();
  }
  par::agree(session.comm(), step_name, failure);
  std::sort(mine.begin(), mine.end());
  return mine;
}

/// Twins of the same two parts, and where their lists begin.
struct Pair {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t count = 0;

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

std::vector<Pair> pairs_in(const std::vector<Twin>& twins) {
  std::vector<Pair> pairs;
  for (const auto& twin : twins) {
    if (pairs.empty() || pairs.back().a != twin.a || pairs.back().b != twin.b)
      pairs.push_back({twin.a, twin.b, 0});
    ++pairs.back().count;
  }
  return pairs;
}

std::vector<Pair> all_pairs(par::Session& session, const std::vector<Pair>& mine) {
  std::vector<Pair> all;
  for (const auto& bytes : par::gather_all(session.comm(), std::as_bytes(std::span(mine)))) {
    const auto before = all.size();
    all.resize(before + bytes.size() / sizeof(Pair));
    if (!bytes.empty()) std::memcpy(all.data() + before, bytes.data(), bytes.size());
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::vector<assemble::Matched::Border> borders_of(par::Session& session,
                                                  const std::vector<assemble::MatchSet>& sets,
                                                  const MatchLine& line, ScratchFile& scratch,
                                                  std::vector<Twin> twins, std::int64_t memory) {
  const auto mine = gathered(session, twins, memory);
  twins = {};
  const auto pairs = all_pairs(session, pairs_in(mine));
  std::vector<assemble::Matched::Border> borders;
  std::vector<std::int64_t> offsets;
  for (const auto& pair : pairs) {
    const auto& a = line.stretches()[static_cast<std::size_t>(pair.a)];
    const auto& b = line.stretches()[static_cast<std::size_t>(pair.b)];
    const auto& what = sets[static_cast<std::size_t>(a.set)].what;
    offsets.push_back(scratch.add_room(16 * pair.count));
    borders.push_back({.set = a.set,
                       .a = a.member,
                       .b = b.member,
                       .here = scratch.add_array(what, offsets.back(), pair.count),
                       .there = scratch.add_array(what, offsets.back() + 8 * pair.count, pair.count)});
  }
  if (pairs.empty()) return borders;
  scratch.settle();
  par::collectively(session.comm(), step_name, [&] {
    auto twin = mine.begin();
    for (std::size_t i = 0; i < pairs.size() && twin != mine.end(); ++i) {
      if (twin->a != pairs[i].a || twin->b != pairs[i].b) continue;
      std::vector<std::int64_t> lists(static_cast<std::size_t>(2 * pairs[i].count));
      for (std::int64_t k = 0; k < pairs[i].count; ++k, ++twin) {
        lists[static_cast<std::size_t>(k)] = twin->here;
        lists[static_cast<std::size_t>(k + pairs[i].count)] = twin->there;
      }
      scratch.write(offsets[i], lists);
    }
  });
  scratch.settle();
  return borders;
}

}  // namespace pcgns::move

#include <algorithm>
#include <cstring>

#include "pcgns/deal/ask.hpp"
#include "pcgns/deal/ordering.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

/// What a part has, on its way to its place among all that all parts have.
struct Item {
  std::int64_t part = 0;
  OrderKey key;
  std::int64_t entity = 0;

  friend auto operator<=>(const Item&, const Item&) = default;
};

struct Placed {
  std::int64_t part = 0;
  std::int64_t entity = 0;
  std::int64_t position = 0;
};

/// Samples of each rank, for a cut into as many equal pieces as there are ranks.
constexpr std::int64_t most_samples = 64;

/// What each rank but the first begins with.
std::vector<Item> splitters_of(par::Session& session, const std::vector<Item>& sorted) {
  const auto count = std::ssize(sorted);
  std::vector<Item> samples;
  for (std::int64_t i = 0; i < std::min(count, most_samples); ++i)
    samples.push_back(sorted[static_cast<std::size_t>(i * count / std::min(count, most_samples))]);
  std::vector<Item> all;
  for (const auto& bytes : par::gather_all(session.comm(), std::as_bytes(std::span(samples)))) {
    const auto before = all.size();
    all.resize(before + bytes.size() / sizeof(Item));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(all.data() + before), bytes.data(), bytes.size());
  }
  std::sort(all.begin(), all.end());
  std::vector<Item> splitters;
  for (std::int64_t rank = 1; rank < session.size() && !all.empty(); ++rank)
    splitters.push_back(all[static_cast<std::size_t>(rank * std::ssize(all) / session.size())]);
  return splitters;
}

std::vector<Item> items_of(const Dealing& dealing, std::span<const OrderKey> keys) {
  std::vector<Item> items;
  for (const auto& [entity, part] : pairs_of(dealing)) items.push_back({part, keys[items.size()], entity});
  std::sort(items.begin(), items.end());
  return items;
}

/// Where the items of this rank stand among all.
std::vector<Placed> placed(par::Session& session, move::Exchange& exchange, const Dealing& dealing,
                           std::vector<Item> items) {
  const auto splitters = splitters_of(session, items);
  std::vector<Item> received;
  mesh::post<Item>(
      session, exchange, items,
      [&](const Item& item) {
        return static_cast<int>(std::upper_bound(splitters.begin(), splitters.end(), item) -
                                splitters.begin());
      },
      [&](const Item& item) { received.push_back(item); });
  std::sort(received.begin(), received.end());
  std::vector<std::int64_t> count(1, std::ssize(received));
  auto position = sums_before(session, count).front();
  std::vector<Placed> all;
  for (const auto& item : received) all.push_back({item.part, item.entity, position++});
  std::vector<Placed> mine;
  mesh::post<Placed>(
      session, exchange, all, [&](const Placed& place) { return dealing.owner_of(place.entity); },
      [&](const Placed& place) { mine.push_back(place); });
  return mine;
}

}  // namespace

void order_by(par::Session& session, Dealing& dealing, std::span<const OrderKey> keys) {
  move::Exchange exchange(session, memory_for_messages);
  const auto mine = placed(session, exchange, dealing, items_of(dealing, keys));
  // Where what a part has begins, and how many of its own stand before its ghosts.
  std::vector<std::int64_t> shifts;
  std::int64_t begin = 0;
  for (std::size_t part = 0; part < dealing.totals.size(); ++part) {
    const auto ghosts = static_cast<std::size_t>(dealing.ghosts);
    shifts.push_back((ghosts > 0 && part >= ghosts ? dealing.totals[part - ghosts] : 0) - begin);
    begin += dealing.totals[part];
  }
  for (const auto& place : mine) {
    const auto slots = dealing.slots(place.entity - dealing.mine.begin);
    const auto first = dealing.parts.begin() + slots.begin;
    const auto found = std::lower_bound(first, dealing.parts.begin() + slots.end, place.part);
    dealing.indices[static_cast<std::size_t>(found - dealing.parts.begin())] =
        place.position + shifts[static_cast<std::size_t>(place.part)];
  }
  dealing.is_ordered = true;
}

}  // namespace pcgns::deal

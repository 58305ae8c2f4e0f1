#include "pcgns/verify/check/run/repeated.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::verify::check {

namespace {

struct Entry {
  std::int64_t value = 0;
  std::int64_t place = 0;
};

/// Sends equal values to the same rank.
std::vector<Entry> entries_of(par::Session& session, std::span<const std::int64_t> values,
                              std::int64_t begin) {
  const auto entry_at = [&](std::size_t i) { return Entry{values[i], begin + static_cast<std::int64_t>(i)}; };
  const auto ranks = static_cast<std::uint64_t>(session.size());
  std::vector<Entry> received;
  par::Exchange exchange(session);
  par::scatter_to_owners(
      exchange, values.size(), entry_at,
      [&](const Entry& entry) { return static_cast<int>(static_cast<std::uint64_t>(entry.value) % ranks); },
      [&](const Entry& entry) { received.push_back(entry); });
  return received;
}

}  // namespace

Repeated repeated(par::Session& session, std::span<const std::int64_t> values, std::int64_t begin) {
  auto entries = entries_of(session, values, begin);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.value != b.value ? a.value < b.value : a.place < b.place;
  });
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  Repeated mine{.count = 0, .first = none, .value = 0};
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].value != entries[i - 1].value) continue;
    ++mine.count;
    if (entries[i].place < mine.first) {
      mine.first = entries[i].place;
      mine.value = entries[i].value;
    }
  }
  const auto first = par::all_min(session.comm(), mine.first);
  Repeated all{.count = par::all_sum(session.comm(), mine.count)};
  // Only one rank has it; the others add zero.
  all.value = par::all_sum(session.comm(), mine.first == first && first != none ? mine.value : 0);
  if (first != none) all.first = first;
  return all;
}

}  // namespace pcgns::verify::check

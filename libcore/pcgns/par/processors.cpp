#include "pcgns/par/processors.hpp"

#include <algorithm>
#include <span>
#include <thread>
#include <tuple>

#include "pcgns/par/collective.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace pcgns::par {

namespace {

using Mask = OnProcessor::Mask;
constexpr std::size_t most_processors = 64 * std::tuple_size_v<Mask>;

bool has(std::span<const std::uint64_t> words, std::size_t number) {
  return (words[number / 64] >> (number % 64) & 1U) != 0;
}

#ifdef __linux__

/// Empty if there are more processors than it has bits for.
Mask allowed_here() {
  Mask mask = {};
  if (sched_getaffinity(0, sizeof mask, reinterpret_cast<cpu_set_t*>(mask.data())) != 0) return {};
  return mask;
}

bool allow(const Mask& mask) {
  return sched_setaffinity(0, sizeof mask, reinterpret_cast<const cpu_set_t*>(mask.data())) == 0;
}

#else

Mask allowed_here() { return {}; }
bool allow(const Mask&) { return false; }

#endif

}  // namespace

Processors find_processors(MPI_Comm node) {
  const auto mine = allowed_here();
  // Which some may use, and then which some may not.
  std::array<std::uint64_t, 2 * std::tuple_size_v<Mask>> words = {};
  const auto rest = std::copy(mine.begin(), mine.end(), words.begin());
  std::transform(mine.begin(), mine.end(), rest, [](std::uint64_t word) { return ~word; });
  or_over_ranks(node, words);

  Processors processors;
  bool is_anybody_bound = false;
  for (std::size_t number = 0; number < most_processors; ++number) {
    if (!has(words, number)) continue;
    processors.numbers.push_back(static_cast<int>(number));
    is_anybody_bound = is_anybody_bound || has(words, most_processors + number);
  }
  const bool is_known = !processors.numbers.empty();
  processors.count = std::max(
      static_cast<int>(is_known ? processors.numbers.size() : std::thread::hardware_concurrency()), 1);
  processors.all_may_use_all = is_known && !is_anybody_bound;
  return processors;
}

OnProcessor::OnProcessor(int number) {
  if (number < 0) return;
  const auto before = allowed_here();
  Mask one = {};
  const auto place = static_cast<std::size_t>(number);
  one.at(place / 64) = std::uint64_t{1} << (place % 64);
  if (allow(one)) before_ = before;
}

OnProcessor::~OnProcessor() {
  if (before_) allow(*before_);
}

}  // namespace pcgns::par

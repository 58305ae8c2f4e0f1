#include "pcgns-bench/scenario/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns-bench/scenario/comparison.hpp"
#include "pcgns-bench/scenario/statistics.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

/// One in twenty sentences may be wrong.
constexpr double risk = 0.025;
/// The upper bound: each rank writes what it has in one piece.
constexpr std::string_view bound = "posix";
/// Files in no form that anybody else reads, and a plain copy.
constexpr std::array<std::string_view, 3> not_cgns = {bound, "file-per-process", "copy"};
constexpr std::array<std::string_view, 2> with_aggregators = {"queue", "relay"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

double median_of(const EngineTimes* times) { return statistics_of(times->seconds).median; }

/// Fastest first.
std::vector<const EngineTimes*> candidates(std::span<const EngineTimes> times) {
  std::vector<const EngineTimes*> found;
  for (const auto& one : times)
    if (!one.seconds.empty() && !contains(not_cgns, one.engine)) found.push_back(&one);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return median_of(a) < median_of(b); });
  return found;
}

std::string named(const EngineTimes& times, const Circumstances& circumstances) {
  const auto count = circumstances.aggregators_per_node;
  if (count == 0 || !contains(with_aggregators, times.engine)) return times.engine;
  return fmt::format("{} and {} per node", times.engine, plural(count, "aggregator"));
}

/// What comes first: how the fastest engine compares with the next one.
std::string choice(std::string_view what, const EngineTimes& best, const EngineTimes& next,
                   const Circumstances& circumstances) {
  const auto ratio = ratio_of(best.seconds, next.seconds, risk);
  switch (verdict_of(ratio, {})) {
    case Verdict::slower:
      return fmt::format("{} with {}: {} takes {:.2f} times as long", what, named(best, circumstances),
                         next.engine, ratio.value);
    case Verdict::not_slower:
    case Verdict::faster:
      return fmt::format("{} with {} or {}, which take equally long", what, named(best, circumstances),
                         next.engine);
    case Verdict::cannot_tell:
      break;
  }
  return fmt::format("cannot tell whether to {} with {} or {}: the times scatter too much, repeat more often",
                     what, best.engine, next.engine);
}

std::string limit(const EngineTimes& best, const EngineTimes& least, const Circumstances& circumstances) {
  const auto ratio = ratio_of(least.seconds, best.seconds, risk);
  const auto* const device = circumstances.reaches_device ? "the device" : "the page cache";
  switch (verdict_of(ratio, {})) {
    case Verdict::slower:
      return fmt::format(
          "the limit here is the way of the data, which takes {:.2f} times as long as {} alone", ratio.value,
          device);
    case Verdict::not_slower:
    case Verdict::faster:
      return fmt::format("the limit here is {}", device);
    case Verdict::cannot_tell:
      break;
  }
  return "cannot tell what the limit is";
}

}  // namespace

std::string advice(std::string_view what, std::span<const EngineTimes> times,
                   const Circumstances& circumstances) {
  const auto engines = candidates(times);
  if (engines.empty()) return {};
  const auto& best = *engines.front();
  const bool has_others = std::ranges::any_of(
      times, [](const EngineTimes& one) { return !one.seconds.empty() && contains(not_cgns, one.engine); });
  const auto* const others = has_others ? " (posix, file-per-process and copy are bounds, not choices)" : "";
  auto text = engines.size() == 1 ? fmt::format(
                                        "{} with {}: there is no other engine to choose from{}; compare with "
                                        "--engines queue,direct,hdf5-collective",
                                        what, named(best, circumstances), others)
                                  : choice(what, best, *engines[1], circumstances);
  const auto least = std::ranges::find(times, bound, &EngineTimes::engine);
  if (least != times.end() && !least->seconds.empty()) text += "; " + limit(best, *least, circumstances);
  return text;
}

}  // namespace pcgns::bench

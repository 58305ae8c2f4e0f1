#include "pcgns/partition/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "pcgns/partition/box_cutter.hpp"

namespace pcgns::partition {

namespace {

constexpr std::string_view directions = "ijk";
/// So many numbers of parts above what is asked for are tried.
constexpr std::int64_t tries_above = 8;

int levels_of(std::int64_t align) { return std::countr_zero(static_cast<std::uint64_t>(align)); }

/// One of the options, and what is left without it.
struct Rule {
  std::string name;
  Constraints without;
  bool keeps_patches = true;  ///< False: without patches.
};

std::vector<Rule> rules_of(const Constraints& constraints, bool has_patches) {
  std::vector<Rule> rules;
  const auto add = [&](std::string name) -> Constraints& {
    return rules.emplace_back(Rule{std::move(name), constraints}).without;
  };
  if (constraints.least > 1) add(fmt::format("--min-cells {}", constraints.least)).least = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!constraints.splits[d]) add(fmt::format("--no-split {}", directions[d])).splits[d] = true;
  }
  if (constraints.align > 1) add(fmt::format("--multigrid {}", levels_of(constraints.align))).align = 1;
  if (has_patches) {
    add("--no-split BC");
    rules.back().keeps_patches = false;
  }
  return rules;
}

/// The options without one of which more parts of the zone would be possible; all, if it takes several.
std::vector<std::string> names_of(const ZoneSize& zone, const Constraints& constraints,
                                  std::int64_t possible) {
  const Block cells = {{0, 0, 0}, zone.cells};
  const std::vector<Patch> none;
  std::vector<std::string> all;
  std::vector<std::string> found;
  for (const auto& rule : rules_of(constraints, !zone.whole.empty())) {
    all.push_back(rule.name);
    if (BoxCutter(rule.without, rule.keeps_patches ? zone.whole : none).most(cells) > possible)
      found.push_back(rule.name);
  }
  if (all.empty()) all.emplace_back("one part of a zone on a rank (--style seacas)");
  return found.empty() ? all : found;
}

bool can_be(const std::vector<ZoneSize>& zones, std::int64_t partitions, const Constraints& constraints) {
  Decomposition trial{.partitions = partitions, .zones = zones, .parts = {}};
  return !pack(trial, constraints, false);
}

/// The largest number below `above` for which `holds`, which it does for small ones; 0 if there is none.
std::int64_t largest_below(std::int64_t above, const std::function<bool(std::int64_t)>& holds) {
  std::int64_t good = 0;
  while (above - good > 1) {
    const auto middle = good + (above - good) / 2;
    (holds(middle) ? good : above) = middle;
  }
  return good;
}

/// What can be instead, as options; the nearest of each kind.
std::vector<std::string> choices_of(const std::vector<ZoneSize>& zones, std::int64_t partitions,
                                    const Constraints& constraints) {
  std::vector<std::string> choices;
  const auto parts = [&](std::int64_t n) { return can_be(zones, n, constraints); };
  if (const auto fewer = largest_below(partitions, parts); fewer > 0)
    choices.push_back(fmt::format("--parts {}", fewer));
  for (auto more = partitions + 1; more <= partitions + tries_above; ++more) {
    if (!parts(more)) continue;
    choices.push_back(fmt::format("--parts {}", more));
    break;
  }
  auto changed = constraints;
  const auto thinner = [&](std::int64_t least) {
    changed.least = least;
    return can_be(zones, partitions, changed);
  };
  if (const auto least = largest_below(constraints.least, thinner); least > 0)
    choices.push_back(fmt::format("--min-cells {}", least));
  changed = constraints;
  while (changed.align > 1) {
    changed.align /= 2;
    if (!can_be(zones, partitions, changed)) continue;
    choices.push_back(fmt::format("--multigrid {}", levels_of(changed.align)));
    break;
  }
  return choices;
}

/// What a plan breaks, part by part.
class Inspector {
 public:
  Inspector(const Decomposition& plan, const Constraints& constraints)
      : plan_(plan), constraints_(constraints) {}

  std::optional<Breach> run() {
    for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
      const auto& part = plan_.parts[i];
      const auto& zone = plan_.zones[static_cast<std::size_t>(part.zone)];
      auto why = why_cut(part, zone);
      if (why.empty()) why = why_split(part, zone);
      if (why.empty() && constraints_.one_part_per_zone) why = why_second(part);
      if (!why.empty()) return Breach{i, fmt::format("{}: {}{}", zone.path, why, advice())};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string why_cut(const Part& part, const ZoneSize& zone) const {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto begin = part.cells.begin[d];
      const auto size = part.cells.size(d);
      const auto least = std::min(constraints_.least, zone.cells[d]);
      if (size < least) {
        return fmt::format("has {} cells along {}, and --min-cells is {}", size, directions[d],
                           constraints_.least);
      }
      if (!constraints_.splits[d] && size < zone.cells[d]) {
        return fmt::format("has {} of {} cells along {}, in spite of --no-split {}", size, zone.cells[d],
                           directions[d], directions[d]);
      }
      if (begin % constraints_.align != 0) {
        return fmt::format("begins after {} cells along {}, which is no multiple of {} (--multigrid {})",
                           begin, directions[d], constraints_.align, levels_of(constraints_.align));
      }
    }
    return {};
  }

  [[nodiscard]] static std::string why_split(const Part& part, const ZoneSize& zone) {
    const auto found = std::find_if(zone.whole.begin(), zone.whole.end(),
                                    [&](const Patch& patch) { return splits(part.cells, patch); });
    if (found == zone.whole.end()) return {};
    return fmt::format("has a piece of {}, in spite of --no-split BC", found->name);
  }

  [[nodiscard]] std::string why_second(const Part& part) {
    const auto [first, is_new] = first_.try_emplace({part.zone, part.rank}, &part - plan_.parts.data());
    if (is_new) return {};
    return fmt::format("is on rank {}, as /parts/{} of the zone is, and --style seacas has one at most",
                       part.rank, first->second);
  }

  /// Which numbers of parts keep the constraints.
  [[nodiscard]] std::string advice() const {
    const auto holds = [&](std::int64_t n) { return can_be(plan_.zones, n, constraints_); };
    if (holds(plan_.partitions))
      return fmt::format("; --parts {} keeps it, without the plan", plan_.partitions);
    const auto fewer = largest_below(plan_.partitions, holds);
    return fewer > 0 ? fmt::format("; --parts {} keeps it, without the plan", fewer) : std::string();
  }

  const Decomposition& plan_;
  const Constraints& constraints_;
  std::map<std::pair<int, std::int64_t>, std::ptrdiff_t> first_;
};

}  // namespace

Error conflict_error(const std::vector<ZoneSize>& zones, std::int64_t partitions,
                     const Constraints& constraints, const Conflict& conflict) {
  const auto& zone = zones[static_cast<std::size_t>(conflict.zone)];
  const auto names = names_of(zone, constraints, conflict.possible);
  const auto choices = choices_of(zones, partitions, constraints);
  const auto possible = conflict.possible == 1 ? "1 part is" : fmt::format("{} parts are", conflict.possible);
  const auto advice = choices.empty() ? "" : fmt::format("; try {}", fmt::join(choices, " or "));
  return Error(ErrorKind::usage, fmt::format("{}: {}: {} possible, not {}{}", zone.path,
                                             fmt::join(names, ", "), possible, conflict.wanted, advice));
}

std::optional<Breach> breach_of(const Decomposition& decomposition, const Constraints& constraints) {
  return Inspector(decomposition, constraints).run();
}

}  // namespace pcgns::partition

#include "pcgns/partition/plan/constraints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "pcgns/partition/plan/box_cutter.hpp"

namespace pcgns::partition {

namespace {

constexpr std::array<bool, 3> all_directions = {true, true, true};
/// Excess over the mean load above which a piece is cut once more.
constexpr double tolerance = 0.01;
/// The same where only a thin slab would help.
constexpr double tolerance_of_slabs = 0.05;
/// Maximum number of rounds of such cuts.
constexpr int most_repairs = 6;
/// Minimum thickness of a slab cut only for balance, relative to the side of a mean piece.
constexpr double thinnest_slab = 0.25;

/// Load of each rank, least loaded first.
class Loads {
 public:
  explicit Loads(std::int64_t ranks) : cells_(static_cast<std::size_t>(ranks)) {
    for (std::int64_t rank = 0; rank < ranks; ++rank) order_.emplace(0, rank);
  }

  [[nodiscard]] std::int64_t of(std::int64_t rank) const { return cells_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const std::set<std::pair<std::int64_t, std::int64_t>>& ascending() const { return order_; }
  void add(std::int64_t rank, std::int64_t cells) {
    auto& load = cells_[static_cast<std::size_t>(rank)];
    order_.erase({load, rank});
    load += cells;
    order_.emplace(load, rank);
  }

 private:
  std::vector<std::int64_t> cells_;
  std::set<std::pair<std::int64_t, std::int64_t>> order_;
};

/// Cells not yet assigned to a rank.
struct BoxToCut {
  int zone = 0;
  Block cells;
};

class Packer {
 public:
  Packer(Decomposition& result, const Constraints& constraints)
      : result_(result), constraints_(constraints), loads_(result.partitions) {
    auto total = static_cast<double>(constraints.other_cells);
    for (const auto& zone : result.zones) {
      total += static_cast<double>(zone.cell_count());
      cutters_.emplace_back(constraints, zone.whole);
    }
    mean_ = total / static_cast<double>(result.partitions);
  }

  std::optional<Conflict> run() {
    for (std::size_t zone = 0; zone < result_.zones.size() && !conflict_; ++zone)
      cut_large(static_cast<int>(zone));
    if (!conflict_) pack();
    return conflict_;
  }

  void even_out() {
    for (int i = 0; i < most_repairs && share_more(); ++i) {
    }
  }

 private:
  [[nodiscard]] const BoxCutter& cutter(int zone) const { return cutters_[static_cast<std::size_t>(zone)]; }

  /// Cuts a large zone into equal pieces for the ranks that it fills alone; the remainder is assigned later.
  void cut_large(int zone) {
    const Block cells = {{0, 0, 0}, result_.zones[static_cast<std::size_t>(zone)].cells};
    if (constraints_.whole_zones) return waiting_.push_back({zone, cells});
    const double ranks = static_cast<double>(cells.count()) / mean_;
    const auto nearest = std::llround(ranks);
    const bool fills = nearest >= 1 && std::abs(ranks / static_cast<double>(nearest) - 1) <= tolerance;
    if (fills && next_ + nearest <= result_.partitions) return add_parts(zone, cells, nearest);
    const auto below = static_cast<std::int64_t>(ranks);
    if (below < 1 || next_ + below > result_.partitions) return waiting_.push_back({zone, cells});
    const auto [first, second] = cutter(zone).slice(cells, static_cast<double>(below) / ranks);
    add_parts(zone, first, below);
    if (!second.empty()) waiting_.push_back({zone, second});
  }

  void add_parts(int zone, const Block& cells, std::int64_t count) {
    const auto most = cutter(zone).most(cells);
    if (count > most && is_constrained(zone) && !constraints_.leaves_empty) {
      conflict_ = {.zone = zone, .wanted = count, .possible = most};
      return;
    }
    for (const auto& box : cutter(zone).cut(cells, std::min(count, most))) add(zone, box, next_++);
  }

  [[nodiscard]] bool is_constrained(int zone) const {
    return constraints_.least > 1 || constraints_.align > 1 || constraints_.splits != all_directions ||
           !result_.zones[static_cast<std::size_t>(zone)].whole.empty();
  }

  void add(int zone, const Block& cells, std::int64_t rank) {
    result_.pieces.push_back({.zone = zone, .rank = rank, .cells = cells});
    loads_.add(rank, cells.count());
    if (constraints_.one_piece_per_zone) taken_.emplace(rank, zone);
  }

  /// Assigns the largest piece first, each to the least loaded rank.
  void pack() {
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const BoxToCut& a, const BoxToCut& b) { return a.cells.count() > b.cells.count(); });
    for (const auto& [zone, cells] : waiting_) {
      const auto rank = lightest_for(zone);
      if (!rank) {
        conflict_ = {.zone = zone, .wanted = result_.partitions + 1, .possible = result_.partitions};
        return;
      }
      add(zone, cells, *rank);
    }
  }

  /// Nothing if every rank already has its piece of the zone.
  [[nodiscard]] std::optional<std::int64_t> lightest_for(int zone) const {
    for (const auto& [load, rank] : loads_.ascending()) {
      if (!taken_.contains({rank, zone})) return rank;
    }
    return std::nullopt;
  }

  /// Moves load from overloaded to underloaded ranks, one cut each; false if this gained nothing.
  bool share_more() {
    bool gained = false;
    const auto count = result_.pieces.size();
    for (std::size_t i = 0; i < count; ++i) gained = give(i) || gained;
    return gained;
  }

  bool give(std::size_t index) {
    const auto piece = result_.pieces[index];
    if (constraints_.whole_zones) return false;
    const double excess = static_cast<double>(loads_.of(piece.rank)) - mean_;
    if (excess <= tolerance * mean_) return false;
    const bool may_be_thin = excess > tolerance_of_slabs * mean_;
    const auto to = lightest_for(piece.zone);
    if (!to) return false;
    const double goes = std::min(excess, mean_ - static_cast<double>(loads_.of(*to)));
    if (goes <= 0 || goes >= static_cast<double>(piece.cells.count())) return false;
    const auto [kept, given] =
        cutter(piece.zone).slice(piece.cells, 1 - goes / static_cast<double>(piece.cells.count()));
    if (given.empty() || (!may_be_thin && (is_sliver(piece.zone, given) || is_sliver(piece.zone, kept))))
      return false;
    if (loads_.of(*to) + given.count() >= loads_.of(piece.rank)) return false;
    result_.pieces[index].cells = kept;
    loads_.add(piece.rank, -given.count());
    add(piece.zone, given, *to);
    return true;
  }

  /// Checks the axes of the zone only.
  [[nodiscard]] bool is_sliver(int zone, const Block& cells) const {
    const auto& whole = result_.zones[static_cast<std::size_t>(zone)].cells;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto side = static_cast<double>(cells.size(d));
      if (whole[d] > 1 && side < thinnest_slab * std::cbrt(mean_)) return true;
    }
    return false;
  }

  Decomposition& result_;
  const Constraints& constraints_;
  std::vector<BoxCutter> cutters_;  ///< By zone.
  std::optional<Conflict> conflict_;
  Loads loads_;
  double mean_ = 0;
  std::int64_t next_ = 0;  ///< First rank not filled by a single zone.
  std::vector<BoxToCut> waiting_;
  std::set<std::pair<std::int64_t, int>> taken_;  ///< Pairs of rank and zone, if a rank may have only one
                                                  ///< piece of a zone.
};

}  // namespace

std::optional<Conflict> pack(Decomposition& decomposition, const Constraints& constraints, bool evenly) {
  Packer packer(decomposition, constraints);
  const auto conflict = packer.run();
  if (!conflict && evenly) packer.even_out();
  return conflict;
}

namespace {

constexpr std::string_view directions = "ijk";
/// How many numbers of parts above the requested one are tried.
constexpr std::int64_t tries_above = 8;

int levels_of(std::int64_t align) { return std::countr_zero(static_cast<std::uint64_t>(align)); }

/// One option, and the constraints without it.
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

/// The options whose removal alone would allow more pieces of the zone; all, if there is no such option.
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
  if (all.empty()) all.emplace_back("one piece of a zone per rank (--style seacas)");
  return found.empty() ? all : found;
}

bool can_be(const std::vector<ZoneSize>& zones, std::int64_t partitions, const Constraints& constraints) {
  Decomposition trial{.partitions = partitions, .zones = zones, .pieces = {}};
  return !pack(trial, constraints, false);
}

/// The largest number below `above` for which `holds`; 0 if there is none. @pre `holds` is true for small
/// numbers.
std::int64_t largest_below(std::int64_t above, const std::function<bool(std::int64_t)>& holds) {
  std::int64_t good = 0;
  while (above - good > 1) {
    const auto middle = good + (above - good) / 2;
    (holds(middle) ? good : above) = middle;
  }
  return good;
}

/// Alternatives, as options; the nearest of each kind.
std::vector<std::string> choices_of(const std::vector<ZoneSize>& zones, std::int64_t partitions,
                                    const Constraints& constraints) {
  std::vector<std::string> choices;
  const auto pieces = [&](std::int64_t n) { return can_be(zones, n, constraints); };
  if (const auto fewer = largest_below(partitions, pieces); fewer > 0)
    choices.push_back(fmt::format("--parts {}", fewer));
  for (auto more = partitions + 1; more <= partitions + tries_above; ++more) {
    if (!pieces(more)) continue;
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

/// Checks a given plan against the constraints, piece by piece.
class Inspector {
 public:
  Inspector(const Decomposition& plan, const Constraints& constraints)
      : plan_(plan), constraints_(constraints) {}

  std::optional<Breach> run() {
    for (std::size_t i = 0; i < plan_.pieces.size(); ++i) {
      const auto& piece = plan_.pieces[i];
      const auto& zone = plan_.zones[static_cast<std::size_t>(piece.zone)];
      auto why = why_cut(piece, zone);
      if (why.empty()) why = why_split(piece, zone);
      if (why.empty() && constraints_.one_piece_per_zone) why = why_second(piece);
      if (!why.empty()) return Breach{i, fmt::format("{}: {}{}", zone.path, why, advice())};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string why_cut(const StructuredPiece& piece, const ZoneSize& zone) const {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto begin = piece.cells.begin[d];
      const auto size = piece.cells.size(d);
      const auto least = std::min(constraints_.least, zone.cells[d]);
      if (size < least) {
        return fmt::format("has {} cells along {}, and --min-cells is {}", size, directions[d],
                           constraints_.least);
      }
      if (!constraints_.splits[d] && size < zone.cells[d]) {
        return fmt::format("has {} of {} cells along {}, which violates --no-split {}", size, zone.cells[d],
                           directions[d], directions[d]);
      }
      if (begin % constraints_.align != 0) {
        return fmt::format("starts after {} cells along {}, which is not a multiple of {} (--multigrid {})",
                           begin, directions[d], constraints_.align, levels_of(constraints_.align));
      }
    }
    return {};
  }

  [[nodiscard]] static std::string why_split(const StructuredPiece& piece, const ZoneSize& zone) {
    const auto found = std::find_if(zone.whole.begin(), zone.whole.end(),
                                    [&](const Patch& patch) { return splits(piece.cells, patch); });
    if (found == zone.whole.end()) return {};
    return fmt::format("splits {}, which violates --no-split BC", found->name);
  }

  [[nodiscard]] std::string why_second(const StructuredPiece& piece) {
    const auto [first, is_new] = first_.try_emplace({piece.zone, piece.rank}, &piece - plan_.pieces.data());
    if (is_new) return {};
    return fmt::format("is on rank {}, like /parts/{} of the zone, but --style seacas allows one", piece.rank,
                       first->second);
  }

  /// Which numbers of parts meet the constraints.
  [[nodiscard]] std::string advice() const {
    const auto holds = [&](std::int64_t n) { return can_be(plan_.zones, n, constraints_); };
    if (holds(plan_.partitions))
      return fmt::format("; --parts {} satisfies it, without the plan", plan_.partitions);
    const auto fewer = largest_below(plan_.partitions, holds);
    return fewer > 0 ? fmt::format("; --parts {} satisfies it, without the plan", fewer) : std::string();
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

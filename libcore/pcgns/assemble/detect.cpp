#include "pcgns/assemble/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pcgns/assemble/assembly_file.hpp"
#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/assemble/whole_zones.hpp"
#include "pcgns/plan/numbered_set.hpp"

namespace pcgns::assemble {

namespace {

using Zones = std::vector<ZoneView>;

/// Says by which convention each zone is a part: that of the strongest marks.
class Classifier {
 public:
  explicit Classifier(const Search& search)
      : search_(search), own_bases_(bases_with_own_marks(search.inputs)) {}

  [[nodiscard]] Convention of(const ZoneView& zone) const {
    const auto& node = *zone.zone;
    if (has_maia_marks(node)) {
      const bool own = own_bases_.contains(zone.base->name) && counts(Convention::own);
      if (own) return Convention::own;
      if (counts(Convention::maia)) return Convention::maia;
    }
    if (counts(Convention::cassiopee) && has_cassiopee_marks(node)) return Convention::cassiopee;
    if (counts(Convention::seacas) && has_seacas_marks(node)) return Convention::seacas;
    if (counts(Convention::xcore) && has_xcore_marks(node)) return Convention::xcore;
    return Convention::whole;
  }

 private:
  [[nodiscard]] bool counts(Convention convention) const {
    return search_.request.convention.value_or(convention) == convention;
  }

  const Search& search_;
  std::set<std::string> own_bases_;
};

/// The zones that are parts, all by one convention, and the others.
struct Sorted {
  Convention convention = Convention::whole;
  Zones parts;
  Zones others;
};

Error mixed(const Search& search, const ZoneView& a, Convention by_a, const ZoneView& b, Convention by_b) {
  const auto why = fmt::format(
      "mixed conventions: this is a part by the marks of {}, and {} is one by those "
      "of {}; --convention says which count",
      to_string(by_b), place_of(search.inputs, a), to_string(by_a));
  return coded(error_at(search.inputs, b, "", why), "S0105");
}

Sorted sorted_by_marks(const Search& search, const Zones& zones) {
  const Classifier classifier(search);
  Sorted sorted;
  for (const auto& zone : zones) {
    const auto convention = classifier.of(zone);
    if (convention == Convention::whole) {
      sorted.others.push_back(zone);
      continue;
    }
    if (sorted.convention == Convention::whole) sorted.convention = convention;
    if (convention != sorted.convention) {
      throw mixed(search, sorted.parts.front(), sorted.convention, zone, convention);
    }
    sorted.parts.push_back(zone);
  }
  return sorted;
}

std::vector<Original> originals_of(const Search& search, const Zones& zones, const Sorted& sorted) {
  switch (sorted.convention) {
    case Convention::own:
    case Convention::maia: {
      auto originals = maia_originals(search, sorted.parts, sorted.convention);
      require_all_parts(search, sorted.parts, originals, sorted.convention);
      if (sorted.convention == Convention::own) apply_own_marks(search, zones, originals);
      return originals;
    }
    case Convention::cassiopee: {
      auto originals = cassiopee_originals(search, sorted.parts);
      require_all_parts(search, sorted.parts, originals, sorted.convention);
      return originals;
    }
    case Convention::xcore: {
      auto originals = xcore_originals(search, sorted.parts);
      require_all_parts(search, sorted.parts, originals, sorted.convention);
      return originals;
    }
    case Convention::seacas:
      return seacas_originals(search, sorted.parts);
    case Convention::assembly_file:
    case Convention::coordinates:
    case Convention::whole:
      break;
  }
  std::vector<Original> none;
  const bool own = search.request.convention.value_or(Convention::own) == Convention::own;
  if (own) apply_own_marks(search, zones, none);
  return none;
}

/// A zone without marks whose name is that of a part beside zones with marks.
void require_no_half_marks(const Search& search, const Sorted& sorted) {
  const bool by_maia = sorted.convention == Convention::maia || sorted.convention == Convention::own;
  for (const auto& zone : sorted.others) {
    if (!maia_name(zone.zone->name)) continue;
    if (by_maia) {
      const auto why = fmt::format("mixed conventions: is named as a part of Maia, but has no {}, as {} has",
                                   numbering_name, place_of(search.inputs, sorted.parts.front()));
      throw coded(error_at(search.inputs, zone, "", why), "S0105");
    }
    search.notes.add(plan::Note::Kind::warning, "named as parts",
                     fmt::format("{}: is named as a part of Maia, but has no {}: it stays a zone of its own",
                                 place_of(search.inputs, zone), numbering_name));
  }
}

/// Beside an assembly file, no other marks may count.
void require_no_marks(const Search& search, const Zones& others) {
  const Classifier classifier(search);
  for (const auto& zone : others) {
    const auto convention = classifier.of(zone);
    if (convention == Convention::whole) continue;
    throw error_at(search.inputs, zone, "",
                   fmt::format("mixed conventions: has the marks of {}, and {} does not name it",
                               to_string(convention), search.request.assembly_path));
  }
}

/// A part wins over higher ones where they share points: by rank, then by name.
void sort_parts(Original& original) {
  std::stable_sort(original.parts.begin(), original.parts.end(), [](const Part& a, const Part& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    return plan::natural_less(a.zone->name, b.zone->name);
  });
}

PartSet finished(const Search& search, std::vector<Original> originals, Zones others) {
  if (search.request.match_coordinates) {
    Zones left;
    for (auto& found : originals_to_match(search, others, left)) originals.push_back(std::move(found));
    others = std::move(left);
  }
  require_no_sibling(search, originals, others);
  require_no_namesake(search.inputs, originals);
  require_equal_sizes(search, others);
  for (auto& joined : joined_to_parts(search, originals, others)) originals.push_back(std::move(joined));
  for (auto& original : originals) sort_parts(original);
  return {.originals = std::move(originals)};
}

}  // namespace

PartSet detect(const tree::InputSet& inputs, const Request& request, plan::Notes& notes) {
  const Search search{inputs, request, notes};
  if (request.keep_zones || request.convention == Convention::whole) return {};
  const auto zones = zones_of(inputs);
  if (!request.assembly.empty()) {
    auto found = assembled_by_file(search, zones);
    require_no_marks(search, found.others);
    return finished(search, std::move(found.originals), found.others);
  }
  const auto sorted = sorted_by_marks(search, zones);
  const bool own = request.convention == Convention::own && !bases_with_own_marks(inputs).empty();
  if (sorted.parts.empty() && request.convention && !own) {
    throw Error(ErrorKind::input,
                fmt::format("no zone of the inputs has the marks of {}", to_string(*request.convention)));
  }
  require_no_half_marks(search, sorted);
  return finished(search, originals_of(search, zones, sorted), sorted.others);
}

}  // namespace pcgns::assemble

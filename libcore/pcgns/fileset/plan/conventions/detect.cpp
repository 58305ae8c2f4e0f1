#include "pcgns/fileset/plan/conventions/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/fileset/plan/conventions/assembly_file.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/conventions/own_metadata.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/structured/seacas_interfaces.hpp"

namespace pcgns::fileset {

namespace {

using Zones = std::vector<ZoneView>;

/// True for a zone named like a piece that pcgns-repartition left whole: the metadata of the base record this
/// zone, or do not record the zone that the name suggests.
bool was_left_whole(const ZoneView& zone, const std::optional<PieceName>& name) {
  const auto* metadata = zone.base->child(own_metadata_name);
  if (!name || metadata == nullptr || metadata->link) return false;
  const auto knows = [&](const std::string& wanted) {
    return std::ranges::any_of(metadata->children, [&](const cgns::Node& known) {
      return known.label == "UserDefinedData_t" && zone_in_metadata(known) == wanted;
    });
  };
  return knows(zone.zone->name) || !knows(name->original);
}

/// Finds the convention of each zone: the one with the strongest evidence.
class Classifier {
 public:
  explicit Classifier(const Search& search)
      : search_(search), own_bases_(bases_with_own_metadata(search.inputs)) {}

  [[nodiscard]] Convention of(const ZoneView& zone) const {
    const auto& node = *zone.zone;
    const bool is_in_own_base = own_bases_.contains(zone.base->name) && counts(Convention::own);
    if (has_maia_metadata(node)) {
      if (is_in_own_base) return Convention::own;
      if (counts(Convention::maia)) return Convention::maia;
    }
    if (counts(Convention::cassiopee) && has_cassiopee_metadata(node)) return Convention::cassiopee;
    if (is_in_own_base && was_left_whole(zone, seacas_name(node.name))) return Convention::whole;
    if (counts(Convention::seacas) && has_seacas_metadata(node)) return Convention::seacas;
    if (counts(Convention::xcore) && has_xcore_metadata(node)) return Convention::xcore;
    return Convention::whole;
  }

 private:
  [[nodiscard]] bool counts(Convention convention) const {
    return search_.request.convention.value_or(convention) == convention;
  }

  const Search& search_;
  std::set<std::string> own_bases_;
};

/// Zones sorted into pieces, all of one convention, and others.
struct Sorted {
  Convention convention = Convention::whole;
  Zones pieces;
  Zones others;
};

Error mixed(const Search& search, const ZoneView& a, Convention by_a, const ZoneView& b, Convention by_b) {
  const auto why = fmt::format(
      "mixed conventions: this is a piece according to {}, and {} is one according to {}; --convention "
      "selects one",
      to_string(by_b), place_of(search.inputs, a), to_string(by_a));
  return coded(error_at(search.inputs, b, "", why), "S0105");
}

Sorted sorted_by_metadata(const Search& search, const Zones& zones) {
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
      throw mixed(search, sorted.pieces.front(), sorted.convention, zone, convention);
    }
    sorted.pieces.push_back(zone);
  }
  return sorted;
}

/// True if zones that are named like pieces of SEACAS are whole. All are in one file, which is not one of a
/// set by its name, and nothing shows that they are pieces: no interface at a cut or to a missing piece, no
/// two pieces of one zone, and not one zone for each rank.
bool are_only_named_like_pieces(const Search& search, const Sorted& sorted) {
  const bool may_be = sorted.convention == Convention::seacas && !search.request.convention;
  if (!may_be || search.inputs.files.size() != 1 || file_of_set(search.inputs.files.front().path))
    return false;
  std::set<std::int64_t> ranks;
  std::set<std::string> originals;
  std::set<std::string> pieces;
  for (const auto& zone : sorted.pieces) pieces.insert(zone.zone->name);
  for (const auto& zone : sorted.pieces) {
    const auto name = *seacas_name(zone.zone->name);
    ranks.insert(name.rank);
    const bool is_alone = originals.insert(cgns::join(zone.base->name, name.original)).second;
    if (!is_alone || has_annotated_interfaces(*zone.zone)) return false;
    for (const auto& interface : interfaces_of(*zone.zone))
      if (seacas_name(interface.donor) && !pieces.contains(interface.donor)) return false;
  }
  return ranks.size() == 1 || *ranks.rbegin() + 1 != std::ssize(ranks);
}

/// Zones with names like those of pieces become the whole zones that they are.
void keep_only_named(const Search& search, Sorted& sorted) {
  if (!are_only_named_like_pieces(search, sorted)) return;
  for (const auto& zone : std::exchange(sorted.pieces, {})) {
    search.notes.add(
        plan::Note::Kind::warning, "named like pieces",
        fmt::format("{}: is named like a piece of SEACAS, but nothing else shows that it is one: "
                    "it is kept as a zone; --convention seacas takes it as a piece",
                    place_of(search.inputs, zone)));
    sorted.others.push_back(zone);
  }
  sorted.convention = Convention::whole;
}

std::vector<Original> originals_of(const Search& search, const Zones& zones, const Sorted& sorted) {
  switch (sorted.convention) {
    case Convention::own:
    case Convention::maia: {
      auto originals = maia_originals(search, sorted.pieces, sorted.convention);
      require_all_pieces(search, sorted.pieces, originals, sorted.convention);
      if (sorted.convention == Convention::own) apply_own_metadata(search, zones, originals);
      return originals;
    }
    case Convention::cassiopee: {
      auto originals = cassiopee_originals(search, sorted.pieces);
      require_all_pieces(search, sorted.pieces, originals, sorted.convention);
      return originals;
    }
    case Convention::xcore: {
      auto originals = xcore_originals(search, sorted.pieces);
      require_all_pieces(search, sorted.pieces, originals, sorted.convention);
      return originals;
    }
    case Convention::seacas:
      return seacas_originals(search, sorted.pieces);
    case Convention::assembly_file:
    case Convention::coordinates:
    case Convention::whole:
      break;
  }
  std::vector<Original> none;
  const bool own = search.request.convention.value_or(Convention::own) == Convention::own;
  if (own) apply_own_metadata(search, zones, none);
  return none;
}

/// Rejects zones that are named like a piece but lack the metadata that other zones have.
void require_no_half_metadata(const Search& search, const Sorted& sorted) {
  const bool by_maia = sorted.convention == Convention::maia || sorted.convention == Convention::own;
  for (const auto& zone : sorted.others) {
    const auto name = maia_name(zone.zone->name);
    if (!name || (sorted.convention == Convention::own && was_left_whole(zone, name))) continue;
    if (by_maia) {
      const auto why =
          fmt::format("mixed conventions: is named like a piece of Maia, but does not have {}, unlike {}",
                      numbering_name, place_of(search.inputs, sorted.pieces.front()));
      throw coded(error_at(search.inputs, zone, "", why), "S0105");
    }
    search.notes.add(
        plan::Note::Kind::warning, "named like pieces",
        fmt::format("{}: is named like a piece of Maia, but does not have {}: it is kept as a zone",
                    place_of(search.inputs, zone), numbering_name));
  }
}

/// An assembly file excludes all other partition metadata.
void require_no_metadata(const Search& search, const Zones& others) {
  const Classifier classifier(search);
  for (const auto& zone : others) {
    const auto convention = classifier.of(zone);
    if (convention == Convention::whole) continue;
    throw error_at(search.inputs, zone, "",
                   fmt::format("mixed conventions: has partition metadata of {}, but {} does not describe it",
                               to_string(convention), search.request.assembly_path));
  }
}

/// Zones that links which are kept lead to, as far as they are known.
Zones linked_zones(const cgns::InputSet& inputs) {
  Zones zones;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (const auto& child : inputs.trees[file].children) {
      const auto* const base = child.link ? child.link->outline.get() : &child;
      if (base == nullptr || base->label != "CGNSBase_t") continue;
      for (const auto& zone : base->children) {
        const auto* const known = zone.link ? zone.link->outline.get() : child.link ? &zone : nullptr;
        if (known != nullptr && known->label == "Zone_t")
          zones.push_back({static_cast<int>(file), base, known});
      }
    }
  }
  return zones;
}

/// The output would have the pieces instead of the zone.
void require_no_linked_pieces(const Search& search) {
  auto sorted = sorted_by_metadata(search, linked_zones(search.inputs));
  keep_only_named(search, sorted);
  if (sorted.pieces.empty()) return;
  throw error_at(search.inputs, sorted.pieces.front(), "",
                 sorted.convention == Convention::seacas
                     ? "is a link to a zone named like a piece of SEACAS; split zones require --links copy, "
                       "and --keep-zones keeps links to whole zones"
                     : "is a link to a piece, or to a zone with ghost cells; these require --links copy, "
                       "without --virtual");
}

/// Sorts by rank, then name: earlier pieces supply the values of shared points.
void sort_pieces(Original& original) {
  std::stable_sort(original.pieces.begin(), original.pieces.end(), [](const Piece& a, const Piece& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    return fileset::natural_less(a.zone->name, b.zone->name);
  });
}

/// One file may be the other side of a comparison, whose pieces are matched.
void note_nothing_to_match(const Search& search) {
  const auto& files = search.inputs.files;
  if (files.size() == 1) {
    return search.notes.add(plan::Note::Kind::info, "nothing to match",
                            fmt::format("{}: has no pieces to match by coordinates", files.front().path));
  }
  search.notes.add(
      plan::Note::Kind::warning, "nothing to match",
      "--match-coordinates has no effect: no zone without partition metadata is in several files");
}

PieceSet finished(const Search& search, std::vector<Original> originals, Zones others) {
  if (search.request.match_coordinates) {
    Zones left;
    auto matched = originals_to_match(search, others, left);
    if (matched.empty()) note_nothing_to_match(search);
    for (auto& found : matched) originals.push_back(std::move(found));
    others = std::move(left);
  }
  require_no_sibling(search, originals, others);
  for (auto& zone : renumbered_with_pieces(search, originals, others)) originals.push_back(std::move(zone));
  require_no_namesake(search.inputs, originals);
  require_equal_sizes(search, others);
  for (auto& joined : connected_to_pieces(search, originals, others)) originals.push_back(std::move(joined));
  for (auto& original : originals) sort_pieces(original);
  return {.originals = std::move(originals)};
}

}  // namespace

PieceSet detect(const cgns::InputSet& inputs, const Request& request, Notes& notes,
                const SingleValues& numbers) {
  const Search search{inputs, request, notes, numbers};
  if (request.convention == Convention::whole) return {};
  require_no_linked_pieces(search);
  auto zones = zones_of(inputs);
  std::erase_if(zones, [](const ZoneView& zone) { return is_empty_piece(*zone.zone); });
  if (!request.assembly.empty()) {
    auto found = zones_of_assembly(search, zones);
    require_no_metadata(search, found.others);
    return finished(search, std::move(found.originals), found.others);
  }
  auto sorted = sorted_by_metadata(search, zones);
  keep_only_named(search, sorted);
  const bool own = request.convention == Convention::own && !bases_with_own_metadata(inputs).empty();
  if (sorted.pieces.empty() && request.convention && !own) {
    throw Error(ErrorKind::input, fmt::format("no zone of the inputs has partition metadata of {}",
                                              to_string(*request.convention)));
  }
  require_no_half_metadata(search, sorted);
  return finished(search, originals_of(search, zones, sorted), sorted.others);
}

std::optional<PieceName> xcore_name(std::string_view zone_name) {
  const auto bar = zone_name.rfind('_');
  if (bar == std::string_view::npos || bar == 0) return std::nullopt;
  const auto rank = number_of(zone_name.substr(bar + 1));
  if (!rank) return std::nullopt;
  return PieceName{std::string(zone_name.substr(0, bar)), *rank};
}

bool has_xcore_metadata(const cgns::Node& zone) {
  return std::ranges::any_of(zone.children, [](const cgns::Node& child) {
    return child.label == "ZoneGridConnectivity_t" && child.child("CellLoc2Glob") != nullptr;
  });
}

std::vector<Original> xcore_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals originals(Convention::xcore);
  for (const auto& zone : zones) {
    const auto name = xcore_name(zone.zone->name);
    if (!name) {
      throw error_at(
          search.inputs, zone, "",
          "mixed conventions: has CellLoc2Glob, but is not named <zone>_<rank> like a piece of XCore");
    }
    if (is_structured(*zone.zone)) {
      throw error_at(search.inputs, zone, "", "has CellLoc2Glob of XCore, but is not unstructured");
    }
    auto& original = originals.of(search.inputs, zone, name->original);
    Piece piece{.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name->rank};
    piece.metadata_nodes.emplace_back(cassiopee_rank_path);
    original.pieces.push_back(std::move(piece));
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence = fmt::format("XCore: CellLoc2Glob of {} pieces", original.pieces.size());
  }
  return found;
}

std::vector<Original> originals_to_match(const Search& search, const std::vector<ZoneView>& zones,
                                         std::vector<ZoneView>& others) {
  const auto name_of = [](const ZoneView& zone) {
    const auto named = seacas_name(zone.zone->name);
    return PieceName{named ? named->original : zone.zone->name, named ? named->rank : -1};
  };
  std::map<std::string, int> counts;  // candidate pieces per zone path
  const auto path_of_original = [&](const ZoneView& zone) {
    return cgns::join(zone.base->name, name_of(zone).original);
  };
  for (const auto& zone : zones) ++counts[path_of_original(zone)];
  const auto is_piece = [&](const ZoneView& zone) { return counts[path_of_original(zone)] > 1; };
  Originals originals(Convention::coordinates);
  for (const auto& zone : zones) {
    if (!is_piece(zone)) {
      others.push_back(zone);
      continue;
    }
    const auto name = name_of(zone);
    const auto rank =
        name.rank < 0 ? search.inputs.files[static_cast<std::size_t>(zone.file)].number : name.rank;
    auto& original = originals.of(search.inputs, zone, name.original);
    original.pieces.push_back({.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = rank});
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence =
        fmt::format("coordinates: {} pieces without partition metadata", original.pieces.size());
  }
  return found;
}

}  // namespace pcgns::fileset

#include "pcgns/fileset/plan/conventions/keep_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

/// "Base/Zone" of every piece.
std::unordered_set<std::string> names_of_pieces(const std::vector<Original>& originals) {
  std::unordered_set<std::string> names;
  for (const auto& original : originals) {
    for (const auto& piece : original.pieces) names.insert(cgns::join(piece.base->name, piece.zone->name));
  }
  return names;
}

bool is_connected_to(const std::unordered_set<std::string>& pieces, const ZoneView& zone) {
  for (const auto& interface : interfaces_of(*zone.zone)) {
    if (pieces.contains(cgns::join(interface.base_of_donor(*zone.base), interface.donor))) return true;
  }
  return false;
}

/// In how many files each zone is.
std::unordered_map<std::string, int> counts_of_files(const std::vector<ZoneView>& zones) {
  std::unordered_map<std::string, int> counts;
  for (const auto& zone : zones) ++counts[path_of(zone)];
  return counts;
}

/// Throws if several files have `zone`: each may name other pieces of one donor.
void require_in_one_file(const Search& search, const std::unordered_map<std::string, int>& counts,
                         const ZoneView& zone) {
  const auto count = counts.at(path_of(zone));
  if (count > 1)
    throw error_at(
        search.inputs, zone, "",
        fmt::format("has interfaces to pieces of other zones, and is whole in {} files: expected it "
                    "in one of them",
                    count));
}

}  // namespace

std::vector<Original> renumbered_with_pieces(const Search& search, const std::vector<Original>& originals,
                                             std::vector<ZoneView>& whole) {
  if (originals.empty() || search.request.keep_zones) return {};
  const auto counts = counts_of_files(whole);
  auto pieces = names_of_pieces(originals);
  Originals connected(Convention::coordinates);
  // Zones that are renumbered are as pieces to those that they connect to.
  for (bool grows = true; grows;) {
    grows = false;
    std::erase_if(whole, [&](const ZoneView& zone) {
      if (is_structured(*zone.zone) || !is_connected_to(pieces, zone)) return false;
      require_in_one_file(search, counts, zone);
      const auto& file = search.inputs.files[static_cast<std::size_t>(zone.file)];
      auto& original = connected.of(search.inputs, zone, zone.zone->name);
      original.evidence = "not split, but connected to pieces";
      const auto sizes = cgns::integers_in(zone.zone).value_or(std::vector<std::int64_t>{});
      if (sizes.size() == 3) original.boundary_vertices = sizes[2];
      original.pieces.push_back(
          {.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = file.number});
      pieces.insert(cgns::join(zone.base->name, zone.zone->name));
      return grows = true;
    });
  }
  return connected.take();
}

std::vector<Original> connected_to_pieces(const Search& search, const std::vector<Original>& originals,
                                          const std::vector<ZoneView>& whole) {
  std::vector<Original> joined;
  if (originals.empty()) return joined;
  const auto pieces = names_of_pieces(originals);
  const auto counts = counts_of_files(whole);
  for (const auto& zone : whole) {
    if (!is_structured(*zone.zone) || cgns::is_plane(*zone.zone)) continue;
    const bool is_annotated = originals.front().convention == Convention::cassiopee &&
                              cassiopee_rank(search.inputs, zone).has_value();
    const bool is_connected = is_connected_to(pieces, zone);
    if (!is_annotated && !is_connected) continue;
    if (is_connected && !search.request.keep_zones) require_in_one_file(search, counts, zone);
    const auto extents = extents_of(search.inputs, zone);
    Piece piece{.file = zone.file, .base = zone.base, .zone = zone.zone};
    for (std::size_t d = 0; d < 3; ++d) piece.cells[d] = {0, extents.cells[d]};
    Original original;
    original.base = zone.base->name;
    original.name = zone.zone->name;
    original.convention = originals.front().convention;
    original.evidence = is_annotated ? "Cassiopée: not split" : "not split, but connected to pieces";
    original.dimension = extents.dimension;
    original.cells = extents.cells;
    original.pieces.push_back(std::move(piece));
    joined.push_back(std::move(original));
  }
  return joined;
}

namespace {

using cgns::longest_name;

using Namesakes = std::map<std::string, std::vector<ZoneView>>;  // by "Base/Zone"

Namesakes namesakes_of(const cgns::InputSet& inputs) {
  Namesakes namesakes;
  for (const auto& zone : zones_of(inputs)) {
    namesakes[cgns::join(zone.base->name, zone.zone->name)].push_back(zone);
  }
  std::erase_if(namesakes, [](const auto& entry) { return entry.second.size() < 2; });
  return namesakes;
}

std::vector<int> coordinates_of(const cgns::Node& zone) {
  std::vector<int> arrays;
  for (const auto& grid : zone.children) {
    if (grid.label != "GridCoordinates_t" || grid.link) continue;
    for (const auto& node : grid.children) {
      if (node.is_bulk()) arrays.push_back(node.array);
    }
  }
  return arrays;
}

bool are_equally_large(const cgns::Node& a, const cgns::Node& b) {
  return a.dims == b.dims && a.data == b.data && is_structured(a) == is_structured(b);
}

bool is_same_zone(const Survey& survey, const cgns::Node& a, const cgns::Node& b) {
  if (!are_equally_large(a, b)) return false;
  const auto one = coordinates_of(a);
  const auto other = coordinates_of(b);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [&](int x, int y) {
    const auto hash = survey.contents.find(x);
    const auto other_hash = survey.contents.find(y);
    return hash != survey.contents.end() && other_hash != survey.contents.end() &&
           hash->second == other_hash->second;
  });
}

/// A name that no zone of the base has.
std::string name_of_piece(const std::string& zone, std::int64_t rank, std::set<std::string>& taken) {
  for (std::int64_t i = 0;; ++i) {
    const auto suffix = fmt::format(".P{}.N{}", rank, i);
    const auto room = longest_name - std::min(longest_name, suffix.size());
    auto name = fmt::format("{}{}", cgns::beginning_of(zone, room), suffix);
    if (taken.insert(name).second) return name;
  }
}

/// New name in each file, by base and old name.
using NewNames = std::map<std::pair<std::string, std::string>, std::map<int, std::string>>;

/// New name of a donor; the old name if the piece is ambiguous.
std::string new_donor(const NewNames& names, const std::pair<std::string, std::string>& donor, int file) {
  const auto found = names.find(donor);
  if (found == names.end()) return donor.second;
  const auto in_file = found->second.find(file);
  if (in_file != found->second.end()) return in_file->second;
  return found->second.size() == 1 ? found->second.begin()->second : donor.second;
}

void rename_donors(const cgns::InputSet& inputs, int file, const cgns::Node& base, cgns::Node& zone,
                   const NewNames& names, Notes& notes) {
  for (const auto& interface : interfaces_of(zone)) {
    const std::pair donor{interface.base_of_donor(base), interface.donor};
    if (!names.contains(donor)) continue;
    const auto name = new_donor(names, donor, file);
    if (name == interface.donor) {
      notes.add(
          plan::Note::Kind::warning, "interfaces that connect to several zones",
          error_at(inputs, {file, &base, &zone}, interface.below,
                   fmt::format("connects to {}, which is now several zones in one file", interface.donor))
              .what());
      continue;
    }
    auto& node = *zone.child(interface.below.substr(0, interface.below.find('/')))
                      ->child(interface.below.substr(interface.below.find('/') + 1));
    const auto text = interface.donor_base.empty() ? name : interface.donor_base + "/" + name;
    const auto made = cgns::text_node(node.name, node.label, text);
    node.dims = made.dims;
    node.data = made.data;
  }
}

void rename_in_file(cgns::InputSet& inputs, int file, const NewNames& names, Notes& notes) {
  auto& root = inputs.trees[static_cast<std::size_t>(file)];
  Renamed renamed;
  for (auto& base : root.children) {
    for (auto& zone : base.children) {
      if (!cgns::is_zone(zone.label) || zone.link) continue;
      rename_donors(inputs, file, base, zone, names, notes);
    }
    for (auto& zone : base.children) {
      const auto found = names.find({base.name, zone.name});
      if (!cgns::is_zone(zone.label) || found == names.end()) continue;
      const auto name = found->second.find(file);
      if (name == found->second.end()) continue;
      notes.add(plan::Note::Kind::info, "renamed zones",
                fmt::format("{}:/{}/{}: renamed to {}", inputs.files[static_cast<std::size_t>(file)].path,
                            base.name, zone.name, name->second));
      renamed[cgns::path_of_zone(base.name, zone.name)] = name->second;
      zone.name = name->second;
    }
  }
  rename_in_tables(root, renamed);
}

}  // namespace

std::vector<int> arrays_to_tell_apart(const cgns::InputSet& inputs) {
  std::vector<int> arrays;
  const auto namesakes = namesakes_of(inputs);
  for (const auto& named : namesakes) {
    const auto& zones = named.second;
    const bool alike = std::all_of(zones.begin(), zones.end(), [&](const ZoneView& zone) {
      return are_equally_large(*zones.front().zone, *zone.zone);
    });
    for (std::size_t i = 0; alike && i < zones.size(); ++i) {
      const auto own = coordinates_of(*zones[i].zone);
      arrays.insert(arrays.end(), own.begin(), own.end());
    }
  }
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

void rename_namesakes(cgns::InputSet& inputs, const Survey& survey, bool may_rename, Notes& notes) {
  std::map<std::string, std::set<std::string>> taken;  // by base
  for (const auto& zone : zones_of(inputs)) taken[zone.base->name].insert(zone.zone->name);
  NewNames names;
  const auto namesakes = namesakes_of(inputs);
  for (const auto& named : namesakes) {
    const auto& zones = named.second;
    const bool all_same = std::all_of(zones.begin() + 1, zones.end(), [&](const ZoneView& zone) {
      return is_same_zone(survey, *zones.front().zone, *zone.zone);
    });
    if (all_same) continue;
    if (!may_rename) {
      throw Error(
          ErrorKind::usage,
          fmt::format(
              "--virtual: /{} is in {} files with different content, and linked zones cannot be renamed",
              named.first, zones.size()));
    }
    for (const auto& zone : zones) {
      const auto rank = inputs.files[static_cast<std::size_t>(zone.file)].number;
      names[{zone.base->name, zone.zone->name}][zone.file] =
          name_of_piece(zone.zone->name, rank, taken[zone.base->name]);
    }
  }
  for (int file = 0; !names.empty() && file < static_cast<int>(inputs.trees.size()); ++file) {
    rename_in_file(inputs, file, names, notes);
  }
}

}  // namespace pcgns::fileset

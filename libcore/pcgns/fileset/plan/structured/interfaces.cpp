// interfaces.cpp: removes interfaces between the zone's own pieces, and merges the pieces of the
// others.

#include "pcgns/fileset/plan/structured/interfaces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// "name" of "name.12".
std::string_view without_number(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 && is_digits(name.substr(dot + 1)) ? name.substr(0, dot)
                                                                                     : name;
}

/// True if both sides are pieces of one zone and each point maps to itself.
bool is_between_pieces(const StructuredJob& zone, const InterfacePiece& interface) {
  return interface.donor.original == &zone.original && interface.is_identity() && interface.shift == Index3{};
}

bool is_annotated_as_between_pieces(const StructuredJob& zone, const cgns::Node& interface) {
  const auto* metadata_node = interface.child("Decomp");
  if (metadata_node != nullptr && metadata_node->label == "Descriptor_t") return true;
  return zone.original.convention == Convention::maia && interface.name.starts_with("JN.P") &&
         interface.name.find(".LT.P") != std::string::npos;
}

bool is_of_cut(const StructuredJob& zone, const cgns::Node& interface) {
  return is_annotated_as_between_pieces(zone, interface) && !has_original_name(interface);
}

/// All 1to1 interfaces except those between pieces.
std::vector<InterfacePiece> original_interfaces(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                                                const std::string& below) {
  std::vector<InterfacePiece> interfaces;
  for (const auto& group : groups) {
    for (const auto& at : group.nodes) {
      if (at.node->label != "GridConnectivity1to1_t") continue;
      const auto interface_below = cgns::join(below, group.name);
      auto interface = read_interface(zone, at, interface_below);
      if (!interface) {
        if (!is_of_cut(zone, *at.node))
          add_united(zone, {at}, original_interface_name(zone.original, *at.node));
        continue;
      }
      // A piece of an interface of the zone, which itself may be one of an earlier partition.
      const bool is_of_zone = has_original_name(*at.node);
      if (!is_of_zone && is_between_pieces(zone, *interface)) continue;
      if (!is_of_zone && is_annotated_as_between_pieces(zone, *at.node)) {
        throw zone.error(
            at, interface_below,
            "is an interface between two pieces of one zone, but its points differ in the whole zone");
      }
      add_united(zone, {at}, original_interface_name(zone.original, *at.node));
      interfaces.push_back(*std::move(interface));
    }
  }
  // Order of first occurrence over the pieces, not over the names.
  std::stable_sort(interfaces.begin(), interfaces.end(),
                   [](const InterfacePiece& a, const InterfacePiece& b) { return a.at.piece < b.at.piece; });
  return interfaces;
}

cgns::Node range_node(const StructuredJob& zone, const char* name, const Index3& begin, const Index3& end,
                      cgns::DataType type) {
  std::vector<std::int64_t> values;
  for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(begin[d] + 1);
  for (std::size_t d = 0; d < zone.dimension(); ++d) values.push_back(end[d] + 1);
  auto integers = stored(values, type);
  return {.name = name,
          .label = "IndexRange_t",
          .type = integers.type,
          .dims = {zone.original.dimension, 2},
          .data = std::move(integers.bytes)};
}

/// Range of the owner or of the donor, from first to last point.
cgns::Node range_of(const StructuredJob& zone, const WholeInterface& interface, bool of_donor,
                    cgns::DataType type) {
  Index3 begin = {};
  Index3 end = {};
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    begin[d] = interface.owner.begin[d];
    end[d] = interface.owner.end[d] - 1;
    if (interface.backwards[d]) std::swap(begin[d], end[d]);
  }
  if (!of_donor) return range_node(zone, "PointRange", begin, end, type);
  const auto& first = interface.pieces.front();
  return range_node(zone, "PointRangeDonor", first.donor_point(begin, zone.dimension()),
                    first.donor_point(end, zone.dimension()), type);
}

cgns::Node transform_of(const StructuredJob& zone, const InterfacePiece& interface, const cgns::Node& node) {
  const std::vector<std::int64_t> values(interface.transform.begin(),
                                         interface.transform.begin() + zone.original.dimension);
  return cgns::integer_node(node.name, node.label, {zone.original.dimension}, values, node.type);
}

cgns::Node united_interface(StructuredJob& zone, const WholeInterface& interface, const std::string& below) {
  PieceNodes nodes;
  for (const auto& piece : interface.pieces) nodes.push_back(piece.at);
  const auto& first = interface.pieces.front();
  auto node = cgns::text_node(interface.name, first.at.node->label, first.donor.name);
  for (const auto& at : nodes) fileset::add_extras(node, *at.node);
  auto type = type_of_point_sets(nodes);
  for (const auto& group : grouped(nodes)) {
    const auto& child = group.first();
    const auto child_below = cgns::join(below, group.name);
    if (is_metadata(child) || is_interface_metadata(*first.at.node, child)) continue;
    if (child.name == "PointRange" || child.name == "PointRangeDonor") {
      auto range = range_of(zone, interface, child.name == "PointRangeDonor", type);
      node.children.push_back(completed(zone, std::move(range), group.nodes, child_below));
    } else if (child.name == "Transform") {
      node.children.push_back(completed(zone, transform_of(zone, first, child), group.nodes, child_below));
    } else if (child.name == "GridConnectivityDonorName") {
      node.children.push_back(united_opposite(zone, group, nodes, below));
    } else if (auto united = unite(zone, group.nodes, child_below)) {
      node.children.push_back(*std::move(united));
    }
  }
  add_own_nodes(zone, nodes, below, node);
  return node;
}

/// True if the writer records what interfaces were called before partitioning.
bool are_names_recorded(const Original& original) {
  return original.convention == Convention::own || original.convention == Convention::maia;
}

/// The paths of the donors in `names`, of which pieces may name some with their base and others without.
std::string paths_of_donors(const StructuredJob& zone, const std::string& names) {
  std::string paths;
  std::istringstream words(names);
  for (std::string word; std::getline(words, word, ',');)
    paths += cgns::path_of_zone(zone.original.base, word) + ",";
  return paths;
}

/// The same for the pieces of an interface without donors: those in one plane of the zone. Cassiopée gives a
/// name of its own to each piece of an interface that finds its donors.
std::string key_without_donors(StructuredJob& zone, const PieceNode& at, const std::string& below) {
  const bool is_nameless = finds_donors(zone.original, *at.node);
  const auto name = is_nameless ? std::string() : original_interface_name(zone.original, *at.node);
  auto key = name + "\n" + paths_of_donors(zone, donor_names(zone, at));
  if (const auto* family = at.node->child_labelled("FamilyName_t")) key += "\n" + cgns::text_of(*family);
  for (const auto& region : regions_of(zone, {at}, below)) {
    for (std::size_t d = 0; region.is_box && d < zone.dimension(); ++d) {
      if (region.whole.size(d) == 1) key += fmt::format("\n{}:{}", d, region.whole.begin[d]);
    }
  }
  return key;
}

std::string key_by_name(StructuredJob& zone, const PieceNode& at, const std::string& donors) {
  return original_interface_name(zone.original, *at.node) + "\n" + paths_of_donors(zone, donors);
}

std::string key_of(StructuredJob& zone, const PieceNode& at, const std::string& below) {
  if (lacks_donors(*at.node)) return key_without_donors(zone, at, below);
  return key_by_name(zone, at, donor_of(zone, at, below).name);
}

/// The keys of interfaces with donors, where the names of pieces tell which of them are one.
std::unordered_set<std::string> keys_with_donors(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                                                 const std::string& below) {
  std::unordered_set<std::string> keys;
  if (!are_names_recorded(zone.original)) return keys;
  for (const auto& group : groups) {
    for (const auto& at : group.nodes) {
      if (at.node->label == "GridConnectivity_t" && !lacks_donors(*at.node))
        keys.insert(key_of(zone, at, cgns::join(below, group.name)));
    }
  }
  return keys;
}

/// Other interfaces, grouped by name and donor.
std::vector<PieceGroup> general_interfaces(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                                           const std::string& below) {
  std::vector<PieceGroup> result;
  std::unordered_map<std::string, std::size_t> index;
  const auto with_donors = keys_with_donors(zone, groups, below);
  for (const auto& group : groups) {
    for (const auto& at : group.nodes) {
      if (at.node->label != "GridConnectivity_t") continue;
      const auto name = original_interface_name(zone.original, *at.node);
      auto key = key_of(zone, at, cgns::join(below, group.name));
      const bool is_without = !with_donors.empty() && lacks_donors(*at.node);
      const auto by_name = is_without ? key_by_name(zone, at, donor_names(zone, at)) : std::string();
      if (with_donors.contains(by_name)) key = by_name;
      const auto [found, is_new] = index.try_emplace(key, result.size());
      if (is_new) result.push_back({.name = name, .nodes = {}});
      result[found->second].nodes.push_back(at);
    }
  }
  return result;
}

void add_general_interfaces(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                            const std::string& below, cgns::Node& node) {
  for (auto& group : general_interfaces(zone, groups, below)) {
    std::stable_sort(group.nodes.begin(), group.nodes.end(),
                     [](const PieceNode& a, const PieceNode& b) { return a.piece < b.piece; });
    auto interface = unite_general_interface(zone, group.nodes, group.name, below);
    if (!interface) continue;
    interface->name = unique_name(node, interface->name);
    add_united(zone, group.nodes, interface->name);
    node.children.push_back(*std::move(interface));
  }
}

void add_other_children(StructuredJob& zone, const std::vector<PieceGroup>& groups, const std::string& below,
                        cgns::Node& node) {
  for (const auto& group : groups) {
    const auto& first = group.first();
    const auto child_below = cgns::join(below, group.name);
    if (cgns::is_interface(first)) {
      const auto other = std::ranges::find_if_not(
          group.nodes, [](const PieceNode& at) { return cgns::is_interface(*at.node); });
      if (other != group.nodes.end()) require_one_label(zone, {group.nodes.front(), *other}, child_below);
    }
    if (is_metadata(first) || cgns::is_interface(first)) continue;
    auto child = first.label == "OversetHoles_t" ? unite_point_set(zone, group.nodes, child_below)
                                                 : unite(zone, group.nodes, child_below);
    if (child) node.children.push_back(*std::move(child));
  }
}

/// True for an interface to a piece that is missing.
bool leads_to_nowhere(StructuredJob& zone, const PieceNode& at) {
  const bool has_nowhere_to_lead = at.node->label == "GridConnectivity_t" && lacks_donors(*at.node);
  return cgns::is_interface(*at.node) && !at.node->link && !has_nowhere_to_lead && !has_donor(zone, at);
}

/// Drops interfaces to pieces that are missing with permission; a loss, unless the whole zone had no such
/// interface.
void leave_out_interfaces_to_nowhere(StructuredJob& zone, std::vector<PieceGroup>& groups,
                                     const std::string& below) {
  for (auto& group : groups) {
    std::erase_if(group.nodes, [&](const PieceNode& at) {
      if (!leads_to_nowhere(zone, at)) return false;
      note_left_out(zone.job.merge,
                    is_of_cut(zone, *at.node) ? plan::Note::Kind::warning : plan::Note::Kind::loss,
                    zone.file_of(at), zone.path_in(at.piece, cgns::join(below, group.name)),
                    cgns::path_of_zone(zone.original.base, cgns::text_of(*at.node)));
      return true;
    });
  }
  std::erase_if(groups, [](const PieceGroup& group) { return group.nodes.empty(); });
}

}  // namespace

void add_united(StructuredJob& zone, const PieceNodes& nodes, const std::string& name) {
  for (const auto& at : nodes) zone.united_interfaces[at.node] = name;
}

bool is_interface_metadata(const cgns::Node& interface, const cgns::Node& node) {
  if (node.label != "Descriptor_t") return false;
  return node.name == interface_name_node || node.name == opposite_name_node ||
         (node.name == "Decomp" && !has_original_name(interface));
}

void add_own_nodes(StructuredJob& zone, const PieceNodes& interfaces, const std::string& below,
                   cgns::Node& node) {
  PieceNodes own;
  for (const auto& at : interfaces) {
    if (const auto* nodes = at.node->child(own_nodes_name)) own.push_back({at.piece, nodes});
  }
  // Metadata of other programs is not among them: what is called like some is the user's.
  for (const auto& group : grouped(own))
    if (auto child = unite(zone, group.nodes, cgns::join(below, group.name)))
      node.children.push_back(*std::move(child));
}

std::string original_interface_name(const Original& original, const cgns::Node& interface) {
  if (has_original_name(interface)) return cgns::text_of(*interface.child(interface_name_node));
  if (original.convention == Convention::maia) return std::string(without_number(interface.name));
  return interface.name;
}

std::string opposite_name(const Donor& donor, const cgns::Node& interface, const cgns::Node& donor_name) {
  const auto* recorded = interface.child(opposite_name_node);
  if (recorded != nullptr && recorded->label == "Descriptor_t") return cgns::text_of(*recorded);
  const auto text = cgns::text_of(donor_name);
  if (donor.piece == nullptr) return text;
  for (const auto& connectivity : donor.piece->zone->children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    if (const auto* opposite = connectivity.child(text))
      return original_interface_name(*donor.original, *opposite);
  }
  return donor.original->convention == Convention::maia ? std::string(without_number(text)) : text;
}

cgns::Node united_opposite(StructuredJob& zone, const PieceGroup& group, const PieceNodes& interfaces,
                           const std::string& below) {
  const auto name_in = [&](const PieceNode& at) {
    const auto& interface = interfaces[at.parent];
    return opposite_name(donor_of(zone, interface, below), *interface.node, *at.node);
  };
  const auto& first = group.nodes.front();
  const auto name = name_in(first);
  for (const auto& at : group.nodes) {
    if (!are_names_recorded(zone.original) || name_in(at) == name) continue;
    throw zone.error(at, cgns::join(below, group.name),
                     fmt::format("names {}, but {} in {}", name_in(at), name, zone.file_of(first)));
  }
  return completed(zone, cgns::text_node(group.name, group.label(), name), group.nodes,
                   cgns::join(below, group.name));
}

std::optional<cgns::Node> unite_interfaces(StructuredJob& zone, const PieceNodes& nodes,
                                           const std::string& below) {
  auto node = unite_alone(zone, nodes, below);
  auto groups = grouped(nodes);
  if (zone.job.allow_missing) leave_out_interfaces_to_nowhere(zone, groups, below);
  for (auto& interface : grouped_interfaces(zone, original_interfaces(zone, groups, below), below)) {
    interface.name = unique_name(node, interface.name);
    for (const auto& piece : interface.pieces) add_united(zone, {piece.at}, interface.name);
    node.children.push_back(united_interface(zone, interface, cgns::join(below, interface.name)));
  }
  add_general_interfaces(zone, groups, below, node);
  add_other_children(zone, groups, below, node);
  if (node.children.empty()) return std::nullopt;
  return node;
}

}  // namespace pcgns::fileset

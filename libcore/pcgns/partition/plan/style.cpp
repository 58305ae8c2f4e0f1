#include "pcgns/partition/plan/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <span>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

namespace {

std::string shortened(const std::string& name, const std::string& suffix) {
  return fmt::format("{}{}", cgns::beginning_of(name, most_characters - suffix.size()), suffix);
}

/// Where the name is shortened, its fingerprint tells it from others.
std::string with_suffix(const std::string& name, const std::string& suffix) {
  if (name.size() + suffix.size() <= most_characters) return name + suffix;
  const auto end = "~" + to_string(fingerprint(std::as_bytes(std::span(name)))).substr(0, 8) + suffix;
  return shortened(name, end);
}

/// Names in all bases.
struct BaseNames {
  std::set<std::string> all;
  std::set<std::string> of_whole;  ///< Of what is no partitioned zone: every part may have it.
};

BaseNames names_in_bases(const Mesh& mesh) {
  BaseNames names;
  for (const auto& base : mesh.root->children) {
    for (const auto& child : base.children) {
      names.all.insert(child.name);
      if (!mesh.places.contains(&child)) names.of_whole.insert(child.name);
    }
  }
  return names;
}

/// The common prefix of the names of a zone's pieces, whose ends are `suffixes`. A zone name too long for
/// `longest` more characters is shortened. Shortened, or where another node has the name of a piece, it is
/// numbered to be none of those taken.
std::string stem_of(const std::string& name, std::size_t longest, const std::vector<std::string>& suffixes,
                    BaseNames& taken) {
  const auto is_of_other = [&](const std::string& stem) {
    return std::ranges::any_of(
        suffixes, [&](const std::string& suffix) { return taken.of_whole.contains(stem + suffix); });
  };
  auto stem = name;
  for (int i = 1; stem.size() + longest > most_characters || (i > 1 && !taken.all.insert(stem).second) ||
                  is_of_other(stem);
       ++i) {
    const auto end = fmt::format("~{}", i);
    stem = fmt::format("{}{}", cgns::beginning_of(name, most_characters - longest - end.size()), end);
  }
  return stem;
}

/// "Zone_0", "Zone_1", …, without those that are `taken`; a zone in one piece keeps its name.
std::vector<std::string> numbered_names(const std::string& zone, char separator, std::size_t count,
                                        std::set<std::string>& taken) {
  if (count == 1) return {zone};
  std::vector<std::string> names;
  for (int number = 0; names.size() < count; ++number) {
    auto name = shortened(zone, fmt::format("{}{}", separator, number));
    if (taken.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

std::string name_by_rank(Style style, const std::string& zone, std::int64_t rank, int number) {
  return style == Style::seacas ? fmt::format("{}_proc-{}", zone, rank) : maia_name(zone, rank, number);
}

/// By rank: Maia and SEACAS.
std::vector<std::string> names_by_rank(const Mesh& mesh) {
  int most = 0;
  for (const auto& piece : mesh.decomposition.pieces) most = std::max(most, piece.number);
  const auto longest = name_by_rank(mesh.style, "", mesh.decomposition.partitions - 1, most).size();
  auto taken = names_in_bases(mesh);
  std::vector<std::string> names(mesh.decomposition.pieces.size());
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    std::vector<std::string> suffixes;
    for (const int index : mesh.pieces_of_zone[z]) {
      const auto& piece = mesh.piece(index);
      suffixes.push_back(name_by_rank(mesh.style, "", piece.rank, piece.number));
    }
    const auto stem = stem_of(mesh.zones[z]->name, longest, suffixes, taken);
    for (std::size_t i = 0; i < suffixes.size(); ++i)
      names[static_cast<std::size_t>(mesh.pieces_of_zone[z][i])] = stem + suffixes[i];
  }
  return names;
}

/// By number within the zone.
std::vector<std::string> names_by_number(const Mesh& mesh) {
  auto taken = names_in_bases(mesh).all;
  std::vector<std::string> names(mesh.decomposition.pieces.size());
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    const auto& pieces = mesh.pieces_of_zone[z];
    auto of_zone =
        numbered_names(mesh.zones[z]->name, mesh.style == Style::cassiopee ? '.' : '_', pieces.size(), taken);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      names[static_cast<std::size_t>(pieces[i])] = std::move(of_zone[i]);
  }
  return names;
}

/// The length of the longest suffix that a piece of an unstructured zone can have.
std::size_t longest_suffix(const Mesh& mesh) {
  const auto zones = static_cast<int>(mesh.unstructured.size());
  int number = zones;
  for (const auto& piece : mesh.decomposition.pieces) number = std::max(number, piece.number);
  if (!mesh.decomposition.pieces.empty()) number += zones;
  return maia_name("", mesh.decomposition.partitions - 1, number).size();
}

std::int64_t guid_of(const Mesh& mesh, const StructuredPiece& piece) {
  const auto shift = std::bit_width(static_cast<std::uint64_t>(mesh.decomposition.partitions - 1));
  return ((static_cast<std::int64_t>(piece.zone) + 1) << shift) + piece.rank;
}

/// True if an interface of `zone` is called `beginning` and further letters as SEACAS appends them.
bool has_longer_name(const cgns::Node& zone, const std::string& beginning) {
  const auto is_longer = [&](const cgns::Node& interface) {
    const auto& name = interface.name;
    const bool is_start = name.size() > beginning.size() && name.starts_with(beginning);
    return is_start && name[beginning.size()] >= 'A' && name[beginning.size()] <= 'Z';
  };
  return std::ranges::any_of(zone.children, [&](const cgns::Node& container) {
    return container.label == "ZoneGridConnectivity_t" && std::ranges::any_of(container.children, is_longer);
  });
}

/// True for a node of an interface that has the name of the metadata of its pieces.
bool is_named_as_metadata(const cgns::Node& node) {
  return node.name == fileset::interface_name_node || node.name == fileset::opposite_name_node ||
         node.name == fileset::own_nodes_name;
}

/// A to Z, then AA to ZZ.
std::string messages(std::size_t number) {
  const auto message = [](std::size_t n) { return static_cast<char>('A' + n % 26); };
  if (number < 26) return {message(number)};
  return {message(number / 26 - 1), message(number)};
}

/// The window of the piece in its zone, for Cassiopée: vertices of the piece, then those of the zone.
cgns::Node window_node(const Mesh& mesh, const StructuredPiece& piece) {
  const auto& zone = mesh.decomposition.zones[static_cast<std::size_t>(piece.zone)];
  std::vector<std::int64_t> values;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool exists = d < static_cast<std::size_t>(zone.dimension);
    values.push_back(piece.cells.begin[d] + 1);
    values.push_back(piece.cells.end[d] + (exists ? 1 : 0));
  }
  for (std::size_t d = 0; d < 3; ++d)
    values.push_back(zone.cells[d] + (d < static_cast<std::size_t>(zone.dimension) ? 1 : 0));
  return fitting_node("loc2glob", "DataArray_t", {9}, values);
}

/// The node of that name, made if it is not there.
cgns::Node& user_data(cgns::Node& zone, std::string_view name) {
  if (auto* node = zone.child(name)) return *node;
  zone.children.push_back({.name = std::string(name), .label = "UserDefinedData_t"});
  return zone.children.back();
}

void add_cassiopee_metadata(const Mesh& mesh, const StructuredPiece& piece, cgns::Node& zone) {
  const auto z = static_cast<std::size_t>(piece.zone);
  auto& parameters = user_data(zone, ".Solver#Param");
  std::erase_if(parameters.children, [](const cgns::Node& node) { return node.name == "proc"; });
  parameters.children.push_back(cgns::integer_node("proc", "DataArray_t", {1, 1}, {piece.rank}));
  if (mesh.pieces_of_zone[z].size() == 1) return;
  auto& own = user_data(zone, fileset::solver_data_name);
  std::erase_if(own.children, [&](const cgns::Node& node) { return fileset::is_metadata(own, node); });
  own.children.push_back(cgns::text_node("source", "UserDefinedData_t", mesh.zones[z]->name));
  own.children.push_back(window_node(mesh, piece));
}

}  // namespace

std::string maia_name(const std::string& zone, std::int64_t rank, int number) {
  return fmt::format("{}.P{}.N{}", zone, rank, number);
}

std::vector<std::string> piece_names(const Mesh& mesh) {
  const bool by_rank = mesh.style == Style::maia || mesh.style == Style::seacas;
  return by_rank ? names_by_rank(mesh) : names_by_number(mesh);
}

void name_unstructured_pieces(Mesh& mesh) {
  auto for_stems = names_in_bases(mesh);
  auto taken = for_stems.all;
  taken.insert(mesh.names.begin(), mesh.names.end());
  const auto longest = longest_suffix(mesh);
  for (auto& zone : mesh.unstructured) {
    const auto& name = zone.zone->name;
    if (zone.style == Style::flat) {
      zone.names = numbered_names(name, '_', zone.pieces.size(), taken);
      continue;
    }
    zone.names.clear();
    for (const auto& piece : zone.pieces) zone.names.push_back(maia_name("", piece.rank, piece.number));
    const auto stem = stem_of(name, longest, zone.names, for_stems);
    for (auto& piece : zone.names) piece = stem + piece;
  }
}

std::string cut_interface_name(const Mesh& mesh, const StructuredPiece& piece, const StructuredPiece& donor,
                               std::size_t number) {
  switch (mesh.style) {
    case Style::maia:
      return fmt::format("JN.P{}.N{}.LT.P{}.N{}", piece.rank, piece.number, donor.rank, donor.number);
    case Style::seacas:
      return fmt::format("{}--{}", guid_of(mesh, piece), guid_of(mesh, donor));
    case Style::cassiopee:
      return fmt::format("match.{}", number);
    case Style::flat:
      break;
  }
  return fmt::format("Cut_{}", number);
}

namespace {

/// True if a node beside the interfaces of `zone`, which pieces have as it is, is called so.
bool is_beside_interfaces(const cgns::Node& zone, const std::string& name) {
  return std::ranges::any_of(zone.children, [&](const cgns::Node& container) {
    const auto* child = container.label == "ZoneGridConnectivity_t" ? container.child(name) : nullptr;
    return child != nullptr && (child->link || !cgns::is_interface(*child));
  });
}

}  // namespace

std::string piece_name(const Mesh& mesh, const cgns::Node& zone, const std::string& name, std::size_t number,
                       std::size_t count) {
  if (mesh.style != Style::seacas) return piece_name(zone, name, static_cast<std::int64_t>(number));
  if (count == 1) return name;
  std::string separator;
  while (has_longer_name(zone, name + separator)) separator += '~';
  while (is_beside_interfaces(zone, with_suffix(name, separator + messages(number)))) separator += '~';
  return with_suffix(name, separator + messages(number));
}

std::string piece_name(const cgns::Node& zone, const std::string& name, std::int64_t number) {
  auto suffix = fmt::format(".{}", number);
  while (is_beside_interfaces(zone, with_suffix(name, suffix))) suffix += '_';
  return with_suffix(name, suffix);
}

void add_opposite_name(FileBuilder& file, const cgns::Node& original, const std::string& opposite,
                       cgns::Node& piece) {
  auto named = cgns::text_node(original.name, "Descriptor_t", opposite);
  file.add_what_is_below(original, named);
  piece.children.push_back(std::move(named));
  const auto name = cgns::text_of(original);
  // A name that had to avoid another node does not tell it.
  if (opposite.starts_with(name + ".") && !opposite.ends_with('_')) return;
  piece.children.push_back(cgns::text_node(std::string(fileset::opposite_name_node), "Descriptor_t", name));
}

void add_interface_name(FileBuilder& file, const cgns::Node& interface, cgns::Node& piece) {
  piece.children.push_back(
      cgns::text_node(std::string(fileset::interface_name_node), "Descriptor_t", interface.name));
  cgns::Node own{.name = std::string(fileset::own_nodes_name), .label = "UserDefinedData_t"};
  for (const auto& child : interface.children) {
    if (is_named_as_metadata(child)) own.children.push_back(file.copied(child));
  }
  if (!own.children.empty()) piece.children.push_back(std::move(own));
}

cgns::Node zone_record(const cgns::Node& fixed, const cgns::Node& base, const std::string& zone) {
  const bool is_free = fixed.child(zone) == nullptr;
  cgns::Node record{.name = is_free ? zone : cgns::unique_name(base, zone), .label = "UserDefinedData_t"};
  if (record.name != zone)
    record.children.push_back(
        cgns::text_node(std::string(fileset::original_name_node), "Descriptor_t", zone));
  return record;
}

bool is_left_out_of_pieces(const cgns::Node& node) {
  return node.name == fileset::numbering_name || is_named_as_metadata(node);
}

bool names_opposites(Style style) { return style == Style::maia; }

void add_style_metadata(const Mesh& mesh, const StructuredPiece& piece, cgns::Node& zone,
                        cgns::Node& numbering) {
  const auto& name = mesh.zones[static_cast<std::size_t>(piece.zone)]->name;
  if (mesh.style == Style::cassiopee) add_cassiopee_metadata(mesh, piece, zone);
  if (zone.name == maia_name(name, piece.rank, piece.number)) return;
  numbering.children.push_back(
      cgns::text_node(std::string(fileset::original_name_node), "Descriptor_t", name));
  numbering.children.push_back(
      cgns::text_node(std::string(fileset::rank_node), "Descriptor_t", std::to_string(piece.rank)));
}

}  // namespace pcgns::partition

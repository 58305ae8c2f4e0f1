#include "pcgns/partition/plan/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

namespace {

std::string shortened(const std::string& name, const std::string& suffix) {
  return name.substr(0, most_characters - suffix.size()) + suffix;
}

/// The common prefix of the part names of each zone. A zone name too long for `suffix` more characters is
/// shortened and numbered to stay unique.
std::vector<std::string> stems_of(const Mesh& mesh, std::size_t suffix) {
  std::set<std::string> taken;
  for (const auto* zone : mesh.zones) taken.insert(zone->name);
  std::vector<std::string> stems;
  for (const auto* zone : mesh.zones) {
    auto stem = zone->name;
    for (int i = 1; stem.size() + suffix > most_characters || (i > 1 && !taken.insert(stem).second); ++i) {
      const auto metadata_node = fmt::format("~{}", i);
      stem = zone->name.substr(0, most_characters - suffix - metadata_node.size()) + metadata_node;
    }
    stems.push_back(std::move(stem));
  }
  return stems;
}

std::string suffix_of(Style style, std::int64_t rank, int number) {
  return style == Style::seacas ? fmt::format("_proc-{}", rank) : fmt::format(".P{}.N{}", rank, number);
}

/// By rank: Maia and SEACAS.
std::vector<std::string> names_by_rank(const Mesh& mesh) {
  int most = 0;
  for (const auto& part : mesh.decomposition.parts) most = std::max(most, part.number);
  const auto longest = suffix_of(mesh.style, mesh.decomposition.partitions - 1, most);
  const auto stems = stems_of(mesh, longest.size());
  std::vector<std::string> names;
  for (const auto& part : mesh.decomposition.parts) {
    names.push_back(stems[static_cast<std::size_t>(part.zone)] +
                    suffix_of(mesh.style, part.rank, part.number));
  }
  return names;
}

/// By number within the zone; a zone in one part keeps its name.
std::vector<std::string> names_by_number(const Mesh& mesh) {
  const char separator = mesh.style == Style::cassiopee ? '.' : '_';
  std::set<std::string> taken;
  for (const auto* zone : mesh.zones) taken.insert(zone->name);
  std::vector<std::string> names(mesh.decomposition.parts.size());
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    const auto& zone = mesh.zones[z]->name;
    const auto& parts = mesh.parts_of_zone[z];
    for (int number = 0; const int part : parts) {
      auto& name = names[static_cast<std::size_t>(part)] = zone;
      while (parts.size() > 1 && (name == zone || !taken.insert(name).second))
        name = shortened(zone, fmt::format("{}{}", separator, number++));
    }
  }
  return names;
}

std::int64_t guid_of(const Mesh& mesh, const Part& part) {
  const auto shift = std::bit_width(static_cast<std::uint64_t>(mesh.decomposition.partitions - 1));
  return ((static_cast<std::int64_t>(part.zone) + 1) << shift) + part.rank;
}

/// A to Z, then AA to ZZ.
std::string messages(std::size_t number) {
  const auto message = [](std::size_t n) { return static_cast<char>('A' + n % 26); };
  if (number < 26) return {message(number)};
  return {message(number / 26 - 1), message(number)};
}

/// The window of the part in its zone, for Cassiopée: vertices of the part, then those of the zone.
cgns::Node window_node(const Mesh& mesh, const Part& part) {
  const auto& zone = mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  std::vector<std::int64_t> values;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool exists = d < static_cast<std::size_t>(zone.dimension);
    values.push_back(part.cells.begin[d] + 1);
    values.push_back(part.cells.end[d] + (exists ? 1 : 0));
  }
  for (std::size_t d = 0; d < 3; ++d)
    values.push_back(zone.cells[d] + (d < static_cast<std::size_t>(zone.dimension) ? 1 : 0));
  return cgns::integer_node("loc2glob", "DataArray_t", {9}, values);
}

void add_cassiopee_metadata(const Mesh& mesh, const Part& part, cgns::Node& zone) {
  const auto z = static_cast<std::size_t>(part.zone);
  auto* parameters = zone.child(".Solver#Param");
  if (parameters == nullptr) {
    zone.children.push_back({.name = ".Solver#Param", .label = "UserDefinedData_t"});
    parameters = &zone.children.back();
  }
  std::erase_if(parameters->children, [](const cgns::Node& node) { return node.name == "proc"; });
  parameters->children.push_back(cgns::integer_node("proc", "DataArray_t", {1, 1}, {part.rank}));
  if (mesh.parts_of_zone[z].size() == 1) return;
  cgns::Node own{.name = ".Solver#ownData", .label = "UserDefinedData_t"};
  own.children.push_back(cgns::text_node("source", "UserDefinedData_t", mesh.zones[z]->name));
  own.children.push_back(window_node(mesh, part));
  zone.children.push_back(std::move(own));
}

}  // namespace

std::vector<std::string> part_names(const Mesh& mesh) {
  const bool by_rank = mesh.style == Style::maia || mesh.style == Style::seacas;
  return by_rank ? names_by_rank(mesh) : names_by_number(mesh);
}

std::string cut_interface_name(const Mesh& mesh, const Part& part, const Part& donor, std::size_t number) {
  switch (mesh.style) {
    case Style::maia:
      return fmt::format("JN.P{}.N{}.LT.P{}.N{}", part.rank, part.number, donor.rank, donor.number);
    case Style::seacas:
      return fmt::format("{}--{}", guid_of(mesh, part), guid_of(mesh, donor));
    case Style::cassiopee:
      return fmt::format("match.{}", number);
    case Style::flat:
      break;
  }
  return fmt::format("Cut_{}", number);
}

std::string piece_name(const Mesh& mesh, const std::string& name, std::size_t number, std::size_t count) {
  if (mesh.style != Style::seacas) return shortened(name, fmt::format(".{}", number));
  return count == 1 ? name : shortened(name, messages(number));
}

bool names_opposites(Style style) { return style == Style::maia; }

void add_style_metadata(const Mesh& mesh, const Part& part, cgns::Node& zone, cgns::Node& numbering) {
  const auto& name = mesh.zones[static_cast<std::size_t>(part.zone)]->name;
  if (mesh.style == Style::cassiopee) add_cassiopee_metadata(mesh, part, zone);
  const bool is_in_name = zone.name == name + suffix_of(Style::maia, part.rank, part.number);
  if (is_in_name) return;
  numbering.children.push_back(
      cgns::text_node(std::string(fileset::original_name_node), "Descriptor_t", name));
  numbering.children.push_back(
      cgns::text_node(std::string(fileset::rank_node), "Descriptor_t", std::to_string(part.rank)));
}

}  // namespace pcgns::partition

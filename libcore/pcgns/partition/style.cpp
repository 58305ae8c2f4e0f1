#include "pcgns/partition/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "pcgns/assemble/conventions.hpp"
#include "pcgns/partition/mesh.hpp"

namespace pcgns::partition {

namespace {

std::string shortened(const std::string& name, const std::string& suffix) {
  return name.substr(0, most_characters - suffix.size()) + suffix;
}

/// What the names of the parts of each zone begin with: its name, or so much of it that there is room for
/// `suffix` characters, and then a number that makes it the only one.
std::vector<std::string> stems_of(const Mesh& mesh, std::size_t suffix) {
  std::set<std::string> taken;
  for (const auto* zone : mesh.zones) taken.insert(zone->name);
  std::vector<std::string> stems;
  for (const auto* zone : mesh.zones) {
    auto stem = zone->name;
    for (int i = 1; stem.size() + suffix > most_characters || (i > 1 && !taken.insert(stem).second); ++i) {
      const auto mark = fmt::format("~{}", i);
      stem = zone->name.substr(0, most_characters - suffix - mark.size()) + mark;
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
std::string letters(std::size_t number) {
  const auto letter = [](std::size_t n) { return static_cast<char>('A' + n % 26); };
  if (number < 26) return {letter(number)};
  return {letter(number / 26 - 1), letter(number)};
}

/// Where the part lies in its zone, for Cassiopée: its vertices, then those of the zone.
tree::Node window_node(const Mesh& mesh, const Part& part) {
  const auto& zone = mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  std::vector<std::int64_t> values;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool exists = d < static_cast<std::size_t>(zone.dimension);
    values.push_back(part.cells.begin[d] + 1);
    values.push_back(part.cells.end[d] + (exists ? 1 : 0));
  }
  for (std::size_t d = 0; d < 3; ++d)
    values.push_back(zone.cells[d] + (d < static_cast<std::size_t>(zone.dimension) ? 1 : 0));
  return tree::integer_node("loc2glob", "DataArray_t", {9}, values);
}

void add_cassiopee_marks(const Mesh& mesh, const Part& part, tree::Node& zone) {
  const auto z = static_cast<std::size_t>(part.zone);
  auto* parameters = zone.child(".Solver#Param");
  if (parameters == nullptr) {
    zone.children.push_back({.name = ".Solver#Param", .label = "UserDefinedData_t"});
    parameters = &zone.children.back();
  }
  std::erase_if(parameters->children, [](const tree::Node& node) { return node.name == "proc"; });
  parameters->children.push_back(tree::integer_node("proc", "DataArray_t", {1, 1}, {part.rank}));
  if (mesh.parts_of_zone[z].size() == 1) return;
  tree::Node own{.name = ".Solver#ownData", .label = "UserDefinedData_t"};
  own.children.push_back(tree::text_node("source", "UserDefinedData_t", mesh.zones[z]->name));
  own.children.push_back(window_node(mesh, part));
  zone.children.push_back(std::move(own));
}

}  // namespace

std::vector<std::string> part_names(const Mesh& mesh) {
  const bool by_rank = mesh.style == Style::maia || mesh.style == Style::seacas;
  return by_rank ? names_by_rank(mesh) : names_by_number(mesh);
}

std::string cut_join_name(const Mesh& mesh, const Part& part, const Part& donor, std::size_t number) {
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
  return count == 1 ? name : shortened(name, letters(number));
}

bool names_opposites(Style style) { return style == Style::maia; }

void add_style_marks(const Mesh& mesh, const Part& part, tree::Node& zone, tree::Node& numbering) {
  const auto& name = mesh.zones[static_cast<std::size_t>(part.zone)]->name;
  if (mesh.style == Style::cassiopee) add_cassiopee_marks(mesh, part, zone);
  const bool is_in_name = zone.name == name + suffix_of(Style::maia, part.rank, part.number);
  if (is_in_name) return;
  numbering.children.push_back(
      tree::text_node(std::string(assemble::original_name_mark), "Descriptor_t", name));
  numbering.children.push_back(
      tree::text_node(std::string(assemble::rank_mark), "Descriptor_t", std::to_string(part.rank)));
}

}  // namespace pcgns::partition

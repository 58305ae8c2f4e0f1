// part_interfaces.cpp: interfaces between pieces that remain separate zones.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pcgns/fileset/plan/conventions/keep_zones.hpp"
#include "pcgns/fileset/plan/unstructured/numbers.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

const Part& part_at(const PartSet& parts, PartSet::Place place) {
  return parts.originals[static_cast<std::size_t>(place.original)]
      .parts[static_cast<std::size_t>(place.part)];
}

/// The common vertices of two pieces, in indices of the whole zone; a plane if only their faces touch.
struct Contact {
  std::array<Range, 3> vertices;
  bool is_plane = false;
};

Contact contact_of(const Part& a, const Part& b, int dimension) {
  Contact contact;
  int flat = 0;
  bool touch = true;
  for (std::size_t d = 0; d < 3; ++d) {
    if (static_cast<int>(d) >= dimension) {
      contact.vertices[d] = {0, 1};
      continue;
    }
    contact.vertices[d] = {std::max(a.cells[d].begin, b.cells[d].begin),
                           std::min(a.cells[d].end, b.cells[d].end) + 1};
    touch = touch && contact.vertices[d].size() >= 1;
    flat += contact.vertices[d].size() == 1 ? 1 : 0;
  }
  contact.is_plane = touch && flat == 1;
  return contact;
}

/// Converts to vertex indices of the piece, ghosts included.
std::array<Range, 3> in_part(const std::array<Range, 3>& vertices, const Part& part, int dimension) {
  auto local = vertices;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    const auto shift = part.ghosts[2 * d] - part.cells[d].begin;
    local[d] = {vertices[d].begin + shift, vertices[d].end + shift};
  }
  return local;
}

cgns::Node range_node(std::string name, const std::array<Range, 3>& range, int dimension) {
  std::vector<std::int64_t> values;
  for (int d = 0; d < dimension; ++d) values.push_back(range[static_cast<std::size_t>(d)].begin + 1);
  for (int d = 0; d < dimension; ++d) values.push_back(range[static_cast<std::size_t>(d)].end);
  return cgns::integer_node(std::move(name), "IndexRange_t", {dimension, 2}, values, cgns::DataType::I8);
}

cgns::Node list_node(const cgns::InputSet& inputs, std::string name, int array) {
  return {.name = std::move(name),
          .label = "IndexArray_t",
          .type = cgns::DataType::I8,
          .dims = {1, inputs.arrays[static_cast<std::size_t>(array)].dims.front()},
          .array = array};
}

std::string donor_name(const Part& here, const Part& there) {
  const bool same_base = here.base->name == there.base->name;
  return same_base ? there.zone->name : there.base->name + "/" + there.zone->name;
}

cgns::Node structured_interface(const PartInterface& interface, int dimension, std::string name,
                                const std::string& donor) {
  auto node = cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor);
  std::vector<std::int64_t> axes;
  for (int d = 1; d <= dimension; ++d) axes.push_back(d);
  node.children = {cgns::integer_node("Transform", "\"int[IndexDimension]\"", {dimension}, axes),
                   range_node("PointRange", interface.range, dimension),
                   range_node("PointRangeDonor", interface.donor_range, dimension)};
  return node;
}

cgns::Node unstructured_interface(const cgns::InputSet& inputs, const PartInterface& interface,
                                  std::string name, const std::string& donor) {
  auto node = cgns::text_node(std::move(name), "GridConnectivity_t", donor);
  node.children = {
      cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1"),
      cgns::text_node("GridLocation", "GridLocation_t", interface.location),
      list_node(inputs, "PointList", interface.points),
      list_node(inputs, "PointListDonor", interface.donors),
  };
  return node;
}

/// "P<rank>.N<i>" of each piece, the i-th of its rank.
std::vector<std::string> part_names(const Original& original) {
  std::map<std::int64_t, int> counts;
  std::vector<std::string> names;
  for (const auto& part : original.parts)
    names.push_back(fmt::format("P{}.N{}", part.rank, counts[part.rank]++));
  return names;
}

cgns::Node& zone_at(cgns::InputSet& inputs, const Part& part) {
  for (auto& base : inputs.trees[static_cast<std::size_t>(part.file)].children) {
    if (&base != part.base) continue;
    for (auto& zone : base.children) {
      if (&zone == part.zone) return zone;
    }
  }
  throw Error(ErrorKind::internal, "a zone that was there has gone");
}

void add_half(cgns::InputSet& inputs, const PartSet& parts, const std::vector<std::string>& names,
              const PartInterface& interface) {
  const auto& original = parts.originals[static_cast<std::size_t>(interface.here.original)];
  const auto& here = part_at(parts, interface.here);
  const auto& mine = names[static_cast<std::size_t>(interface.here.part)];
  const auto& theirs = names[static_cast<std::size_t>(interface.there.part)];
  const auto donor = donor_name(here, part_at(parts, interface.there));
  auto name = fmt::format("JN.{}.LT.{}", mine, theirs);
  auto node = original.structured
                  ? structured_interface(interface, original.dimension, std::move(name), donor)
                  : unstructured_interface(inputs, interface, std::move(name), donor);
  node.children.push_back(
      cgns::text_node("GridConnectivityDonorName", "Descriptor_t", fmt::format("JN.{}.LT.{}", theirs, mine)));
  node.children.push_back(cgns::text_node("Decomp", "Descriptor_t", "is_decomp"));
  auto& zone = zone_at(inputs, here);
  auto container = std::find_if(zone.children.begin(), zone.children.end(), [](const cgns::Node& child) {
    return child.label == "ZoneGridConnectivity_t" && !child.link;
  });
  if (container == zone.children.end()) {
    zone.children.push_back({.name = "ZoneGridConnectivity", .label = "ZoneGridConnectivity_t"});
    container = zone.children.end() - 1;
  }
  container->children.push_back(std::move(node));
}

}  // namespace

bool has_partition_interfaces(const PartSet& parts, int original) {
  const auto& whole = parts.originals[static_cast<std::size_t>(original)];
  for (std::size_t i = 0; i < whole.parts.size(); ++i) {
    const auto& part = whole.parts[i];
    for (const auto& interface : interfaces_of(*part.zone)) {
      const auto there = parts.place_of(part.file, interface.base_of_donor(*part.base), interface.donor);
      if (there.original == original && there.part != static_cast<int>(i)) return true;
    }
  }
  return false;
}

std::vector<PartInterface> box_interfaces(const PartSet& parts) {
  std::vector<PartInterface> interfaces;
  for (int o = 0; o < static_cast<int>(parts.originals.size()); ++o) {
    const auto& original = parts.originals[static_cast<std::size_t>(o)];
    if (!original.structured || has_partition_interfaces(parts, o)) continue;
    const auto count = static_cast<int>(original.parts.size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        const auto& here = part_at(parts, {o, a});
        const auto& there = part_at(parts, {o, b});
        const auto contact = contact_of(here, there, original.dimension);
        if (!contact.is_plane) continue;
        interfaces.push_back({.here = {o, a},
                              .there = {o, b},
                              .range = in_part(contact.vertices, here, original.dimension),
                              .donor_range = in_part(contact.vertices, there, original.dimension)});
      }
    }
  }
  return interfaces;
}

std::vector<PartInterface> border_interfaces(const std::vector<MatchSet>& sets,
                                             const std::vector<Matched::Border>& borders,
                                             std::string_view location) {
  std::vector<PartInterface> interfaces;
  for (const auto& border : borders) {
    const auto& set = sets[static_cast<std::size_t>(border.set)];
    interfaces.push_back({.here = {set.original, set.members[static_cast<std::size_t>(border.a)].part},
                          .there = {set.original, set.members[static_cast<std::size_t>(border.b)].part},
                          .location = std::string(location),
                          .points = border.here,
                          .donors = border.there});
  }
  return interfaces;
}

std::vector<MatchSet> numbered_vertices(const cgns::InputSet& inputs, const PartSet& parts) {
  std::vector<MatchSet> sets;
  for (int o = 0; o < static_cast<int>(parts.originals.size()); ++o) {
    const auto& original = parts.originals[static_cast<std::size_t>(o)];
    const bool counts = !original.structured && original.convention != Convention::coordinates;
    if (!counts || has_partition_interfaces(parts, o)) continue;
    MatchSet set{.what = vertices_of(cgns::join("/" + original.base, original.name)),
                 .kind = MatchSet::Kind::surfaces,
                 .original = o,
                 .space = o,
                 .members = {}};
    bool all = true;
    for (int p = 0; p < static_cast<int>(original.parts.size()); ++p) {
      const auto view = view_of(inputs, original, p);
      all = all && (view.vertex_numbers.exist() || view.vertices == 0);
      MatchSet::Member member{.part = p, .zone = view_of(*view.part), .count = view.vertices};
      // A global number is its own class.
      member.references.push_back({.array = view.vertex_numbers.array,
                                   .classes = {.sections = {{.first = view.vertex_numbers.first,
                                                             .count = INT64_MAX / 2,
                                                             .numbers = -1,
                                                             .offset = 1}}},
                                   .owner = p});
      set.members.push_back(std::move(member));
    }
    if (all) sets.push_back(std::move(set));
  }
  return sets;
}

void add_interfaces(cgns::InputSet& inputs, const PartSet& parts,
                    const std::vector<PartInterface>& interfaces) {
  std::map<int, std::vector<std::string>> names;
  for (const auto& interface : interfaces) {
    auto& own = names[interface.here.original];
    if (own.empty()) own = part_names(parts.originals[static_cast<std::size_t>(interface.here.original)]);
    add_half(inputs, parts, own, interface);
    add_half(inputs, parts, own,
             {.here = interface.there,
              .there = interface.here,
              .range = interface.donor_range,
              .donor_range = interface.range,
              .location = interface.location,
              .points = interface.donors,
              .donors = interface.points});
  }
}

}  // namespace pcgns::fileset

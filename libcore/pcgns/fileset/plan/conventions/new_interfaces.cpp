// new_interfaces.cpp: interfaces between pieces that remain separate zones.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/conventions/keep_zones.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

/// The common vertices of two pieces, in indices of the whole zone; a plane if only their faces touch.
struct Contact {
  std::array<Range, 3> vertices;
  bool is_plane = false;
};

Contact contact_of(const Piece& a, const Piece& b, int dimension) {
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
std::array<Range, 3> in_piece(const std::array<Range, 3>& vertices, const Piece& piece, int dimension) {
  auto local = vertices;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    const auto shift = piece.ghosts[2 * d] - piece.cells[d].begin;
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
          .dims = {1, inputs.array(array).dims.front()},
          .array = array};
}

std::string donor_name(const Piece& here, const Piece& there) {
  const bool same_base = here.base->name == there.base->name;
  return same_base ? there.zone->name : there.base->name + "/" + there.zone->name;
}

cgns::Node structured_interface(const NewInterface& interface, int dimension, std::string name,
                                const std::string& donor) {
  auto node = cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor);
  std::vector<std::int64_t> axes;
  for (int d = 1; d <= dimension; ++d) axes.push_back(d);
  node.children = {cgns::integer_node("Transform", "\"int[IndexDimension]\"", {dimension}, axes),
                   range_node("PointRange", interface.range, dimension),
                   range_node("PointRangeDonor", interface.donor_range, dimension)};
  return node;
}

cgns::Node unstructured_interface(const cgns::InputSet& inputs, const NewInterface& interface,
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
std::vector<std::string> piece_names(const Original& original) {
  std::map<std::int64_t, int> counts;
  std::vector<std::string> names;
  for (const auto& piece : original.pieces)
    names.push_back(fmt::format("P{}.N{}", piece.rank, counts[piece.rank]++));
  return names;
}

cgns::Node& zone_at(cgns::InputSet& inputs, const Piece& piece) {
  for (auto& base : inputs.trees[static_cast<std::size_t>(piece.file)].children) {
    if (&base != piece.base) continue;
    for (auto& zone : base.children) {
      if (&zone == piece.zone) return zone;
    }
  }
  throw Error(ErrorKind::internal, "a zone that was there has gone");
}

void add_half(cgns::InputSet& inputs, const PieceSet& pieces, const std::vector<std::string>& names,
              const NewInterface& interface) {
  const auto& original = pieces.original(interface.here.original);
  const auto& here = pieces.piece(interface.here);
  const auto& mine = names[static_cast<std::size_t>(interface.here.piece)];
  const auto& theirs = names[static_cast<std::size_t>(interface.there.piece)];
  const auto donor = donor_name(here, pieces.piece(interface.there));
  auto name = fmt::format("JN.{}.LT.{}", mine, theirs);
  auto node = original.structured
                  ? structured_interface(interface, original.dimension, std::move(name), donor)
                  : unstructured_interface(inputs, interface, std::move(name), donor);
  node.children.push_back(
      cgns::text_node("GridConnectivityDonorName", "Descriptor_t", fmt::format("JN.{}.LT.{}", theirs, mine)));
  node.children.push_back(cgns::text_node("Decomp", "Descriptor_t", "is_decomp"));
  auto& zone = zone_at(inputs, here);
  // Only one of several containers is valid at a time step, so each gets the interface.
  bool is_added = false;
  for (auto& child : zone.children) {
    if (child.label != "ZoneGridConnectivity_t" || child.link) continue;
    child.children.push_back(node);
    is_added = true;
  }
  if (is_added) return;
  zone.children.push_back({.name = cgns::unique_name(zone, "ZoneGridConnectivity"),
                           .label = "ZoneGridConnectivity_t",
                           .children = {std::move(node)}});
}

}  // namespace

bool has_partition_interfaces(const PieceSet& pieces, int original) {
  const auto& whole = pieces.original(original);
  for (std::size_t i = 0; i < whole.pieces.size(); ++i) {
    const auto& piece = whole.pieces[i];
    for (const auto& interface : interfaces_of(*piece.zone)) {
      if (is_periodic(*interface.node) || has_original_name(*interface.node)) continue;
      const auto there = pieces.find(piece.file, interface.base_of_donor(*piece.base), interface.donor);
      if (there.original == original && there.piece != static_cast<int>(i)) return true;
    }
  }
  return false;
}

std::vector<NewInterface> box_interfaces(const PieceSet& pieces) {
  std::vector<NewInterface> interfaces;
  for (int o = 0; o < static_cast<int>(pieces.originals.size()); ++o) {
    const auto& original = pieces.original(o);
    if (!original.structured || has_partition_interfaces(pieces, o)) continue;
    const auto count = static_cast<int>(original.pieces.size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        const auto& here = pieces.piece({o, a});
        const auto& there = pieces.piece({o, b});
        const auto contact = contact_of(here, there, original.dimension);
        if (!contact.is_plane) continue;
        interfaces.push_back({.here = {o, a},
                              .there = {o, b},
                              .range = in_piece(contact.vertices, here, original.dimension),
                              .donor_range = in_piece(contact.vertices, there, original.dimension)});
      }
    }
  }
  return interfaces;
}

std::vector<NewInterface> matched_interfaces(const std::vector<MatchSet>& sets,
                                             const std::vector<Matched::Interface>& matched,
                                             std::string_view location) {
  std::vector<NewInterface> interfaces;
  for (const auto& found : matched) {
    const auto& set = sets[static_cast<std::size_t>(found.set)];
    interfaces.push_back({.here = {set.original, set.members[static_cast<std::size_t>(found.a)].piece},
                          .there = {set.original, set.members[static_cast<std::size_t>(found.b)].piece},
                          .location = std::string(location),
                          .points = found.here,
                          .donors = found.there});
  }
  return interfaces;
}

std::vector<MatchSet> numbered_vertices(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<MatchSet> sets;
  for (int o = 0; o < static_cast<int>(pieces.originals.size()); ++o) {
    const auto& original = pieces.original(o);
    const bool counts = !original.structured && original.convention != Convention::coordinates;
    if (!counts || has_partition_interfaces(pieces, o)) continue;
    MatchSet set{.what = vertices_of(original.path()),
                 .kind = MatchSet::Kind::surfaces,
                 .original = o,
                 .space = o,
                 .members = {}};
    bool all = true;
    for (int p = 0; p < static_cast<int>(original.pieces.size()); ++p) {
      const auto view = view_of(inputs, original, p);
      all = all && (view.vertex_numbers.exist() || view.vertices == 0);
      MatchSet::Member member{.piece = p, .zone = view_of(*view.piece), .count = view.vertices};
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

void add_interfaces(cgns::InputSet& inputs, const PieceSet& pieces,
                    const std::vector<NewInterface>& interfaces) {
  std::map<int, std::vector<std::string>> names;
  for (const auto& interface : interfaces) {
    auto& own = names[interface.here.original];
    if (own.empty()) own = piece_names(pieces.originals[static_cast<std::size_t>(interface.here.original)]);
    add_half(inputs, pieces, own, interface);
    add_half(inputs, pieces, own,
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

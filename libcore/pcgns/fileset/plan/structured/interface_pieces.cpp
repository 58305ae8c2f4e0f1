// interface_pieces.cpp: maps interfaces of pieces to original indices and groups those that belong
// together.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <unordered_set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/structured/interfaces.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"

namespace pcgns::fileset {

namespace {

/// A range as stored: from one point to another, 1-based.
struct DirectedRange {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};
};

std::size_t axis_of(std::int64_t transform) { return static_cast<std::size_t>(std::abs(transform) - 1); }
std::int64_t sign_of(std::int64_t transform) { return transform < 0 ? -1 : 1; }

DirectedRange read_range(const StructuredJob& zone, const PieceNode& interface, std::string_view name,
                         const std::string& below) {
  const auto* node = interface.node->child(name);
  if (node == nullptr) throw zone.error(interface, below, fmt::format("has no {}", name));
  const auto node_below = cgns::join(below, name);
  const auto values = integers_of(zone, {interface.piece, node}, node_below);
  if (values.size() != 2 * zone.dimension()) {
    throw zone.error(interface, node_below,
                     fmt::format("has {} values, not {}", values.size(), 2 * zone.dimension()));
  }
  DirectedRange range;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    range.begin[d] = values[d];
    range.end[d] = values[d + zone.dimension()];
  }
  return range;
}

Index3 read_transform(const StructuredJob& zone, const PieceNode& interface, const std::string& below) {
  Index3 transform = {1, 2, 3};
  const auto* node = interface.node->child("Transform");
  if (node == nullptr) return transform;
  const auto node_below = cgns::join(below, node->name);
  const auto values = integers_of(zone, {interface.piece, node}, node_below);
  Index3 seen = {};
  const auto dimension = static_cast<std::int64_t>(zone.dimension());
  bool good = static_cast<std::int64_t>(values.size()) == dimension;
  for (std::size_t d = 0; good && d < values.size(); ++d) {
    good = values[d] != 0 && values[d] >= -dimension && values[d] <= dimension &&
           ++seen[axis_of(values[d])] == 1;
    transform[d] = values[d];
  }
  if (!good) throw zone.error(interface, node_below, "is not a permutation of the directions");
  return transform;
}

/// Throws unless `range` lies in the piece, ghosts included.
void require_inside(const StructuredJob& zone, const PieceNode& interface, const Piece& piece,
                    const DirectedRange& range, const std::string& below) {
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto vertices = piece.cells[d].size() + piece.ghosts[2 * d] + piece.ghosts[2 * d + 1] + 1;
    const auto [low, high] = std::minmax(range.begin[d], range.end[d]);
    if (low < 1 || high > vertices) throw zone.error(interface, below, "has points outside its zone");
  }
}

/// The same range in vertices of the original of `piece`.
DirectedRange whole_range(const StructuredJob& zone, const Piece& piece, DirectedRange range) {
  project_planes(zone, piece, range.begin, range.end);
  return {in_original(zone, piece, range.begin), in_original(zone, piece, range.end)};
}

/// Cassiopée writes donor ranges of pieces from low to high, whatever Transform says.
bool runs_low_to_high(const StructuredJob& zone, const DirectedRange& range) {
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    if (range.begin[d] > range.end[d]) return false;
  }
  const auto convention = zone.original.convention;
  return convention == Convention::cassiopee || convention == Convention::assembly_file;
}

/// Orients the donor range as Transform requires.
void turn_as_transform_says(const StructuredJob& zone, const InterfacePiece& interface,
                            const DirectedRange& owner, DirectedRange& donor) {
  if (!runs_low_to_high(zone, owner) || !runs_low_to_high(zone, donor)) return;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto e = axis_of(interface.transform[d]);
    if (interface.transform[d] < 0) std::swap(donor.begin[e], donor.end[e]);
  }
}

/// The donor range in vertices of its original.
DirectedRange donor_range(const StructuredJob& zone, const InterfacePiece& interface,
                          const std::string& below) {
  auto range = read_range(zone, interface.at, "PointRangeDonor", below);
  if (interface.donor.piece == nullptr) {
    for (std::size_t d = 0; d < 3; ++d) {
      --range.begin[d];
      --range.end[d];
    }
    return range;
  }
  const auto& original = *interface.donor.original;
  if (!original.structured || original.dimension != zone.original.dimension) {
    throw zone.error(interface.at, below, "connects to a zone of another type");
  }
  require_inside(zone, interface.at, *interface.donor.piece, range, cgns::join(below, "PointRangeDonor"));
  const StructuredJob donor_zone(zone.job, original);
  return whole_range(donor_zone, *interface.donor.piece, range);
}

/// True for names that Cassiopée gives to interface pieces: "match", "match.7".
bool is_nameless(const Original& original, std::string_view name) {
  if (original.convention != Convention::cassiopee) return false;
  return name == "match" || name.starts_with("match.");
}

void add_content(const cgns::Node& node, std::string& text) {
  text += fmt::format("{}\n{}\n{}\n", node.name, node.label, node.data.size());
  text.append(reinterpret_cast<const char*>(node.data.data()), node.data.size());
  for (const auto& child : node.children) add_content(child, text);
  text += '\n';
}

/// Equal for pieces of one interface.
std::string key_of_interface(const StructuredJob& zone, const InterfacePiece& interface) {
  const auto donor = cgns::path_of_zone(zone.original.base, interface.donor.name);
  auto key = fmt::format("{}\n{} {} {}\n{} {} {}\n", donor, interface.transform[0], interface.transform[1],
                         interface.transform[2], interface.shift[0], interface.shift[1], interface.shift[2]);
  if (is_nameless(zone.original, interface.at.node->name)) {
    for (std::size_t d = 0; d < zone.dimension(); ++d) {
      if (interface.owner.size(d) == 1) key += fmt::format("{}:{} ", d, interface.owner.begin[d]);
    }
  } else {
    key += original_interface_name(zone.original, *interface.at.node);
  }
  key += "\n";
  if (const auto* property = interface.at.node->child_labelled("GridConnectivityProperty_t"))
    add_content(*property, key);
  return key;
}

/// Orientation of the pieces' ranges.
std::array<bool, 3> direction_of(const std::vector<InterfacePiece>& pieces) {
  std::array<bool, 3> backwards = {};
  for (std::size_t d = 0; d < 3; ++d) {
    for (const auto& piece : pieces) {
      if (piece.owner.size(d) == 1) continue;
      backwards[d] = piece.backwards[d];
      break;
    }
  }
  return backwards;
}

/// Merges pieces of one key into as few interfaces as possible.
std::vector<WholeInterface> united_interfaces(const StructuredJob& zone,
                                              const std::vector<InterfacePiece>& pieces) {
  std::vector<Block> blocks;
  for (const auto& piece : pieces) blocks.push_back(piece.owner);
  const auto whole = united_block(blocks);
  const auto owners = whole ? std::vector<Block>{*whole} : coalesced(std::move(blocks), 1);
  std::vector<WholeInterface> interfaces;
  for (const auto& owner : owners) {
    WholeInterface interface { .name = {}, .pieces = {}, .owner = owner };
    for (const auto& piece : pieces) {
      if (intersect(piece.owner, owner) == piece.owner) interface.pieces.push_back(piece);
    }
    interface.name = original_interface_name(zone.original, *interface.pieces.front().at.node);
    interface.backwards = direction_of(interface.pieces);
    interfaces.push_back(std::move(interface));
  }
  // Order of first occurrence.
  std::stable_sort(interfaces.begin(), interfaces.end(),
                   [](const WholeInterface& a, const WholeInterface& b) {
                     return a.pieces.front().at.piece < b.pieces.front().at.piece;
                   });
  return interfaces;
}

std::string name_of_donor(const cgns::Node& interface) {
  return interface.type == cgns::DataType::C1 ? cgns::text_of(interface) : std::string();
}

bool is_whole_zone(StructuredJob& zone, const std::string& path) {
  if (zone.whole_zones.empty()) {
    for (const auto& root : zone.job.merge.inputs.trees) {
      for (const auto& base : root.children) {
        for (const auto& child : base.children) {
          if (cgns::is_zone(child.label)) zone.whole_zones.emplace(cgns::join(base.name, child.name), true);
        }
      }
    }
    // Where zones do not match, Maia names the whole zone.
    for (const auto& original : zone.job.pieces.originals)
      zone.whole_zones.emplace(cgns::join(original.base, original.name), true);
  }
  return zone.whole_zones.contains(path);
}

}  // namespace

Index3 InterfacePiece::donor_point(const Index3& point, std::size_t dimension) const {
  Index3 result = {};
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto e = axis_of(transform[d]);
    result[e] = sign_of(transform[d]) * point[d] + shift[e];
  }
  return result;
}

bool InterfacePiece::is_identity() const { return transform == Index3{1, 2, 3}; }

bool has_donor(StructuredJob& zone, const PieceNode& interface) {
  const auto& piece = zone.piece(interface.piece);
  const auto text = name_of_donor(*interface.node);
  if (zone.job.pieces.find(piece.file, piece.base->name, text).original >= 0) return true;
  const auto path = text.starts_with('/') ? text.substr(1) : text;
  return is_whole_zone(zone, path.find('/') == std::string::npos ? cgns::join(piece.base->name, path) : path);
}

Donor donor_of(StructuredJob& zone, const PieceNode& interface, const std::string& below) {
  const auto& piece = zone.piece(interface.piece);
  const auto text = name_of_donor(*interface.node);
  const auto slash = text.rfind('/');
  Donor donor{.place = zone.job.pieces.find(piece.file, piece.base->name, text), .name = text};
  if (donor.place.original >= 0) {
    donor.original = &zone.job.pieces.originals[static_cast<std::size_t>(donor.place.original)];
    donor.piece = &donor.original->pieces[static_cast<std::size_t>(donor.place.piece)];
    donor.name = slash == std::string::npos ? donor.original->name
                                            : cgns::join(donor.original->base, donor.original->name);
    return donor;
  }
  if (!has_donor(zone, interface)) {
    throw zone.error(interface, below, fmt::format("the donor zone '{}' does not exist", text));
  }
  return donor;
}

bool finds_donors(const Original& original, const cgns::Node& interface) {
  const auto* type = interface.child_labelled("GridConnectivityType_t");
  return original.convention == Convention::cassiopee && type != nullptr &&
         cgns::text_of(*type) == "Overset" && lacks_donors(interface) &&
         std::ranges::none_of(interface.children, [](const cgns::Node& child) {
           return child.child("doubly_defined") != nullptr;
         });
}

std::string donor_names(StructuredJob& zone, const PieceNode& interface) {
  if (finds_donors(zone.original, *interface.node)) return zone.original.name;
  const auto& piece = zone.piece(interface.piece);
  std::vector<std::string> names;
  std::istringstream words(name_of_donor(*interface.node));
  for (std::string word; std::getline(words, word, ',');) {
    const auto place = zone.job.pieces.find(piece.file, piece.base->name, word);
    if (place.original >= 0) {
      const auto& donor = zone.job.pieces.original(place.original);
      word = word.find('/') == std::string::npos ? donor.name : cgns::join(donor.base, donor.name);
    }
    if (std::ranges::find(names, word) == names.end()) names.push_back(word);
  }
  return fmt::format("{}", fmt::join(names, ","));
}

std::optional<InterfacePiece> read_interface(StructuredJob& zone, const PieceNode& at,
                                             const std::string& below) {
  if (at.node->link) throw zone.error(at, below, "is a link; split zones require --links copy");
  const auto& piece = zone.piece(at.piece);
  InterfacePiece interface {
    .at = at, .donor = donor_of(zone, at, below), .owner = {}
  };
  const auto range = read_range(zone, at, "PointRange", below);
  require_inside(zone, at, piece, range, cgns::join(below, "PointRange"));
  interface.transform = read_transform(zone, at, below);
  const auto owner = whole_range(zone, piece, range);
  auto donor = donor_range(zone, interface, below);
  turn_as_transform_says(zone, interface, owner, donor);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto e = axis_of(interface.transform[d]);
    interface.shift[e] = donor.begin[e] - sign_of(interface.transform[d]) * owner.begin[d];
    interface.backwards[d] = owner.begin[d] > owner.end[d];
    interface.owner.begin[d] = std::min(owner.begin[d], owner.end[d]);
    interface.owner.end[d] = std::max(owner.begin[d], owner.end[d]) + 1;
  }
  if (interface.donor_point(owner.end, zone.dimension()) != donor.end) {
    throw zone.error(at, below, "PointRange, PointRangeDonor and Transform are inconsistent");
  }
  interface.owner = intersect(interface.owner, owned_block(zone.original, piece, {true, true, true}));
  if (interface.owner.empty()) return std::nullopt;
  return interface;
}

namespace {

/// Throws if pieces that record the same interface are in several groups.
void require_consistent(const StructuredJob& zone, const std::vector<std::vector<InterfacePiece>>& groups,
                        const std::string& below) {
  std::unordered_set<std::string> names;
  for (const auto& group : groups) {
    const auto& at = group.front().at;
    if (!has_original_name(*at.node)) continue;
    const auto name = original_interface_name(zone.original, *at.node);
    if (names.insert(name).second) continue;
    throw zone.error(at, cgns::join(below, at.node->name),
                     fmt::format("contradicts other pieces of {}: its donor, Transform, ranges or "
                                 "properties are not theirs",
                                 name));
  }
}

}  // namespace

std::vector<WholeInterface> grouped_interfaces(const StructuredJob& zone, std::vector<InterfacePiece> pieces,
                                               const std::string& below) {
  std::vector<std::vector<InterfacePiece>> groups;
  std::unordered_map<std::string, std::size_t> index;
  for (auto& piece : pieces) {
    const auto [found, is_new] = index.try_emplace(key_of_interface(zone, piece), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(std::move(piece));
  }
  require_consistent(zone, groups, below);
  std::vector<WholeInterface> interfaces;
  for (const auto& group : groups) {
    for (auto& interface : united_interfaces(zone, group)) interfaces.push_back(std::move(interface));
  }
  return interfaces;
}

}  // namespace pcgns::fileset

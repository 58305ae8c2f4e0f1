// One join of a part in the indices of the original zones, and which of them belong together.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

#include "pcgns/assemble/structured_joins.hpp"
#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::assemble {

namespace {

using Triple = std::array<std::int64_t, 3>;

/// A range as the file has it: from one point to another one, 1-based.
struct DirectedRange {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};
};

std::size_t axis_of(std::int64_t transform) { return static_cast<std::size_t>(std::abs(transform) - 1); }
std::int64_t sign_of(std::int64_t transform) { return transform < 0 ? -1 : 1; }

DirectedRange read_range(const StructuredJob& zone, const Piece& join, std::string_view name,
                         const std::string& below) {
  const auto* node = join.node->child(name);
  if (node == nullptr) throw zone.error(join, below, fmt::format("has no {}", name));
  const auto node_below = tree::join(below, name);
  const auto values = integers_of(zone, {join.part, node}, node_below);
  if (values.size() != 2 * zone.dimension()) {
    throw zone.error(join, node_below,
                     fmt::format("has {} values, not {}", values.size(), 2 * zone.dimension()));
  }
  DirectedRange range;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    range.begin[d] = values[d];
    range.end[d] = values[d + zone.dimension()];
  }
  return range;
}

Triple read_transform(const StructuredJob& zone, const Piece& join, const std::string& below) {
  Triple transform = {1, 2, 3};
  const auto* node = join.node->child("Transform");
  if (node == nullptr) return transform;
  const auto node_below = tree::join(below, node->name);
  const auto values = integers_of(zone, {join.part, node}, node_below);
  Triple seen = {};
  const auto dimension = static_cast<std::int64_t>(zone.dimension());
  bool good = static_cast<std::int64_t>(values.size()) == dimension;
  for (std::size_t d = 0; good && d < values.size(); ++d) {
    good = values[d] != 0 && values[d] >= -dimension && values[d] <= dimension &&
           ++seen[axis_of(values[d])] == 1;
    transform[d] = values[d];
  }
  if (!good) throw zone.error(join, node_below, "is no permutation of the directions");
  return transform;
}

/// Throws unless `range` lies in the part, ghosts included.
void require_inside(const StructuredJob& zone, const Piece& join, const Part& part,
                    const DirectedRange& range, const std::string& below) {
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto vertices = part.cells[d].size() + part.ghosts[2 * d] + part.ghosts[2 * d + 1] + 1;
    const auto [low, high] = std::minmax(range.begin[d], range.end[d]);
    if (low < 1 || high > vertices) throw zone.error(join, below, "has points outside of its zone");
  }
}

/// The same range in the vertices of the original of `part`.
DirectedRange whole_range(const StructuredJob& zone, const Part& part, DirectedRange range) {
  project_planes(zone, part, range.begin, range.end);
  return {in_original(zone, part, range.begin), in_original(zone, part, range.end)};
}

/// Cassiopée writes the pieces that it cuts from low to high in the donor too, whatever Transform says.
bool runs_low_to_high(const StructuredJob& zone, const DirectedRange& range) {
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    if (range.begin[d] > range.end[d]) return false;
  }
  const auto convention = zone.original.convention;
  return convention == Convention::cassiopee || convention == Convention::assembly_file;
}

/// The donor's range with the directions that Transform gives it.
void turn_as_transform_says(const StructuredJob& zone, const JoinPiece& join, const DirectedRange& owner,
                            DirectedRange& donor) {
  if (!runs_low_to_high(zone, owner) || !runs_low_to_high(zone, donor)) return;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto e = axis_of(join.transform[d]);
    if (join.transform[d] < 0) std::swap(donor.begin[e], donor.end[e]);
  }
}

/// The donor's range in the vertices of its original.
DirectedRange donor_range(const StructuredJob& zone, const JoinPiece& join, const std::string& below) {
  auto range = read_range(zone, join.piece, "PointRangeDonor", below);
  if (join.donor.part == nullptr) {
    for (std::size_t d = 0; d < 3; ++d) {
      --range.begin[d];
      --range.end[d];
    }
    return range;
  }
  const auto& original = *join.donor.original;
  if (!original.structured || original.dimension != zone.original.dimension) {
    throw zone.error(join.piece, below, "leads to a zone of another kind");
  }
  require_inside(zone, join.piece, *join.donor.part, range, tree::join(below, "PointRangeDonor"));
  const StructuredJob donor_zone(zone.job, original);
  return whole_range(donor_zone, *join.donor.part, range);
}

/// True for the names that Cassiopée gives to pieces of joins: "match", "match.7".
bool is_nameless(const Original& original, std::string_view name) {
  if (original.convention != Convention::cassiopee) return false;
  return name == "match" || name.starts_with("match.");
}

void add_content(const tree::Node& node, std::string& text) {
  text += fmt::format("{}\n{}\n{}\n", node.name, node.label, node.data.size());
  text.append(reinterpret_cast<const char*>(node.data.data()), node.data.size());
  for (const auto& child : node.children) add_content(child, text);
  text += '\n';
}

/// What pieces of one join have in common.
std::string key_of_join(const StructuredJob& zone, const JoinPiece& join) {
  auto key = fmt::format("{}\n{} {} {}\n{} {} {}\n", join.donor.name, join.transform[0], join.transform[1],
                         join.transform[2], join.shift[0], join.shift[1], join.shift[2]);
  if (is_nameless(zone.original, join.piece.node->name)) {
    for (std::size_t d = 0; d < zone.dimension(); ++d) {
      if (join.owner.size(d) == 1) key += fmt::format("{}:{} ", d, join.owner.begin[d]);
    }
  } else {
    key += original_join_name(zone.original, *join.piece.node);
  }
  key += "\n";
  if (const auto* property = join.piece.node->child_labelled("GridConnectivityProperty_t"))
    add_content(*property, key);
  return key;
}

/// The direction in which the pieces run.
std::array<bool, 3> direction_of(const std::vector<JoinPiece>& pieces) {
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

/// As few joins as the pieces, which have one key, make up.
std::vector<WholeJoin> united_joins(const StructuredJob& zone, const std::vector<JoinPiece>& pieces) {
  std::vector<Block> blocks;
  for (const auto& piece : pieces) blocks.push_back(piece.owner);
  const auto whole = united_block(blocks);
  const auto owners = whole ? std::vector<Block>{*whole} : coalesced(std::move(blocks), 1);
  std::vector<WholeJoin> joins;
  for (const auto& owner : owners) {
    WholeJoin join{.name = {}, .pieces = {}, .owner = owner};
    for (const auto& piece : pieces) {
      if (intersect(piece.owner, owner) == piece.owner) join.pieces.push_back(piece);
    }
    join.name = original_join_name(zone.original, *join.pieces.front().piece.node);
    join.backwards = direction_of(join.pieces);
    joins.push_back(std::move(join));
  }
  // As seen first.
  std::stable_sort(joins.begin(), joins.end(), [](const WholeJoin& a, const WholeJoin& b) {
    return a.pieces.front().piece.part < b.pieces.front().piece.part;
  });
  return joins;
}

std::string name_of_donor(const tree::Node& join) {
  return join.type == tree::DataType::C1 ? tree::text_of(join) : std::string();
}

bool is_whole_zone(StructuredJob& zone, const std::string& path) {
  if (zone.whole_zones.empty()) {
    for (const auto& root : zone.job.merge.inputs.trees) {
      for (const auto& base : root.children) {
        for (const auto& child : base.children) {
          if (sids::is_zone(child.label)) zone.whole_zones.emplace(tree::join(base.name, child.name), true);
        }
      }
    }
  }
  return zone.whole_zones.contains(path);
}

}  // namespace

Index3 JoinPiece::donor_point(const Index3& point, std::size_t dimension) const {
  Index3 result = {};
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto e = axis_of(transform[d]);
    result[e] = sign_of(transform[d]) * point[d] + shift[e];
  }
  return result;
}

bool JoinPiece::is_identity() const { return transform == Triple{1, 2, 3}; }

bool has_donor(StructuredJob& zone, const Piece& join) {
  const auto& part = zone.part(join.part);
  const auto text = name_of_donor(*join.node);
  if (zone.job.parts.place_of(part.file, part.base->name, text).original >= 0) return true;
  return is_whole_zone(zone, text.find('/') == std::string::npos ? tree::join(part.base->name, text) : text);
}

Donor donor_of(StructuredJob& zone, const Piece& join, const std::string& below) {
  const auto& part = zone.part(join.part);
  const auto text = name_of_donor(*join.node);
  const auto slash = text.rfind('/');
  Donor donor{.place = zone.job.parts.place_of(part.file, part.base->name, text), .name = text};
  if (donor.place.original >= 0) {
    donor.original = &zone.job.parts.originals[static_cast<std::size_t>(donor.place.original)];
    donor.part = &donor.original->parts[static_cast<std::size_t>(donor.place.part)];
    donor.name = slash == std::string::npos ? donor.original->name
                                            : tree::join(donor.original->base, donor.original->name);
    return donor;
  }
  if (!has_donor(zone, join)) {
    throw zone.error(join, below, fmt::format("is a join to nowhere: there is no zone '{}'", text));
  }
  return donor;
}

std::optional<JoinPiece> read_join(StructuredJob& zone, const Piece& piece, const std::string& below) {
  if (piece.node->link) throw zone.error(piece, below, "is a link; a zone in parts needs --links copy");
  const auto& part = zone.part(piece.part);
  JoinPiece join{.piece = piece, .donor = donor_of(zone, piece, below), .owner = {}};
  const auto range = read_range(zone, piece, "PointRange", below);
  require_inside(zone, piece, part, range, tree::join(below, "PointRange"));
  join.transform = read_transform(zone, piece, below);
  const auto owner = whole_range(zone, part, range);
  auto donor = donor_range(zone, join, below);
  turn_as_transform_says(zone, join, owner, donor);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    const auto e = axis_of(join.transform[d]);
    join.shift[e] = donor.begin[e] - sign_of(join.transform[d]) * owner.begin[d];
    join.backwards[d] = owner.begin[d] > owner.end[d];
    join.owner.begin[d] = std::min(owner.begin[d], owner.end[d]);
    join.owner.end[d] = std::max(owner.begin[d], owner.end[d]) + 1;
  }
  if (join.donor_point(owner.end, zone.dimension()) != donor.end) {
    throw zone.error(piece, below, "PointRange, PointRangeDonor and Transform do not go with each other");
  }
  join.owner = intersect(join.owner, owned_block(zone.original, part, {true, true, true}));
  if (join.owner.empty()) return std::nullopt;
  return join;
}

std::vector<WholeJoin> grouped_joins(const StructuredJob& zone, std::vector<JoinPiece> pieces) {
  std::vector<std::vector<JoinPiece>> groups;
  std::unordered_map<std::string, std::size_t> index;
  for (auto& piece : pieces) {
    const auto [found, is_new] = index.try_emplace(key_of_join(zone, piece), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(std::move(piece));
  }
  std::vector<WholeJoin> joins;
  for (const auto& group : groups) {
    for (auto& join : united_joins(zone, group)) joins.push_back(std::move(join));
  }
  return joins;
}

}  // namespace pcgns::assemble

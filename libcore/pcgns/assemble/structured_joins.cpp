// Joins of a structured zone: those between its own parts go, the pieces of the others become whole again.

#include "pcgns/assemble/structured_joins.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::assemble {

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "name" of "name.12".
std::string_view without_number(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 && is_digits(name.substr(dot + 1)) ? name.substr(0, dot)
                                                                                     : name;
}

/// Between the parts of one zone, and each point is joined to itself.
bool is_between_parts(const StructuredJob& zone, const JoinPiece& join) {
  return join.donor.original == &zone.original && join.is_identity() && join.shift == Index3{};
}

bool is_marked_as_between_parts(const StructuredJob& zone, const tree::Node& join) {
  const auto* mark = join.child("Decomp");
  if (mark != nullptr && mark->label == "Descriptor_t") return true;
  return zone.original.convention == Convention::maia && join.name.starts_with("JN.P") &&
         join.name.find(".LT.P") != std::string::npos;
}

/// All 1to1 joins but those between parts.
std::vector<JoinPiece> original_joins(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                                      const std::string& below) {
  std::vector<JoinPiece> joins;
  for (const auto& group : groups) {
    for (const auto& piece : group.pieces) {
      if (piece.node->label != "GridConnectivity1to1_t") continue;
      const auto join_below = tree::join(below, group.name);
      auto join = read_join(zone, piece, join_below);
      if (!join || is_between_parts(zone, *join)) continue;
      if (is_marked_as_between_parts(zone, *piece.node)) {
        throw zone.error(
            piece, join_below,
            "says that it joins two parts of one zone, but its points are not the same ones there");
      }
      joins.push_back(*std::move(join));
    }
  }
  // As seen first over the parts, not over the names.
  std::stable_sort(joins.begin(), joins.end(),
                   [](const JoinPiece& a, const JoinPiece& b) { return a.piece.part < b.piece.part; });
  return joins;
}

tree::Node range_node(const StructuredJob& zone, const char* name, const Index3& begin, const Index3& end,
                      tree::DataType type) {
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

/// The range of the owner, or of the donor, from its first point to its last.
tree::Node range_of(const StructuredJob& zone, const WholeJoin& join, bool of_donor, tree::DataType type) {
  Index3 begin = {};
  Index3 end = {};
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    begin[d] = join.owner.begin[d];
    end[d] = join.owner.end[d] - 1;
    if (join.backwards[d]) std::swap(begin[d], end[d]);
  }
  if (!of_donor) return range_node(zone, "PointRange", begin, end, type);
  const auto& first = join.pieces.front();
  return range_node(zone, "PointRangeDonor", first.donor_point(begin, zone.dimension()),
                    first.donor_point(end, zone.dimension()), type);
}

tree::Node transform_of(const StructuredJob& zone, const JoinPiece& join, const tree::Node& node) {
  const std::vector<std::int64_t> values(join.transform.begin(),
                                         join.transform.begin() + zone.original.dimension);
  return tree::integer_node(node.name, node.label, {zone.original.dimension}, values, node.type);
}

tree::Node united_join(StructuredJob& zone, const WholeJoin& join, const std::string& below) {
  Pieces pieces;
  for (const auto& piece : join.pieces) pieces.push_back(piece.piece);
  const auto& first = join.pieces.front();
  auto node = tree::text_node(join.name, first.piece.node->label, first.donor.name);
  for (const auto& piece : pieces) plan::add_extras(node, *piece.node);
  auto type = type_of_point_sets(pieces);
  for (const auto& group : grouped(pieces)) {
    const auto& child = *group.pieces.front().node;
    if (is_mark(child) || is_join_mark(child)) continue;
    if (child.name == "PointRange" || child.name == "PointRangeDonor") {
      node.children.push_back(range_of(zone, join, child.name == "PointRangeDonor", type));
    } else if (child.name == "Transform") {
      node.children.push_back(transform_of(zone, first, child));
    } else if (child.name == "GridConnectivityDonorName") {
      node.children.push_back(tree::text_node(child.name, child.label, opposite_name(first.donor, child)));
    } else if (auto united = unite(zone, group.pieces, tree::join(below, group.name))) {
      node.children.push_back(*std::move(united));
    }
  }
  return node;
}

/// Joins of other kinds: by their names and donors.
std::vector<PieceGroup> general_joins(StructuredJob& zone, const std::vector<PieceGroup>& groups,
                                      const std::string& below) {
  std::vector<PieceGroup> result;
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& group : groups) {
    for (const auto& piece : group.pieces) {
      if (piece.node->label != "GridConnectivity_t") continue;
      const auto name = original_join_name(zone.original, *piece.node);
      const auto key = name + "\n" + donor_of(zone, piece, tree::join(below, group.name)).name;
      const auto [found, is_new] = index.try_emplace(key, result.size());
      if (is_new) result.push_back({.name = name, .pieces = {}});
      result[found->second].pieces.push_back(piece);
    }
  }
  return result;
}

void add_general_joins(StructuredJob& zone, const std::vector<PieceGroup>& groups, const std::string& below,
                       tree::Node& node) {
  for (auto& group : general_joins(zone, groups, below)) {
    std::stable_sort(group.pieces.begin(), group.pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.part < b.part; });
    auto join = unite_general_join(zone, group.pieces, group.name, below);
    if (!join) continue;
    join->name = unique_name(node, join->name);
    node.children.push_back(*std::move(join));
  }
}

void add_other_children(StructuredJob& zone, const std::vector<PieceGroup>& groups, const std::string& below,
                        tree::Node& node) {
  for (const auto& group : groups) {
    const auto& first = *group.pieces.front().node;
    if (is_mark(first) || first.label == "GridConnectivity1to1_t" || first.label == "GridConnectivity_t")
      continue;
    const auto child_below = tree::join(below, group.name);
    auto child = first.label == "OversetHoles_t" ? unite_point_set(zone, group.pieces, child_below)
                                                 : unite(zone, group.pieces, child_below);
    if (child) node.children.push_back(*std::move(child));
  }
}

/// Joins to parts that are allowed to be missing.
void leave_out_joins_to_nowhere(StructuredJob& zone, std::vector<PieceGroup>& groups,
                                const std::string& below) {
  for (auto& group : groups) {
    std::erase_if(group.pieces, [&](const Piece& piece) {
      const auto& label = piece.node->label;
      const bool is_join = label == "GridConnectivity1to1_t" || label == "GridConnectivity_t";
      if (!is_join || piece.node->link || has_donor(zone, piece)) return false;
      zone.job.merge.notes.add(
          plan::Note::Kind::warning, "joins to missing parts",
          at(zone.file_of(piece), zone.path_in(piece.part, tree::join(below, group.name)),
             "leads to a part that is missing, and is left out"));
      return true;
    });
  }
  std::erase_if(groups, [](const PieceGroup& group) { return group.pieces.empty(); });
}

}  // namespace

bool is_join_mark(const tree::Node& node) {
  return node.label == "Descriptor_t" && (node.name == "Decomp" || node.name == "OriginalName");
}

std::string original_join_name(const Original& original, const tree::Node& join) {
  const auto* name = join.child("OriginalName");
  if (name != nullptr && name->label == "Descriptor_t" && !tree::text_of(*name).empty())
    return tree::text_of(*name);
  if (original.convention == Convention::maia) return std::string(without_number(join.name));
  return join.name;
}

std::string opposite_name(const Donor& donor, const tree::Node& donor_name) {
  const auto text = tree::text_of(donor_name);
  if (donor.part == nullptr) return text;
  for (const auto& connectivity : donor.part->zone->children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    if (const auto* opposite = connectivity.child(text))
      return original_join_name(*donor.original, *opposite);
  }
  return donor.original->convention == Convention::maia ? std::string(without_number(text)) : text;
}

std::string unique_name(const tree::Node& parent, const std::string& name) {
  if (parent.child(name) == nullptr) return name;
  for (int number = 1;; ++number) {
    const auto suffix = fmt::format(".{}", number);
    auto candidate = name.substr(0, 32 - std::min<std::size_t>(suffix.size(), 32)) + suffix;
    if (parent.child(candidate) == nullptr) return candidate;
  }
}

std::optional<tree::Node> unite_joins(StructuredJob& zone, const Pieces& pieces, const std::string& below) {
  auto node = unite_alone(zone, pieces, below);
  auto groups = grouped(pieces);
  if (zone.job.allow_missing) leave_out_joins_to_nowhere(zone, groups, below);
  for (auto& join : grouped_joins(zone, original_joins(zone, groups, below))) {
    join.name = unique_name(node, join.name);
    node.children.push_back(united_join(zone, join, tree::join(below, join.name)));
  }
  add_general_joins(zone, groups, below, node);
  add_other_children(zone, groups, below, node);
  if (node.children.empty()) return std::nullopt;
  return node;
}

}  // namespace pcgns::assemble

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

Entities shares_of(const Entities& entities, const PieceNodes& nodes) {
  auto own = entities;
  own.in_pieces.clear();
  for (const auto& node : nodes) own.in_pieces.push_back(entities.in_pieces[node.parent]);
  return own;
}

cgns::Node united_data(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                       const Entities& entities) {
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.is_array() && !is_for_all_points(zone, below, entities)) {
      node.children.push_back(moved_array(zone, below, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// A BCDataSet_t without points has those of the BC_t, at `of_bc`, unless it names another location.
void require_points_of_bc(ZoneJob& zone, const PieceGroup& group, const std::string& of_bc) {
  const auto location = [&](const PieceNode& at) {
    const auto* node = at.node->child_labelled("GridLocation_t");
    return node == nullptr ? of_bc : cgns::text_of(*node);
  };
  const auto& first = group.nodes.front();
  if (std::ranges::any_of(first.node->children, cgns::is_point_set))
    throw error_at(zone, first, "cannot be merged: has points as ElementRange; expected PointList");
  for (const auto& at : group.nodes) {
    if (std::ranges::any_of(at.node->children, cgns::is_point_set))
      throw error_at(zone, at,
                     fmt::format("has points of its own, but none in another piece ({})", first.path));
    if (location(at) != location(first))
      throw error_at(zone, at,
                     fmt::format("is at {}, but at {} in another piece ({})", location(at), location(first),
                                 first.path));
  }
}

/// A BCDataSet_t on the points of the BC_t, given by `points`, or on its own.
cgns::Node united_data_set(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                           const Entities& points, const std::string& of_bc) {
  const bool has_list =
      point_list(group.first()) != nullptr || group.nodes.front().node->child("PointRange") != nullptr;
  if (!has_list) require_points_of_bc(zone, group, of_bc);
  const auto entities = has_list ? listed_points(zone, group, path) : shares_of(points, group.nodes);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.label() == "BCData_t") {
      node.children.push_back(united_data(zone, below, below_path, shares_of(entities, below.nodes)));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// InwardNormalList: one vector per point, despite its list label.
cgns::Node united_vectors(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                          const Entities& entities) {
  std::int64_t width = 1;
  for (const auto& array : group.nodes) {
    if (array.node->is_bulk() && array.node->dims.size() == 2) width = std::max(width, array.node->dims[0]);
  }
  return moved_array(zone, group, path, entities,
                     Move{.width = static_cast<int>(std::min<std::int64_t>(width, 64))});
}

/// The section that equals the BC_t in all pieces; null if there is none.
const WholeSection* section_of(ZoneJob& zone, const PieceGroup& group) {
  std::vector<const LocalSection*> locals;
  for (const auto& node : group.nodes) {
    locals.push_back(section_in_range(zone.mesh().piece(node.piece), *node.node));
    if (locals.back() == nullptr || locals.back()->node->name != locals.front()->node->name) return nullptr;
  }
  for (const auto& section : zone.mesh().sections()) {
    if (section.group.name != locals.front()->node->name) continue;
    const auto& members = section.group.members;
    const auto pieces = std::count_if(members.begin(), members.end(),
                                      [](const auto& member) { return member.section->count > 0; });
    return static_cast<std::size_t>(pieces) == locals.size() ? &section : nullptr;
  }
  return nullptr;
}

Entities elements_in(const WholeSection& section, const PieceGroup& group) {
  Entities entities{.what = "elements", .total = section.facts.total, .may_share = true, .in_pieces = {}};
  for (const auto& node : group.nodes) {
    const auto* local = section.group.in_piece(node.piece);
    entities.in_pieces.push_back({.piece = node.piece, .numbers = local->numbers, .count = local->count});
  }
  return entities;
}

cgns::Node whole_range(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                       const WholeSection& section) {
  const auto& like = group.first();
  const auto last = section.first + section.facts.total - 1;
  auto range = cgns::integer_node(group.name, group.label(), like.dims, {section.first, last},
                                  integer_type(zone, group, path, last));
  return completed(zone, std::move(range), group, path);
}

/// Points are ranges or lists, of points or of elements, in all pieces alike.
void require_one_kind(ZoneJob& zone, const PieceGroup& group) {
  const PieceNode* first = nullptr;
  std::string_view kind;
  for (const auto& at : group.nodes) {
    const auto set = std::ranges::find_if(at.node->children, cgns::is_point_set);
    if (set == at.node->children.end()) continue;
    if (first == nullptr) {
      first = &at;
      kind = set->name;
    }
    if (set->name != kind)
      throw error_at(zone, at,
                     fmt::format("has {}, but {} in another piece ({})", set->name, kind, first->path));
  }
}

cgns::Node united_bc(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  require_one_kind(zone, group);
  const auto* section = section_of(zone, group);
  const auto entities = points_of_bc(zone, group, path);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.name == "InwardNormalList") {
      node.children.push_back(united_vectors(zone, below, below_path, entities));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else if (below.label() == "BCDataSet_t") {
      const auto location = cgns::location_of(*group.nodes.front().node);
      node.children.push_back(united_data_set(zone, below, below_path, entities, location));
    } else if (section != nullptr && below.nodes.front().node == point_range(group.first())) {
      node.children.push_back(whole_range(zone, below, below_path, *section));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// A condition whose points are those of its data sets.
cgns::Node united_bc_of_sets(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  auto node = united_alone(zone, group, path);
  const auto location = cgns::location_of(group.first());
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    const bool has_own =
        std::ranges::any_of(below.nodes, [](const PieceNode& set) { return has_own_points(*set.node); });
    if (has_own) {
      node.children.push_back(united_data_set(zone, below, below_path, {}, location));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

const cgns::Node* recorded_range(const PieceNode& at) {
  const auto* metadata = at.node->child(numbering_name);
  return metadata == nullptr ? nullptr : metadata->child(range_node);
}

std::string text_of_range(const std::vector<std::int64_t>& range) {
  return range.size() == 2 ? fmt::format("[{}, {}]", range[0], range[1]) : std::string("no range");
}

/// The recorded range, which all pieces have. Throws Error{input} if they contradict each other, or the
/// number of points.
std::vector<std::int64_t> required_range(ZoneJob& zone, const PieceGroup& owner, const Entities& entities) {
  const auto fail = [&](const PieceNode& at, const std::string& why) {
    auto node = at;
    node.path = cgns::join(cgns::join(at.path, numbering_name), range_node);
    throw coded(error_at(zone, node, why), "S0104");
  };
  const auto& first = owner.nodes.front();
  const auto range = small_integers(recorded_range(first));
  for (const auto& at : owner.nodes) {
    const auto other = small_integers(recorded_range(at));
    if (other != range)
      fail(at, fmt::format("is {}, but {} in another piece ({})", text_of_range(other), text_of_range(range),
                           first.path));
  }
  if (range.size() != 2) fail(first, "is not a range");
  const auto count = range[1] - range[0] + 1;
  if (count != entities.total)
    fail(first, fmt::format("is {}, which has {} points, but the lists of the pieces have {}",
                            text_of_range(range), count, entities.total));
  return range;
}

/// The range that the lists were before partitioning, if the pieces record it.
std::optional<cgns::Node> range_before(ZoneJob& zone, const PieceGroup& owner, const PieceGroup& list,
                                       const std::string& path, const Entities& entities) {
  if (std::ranges::none_of(owner.nodes, [](const PieceNode& at) { return recorded_range(at) != nullptr; }))
    return std::nullopt;
  const auto range = required_range(zone, owner, entities);
  const auto location = cgns::location_of(*owner.nodes.front().node);
  for (const auto& at : list.nodes) {
    const auto& in_piece = entities.in_pieces[at.parent];
    if (zone.job.ranged == nullptr || in_piece.count == 0) continue;
    if (!at.node->is_bulk() || !cgns::is_integer(at.node->type) ||
        cgns::count_of(at.node->dims) != in_piece.count)
      throw error_at(zone, at, "is not a list of integers, one for each point");
    const auto numbering = zone.mesh().numbering_at(location, at.piece);
    zone.job.ranged->push_back({.list = at.node->array,
                                .index = in_piece.numbers.array,
                                .first_index = in_piece.numbers.first,
                                .count = in_piece.count,
                                .first = range[0],
                                .numbering = zone.job.numberings[static_cast<std::size_t>(numbering)]});
  }
  auto node = *recorded_range(owner.nodes.front());
  node.name = list.name == "ElementList" ? "ElementRange" : "PointRange";
  node.extras.clear();
  for (const auto& source : list.nodes) fileset::add_extras(node, *source.node);
  for (const auto& below : grouped_data(list.nodes)) {
    if (node.child(below.name) != nullptr)
      throw error_at(zone, below.nodes.front(), "also stands below the recorded range of the whole zone");
    unite_into(zone, below, list.nodes, cgns::join(path, below.name), node.children);
  }
  return node;
}

bool has_points(const cgns::Node& node) {
  return point_list(node) != nullptr || point_range(node) != nullptr;
}

/// True for arrays with values of each point, in the last or the first extent.
bool has_values_of_points(ZoneJob& zone, const PieceGroup& group, const Entities& entities) {
  if (!group.is_array() || is_for_all_points(zone, group, entities)) return false;
  return std::ranges::all_of(group.nodes, [&](const PieceNode& array) {
    return has_value_for_each(*array.node, entities.in_pieces[array.parent].count);
  });
}

}  // namespace

bool has_value_for_each(const cgns::Node& array, std::int64_t entities) {
  const auto& dims = array.dims;
  return !dims.empty() && (dims.back() == entities || (dims.size() == 2 && dims.front() == entities));
}

bool is_for_all_points(ZoneJob& zone, const PieceGroup& group, const Entities& entities) {
  return std::any_of(group.nodes.begin(), group.nodes.end(), [&](const PieceNode& array) {
    const bool is_single = cgns::count_of(array.node->dims) == 1;
    return (is_single && entities.in_pieces[array.parent].count != 1) ||
           is_uncut(*zone.mesh().piece(array.piece).piece, *array.node);
  });
}

std::optional<cgns::Node> moved_values(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                                       const Entities& entities) {
  if (!has_values_of_points(zone, group, entities)) return std::nullopt;
  auto arrays = group;
  for (auto& at : arrays.nodes) {
    if (at.node->is_bulk() || at.node->data.empty()) continue;
    auto& made = zone.made.emplace_back(*at.node);
    made.array = add_values(zone.job, made.type, made.dims, std::exchange(made.data, {}));
    at.node = &made;
  }
  return moved_array(zone, arrays, path, entities);
}

Entities listed_points(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  Entities entities{.what = "points in the PointList", .in_pieces = {}};
  entities.may_share = location_of_all(zone, group) != "CellCenter";
  for (const auto& node : group.nodes) {
    const auto& view = zone.mesh().piece(node.piece);
    const auto* list = point_list(*node.node);
    const auto numbers = numbers_of_points(zone.inputs(), view, *node.node, node.path);
    if (list == nullptr || (!numbers.exist() && points_of(*list) > 0)) {
      throw error_at(zone, node,
                     "has no PointList with :CGNS#GlobalNumbering/Index, and does not cover a whole section "
                     "in all pieces");
    }
    entities.in_pieces.push_back({.piece = node.piece, .numbers = numbers, .count = points_of(*list)});
  }
  const bool any = std::any_of(entities.in_pieces.begin(), entities.in_pieces.end(),
                               [](const Entities::InPiece& in_piece) { return in_piece.count > 0; });
  if (any) entities.total = zone.mesh().facts(points_of_list(path)).total;
  return entities;
}

Entities points_of_bc(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto* section = section_of(zone, group);
  return section != nullptr ? elements_in(*section, group) : listed_points(zone, group, path);
}

cgns::Node united_list(ZoneJob& zone, const PieceGroup& list, const PieceGroup& owner,
                       const std::string& path, const Entities& entities) {
  const auto* at = point_list(*owner.nodes.front().node);
  if (at == nullptr || at->name != list.name) {
    throw error_at(zone, list.nodes.front(), "is an unknown kind of list");
  }
  if (auto range = range_before(zone, owner, list, path, entities)) return *std::move(range);
  const auto location = cgns::location_of(*owner.nodes.front().node);
  const Move move{.largest = zone.mesh().largest_at(location), .numbering = [&](const PieceNode& node) {
                    return zone.mesh().numbering_at(location, node.piece);
                  }};
  return moved_array(zone, list, path, entities, move);
}

cgns::Node united_zone_bc(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    const bool is_listed = below.label() == "BC_t" && !below.nodes.front().node->link &&
                           std::any_of(below.nodes.begin(), below.nodes.end(),
                                       [](const PieceNode& bc) { return has_points(*bc.node); });
    if (is_listed) {
      node.children.push_back(united_bc(zone, below, below_path));
    } else if (have_sets_with_points(below.nodes)) {
      node.children.push_back(united_bc_of_sets(zone, below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace pcgns::fileset

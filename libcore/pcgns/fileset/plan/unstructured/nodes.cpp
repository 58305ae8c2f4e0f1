#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

/// True if the values below `node` can be compared.
bool is_comparable(const MergeJob& job, const cgns::Node& node) {
  if (node.is_bulk() && !job.survey.contents.contains(node.array)) return false;
  return std::all_of(node.children.begin(), node.children.end(),
                     [&](const cgns::Node& child) { return is_comparable(job, child); });
}

bool has_extents(const cgns::Node& node, const Move& move, std::int64_t count) {
  using Dims = std::vector<std::int64_t>;
  if (move.columns) return node.dims == Dims{count, move.width};
  if (move.flat) return node.dims == Dims{count * move.width};
  return !node.dims.empty() && node.dims.back() == count && cgns::count_of(node.dims) == count * move.width;
}

/// Throws unless the array has a value for every entity of `in_piece`.
void check_array(ZoneJob& zone, const PieceNode& array, const Entities& entities,
                 const Entities::InPiece& in_piece, const Move& move, cgns::DataType type) {
  const auto count = in_piece.count + in_piece.ghosts;
  if (!has_extents(*array.node, move, count)) {
    throw error_at(zone, array,
                   fmt::format("has the extents {}, but there are {} {}", fmt::join(array.node->dims, " x "),
                               count, entities.what));
  }
  const bool is_number = static_cast<bool>(move.numbering);
  if (!is_number && array.node->type != type) {
    throw error_at(zone, array,
                   fmt::format("is {}, but {} in another piece", cgns::to_string(array.node->type),
                               cgns::to_string(type)));
  }
  if (!array.node->is_bulk()) throw error_at(zone, array, "is not an array that scales with the mesh");
}

void require_all(ZoneJob& zone, const PieceGroup& group, const Entities& entities,
                 const std::vector<const PieceNode*>& arrays, const std::string& path) {
  for (std::size_t i = 0; i < entities.in_pieces.size(); ++i) {
    if (entities.in_pieces[i].count == 0 || arrays[i] != nullptr) continue;
    const auto& view = zone.mesh().piece(entities.in_pieces[i].piece);
    throw view.error(zone.inputs(), view.path,
                     fmt::format("does not have {}, unlike {}", path.substr(zone.mesh().path().size() + 1),
                                 group.nodes.front().path));
  }
}

/// The ghosts that have numbers follow all other entities.
void add_ghosts(const Entities& entities, const std::vector<const PieceNode*>& arrays,
                plan::Composite& composite) {
  if (composite.indexed.empty()) return;
  const auto owners = composite.indexed.back().part + 1;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& in_piece = entities.in_pieces[i];
    const bool have_numbers = in_piece.numbers.count >= in_piece.count + in_piece.ghosts;
    if (arrays[i] == nullptr || in_piece.ghosts == 0 || !have_numbers) continue;
    auto ghosts = composite.indexed.front();
    ghosts.source = arrays[i]->node->array;
    ghosts.numbers = in_piece.numbers.array;
    ghosts.begin = in_piece.count;
    ghosts.count = in_piece.ghosts;
    ghosts.part = owners + in_piece.piece;
    ghosts.is_ghost = true;
    composite.indexed.push_back(ghosts);
  }
}

/// How the values lie in arrays without a form of their own: one for each entity, or several, which are
/// together (w x n) or, if they cannot be, in columns (n x w).
Move form_of(const Entities& entities, const std::vector<const PieceNode*>& arrays) {
  const cgns::Node* first = nullptr;
  bool together = true;
  bool columns = true;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto count = entities.in_pieces[i].count + entities.in_pieces[i].ghosts;
    if (arrays[i] == nullptr || count == 0) continue;
    const auto& dims = arrays[i]->node->dims;
    if (first == nullptr) first = arrays[i]->node;
    if (dims.size() != first->dims.size() || dims.empty()) return {};
    together =
        together && dims.back() == count && std::equal(dims.begin(), dims.end() - 1, first->dims.begin());
    columns = columns && dims.size() == 2 && dims[0] == count && dims[1] == first->dims[1];
  }
  if (first == nullptr || (!together && !columns)) return {};
  const auto width = together ? cgns::count_of(first->dims) / first->dims.back() : first->dims[1];
  return {.width = static_cast<int>(width), .columns = !together};
}

std::vector<std::int64_t> whole_dims(const cgns::Node& like, const Move& move, std::int64_t total) {
  if (move.columns) return {total, move.width};
  if (move.flat) return {total * move.width};
  if (like.dims.empty()) return {total};
  auto dims = like.dims;
  dims.back() = total;
  return dims;
}

}  // namespace

Mesh& ZoneJob::mesh_of(int index) {
  const auto found = meshes.find(index);
  return found != meshes.end() ? found->second : meshes.try_emplace(index, job, facts, index).first->second;
}

Error error_at(ZoneJob& zone, const PieceNode& at, std::string_view why) {
  return zone.mesh().piece(at.piece).error(zone.inputs(), at.path, why);
}

namespace {

/// True for the number of ghosts in the arrays of `parent`; elsewhere a Rind_t counts none, and stays.
bool counts_ghosts(const cgns::Node& parent, const cgns::Node& node) {
  const bool may_have_ghosts = cgns::is_field_container(parent.label) || parent.label == "ZoneSubRegion_t" ||
                               parent.label == "Elements_t" || parent.label == "UserDefinedData_t";
  return node.label == "Rind_t" && may_have_ghosts;
}

}  // namespace

std::vector<PieceGroup> grouped_data(const PieceNodes& parents,
                                     const std::function<std::string(const PieceNode&)>& name_of) {
  return grouped(parents, [&](const PieceNode& at) {
    if (is_metadata(*at.node) || counts_ghosts(*parents[at.parent].node, *at.node)) return std::string();
    return name_of ? name_of(at) : at.node->name;
  });
}

PieceGroup group_called(const PieceNodes& parents, std::string_view name) {
  PieceGroup group{.name = std::string(name), .nodes = {}};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto* child = parents[i].node->child(name);
    if (child != nullptr) {
      group.nodes.push_back({parents[i].piece, child, cgns::join(parents[i].path, name), i});
    }
  }
  return group;
}

cgns::Node united_alone(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  auto& merge = zone.job.merge;
  const auto sources = sources_of(zone.mesh().original(), group.nodes);
  const auto& first = sources.front();
  require_one_label(merge, sources, path);
  Conflicts conflicts(merge, path);
  const auto box = united_bounding_box(sources);
  for (const auto& source : sources) {
    if (source.node->is_bulk() || box) continue;
    const auto difference =
        cgns::value_difference(*first.node, *source.node, merge.contents(first.file, source.file));
    if (difference) conflicts.add(first.file, source.file, *difference);
  }
  conflicts.note();
  auto node = fileset::copied_alone(merge, first.file, *first.node);
  node.name = group.name;
  if (box) node.data = *box;
  for (const auto& source : sources) fileset::add_extras(node, *source.node);
  return node;
}

void unite_into(ZoneJob& zone, const PieceGroup& group, const PieceNodes& parents, const std::string& path,
                std::vector<cgns::Node>& children) {
  if (has_points(group)) return children.push_back(united_fields(zone, group, path));
  const auto& first = group.first();
  if (first.label == "IndexRange_t" && (cgns::is_point_set(first) || cgns::is_donor_set(first)))
    throw error_at(zone, group.nodes.front(), "cannot be merged: its numbers are those of a piece");
  const bool is_split =
      !group.nodes.front().node->link &&
      std::ranges::any_of(group.nodes, [](const auto& at) { return has_user_points(*at.node); });
  if (is_split) {
    auto node = united_alone(zone, group, path);
    for (const auto& below : grouped_data(group.nodes))
      unite_into(zone, below, group.nodes, cgns::join(path, below.name), node.children);
    return children.push_back(std::move(node));
  }
  auto& merge = zone.job.merge;
  const auto sources = without_metadata(sources_of(zone.mesh().original(), group.nodes), zone.made);
  const auto originals = sources_of(zone.mesh().original(), parents);
  if (sources.empty() || !explains_all(merge, sources, originals, path)) return;
  const bool comparable =
      sources.size() == 1 || std::all_of(sources.begin(), sources.end(), [&](const Source& source) {
        return is_comparable(merge, *source.node);
      });
  if (!comparable) {
    if (cgns::has_meaning(group.label())) {
      throw error_at(zone, group.nodes.front(),
                     "cannot be merged: there are no global numbers for its values");
    }
    zone.per_rank.take(merge, sources, path);
    return;
  }
  auto node = fileset::unite(merge, sources, path, zone.per_rank);
  if (!node) return;
  fileset::note_if_partial(merge, sources, originals, path);
  node->name = group.name;
  children.push_back(*std::move(node));
}

cgns::Node completed(ZoneJob& zone, cgns::Node node, const PieceGroup& group, const std::string& path) {
  for (const auto& below : grouped_data(group.nodes))
    unite_into(zone, below, group.nodes, cgns::join(path, below.name), node.children);
  return fileset::with_extras(std::move(node), group.nodes);
}

std::string location_of_all(ZoneJob& zone, const PieceGroup& group) {
  auto location = cgns::location_of(group.first());
  for (const auto& node : group.nodes) {
    if (cgns::location_of(*node.node) == location) continue;
    throw error_at(zone, node,
                   fmt::format("has the GridLocation {}, but {} in {}", cgns::location_of(*node.node),
                               location, group.nodes.front().path));
  }
  return location;
}

cgns::Node moved_array(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                       const Entities& entities, const std::optional<Move>& given) {
  std::vector<const PieceNode*> arrays(entities.in_pieces.size(), nullptr);
  for (const auto& node : group.nodes) arrays[node.parent] = &node;
  require_all(zone, group, entities, arrays, path);
  const auto move = given ? *given : form_of(entities, arrays);

  const auto& like =
      *std::max_element(group.nodes.begin(), group.nodes.end(), [](const auto& a, const auto& b) {
         return a.node->is_bulk() < b.node->is_bulk();
       })->node;
  const auto type = move.numbering ? integer_type(zone, group, path, move.largest) : like.type;
  plan::Composite composite;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& in_piece = entities.in_pieces[i];
    if (arrays[i] == nullptr || in_piece.count + in_piece.ghosts == 0) continue;
    check_array(zone, *arrays[i], entities, in_piece, move, type);
    if (in_piece.count == 0) continue;
    composite.indexed.push_back({
        .source = arrays[i]->node->array,
        .numbers = in_piece.numbers.array,
        .first_number = in_piece.numbers.first,
        .count = in_piece.count,
        .part = in_piece.piece,
        .shape = move.columns ? plan::Indexed::Shape::columns : plan::Indexed::Shape::fixed,
        .width = move.width,
        .numbered_columns = move.numbered_columns,
        .numbering = move.numbering ? move.numbering(*arrays[i]) : -1,
        .may_share = entities.may_share,
        .fills_zeros = move.fills_zeros,
        .turned = move.turned ? move.turned(*arrays[i]) : -1,
        .first_face = move.first_face ? move.first_face(*arrays[i]) : 1,
    });
  }
  if (entities.compares_ghosts) add_ghosts(entities, arrays, composite);
  cgns::Node node{.name = group.name, .label = group.label()};
  set_composite(zone, node, path, type, whole_dims(like, move, entities.total), std::move(composite));
  return completed(zone, std::move(node), group, path);
}

cgns::DataType integer_type(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                            std::int64_t largest) {
  bool wide = false;
  for (const auto& array : group.nodes) {
    if (cgns::count_of(array.node->dims) == 0) continue;
    const auto type = array.node->type;
    if (type != cgns::DataType::I4 && type != cgns::DataType::I8) {
      throw error_at(zone, array, fmt::format("must be I4 or I8, but is {}", cgns::to_string(type)));
    }
    wide = wide || type == cgns::DataType::I8;
  }
  if (!wide && largest > std::numeric_limits<std::int32_t>::max()) {
    zone.job.merge.notes.add(plan::Note::Kind::info, "wider integers",
                             fmt::format("{}: becomes I8, because its values do not fit in I4", path));
    wide = true;
  }
  return wide ? cgns::DataType::I8 : cgns::DataType::I4;
}

void set_composite(ZoneJob& zone, cgns::Node& node, const std::string& path, cgns::DataType type,
                   std::vector<std::int64_t> dims, plan::Composite composite) {
  node.type = type;
  node.dims = dims;
  node.data.clear();
  node.array = -1;
  if (cgns::count_of(dims) == 0) return;
  node.array = add_composite(zone.job, path, type, std::move(dims), std::move(composite));
}

}  // namespace pcgns::fileset

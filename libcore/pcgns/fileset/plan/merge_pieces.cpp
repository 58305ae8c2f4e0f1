#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

namespace pcgns::fileset {

int add_composite(Job& job, std::string path, cgns::DataType type, std::vector<std::int64_t> dims,
                  plan::Composite composite) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .path = std::move(path),
                        .type = type,
                        .dims = std::move(dims),
                        .composite = static_cast<int>(job.composites.size())});
  job.composites.push_back(std::move(composite));
  return index;
}

int add_values(Job& job, cgns::DataType type, std::vector<std::int64_t> dims, std::vector<std::byte> values) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .type = type,
                        .dims = std::move(dims),
                        .values = std::make_shared<const std::vector<std::byte>>(std::move(values))});
  return index;
}

PieceNodes zones_of(const Original& original) {
  PieceNodes zones;
  for (const auto& piece : original.pieces) {
    zones.push_back({static_cast<int>(zones.size()), piece.zone, path_of(view_of(piece))});
  }
  return zones;
}

Sources sources_of(const Original& original, const PieceNodes& nodes) {
  Sources sources;
  for (const auto& at : nodes) {
    sources.push_back({original.piece(at.piece).file, at.node});
  }
  return sources;
}

bool has_own_points(const cgns::Node& data_set) {
  return data_set.label == "BCDataSet_t" && std::ranges::any_of(data_set.children, cgns::is_point_set);
}

bool have_sets_with_points(const PieceNodes& conditions) {
  return std::ranges::any_of(conditions, [](const PieceNode& at) {
    return at.node->label == "BC_t" && std::ranges::any_of(at.node->children, has_own_points);
  });
}

std::vector<PieceGroup> grouped(const PieceNodes& parents,
                                const std::function<std::string(const PieceNode&)>& name_of) {
  ByName groups(&PieceGroup::nodes);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    for (const auto& child : parents[i].node->children) {
      PieceNode node{parents[i].piece, &child, cgns::join(parents[i].path, child.name), i};
      auto name = name_of ? name_of(node) : child.name;
      if (!name.empty()) groups.add(std::move(name), std::move(node));
    }
  }
  return groups.take();
}

namespace {

/// Names in the whole zone, by label and name in the piece.
using NewNames = std::map<std::pair<std::string_view, std::string_view>, std::string_view>;

void rename_in(cgns::Node& table, const NewNames& names) {
  const auto width = static_cast<std::size_t>(table.dims.front());
  const auto rows = cgns::rows_of(table);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto name = names.find({label_of_table(table), rows[i]});
    if (name == names.end() || name->second.size() > width) continue;
    auto* const row = table.data.data() + i * width;
    std::memset(row, ' ', width);
    std::memcpy(row, name->second.data(), name->second.size());
  }
}

}  // namespace

void rename_in_tables(std::vector<PieceGroup>& groups, std::deque<cgns::Node>& made) {
  std::map<int, NewNames> names;  // by piece
  for (const auto& group : groups) {
    for (const auto& at : group.nodes)
      if (at.node->name != group.name) names[at.piece][{at.node->label, at.node->name}] = group.name;
  }
  if (names.empty()) return;
  for (auto& group : groups) {
    for (auto& at : group.nodes) {
      const auto found = names.find(at.piece);
      if (!cgns::is_zone_iterative(at.node->label) || found == names.end()) continue;
      at.node = &made.emplace_back(*at.node);
      for (auto& table : made.back().children)
        if (is_step_table(table) && !table.data.empty()) rename_in(table, found->second);
    }
  }
}

namespace {

/// Nodes whose arrays have one value per point, cell or element.
constexpr std::array<std::string_view, 6> field_labels = {"GridCoordinates_t",     "FlowSolution_t",
                                                          "DiscreteData_t",        "ZoneSubRegion_t",
                                                          "ArbitraryGridMotion_t", "Elements_t"};

bool has_fields(const cgns::Node& node) {
  if (std::find(field_labels.begin(), field_labels.end(), node.label) != field_labels.end()) return true;
  const bool is_user_data = node.label == "UserDefinedData_t";
  return is_user_data && (node.child_labelled("GridLocation_t") != nullptr || point_list(node) != nullptr);
}

/// True for user data that cannot be values of vertices, cells or points: of another length.
bool has_other_length(const Piece& piece, const cgns::Node& parent, const cgns::Node& node) {
  if (parent.label != "UserDefinedData_t") return false;
  auto lengths = small_integers(piece.zone);
  if (const auto* list = point_list(parent)) lengths.push_back(points_of(*list));
  return std::ranges::none_of(
      node.dims, [&](std::int64_t extent) { return std::ranges::find(lengths, extent) != lengths.end(); });
}

bool is_compared(const Piece& piece, const cgns::Node& parent, const cgns::Node& node) {
  if (!node.is_bulk() || node.label == "IndexArray_t") return false;
  if (parent.label == "BCData_t" && cgns::count_of(node.dims) != 1) return false;
  const bool may_be_for_all = parent.label == "ZoneSubRegion_t" || parent.label == "UserDefinedData_t";
  if (may_be_for_all && (cgns::count_of(node.dims) == 1 || is_uncut(piece, node))) return true;
  if (has_other_length(piece, parent, node)) return true;
  return node.label != "DataArray_t" || node.type == cgns::DataType::C1 || !has_fields(parent);
}

void add_below(const Piece& piece, const cgns::Node& node, std::vector<int>& arrays) {
  for (const auto& child : node.children) {
    if (is_metadata(child)) continue;
    if (is_compared(piece, node, child)) arrays.push_back(child.array);
    add_below(piece, child, arrays);
  }
}

/// Even a single piece may have several pieces of an interface.
void add_interfaces(const Piece& piece, std::vector<int>& arrays) {
  for (const auto& child : piece.zone->children) {
    if (child.label == "ZoneGridConnectivity_t") add_below(piece, child, arrays);
  }
}

}  // namespace

std::vector<int> arrays_to_compare(const PieceSet& pieces) {
  std::vector<int> arrays;
  for (const auto& original : pieces.originals) {
    if (original.pieces.size() < 2) {
      for (const auto& piece : original.pieces) add_interfaces(piece, arrays);
    } else if (original.structured) {
      add_structured_arrays_to_compare(original, arrays);
    } else {
      for (const auto& piece : original.pieces) add_below(piece, *piece.zone, arrays);
    }
  }
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

}  // namespace pcgns::fileset

#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"

namespace pcgns::fileset {

namespace {

Numbers numbers_at(const cgns::InputSet& inputs, const PieceView& view, const cgns::Node* node,
                   const std::string& path, std::int64_t least) {
  if (node == nullptr) return {.path = path};
  const bool is_integer = cgns::is_integer(node->type);
  const auto count = cgns::count_of(node->dims);
  // An empty array may be of any type.
  if (count == 0 && least == 0) return {.path = path};
  if (!is_integer || count < least) {
    throw view.error(inputs, path,
                     fmt::format("must have {} integers, but has {} values of type {}", least, count,
                                 cgns::to_string(node->type)));
  }
  if (count > 0 && !node->is_bulk())
    throw view.error(inputs, path, "is not an array that scales with the mesh");
  return {.array = node->array, .count = count, .first = 1, .path = path};
}

/// The numbers that an assembly file gives for `key`: "Vertex", "Cell", or the path below the zone of a
/// section or list.
std::optional<Numbers> named_numbers(const cgns::InputSet& inputs, const PieceView& view,
                                     const std::string& key, std::int64_t least) {
  const auto named = view.piece->number_nodes.find(key);
  if (named == view.piece->number_nodes.end()) return std::nullopt;
  const auto path = cgns::join(view.path, named->second.path);
  const auto& node = named->second.node;
  if (!node) throw view.error(inputs, path, "is missing, but the assembly file names it");
  auto numbers = numbers_at(inputs, view, &*node, path, least);
  numbers.first = view.piece->first_number;
  return numbers;
}

/// The numbers called `name` of the node `owner` at `path`. Throws unless there are at least `least`.
Numbers annotated_numbers(const cgns::InputSet& inputs, const PieceView& view, const cgns::Node& owner,
                          const std::string& path, std::string_view name, std::int64_t least) {
  const auto* folder = owner.child(numbering_name);
  const auto* node = folder == nullptr ? nullptr : folder->child(name);
  return numbers_at(inputs, view, node, cgns::join(cgns::join(path, numbering_name), name), least);
}

/// XCore stores global numbers below ZoneGridConnectivity_t: 0-based for cells, 1-based for points.
Numbers xcore_numbers(const cgns::InputSet& inputs, const PieceView& view, std::string_view name,
                      std::int64_t first, std::int64_t least) {
  for (const auto& child : view.piece->zone->children) {
    const auto* node = child.label == "ZoneGridConnectivity_t" ? child.child(name) : nullptr;
    if (node == nullptr) continue;
    const auto path = cgns::join(cgns::join(view.path, child.name), name);
    auto numbers = numbers_at(inputs, view, node, path, least);
    numbers.first = first;
    return numbers;
  }
  return {.path = view.path};
}

Numbers zone_numbers(const cgns::InputSet& inputs, const PieceView& view, std::string_view name,
                     std::int64_t least) {
  if (auto named = named_numbers(inputs, view, std::string(name), least)) return *std::move(named);
  auto numbers = annotated_numbers(inputs, view, *view.piece->zone, view.path, name, least);
  if (numbers.exist()) return numbers;
  auto xcore = name == "Cell" ? xcore_numbers(inputs, view, "CellLoc2Glob", 0, least)
                              : xcore_numbers(inputs, view, "PointLoc2Glob", 1, least);
  return xcore.exist() ? xcore : numbers;
}

Numbers element_numbers(const cgns::InputSet& inputs, const PieceView& view, const LocalSection& section) {
  const auto path = cgns::join(view.path, section.node->name);
  if (auto named = named_numbers(inputs, view, section.node->name, section.count)) return *std::move(named);
  auto numbers = annotated_numbers(inputs, view, *section.node, path, "Element", section.count);
  if (numbers.exist()) return numbers;
  if (section.type == cgns::element_type::nface && view.cell_numbers.exist()) return view.cell_numbers;
  if (section.type != cgns::element_type::ngon) return numbers;
  auto xcore = xcore_numbers(inputs, view, "FaceLoc2Glob", 1, section.count);
  return xcore.exist() ? xcore : numbers;
}

/// Number of ghost entities after those of the piece. Leading ghosts are not supported.
std::int64_t ghosts_of(const cgns::InputSet& inputs, const PieceView& view, const cgns::Node& node,
                       const std::string& path) {
  const auto* rind = node.child_labelled("Rind_t");
  if (rind == nullptr) return 0;
  const auto planes = small_integers(rind);
  if (planes.size() != 2 || planes[0] != 0 || planes[1] < 0) {
    throw view.error(inputs, cgns::join(path, rind->name), "expected [0, number of ghosts at the end]");
  }
  return planes[1];
}

int starts_of(const cgns::InputSet& inputs, const LocalSection& section) {
  if (!section.is_ragged()) return -1;
  const auto* array = section.node->child(section.is_old() ? "ElementConnectivity" : "ElementStartOffset");
  if (array == nullptr || !array->is_bulk() || !cgns::is_integer(array->type)) return -1;
  if (section.is_old()) return inputs.array(array->array).starts;
  return cgns::count_of(array->dims) > section.count ? array->array : -1;
}

LocalSection section_of(const cgns::InputSet& inputs, const PieceView& view, const cgns::Node& node) {
  const auto path = cgns::join(view.path, node.name);
  const auto type = small_integers(&node);
  const auto range = small_integers(node.child("ElementRange"));
  if (type.empty() || cgns::element_type_of(type[0]) == nullptr) {
    throw view.error(inputs, path, "has an unknown element type");
  }
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / 256;
  if (range.size() != 2 || range[0] < 1 || range[1] < range[0] - 1 || range[1] > most) {
    throw view.error(inputs, cgns::join(path, "ElementRange"), "expected [first, last]");
  }
  LocalSection section{.node = &node, .type = static_cast<int>(type[0]), .first = range[0], .numbers = {}};
  section.ghosts = ghosts_of(inputs, view, node, path);
  section.count = range[1] - range[0] + 1 - section.ghosts;
  if (section.count < 0) throw view.error(inputs, path, "has more ghosts than elements");
  section.starts = starts_of(inputs, section);
  section.numbers = element_numbers(inputs, view, section);
  return section;
}

void require_disjoint(const cgns::InputSet& inputs, const PieceView& view) {
  std::int64_t next = 1;
  for (const auto& section : view.sections) {
    if (section.count + section.ghosts > 0 && section.first < next) {
      throw view.error(inputs, cgns::join(view.path, section.node->name),
                       "has element numbers that another section has, too");
    }
    next = std::max(next, section.first + section.count + section.ghosts);
  }
}

/// Exactly "P<r>.N<i>".
bool is_maia_piece(std::string_view text) {
  const auto dot = text.find(".N");
  return text.starts_with("P") && dot != std::string_view::npos && is_digits(text.substr(1, dot - 1)) &&
         is_digits(text.substr(dot + 2));
}

/// XCore names a rank where the donor zone should be. Some base has a zone of that name only by other
/// writers.
bool is_xcore_partition_interface(const cgns::InputSet& inputs, const PieceView& view,
                                  const cgns::Node& interface, const std::string& donor) {
  if (!interface.name.starts_with("Match_") || !is_digits(donor)) return false;
  if (has_xcore_metadata(*view.piece->zone)) return true;
  return std::none_of(inputs.trees.begin(), inputs.trees.end(), [&](const cgns::Node& root) {
    const auto* base = root.child(view.piece->base->name);
    const auto* zone = base == nullptr ? nullptr : base->child(donor);
    return zone != nullptr && cgns::is_zone(zone->label);
  });
}

bool is_maia_partition_interface(std::string_view name) {
  const auto middle = name.find(".LT.");
  return name.starts_with("JN.") && middle != std::string_view::npos &&
         is_maia_piece(name.substr(3, middle - 3)) && is_maia_piece(name.substr(middle + 4));
}

}  // namespace

Error PieceView::error(const cgns::InputSet& inputs, std::string_view node, std::string_view why) const {
  return input_error(inputs.files[static_cast<std::size_t>(piece->file)].path, node, why);
}

std::vector<std::int64_t> small_integers(const cgns::Node* node) {
  if (node == nullptr || node->link || (node->type != cgns::DataType::I4 && node->type != cgns::DataType::I8))
    return {};
  const bool at_hand = static_cast<std::int64_t>(node->data.size()) == cgns::bytes_of(node->type, node->dims);
  return at_hand ? cgns::integers_of(*node) : std::vector<std::int64_t>{};
}

PieceView view_of(const cgns::InputSet& inputs, const Original& original, int piece) {
  PieceView view{.piece = &original.piece(piece), .index = piece};
  view.path = cgns::join(cgns::join("/", view.piece->base->name), view.piece->zone->name);
  const auto size = small_integers(view.piece->zone);
  if (size.size() != 3 || size[0] < 0 || size[1] < 0) {
    throw view.error(inputs, view.path, "invalid Zone_t: expected [VertexSize, CellSize, 0]");
  }
  view.vertices = size[0];
  view.cells = size[1];
  const auto dimensions = small_integers(view.piece->base);
  if (!dimensions.empty())
    view.cell_dimension = static_cast<int>(std::clamp<std::int64_t>(dimensions[0], 1, 3));
  view.vertex_numbers = zone_numbers(inputs, view, "Vertex", view.vertices);
  view.cell_numbers = zone_numbers(inputs, view, "Cell", view.cells);
  for (const auto& child : view.piece->zone->children) {
    if (child.label == "Elements_t" && !child.link) view.sections.push_back(section_of(inputs, view, child));
  }
  std::stable_sort(view.sections.begin(), view.sections.end(),
                   [](const LocalSection& a, const LocalSection& b) { return a.first < b.first; });
  require_disjoint(inputs, view);
  return view;
}

std::vector<PieceView> views_of(const cgns::InputSet& inputs, const Original& original) {
  std::vector<PieceView> views;
  std::vector<std::int64_t> types;
  for (int piece = 0; piece < static_cast<int>(original.pieces.size()); ++piece) {
    views.push_back(view_of(inputs, original, piece));
    for (const auto& section : views.back().sections) types.push_back(section.type);
  }
  for (auto& view : views) view.cell_dimension = cgns::cell_dimension(view.cell_dimension, types);
  return views;
}

Numbers numbers_of_points(const cgns::InputSet& inputs, const PieceView& view, const cgns::Node& list,
                          const std::string& path) {
  const auto* points = point_list(list);
  const auto count = points == nullptr ? 0 : points_of(*points);
  if (auto named = named_numbers(inputs, view, path.substr(view.path.size() + 1), count))
    return *std::move(named);
  return annotated_numbers(inputs, view, list, path, "Index", count);
}

const cgns::Node* point_list(const cgns::Node& node) {
  for (const auto* name : {"PointList", "ElementList"}) {
    const auto* list = node.child(name);
    if (list != nullptr && list->label == "IndexArray_t" && !list->link) return list;
  }
  return nullptr;
}

const cgns::Node* point_range(const cgns::Node& node) {
  for (const auto* name : {"PointRange", "ElementRange"}) {
    const auto* range = node.child(name);
    if (range != nullptr && range->label == "IndexRange_t") return range;
  }
  if (node.label != "OversetHoles_t") return nullptr;
  // The reference library numbers the ranges of holes, of which there are no lists if there are several.
  const auto is_range = [](const cgns::Node& child) { return cgns::is_point_set(child); };
  const auto only = std::ranges::find_if(node.children, is_range);
  const bool is_one = std::ranges::count_if(node.children, is_range) == 1 && only->label == "IndexRange_t";
  return is_one ? &*only : nullptr;
}

int required_starts(const cgns::InputSet& inputs, const PieceView& view, const LocalSection& section) {
  if (section.starts >= 0) return section.starts;
  const auto path = cgns::join(view.path, section.node->name);
  if (section.is_old()) throw view.error(inputs, path, "has no ElementConnectivity of integers");
  throw view.error(inputs, cgns::join(path, "ElementStartOffset"),
                   fmt::format("must be {} integers", section.count + 1));
}

const LocalSection* section_in_range(const PieceView& view, const cgns::Node& bc) {
  const auto range = small_integers(point_range(bc));
  const bool names_vertices = bc.child("PointRange") != nullptr && cgns::location_of(bc) == "Vertex";
  if (range.size() != 2 || names_vertices) return nullptr;
  const auto is_it = [&](const LocalSection& section) {
    return section.count > 0 && section.first == range[0] && section.first + section.count - 1 == range[1];
  };
  const auto found = std::find_if(view.sections.begin(), view.sections.end(), is_it);
  return found == view.sections.end() ? nullptr : &*found;
}

std::int64_t points_of(const cgns::Node& point_list) {
  return point_list.dims.empty() ? 0 : point_list.dims.back();
}

bool is_partition_interface(const cgns::InputSet& inputs, const PieceSet& pieces, const PieceView& view,
                            const cgns::Node& interface, const std::string& path) {
  if (!is_interface(interface)) return false;
  // A piece of an interface of the zone, which itself may be one of an earlier partition.
  if (has_original_name(interface)) return false;
  if (is_maia_partition_interface(interface.name) || interface.child("Decomp") != nullptr) return true;
  const auto donor = interface.type == cgns::DataType::C1 ? cgns::text_of(interface) : std::string();
  if (is_xcore_partition_interface(inputs, view, interface, donor)) return true;
  if (numbers_of_points(inputs, view, interface, path).exist()) return false;
  const auto here = pieces.find(view.piece->zone);
  const auto there = pieces.find(view.piece->file, view.piece->base->name, donor);
  if (here.original < 0 || here.original != there.original) return false;
  if (is_periodic(interface)) return false;
  if (here.piece != there.piece) return true;
  if (pieces.original(here.original).convention != Convention::coordinates) return false;
  throw view.error(inputs, path, "connects the zone to itself, and the donor piece is unknown");
}

bool leads_to_missing_piece(const cgns::InputSet& inputs, const PieceView& view,
                            const cgns::Node& interface) {
  if (!is_interface(interface) || interface.link || interface.type != cgns::DataType::C1) return false;
  const auto donor = cgns::path_of_zone(view.piece->base->name, cgns::text_of(interface));
  return maia_name(std::string_view(donor).substr(donor.rfind('/') + 1)) &&
         std::ranges::none_of(inputs.trees,
                              [&](const cgns::Node& root) { return cgns::find(root, donor) != nullptr; });
}

std::string without_piece_number(std::string_view name) {
  const auto dot = name.rfind('.');
  const bool is_piece = dot != std::string_view::npos && dot > 0 && is_digits(name.substr(dot + 1));
  return std::string(is_piece ? name.substr(0, dot) : name);
}

namespace {

/// The node that has `interface` among its children.
const cgns::Node* container_of(const cgns::Node& zone, const cgns::Node& interface) {
  const auto is_it = [&](const cgns::Node& child) { return &child == &interface; };
  const auto found = std::ranges::find_if(
      zone.children, [&](const cgns::Node& child) { return std::ranges::any_of(child.children, is_it); });
  return found == zone.children.end() ? nullptr : &*found;
}

/// True for one of "match.0", "match.1", ..., each with another piece of one zone as donor: what partitioning
/// makes of "match". Other names may end in a number, too.
bool is_numbered_piece(const PieceSet& pieces, const Piece& here, const cgns::Node& interface) {
  const auto stem = without_piece_number(interface.name);
  const auto* container = stem == interface.name ? nullptr : container_of(*here.zone, interface);
  if (container == nullptr) return false;
  bool is_one = false;
  std::set<std::string> donors;
  std::set<int> originals;
  for (int number = 0;; ++number) {
    const auto* piece = container->child(fmt::format("{}.{}", stem, number));
    if (piece == nullptr) return is_one;
    is_one = is_one || piece == &interface;
    const bool is_piece = is_interface(*piece) && piece->type == cgns::DataType::C1;
    if (!is_piece || !donors.insert(cgns::text_of(*piece)).second) return false;
    const auto donor = pieces.find(here.file, here.base->name, cgns::text_of(*piece)).original;
    if (originals.insert(donor); donor < 0 || originals.size() > 1) return false;
  }
}

}  // namespace

std::string original_name(const PieceSet& pieces, const Original& original, const Piece& piece,
                          const cgns::Node& interface) {
  if (has_original_name(interface)) return cgns::text_of(*interface.child(interface_name_node));
  const bool is_numbered = original.convention == Convention::maia ||
                           (!original.structured && is_numbered_piece(pieces, piece, interface));
  return is_numbered ? without_piece_number(interface.name) : interface.name;
}

std::string name_in_whole(const PieceSet& pieces, const Original& original, const Piece& piece,
                          const cgns::Node& node) {
  const auto* region = node.child("GridConnectivityRegionName");
  const bool is_on_interface = node.label == "ZoneSubRegion_t" && !node.link && region != nullptr &&
                               region->type == cgns::DataType::C1 && node.child("BCRegionName") == nullptr &&
                               std::ranges::none_of(node.children, cgns::is_point_set);
  if (!is_on_interface) return node.name;
  const auto* interface =
      cgns::contained_in(*piece.zone, "ZoneGridConnectivity_t", cgns::text_of(*region)).node;
  if (interface == nullptr || original_name(pieces, original, piece, *interface) == interface->name)
    return node.name;
  const auto number_of = [](const std::string& text) {
    return text.substr(without_piece_number(text).size());
  };
  return number_of(node.name) == number_of(interface->name) ? without_piece_number(node.name) : node.name;
}

}  // namespace pcgns::fileset

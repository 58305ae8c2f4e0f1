#include "pcgns/capi/detail/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "pcgns/capi/detail/enum_names.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/file/link_target.hpp"

namespace pcgns::capi {

namespace {

using cgns::DataType;
using cgns::Node;

/// A link that cg_link_write made has no type: its target is not asked for before the file is opened again.
[[nodiscard]] bool is_lost(const Node& child) {
  return child.link != nullptr && child.label.empty() && child.type == DataType::LK;
}

[[noreturn]] void fail_at(const Spot& parent, const Node& link) {
  throw input_error(parent.file, cgns::join(parent.path, link.name),
                    fmt::format("a link to {}, which does not exist", file::describe(*link.link)));
}

}  // namespace

Spot child_at(Document& document, const Spot& parent, std::string_view label, int number) {
  auto found = child_labelled(parent, label, number);
  if (!found)
    throw NoSuchNumber(ErrorKind::usage,
                       at(document.path(), parent.path, fmt::format("has no {} number {}", label, number)));
  reached(found.path);
  return found;
}

Spot required(Document& document, const Spot& parent, std::string_view label) {
  auto found = child_labelled(parent, label);
  if (!found)
    throw NotFound(ErrorKind::usage, at(document.path(), parent.path, fmt::format("has no {}", label)));
  reached(found.path);
  return found;
}

Spot child_named(const Spot& parent, std::string_view name) {
  for (auto& child : parent.node->children) {
    if (child.name != name) continue;
    if (is_lost(child)) fail_at(parent, child);
    return {&child, cgns::join(parent.path, child.name), parent.file};
  }
  return {};
}

Spot child_labelled(const Spot& parent, std::string_view label, int number) {
  for (auto& child : parent.node->children) {
    if (is_lost(child)) fail_at(parent, child);  // its target could be one of them
    if (child.label == label && --number == 0)
      return {&child, cgns::join(parent.path, child.name), parent.file};
  }
  return {};
}

int count_labelled(const Spot& parent, std::string_view label) {
  int count = 0;
  for (const auto& child : parent.node->children) {
    if (is_lost(child)) fail_at(parent, child);
    if (child.label == label) ++count;
  }
  return count;
}

int number_of(const Spot& parent, const Spot& child) {
  if (child.number > 0) return child.number;
  int number = 0;
  for (const auto& other : parent.node->children) {
    if (other.label == child->label) ++number;
    if (&other == child.node) break;
  }
  return number;
}

Spot ensure(Document& document, const Spot& parent, const std::string& name, const std::string& label) {
  auto found = child_named(parent, name);
  return found ? found : document.put(parent, {.name = name, .label = label});
}

Spot put_only(Document& document, const Spot& parent, Node child) {
  if (const auto old = child_labelled(parent, child.label); old && old->name != child.name) {
    if (document.mode() == Mode::write)
      throw Error(ErrorKind::usage,
                  at(document.path(), cgns::join(parent.path, child.name),
                     fmt::format("expected at most one {}, found {} as well", child.label, old->name)));
    document.remove(parent, old->name);
  }
  return document.put(parent, std::move(child));
}

Spot base_at(Document& document, int B) { return child_at(document, document.root(), "CGNSBase_t", B); }

Spot zone_at(Document& document, int B, int Z) {
  return child_at(document, base_at(document, B), "Zone_t", Z);
}

Spot grid_of(Document& document, int B, int Z) {
  return child_at(document, zone_at(document, B, Z), "GridCoordinates_t", 1);
}

std::vector<std::int64_t> integers(Document& document, const Spot& spot) {
  Node node{.name = spot->name, .type = document.type_of(*spot.node), .dims = document.dims_of(*spot.node)};
  node.data = document.values_of(*spot.node);
  return cgns::integers_of(node);
}

std::vector<std::int64_t> integers(Document& document, const Spot& spot, std::int64_t count) {
  auto values = integers(document, spot);
  if (std::ssize(values) != count)
    throw input_error(document.path(), spot.path, fmt::format("has {} values, not {}", values.size(), count));
  return values;
}

std::string text(Document& document, const Spot& spot) {
  Node node{.type = DataType::C1, .data = document.values_of(*spot.node)};
  return cgns::text_of(node);
}

ZoneSize zone_size(Document& document, const Spot& zone) {
  const auto sizes = integers(document, zone);
  const auto type = child_labelled(zone, "ZoneType_t");
  ZoneSize result;
  result.structured = !type || text(document, type) != "Unstructured";
  result.index_dim = static_cast<int>(sizes.size() / 3);
  if (sizes.empty() || sizes.size() % 3 != 0)
    throw input_error(document.path(), zone.path, "it does not have three sizes for each index");
  result.vertices.assign(sizes.begin(), sizes.begin() + result.index_dim);
  result.cells.assign(sizes.begin() + result.index_dim, sizes.begin() + 2 * result.index_dim);
  return result;
}

std::vector<std::int64_t> rind_before(Document& document, const Spot& holder, std::size_t dimensions) {
  std::vector<std::int64_t> before(dimensions);
  const auto rind = child_labelled(holder, "Rind_t");
  if (!rind) return before;
  const auto planes = integers(document, rind);
  for (std::size_t i = 0; i < dimensions && 2 * i < planes.size(); ++i) before[i] = planes[2 * i];
  return before;
}

std::vector<std::int64_t> extents_at(Document& document, const Spot& zone, const Spot& holder,
                                     CGNS_ENUMT(GridLocation_t) location) {
  const auto points = points_of(holder);
  if (points) {
    const auto& dims = document.dims_of(*points.node);
    if (points->name == "PointList" || points->name == "ElementList") return {dims.back()};
    const auto range = integers(document, points);
    std::int64_t count = 1;
    for (std::size_t i = 0; i < range.size() / 2; ++i) count *= range[i + range.size() / 2] - range[i] + 1;
    return {count};
  }
  const auto size = zone_size(document, zone);
  auto extents = location == CGNS_ENUMV(Vertex) ? size.vertices : size.cells;
  const auto normal = static_cast<int>(location) - static_cast<int>(CGNS_ENUMV(IFaceCenter));
  if (normal >= 0 && normal < size.index_dim) extents[static_cast<std::size_t>(normal)] += 1;
  const auto rind = child_labelled(holder, "Rind_t");
  if (!rind) return extents;
  const auto planes = integers(document, rind);
  for (std::size_t i = 0; i < extents.size() && 2 * i + 1 < planes.size(); ++i)
    extents[i] += planes[2 * i] + planes[2 * i + 1];
  return extents;
}

double stated_version(Document& document) {
  constexpr double without_any = 3.2;
  const auto node = child_named(document.root(), "CGNSLibraryVersion");
  const auto version = node ? cgns::version_in(node.node) : 0;
  return version == 0 ? without_any : version;
}

CGNS_ENUMT(GridLocation_t) boundary_location(int cell_dim) {
  if (cell_dim == 1) return CGNS_ENUMV(Vertex);
  return cell_dim == 2 ? CGNS_ENUMV(EdgeCenter) : CGNS_ENUMV(FaceCenter);
}

CGNS_ENUMT(GridLocation_t) location_of(Document& document, const Spot& holder) {
  if (const auto points = points_of(holder); points && points->name.starts_with("Element")) {
    const auto base = holder.path.substr(1, holder.path.find('/', 1) - 1);
    return boundary_location(static_cast<int>(integers(document, child_named(document.root(), base)).at(0)));
  }
  const auto location = child_labelled(holder, "GridLocation_t");
  if (!location) return CGNS_ENUMV(Vertex);
  return number_of_word<CGNS_ENUMT(GridLocation_t)>(grid_locations, text(document, location));
}

void put_location(Document& document, const Spot& holder, CGNS_ENUMT(GridLocation_t) location) {
  const auto word = word_of(grid_locations, location);
  if (child_named(holder, "GridLocation") && document.mode() == Mode::write)
    document.remove(holder, "GridLocation");
  document.put(holder, cgns::text_node("GridLocation", "GridLocation_t", word));
}

Spot put_located(Document& document, const Spot& parent, Node child, CGNS_ENUMT(GridLocation_t) location) {
  static_cast<void>(word_of(grid_locations, location));  // fails before anything is made
  auto made = document.put(parent, std::move(child));
  if (location != CGNS_ENUMV(Vertex)) put_location(document, made, location);  // the default
  return made;
}

Spot points_of(const Spot& holder) {
  for (const auto* name : {"PointList", "PointRange", "ElementList", "ElementRange"}) {
    // ElementRange of a section is not a point set.
    if (auto found = child_named(holder, name); found && holder->label != "Elements_t") return found;
  }
  return {};
}

CGNS_ENUMT(PointSetType_t) point_set_type(const Spot& points) {
  return number_of_word<CGNS_ENUMT(PointSetType_t)>(point_set_types, points->name);
}

CGNS_ENUMT(PointSetType_t) as_points(CGNS_ENUMT(PointSetType_t) type) {
  if (type == CGNS_ENUMV(ElementRange)) return CGNS_ENUMV(PointRange);
  return type == CGNS_ENUMV(ElementList) ? CGNS_ENUMV(PointList) : type;
}

void give_point_set(Document& document, const Spot& holder, CGNS_ENUMT(PointSetType_t) * type,
                    cgsize_t* count) {
  const auto points = points_of(holder);
  give(type, points ? as_points(point_set_type(points)) : CGNS_ENUMV(PointSetTypeNull));
  give(count, points ? document.dims_of(*points.node).back() : 0);
}

void give_points(Document& document, const Spot& holder, cgsize_t* to) {
  const auto points = holder->label == "IndexArray_t" ? holder : points_of(holder);
  if (!points) throw NotFound(ErrorKind::usage, at(document.path(), holder.path, "has no point list"));
  const auto values = integers(document, points);
  std::copy(values.begin(), values.end(), to);
}

Node points_node(Document& document, const std::string& name, std::int64_t index_dim, std::int64_t count,
                 const std::int64_t* points) {
  const bool is_range = name == "PointRange" || name == "ElementRange" || name == "PointRangeDonor";
  const std::string label = is_range ? "IndexRange_t" : "IndexArray_t";
  if (count < 1 || (is_range && count != 2))
    throw Error(ErrorKind::usage, fmt::format("{} points do not form a {}", count, name));
  const std::vector<std::int64_t> dims = {index_dim, count};
  return points == nullptr ? document.with_room(name, label, DataType::I8, dims)
                           : node_with(name.c_str(), label.c_str(), DataType::I8, dims, points);
}

DataType data_type(CGNS_ENUMT(DataType_t) type) {
  constexpr std::array types = {DataType::MT, DataType::MT, DataType::I4, DataType::R4, DataType::R8,
                                DataType::C1, DataType::I8, DataType::X4, DataType::X8};
  const auto number = static_cast<std::size_t>(type);
  if (number < 2 || number >= types.size())
    throw Error(ErrorKind::usage, fmt::format("{} is not a data type", static_cast<int>(type)));
  return types[number];
}

CGNS_ENUMT(DataType_t) data_type(DataType type) {
  switch (type) {
    case DataType::I4:
      return CGNS_ENUMV(Integer);
    case DataType::R4:
      return CGNS_ENUMV(RealSingle);
    case DataType::R8:
      return CGNS_ENUMV(RealDouble);
    case DataType::C1:
      return CGNS_ENUMV(Character);
    case DataType::I8:
      return CGNS_ENUMV(LongInteger);
    case DataType::X4:
      return CGNS_ENUMV(ComplexSingle);
    case DataType::X8:
      return CGNS_ENUMV(ComplexDouble);
    default:
      return type == DataType::MT ? CGNS_ENUMV(DataTypeNull) : CGNS_ENUMV(DataTypeUserDefined);
  }
}

Node node_with(const char* name, const char* label, DataType type, std::vector<std::int64_t> dims,
               const void* data) {
  Node node{.name = name_from(name), .label = label, .type = type, .dims = std::move(dims)};
  if (data == nullptr) throw Error(ErrorKind::usage, fmt::format("{}: there are no values", node.name));
  for (const auto extent : node.dims) {
    if (extent < 1) throw Error(ErrorKind::usage, fmt::format("{}: an extent is less than 1", node.name));
  }
  const auto* bytes = static_cast<const std::byte*>(data);
  node.data.assign(bytes, bytes + cgns::bytes_of(type, node.dims));
  return node;
}

std::string name_from(const char* name) {
  if (name == nullptr) throw Error(ErrorKind::usage, "a name is NULL");
  return name;
}

void give_name(char* to, std::string_view name) {
  if (to == nullptr) return;
  const auto length = std::min<std::size_t>(name.size(), 32);
  std::memcpy(to, name.data(), length);
  to[length] = '\0';
}

char* new_text(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace pcgns::capi

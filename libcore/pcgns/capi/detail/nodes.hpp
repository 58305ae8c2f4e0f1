// nodes.hpp: finds nodes by the numbers of the C functions, and converts their values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/capi/detail/data_calls.hpp"
#include "pcgns/capi/detail/document.hpp"
#include "pcgns/pcgnstypes.h"

namespace pcgns::capi {

// Asking for the type or content of a link without a target is an Error{input}.

/// The `number`-th child (1-based) with this label. Throws Error{usage} if it does not exist.
[[nodiscard]] Spot child_at(Document& document, const Spot& parent, std::string_view label, int number);
/// The first child with this label; throws NotFound without one.
[[nodiscard]] Spot required(Document& document, const Spot& parent, std::string_view label);
/// Empty if there is none.
[[nodiscard]] Spot child_named(const Spot& parent, std::string_view name);
[[nodiscard]] Spot child_labelled(const Spot& parent, std::string_view label, int number = 1);
[[nodiscard]] int count_labelled(const Spot& parent, std::string_view label);
/// 1-based number of `child` among those of its label.
[[nodiscard]] int number_of(const Spot& parent, const Spot& child);
/// The child of that name, created if missing.
[[nodiscard]] Spot ensure(Document& document, const Spot& parent, const std::string& name,
                          const std::string& label);

/// Puts the only child with its label. In a modified file it takes the place of one of another name;
/// elsewhere that is an Error{usage}.
Spot put_only(Document& document, const Spot& parent, cgns::Node child);

[[nodiscard]] Spot base_at(Document& document, int B);
[[nodiscard]] Spot zone_at(Document& document, int B, int Z);
/// The first GridCoordinates_t; throws Error if there is none.
[[nodiscard]] Spot grid_of(Document& document, int B, int Z);

/// Integers or text of a node, in the tree or in the file.
[[nodiscard]] std::vector<std::int64_t> integers(Document& document, const Spot& spot);
/// The same, for memory of `count` values. Throws Error{input} if there are more or fewer.
[[nodiscard]] std::vector<std::int64_t> integers(Document& document, const Spot& spot, std::int64_t count);
[[nodiscard]] std::string text(Document& document, const Spot& spot);

/// Extents of a zone.
struct ZoneSize {
  int index_dim = 1;
  bool structured = false;
  std::vector<std::int64_t> vertices;
  std::vector<std::int64_t> cells;
};
[[nodiscard]] ZoneSize zone_size(Document& document, const Spot& zone);

/// Extents of arrays at `location` with the rind of their node, or of its point list.
[[nodiscard]] std::vector<std::int64_t> extents_at(Document& document, const Spot& zone, const Spot& holder,
                                                   CGNS_ENUMT(GridLocation_t) location);
/// Rind planes before the core, by index; empty if there are none.
[[nodiscard]] std::vector<std::int64_t> rind_before(Document& document, const Spot& holder,
                                                    std::size_t dimensions);
/// The CGNS version that the file states; 3.2 without any.
[[nodiscard]] double stated_version(Document& document);
/// In the reference library, lists of elements are those of the boundary of cells.
[[nodiscard]] CGNS_ENUMT(GridLocation_t) boundary_location(int cell_dim);
/// Vertex by default; ElementList and ElementRange of old files say it themselves.
[[nodiscard]] CGNS_ENUMT(GridLocation_t) location_of(Document& document, const Spot& holder);
/// Creates the GridLocation_t that a holder needs; none for vertices.
void put_location(Document& document, const Spot& holder, CGNS_ENUMT(GridLocation_t) location);
/// Puts a child with its GridLocation_t, or nothing.
Spot put_located(Document& document, const Spot& parent, cgns::Node child,
                 CGNS_ENUMT(GridLocation_t) location);

/// Point list or range below a node: PointList, PointRange, ElementList, ElementRange; empty if there is
/// none.
[[nodiscard]] Spot points_of(const Spot& holder);
[[nodiscard]] CGNS_ENUMT(PointSetType_t) point_set_type(const Spot& points);
/// Old files call point sets element lists or ranges.
[[nodiscard]] CGNS_ENUMT(PointSetType_t) as_points(CGNS_ENUMT(PointSetType_t) type);
/// Type and number of points of a holder's point set; Null and 0 if it has none.
void give_point_set(Document& document, const Spot& holder, CGNS_ENUMT(PointSetType_t) * type,
                    cgsize_t* count);
/// All integers of a point set of a holder. Throws NotFound if it has none.
void give_points(Document& document, const Spot& holder, cgsize_t* to);
/// `points`: index_dim numbers per point, or null to allocate only. Throws Error{usage} for a wrong number.
[[nodiscard]] cgns::Node points_node(Document& document, const std::string& name, std::int64_t index_dim,
                                     std::int64_t count, const std::int64_t* points);

[[nodiscard]] cgns::DataType data_type(CGNS_ENUMT(DataType_t) type);
[[nodiscard]] CGNS_ENUMT(DataType_t) data_type(cgns::DataType type);

/// A node with values copied from `data`; C1 for text.
[[nodiscard]] cgns::Node node_with(const char* name, const char* label, cgns::DataType type,
                                   std::vector<std::int64_t> dims, const void* data);
/// Throws Error{usage} for a null pointer.
[[nodiscard]] std::string name_from(const char* name);
/// Copies at most 32 characters and a NUL to a caller's buffer.
void give_name(char* to, std::string_view name);
/// A copy to be freed by cg_free.
[[nodiscard]] char* new_text(const std::string& text);

template <typename To, typename From>
void give(To* to, const From& value) {
  if (to != nullptr) *to = static_cast<To>(value);
}

struct Section {
  Spot node;
  std::int64_t type = 0;  ///< ElementType_t.
  std::int64_t boundary = 0;
  std::int64_t first = 1;  ///< Element numbers, inclusive.
  std::int64_t last = 0;

  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
};

[[nodiscard]] Section section_at(Document& document, int B, int Z, int S);

/// Nodes per element; 0 if elements of the section differ.
[[nodiscard]] std::int64_t nodes_of(const Section& section);

/// The nodes of elements start, …, end of a section with a fixed number of nodes per element; empty for null
/// data. Throws Error{usage} for other sections and for elements out of range.
[[nodiscard]] Transfers elements_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                                     const cgsize_t* elements);

/// Creates a section with space for its elements, or with the given ones; returns its number. `connectivity`:
/// size of ElementConnectivity.
struct NewSection {
  const char* name = nullptr;
  CGNS_ENUMT(ElementType_t) type = CGNS_ENUMV(ElementTypeNull);
  cgsize_t start = 1;
  cgsize_t end = 0;
  int boundary = 0;
  cgns::DataType integers = cgns::DataType::I8;  ///< Of range, offsets and elements in the file.
};
[[nodiscard]] int put_section(Document& document, const Spot& zone, const NewSection& section,
                              std::int64_t connectivity, const cgsize_t* elements, const cgsize_t* offsets);

/// Throws Error{usage} unless `elements` are `count` of a type with offsets. `path`: of the section.
void require_element_values(Document& document, const std::string& path, std::int64_t type,
                            std::int64_t count, const cgsize_t* elements, const cgsize_t* offsets);

}  // namespace pcgns::capi

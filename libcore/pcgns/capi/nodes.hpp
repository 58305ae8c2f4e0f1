// nodes.hpp: nodes by the numbers that the C functions use, and their values as C has them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/capi/document.hpp"
#include "pcgns/pcgnstypes.h"

namespace pcgns::capi {

// A lost link, which leads to what is not there, is an Error{input} where its kind or content is asked for.

/// The `number`-th child, from 1, with this label. Throws Error{usage} if there is none.
[[nodiscard]] Spot child_at(Document& document, const Spot& parent, std::string_view label, int number);
/// Empty if there is none.
[[nodiscard]] Spot child_named(const Spot& parent, std::string_view name);
[[nodiscard]] Spot child_labelled(const Spot& parent, std::string_view label, int number = 1);
[[nodiscard]] int count_labelled(const Spot& parent, std::string_view label);
/// The number of `child` among those of its label, from 1.
[[nodiscard]] int number_of(const Spot& parent, const Spot& child);
/// The child of that name, made if it is not there.
[[nodiscard]] Spot ensure(Document& document, const Spot& parent, const std::string& name,
                          const std::string& label);

[[nodiscard]] Spot base_at(Document& document, int B);
[[nodiscard]] Spot zone_at(Document& document, int B, int Z);
/// The first GridCoordinates_t; Error if there is none.
[[nodiscard]] Spot grid_of(Document& document, int B, int Z);

/// Integers and text of a node, wherever its values lie.
[[nodiscard]] std::vector<std::int64_t> integers(Document& document, const Spot& spot);
[[nodiscard]] std::string text(Document& document, const Spot& spot);

/// A zone in numbers.
struct ZoneSize {
  int index_dim = 1;
  bool structured = false;
  std::vector<std::int64_t> vertices;
  std::vector<std::int64_t> cells;
};
[[nodiscard]] ZoneSize zone_size(Document& document, const Spot& zone);

/// Extents of the arrays of a node that lie at `location`, with its rind, or of its list of points.
[[nodiscard]] std::vector<std::int64_t> extents_at(Document& document, const Spot& zone, const Spot& holder,
                                                   CGNS_ENUMT(GridLocation_t) location);
/// Planes of rind before the first index of the core, by index; nothing where there are none.
[[nodiscard]] std::vector<std::int64_t> rind_before(Document& document, const Spot& holder,
                                                    std::size_t dimensions);
[[nodiscard]] CGNS_ENUMT(GridLocation_t) location_of(Document& document, const Spot& holder);
/// Makes the GridLocation_t that a holder needs: none for vertices.
void put_location(Document& document, const Spot& holder, CGNS_ENUMT(GridLocation_t) location);

/// A list or range of points below a node: PointList, PointRange, ElementList, ElementRange; empty if none.
[[nodiscard]] Spot points_of(const Spot& holder);
[[nodiscard]] CGNS_ENUMT(PointSetType_t) point_set_type(const Spot& points);
/// `points`: index_dim numbers for each, or null: room for them.
void put_points(Document& document, const Spot& holder, const std::string& name, std::int64_t index_dim,
                std::int64_t count, const std::int64_t* points);

[[nodiscard]] tree::DataType data_type(CGNS_ENUMT(DataType_t) type);
[[nodiscard]] CGNS_ENUMT(DataType_t) data_type(tree::DataType type);

/// A node whose values are copied from `data`; C1 for a text.
[[nodiscard]] tree::Node node_with(const char* name, const char* label, tree::DataType type,
                                   std::vector<std::int64_t> dims, const void* data);
/// Never null: throws Error{usage} for a null pointer.
[[nodiscard]] std::string name_from(const char* name);
/// Into the buffer of a caller, at most 32 characters and an end.
void give_name(char* to, std::string_view name);
/// A copy that cg_free frees.
[[nodiscard]] char* new_text(const std::string& text);

template <typename To, typename From>
void give(To* to, const From& value) {
  if (to != nullptr) *to = static_cast<To>(value);
}

}  // namespace pcgns::capi

// arguments.hpp: refuses arguments with which a file would be written that readers reject.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// Throws Error{usage} about a node that a call would create or change.
[[noreturn]] void refuse(Document& document, const std::string& node, std::string_view expected,
                         std::string_view found);

/// The text of a node, which CGNS cannot store without characters.
[[nodiscard]] std::string text_from(Document& document, const std::string& node, const char* text);

using Locations = std::vector<CGNS_ENUMT(GridLocation_t)>;

/// Of arrays that cover a zone.
[[nodiscard]] Locations array_locations(const ZoneSize& zone);
/// Of points in a zone whose base has cells of `cell_dim` dimensions.
[[nodiscard]] Locations point_locations(const ZoneSize& zone, int cell_dim);
/// Of interfaces of a zone.
[[nodiscard]] Locations interface_locations(const ZoneSize& zone);

/// Throws Error{usage} unless `location` is one of `allowed`.
void require_location(Document& document, const std::string& node, const Locations& allowed,
                      CGNS_ENUMT(GridLocation_t) location);
/// Throws Error{usage} if the fields of a solution have other extents than `extents`, those that `what` is to
/// give them: the reference library reads nothing of such a file.
void require_fields_fit(Document& document, const Spot& node, std::string_view what,
                        const std::vector<std::int64_t>& extents);
/// The same for the location that the current node is to have.
void require_location_here(Document& document, const Spot& node, CGNS_ENUMT(GridLocation_t) location);
/// Throws Error{usage} unless `type` is one of `allowed`.
void require_point_set(Document& document, const std::string& node,
                       const std::vector<CGNS_ENUMT(PointSetType_t)>& allowed,
                       CGNS_ENUMT(PointSetType_t) type);

/// Coordinates are real, fields are numbers. `name`: of the array.
void require_type(Document& document, const Spot& holder, const std::string& name, cgns::DataType type);

/// The same for an array at the current node, where only some nodes can have arrays, or those with one name.
void require_array(Document& document, const Spot& holder, const std::string& name, cgns::DataType type);

/// False if readers do not find a child with this label below `parent`, or reject it there. Knows the labels
/// that are written at the current node and tied to some parents.
[[nodiscard]] bool can_have(const Spot& parent, std::string_view label);
/// Throws Error{usage} if it cannot.
void require_parent(Document& document, const Spot& parent, std::string_view label);

/// Throws Error{usage} for a child without which `parent` means nothing.
void require_deletable(Document& document, const Spot& parent, const std::string& name);

}  // namespace pcgns::capi

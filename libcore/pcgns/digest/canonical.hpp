// canonical.hpp: what of a tree is content, and which ways of writing it are equal.
//
// The digest of a mesh is the hash of its canonical form (decisions/0008), and a comparison pairs nodes and
// values by the same rules. Two meshes therefore have equal digests exactly if a comparison without tolerance
// finds no difference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::digest {

/// True for nodes that carry no mesh content. These are library versions, partition metadata, lists left
/// empty without it, and nodes that state a default.
[[nodiscard]] bool is_no_content(const cgns::Node& parent, const cgns::Node& child);

/// True for a GridLocation of Vertex where Vertex is the default, and for a Rind of zeros.
[[nodiscard]] bool states_default(const cgns::Node& parent, const cgns::Node& child);

/// True if nothing below `node` is content.
[[nodiscard]] bool has_no_content_below(const cgns::Node& node);

/// True for interfaces, which are told apart by their content: programs that partition or merge rename them.
[[nodiscard]] bool has_free_name(const cgns::Node& parent, const cgns::Node& child);

/// The interfaces whose names count nevertheless: a region of their zone refers to them by name.
[[nodiscard]] std::unordered_set<const cgns::Node*> interfaces_of_regions(const cgns::Node& root);

/// False if `root` is of a version that states content otherwise: up to CGNS 1.2, families are the names of
/// nodes, and 3.0 numbers some types of elements otherwise. (Not if some are MIXED: those remain as they
/// are.)
[[nodiscard]] bool is_stated_as_today(const cgns::Node& root);

/// Rewrites a whole tree so that it is, and states a version of which this holds.
void state_as_today(cgns::Node& root);

/// True if integers of `type` are above 2^63 - 1, and have become negative as 64-bit integers.
[[nodiscard]] bool are_beyond_signed(cgns::DataType type, std::span<const std::int64_t> values);

/// The values of a child in canonical form.
struct CanonicalValues {
  const cgns::Node* child = nullptr;
  cgns::Node form;
};

/// Of the children of `node` with values that can be written in several ways:
/// - The ranges of a GridConnectivity1to1_t: that of the own zone ascends in every direction, unless the
/// ranges
///   or the Transform are invalid or contradict each other.
/// - The names of zones and families in a BaseIterativeData_t: sorted in each time step.
[[nodiscard]] std::vector<CanonicalValues> canonical_values(const cgns::Node& node);

/// Rewrites the values of a whole tree so.
void rewrite_values(cgns::Node& root);

/// Points of a valid PointRange, and its highest index: beyond any real mesh.
inline constexpr std::int64_t most_points = std::int64_t(1) << 40;

/// The points of a node by a PointList or a PointRange: a set, to the points of which arrays below belong.
struct PointSet {
  const cgns::Node* node = nullptr;
  bool is_range = false;
  std::int64_t count = 0;  ///< At least 1.
  std::int64_t width = 1;  ///< Indices per point: 1 to 3.
};

/// Nothing if `node` has none or both of them, or an invalid one.
[[nodiscard]] std::optional<PointSet> point_set_of(const cgns::Node& node);

/// The condition or interface of a zone whose points are those of a region.
struct RegionPoints {
  const cgns::Node* container = nullptr;
  const cgns::Node* node = nullptr;
};

/// Of a ZoneSubRegion_t that refers to them by name, to interfaces also by "Container/Name". Nothing if it
/// has points of its own, if it names both or none, or if `zone` does not have exactly one such node.
[[nodiscard]] std::optional<RegionPoints> points_of_region(const cgns::Node& zone, const cgns::Node& region);

/// True if nothing at or below `node` belongs to the points of a node above it.
[[nodiscard]] bool ends_point_set(const cgns::Node& node);

/// True if `array`, below a node with `points`, has values for every point.
[[nodiscard]] bool belongs_to_points(const cgns::Node& array, std::int64_t points);

/// A list of points and what belongs to them, in regions that refer to it, too.
struct PointList {
  PointSet points;
  std::vector<const cgns::Node*> arrays;
};

/// The lists (not the ranges) of all content of a tree, which must outlive the result.
[[nodiscard]] std::vector<PointList> point_lists(const cgns::Node& root);

}  // namespace pcgns::digest

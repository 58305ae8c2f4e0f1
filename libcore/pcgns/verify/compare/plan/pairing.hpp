// pairing.hpp: pairs the nodes of two trees, compares their metadata, and lists the arrays to compare.
//
// Pairs what digest/canonical.hpp makes equal: the order of children, storage layout, links, integer widths,
// partition metadata, names of interfaces and nodes that state a default do not matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/kernel/compare_values.hpp"
#include "pcgns/verify/compare/finding.hpp"

namespace pcgns::verify::compare {

/// Two arrays of the same kind and extents whose values remain to be compared.
struct ArrayPair {
  /// Index into the targets of a side's plan, or the node that holds the values.
  struct Place {
    int target = -1;
    const cgns::Node* node = nullptr;
    cgns::DataType type = cgns::DataType::MT;
  };
  std::string path = {};
  std::string zone = {};  ///< Path of the zone, or empty.
  Place a = {};
  Place b = {};
  std::vector<std::int64_t> dims = {};
  Entity entity = Entity::value;
  kernel::Tolerance tolerance = {};
  int points = -1;  ///< Index into Pairing::point_sets: the points of these values; -1: none.
};

/// A point set of both sides, compared as a set of points: at least one of them is a list, or they are ranges
/// of which only values at their points are compared, or whose numbers may mean other points.
struct PointSetPair {
  using Points = digest::PointSet;
  std::string path = {};  ///< Of the list or range on side a.
  std::string zone = {};
  std::string location = {};  ///< GridLocation.
  Points a = {};
  Points b = {};
  std::int64_t width = 1;  ///< Indices per point.
  bool wanted = true;      ///< False: only values at its points are compared.
  bool elsewhere = false;  ///< Of a region that refers to them: the points are compared where they are.
  bool numbered = false;   ///< Two ranges, compared by their numbers unless the zone is matched.
  bool alike = false;      ///< Two lists of equal length, or such ranges, also compared in order:
  int array = -1;          ///< index into Pairing::arrays.
};

struct Pairing {
  std::vector<NodeFinding> findings;  ///< In the order of side a's tree.
  std::vector<ArrayPair> arrays;      ///< In the order of side a's tree.
  std::vector<PointSetPair> point_sets;
  std::int64_t nodes = 0;  ///< Compared nodes.
};

/// The digests of the interfaces of both sides, and of the nodes below.
using InterfaceDigests = std::unordered_map<const cgns::Node*, Fingerprint>;

/// The nodes of b, by their partners in a.
using ComparePartners = std::unordered_map<const cgns::Node*, const cgns::Node*>;

/// Partners of the children of `a` among those of `b`: by name, but interfaces by content. The only base of
/// each side always matches. Both nodes must outlive the result.
[[nodiscard]] ComparePartners partners_of_children(const cgns::Node& a, const cgns::Node& b,
                                                   const InterfaceDigests& digests);

/// Also false for nodes that state a default: they can differ from one that states something else.
[[nodiscard]] bool is_no_content(const cgns::Node& parent, const cgns::Node& node);

/// Pairs two trees: nodes by name, interfaces by content. @pre digest::rewrite_values was done to both.
/// Values in the trees are compared at once, bulk arrays are paired. Throws Error{usage} if a pattern of
/// `only` matches no node, or if those of `ignore` leave out all nodes.
[[nodiscard]] Pairing pair_nodes(const cgns::Node& a, const cgns::Node& b, const Criteria& criteria,
                                 const InterfaceDigests& interfaces = {});

/// The tolerance for the values at `path`; texts have none.
[[nodiscard]] kernel::Tolerance tolerance_of(const Criteria& criteria, const std::string& path,
                                             cgns::DataType type);

/// How to compare values of a data type; nothing for MT and LK.
[[nodiscard]] std::optional<kernel::Scalar> scalar_of(cgns::DataType type);
/// True if values of the two types can be equal: numbers of the same kind, of any width.
[[nodiscard]] bool are_comparable(cgns::DataType a, cgns::DataType b);
/// Scalars per value: 2 for complex numbers.
[[nodiscard]] int parts_of(cgns::DataType type);

}  // namespace pcgns::verify::compare

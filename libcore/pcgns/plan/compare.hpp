// compare.hpp: which nodes of two trees belong together, what differs in the trees themselves, and which
// arrays are left to compare.
//
// Order of children, layout, links and the width of numbers mean nothing here. What says nothing (a
// GridLocation of Vertex, a Rind of zeros, which are what holds without them) may stand on one side only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/kernel/compare_values.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::plan {

struct CompareRequest {
  /// Values of the nodes that match a pattern (glob.hpp) have a tolerance of their own; the last match
  /// counts.
  struct Rule {
    std::string pattern;
    kernel::Tolerance tolerance;
  };
  kernel::Tolerance tolerance = {};      ///< Of real numbers.
  std::vector<Rule> rules = {};          ///< Of integers too.
  std::vector<std::string> only = {};    ///< Patterns: nodes like these and what is below them.
  std::vector<std::string> ignore = {};  ///< Patterns: not these, nor what is below them.
  bool subset = false;                   ///< What only the second side has is no difference.
  std::int64_t most_samples = 10;        ///< Differing values told of each node; 0: all.
  /// Nodes that mean nothing in a whole mesh, given with their parent.
  std::function<bool(const tree::Node& parent, const tree::Node& node)> left_out = {};
};

enum class Side : std::uint8_t { a, b };

/// Something to tell about one node.
struct NodeFinding {
  enum class Kind : std::uint8_t {
    only_a,
    only_b,
    label,
    type,  ///< One has integers, the other one reals, text or nothing.
    extents,
    name,  ///< The only base of each side, under two names.
    values,
    reordered,  ///< The same values in another order.
    points,     ///< Other points, faces or cells.
    // From here on: nothing that counts as a difference.
    width,       ///< The same numbers in another data type.
    tolerated,   ///< Values that differ within the tolerance.
    renumbered,  ///< The same points, faces or cells in another order.
    renamed,     ///< The same join under two names.
    note,
  };
  std::string path = {};
  Kind kind = Kind::note;
  bool counts = true;  ///< As a difference.
  std::string a = {};  ///< What there is, to be read after the side's name; empty where it goes without.
  std::string b = {};
  std::int64_t nodes = 1;  ///< With only_a and only_b: of the node and what is below it.
};

[[nodiscard]] std::string_view to_string(NodeFinding::Kind kind);

/// What an array has a value of.
enum class Entity : std::uint8_t { value, vertex, cell, face, entry };

[[nodiscard]] std::string_view to_string(Entity entity);

/// Two arrays whose values are still to be compared: of one kind, with the same extents.
struct ArrayPair {
  /// Index into the targets of a side's plan; or the node that has the values with it.
  struct Place {
    int target = -1;
    const tree::Node* node = nullptr;
    tree::DataType type = tree::DataType::MT;
  };
  std::string path = {};
  std::string zone = {};  ///< Path of the zone that has it, or empty.
  Place a = {};
  Place b = {};
  std::vector<std::int64_t> dims = {};
  Entity entity = Entity::value;
  kernel::Tolerance tolerance = {};
  int points = -1;  ///< Index into Pairing::point_sets: of the points that these values belong to.
};

/// PointList or PointRange of both sides, not both ranges: what counts is which points they have.
struct PointSetPair {
  struct Points {
    const tree::Node* node = nullptr;  ///< PointList (perhaps bulk), or PointRange.
    bool is_range = false;
    std::int64_t count = 0;
  };
  std::string path = {};  ///< Of the list or range of side a.
  std::string zone = {};
  std::string location = {};  ///< GridLocation.
  Points a = {};
  Points b = {};
  std::int64_t width = 1;  ///< Indices of a point.
  bool alike = false;      ///< Both are lists of one length, which are compared in their order too:
  int array = -1;          ///< index into Pairing::arrays.
};

struct Pairing {
  std::vector<NodeFinding> findings;  ///< In the order of side a's tree.
  std::vector<ArrayPair> arrays;      ///< The same.
  std::vector<PointSetPair> point_sets;
  std::int64_t nodes = 0;  ///< That were compared.
};

/// Compares two trees by the names of their nodes. Values that are in the trees are compared at once, bulk
/// arrays are paired. Throws Error{usage} if a pattern of `only` matches no node.
[[nodiscard]] Pairing pair_by_name(const tree::Node& a, const tree::Node& b, const CompareRequest& request);

/// The tolerance of the values at `path`.
[[nodiscard]] kernel::Tolerance tolerance_of(const CompareRequest& request, const std::string& path,
                                             tree::DataType type);

/// How the numbers of a data type are compared; nothing for MT and LK.
[[nodiscard]] std::optional<kernel::Scalar> scalar_of(tree::DataType type);
/// True if values of the two types can be the same: numbers of one kind, whatever their width.
[[nodiscard]] bool are_comparable(tree::DataType a, tree::DataType b);
/// Scalars that make a value: 2 of complex numbers.
[[nodiscard]] int parts_of(tree::DataType type);

}  // namespace pcgns::plan

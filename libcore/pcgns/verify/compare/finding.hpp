// finding.hpp: what is compared, and what a comparison finds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/kernel/compare_values.hpp"

namespace pcgns::verify::compare {

/// What is compared, and what counts as a difference.
struct Criteria {
  /// Tolerance for nodes whose path matches a pattern (glob.hpp); the last match applies.
  struct Rule {
    std::string pattern;
    kernel::Tolerance tolerance;
  };
  kernel::Tolerance tolerance = {};      ///< For real numbers.
  std::vector<Rule> rules = {};          ///< Also for integers, not for text.
  std::vector<std::string> only = {};    ///< Patterns: compares only matching nodes and those below them.
  std::vector<std::string> ignore = {};  ///< Patterns: skips matching nodes and those below them.
  bool subset = false;                   ///< Nodes only in the second tree are not differences.
  std::int64_t most_samples = 10;        ///< Maximum number of differing values reported per node; 0: all.
};

/// A finding about one node.
struct NodeFinding {
  enum class Kind : std::uint8_t {
    only_a,
    only_b,
    label,
    type,  ///< Integers on one side; reals, text or nothing on the other.
    extents,
    name,  ///< The only base of each side, with different names.
    values,
    reordered,  ///< The same values in another order.
    points,     ///< Different points, faces or cells.
    // The following do not count as differences.
    width,       ///< The same numbers in another data type.
    tolerated,   ///< Values differ within the tolerance.
    renumbered,  ///< The same points, faces or cells in another order.
    renamed,     ///< The same interface with two names.
    note,
  };
  std::string path = {};
  Kind kind = Kind::note;
  bool counts = true;  ///< Counts as a difference.
  std::string a = {};  ///< What side a has, as text to follow the name of the side; may be empty.
  std::string b = {};
  std::int64_t nodes = 1;  ///< For only_a and only_b: number of nodes, those below included.
};

[[nodiscard]] std::string_view to_string(NodeFinding::Kind kind);

/// The entity that an array has a value for.
enum class Entity : std::uint8_t { value, vertex, cell, face, entry };

[[nodiscard]] std::string_view to_string(Entity entity);

/// A finding about one node, and the differences of its values.
struct CompareFinding {
  NodeFinding node;
  bool has_values = false;
  kernel::ValueDifferences values = {};
  std::int64_t count = 0;               ///< Number of values of the node.
  std::vector<std::int64_t> dims = {};  ///< In CGNS order.
  Entity entity = Entity::value;
  std::string zone = {};
  std::vector<double> coordinates = {};  ///< Of the vertex with the largest difference, if cheap to find.
};

}  // namespace pcgns::verify::compare

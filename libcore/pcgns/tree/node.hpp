// node.hpp: a CGNS tree in memory.
//
// Small values lie in the node. A bulk array (one that grows with the mesh) does not: the node holds an index
// into a table that comes with the tree, of where the values lie (InputSet::arrays) or where they go
// (plan::Plan::targets).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/tree/data_type.hpp"

namespace pcgns::tree {

/// Where a link points. `file` is empty for a link within its own file.
struct Link {
  std::string file = {};
  std::string path = {};

  friend bool operator==(const Link&, const Link&) = default;
};

/// Something beside the CGNS content of a node, copied as it is: an attribute, or an object whose name begins
/// with a space.
struct Extra {
  enum class Kind : std::uint8_t { attribute, data_attribute, object };
  Kind kind = Kind::attribute;
  std::string name = {};
  int file = 0;                ///< Index into InputSet::files.
  std::string path = {};       ///< Of the HDF5 group that has it, in that file.
  Fingerprint content = {};    ///< Of type, extents and values; zero where it cannot be told.
  bool others_differ = false;  ///< In a merged tree: another input has another of this name, which is lost.
};

struct Node {
  std::string name = {};
  std::string label = {};
  DataType type = DataType::MT;
  std::vector<std::int64_t> dims = {};  ///< In CGNS order: first index fastest.
  std::vector<std::byte> data = {};  ///< The values in native byte order; empty if they did not come along.
  int array = -1;                    ///< Index of the bulk array, or -1.
  std::shared_ptr<const Link> link =
      {};  ///< Set if the node is a link that is kept: then it has no children here.
  std::vector<Extra> extras = {};
  std::vector<Node> children = {};

  [[nodiscard]] bool is_bulk() const { return array >= 0; }
  [[nodiscard]] const Node* child(std::string_view child_name) const;
  [[nodiscard]] Node* child(std::string_view child_name);
  /// The first child with this label.
  [[nodiscard]] const Node* child_labelled(std::string_view child_label) const;
};

/// Number of values. Throws Error{input} if it does not fit in 63 bits.
[[nodiscard]] std::int64_t count_of(const std::vector<std::int64_t>& dims);
[[nodiscard]] std::int64_t bytes_of(DataType type, const std::vector<std::int64_t>& dims);

/// The characters of a C1 node, without trailing blanks and NULs.
[[nodiscard]] std::string text_of(const Node& node);
/// The rows of a C1 table of fixed-width columns (first dimension: the width), without trailing blanks.
[[nodiscard]] std::vector<std::string> rows_of(const Node& node);
/// The values of an I4 or I8 node, or of an R4 or R8 node. Throws Error{internal} if they did not come along.
[[nodiscard]] std::vector<std::int64_t> integers_of(const Node& node);
[[nodiscard]] std::vector<double> reals_of(const Node& node);

/// Nodes as tests and plans make them.
[[nodiscard]] Node text_node(std::string name, std::string label, std::string_view text);
[[nodiscard]] Node table_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                              const std::vector<std::string>& rows);
[[nodiscard]] Node integer_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                                const std::vector<std::int64_t>& values, DataType type = DataType::I4);
[[nodiscard]] Node real_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                             const std::vector<double>& values, DataType type = DataType::R8);

/// Nodes in the tree, `node` included.
[[nodiscard]] std::int64_t count_nodes(const Node& node);

/// "/Base" + "Zone" -> "/Base/Zone"; the root's path is "/".
[[nodiscard]] std::string join(std::string_view parent, std::string_view name);
/// The node at `path` ("/Base/Zone" or "Base/Zone") below `root`, or null.
[[nodiscard]] const Node* find(const Node& root, std::string_view path);

}  // namespace pcgns::tree

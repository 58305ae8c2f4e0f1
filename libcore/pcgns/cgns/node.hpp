// node.hpp: a CGNS tree in memory.
//
// Small values are stored in the node. For a bulk array (one that grows with the mesh), the node holds an
// index: into InputSet::arrays for an input tree, into plan::Plan::targets for an output tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::cgns {

enum class DataType : std::uint8_t { MT, LK, B1, C1, I4, U4, I8, U8, R4, R8, X4, X8 };

/// Bytes of one value in memory and in the file; 0 for MT and LK.
[[nodiscard]] int size_of(DataType type);

/// Bytes of the unit whose byte order can be reversed: half of the value for complex types.
[[nodiscard]] int word_size(DataType type);

/// True for signed integers, the types of indices.
[[nodiscard]] constexpr bool is_integer(DataType type) {
  return type == DataType::I4 || type == DataType::I8;
}
/// True for integers of any size, with or without a sign.
[[nodiscard]] constexpr bool is_any_integer(DataType type) {
  return is_integer(type) || type == DataType::U4 || type == DataType::U8 || type == DataType::B1;
}
[[nodiscard]] constexpr bool is_real(DataType type) { return type == DataType::R4 || type == DataType::R8; }

[[nodiscard]] std::string_view to_string(DataType type);

/// Empty if `text` names no data type.
[[nodiscard]] std::optional<DataType> data_type(std::string_view text);

struct Node;

/// A node of a file, whatever links lead to either.
struct NodeIdentity {
  std::string file = {};  ///< Absolute, without symbolic links.
  std::string path = {};

  friend bool operator==(const NodeIdentity&, const NodeIdentity&) = default;
};

/// Target of a link. `file` is empty for a link within its own file.
struct Link {
  std::string file = {};
  std::string path = {};
  std::string found = {};                ///< Where readers find `file`, absolute; empty: not looked for.
  std::optional<NodeIdentity> end = {};  ///< The node that it finally leads to; empty: not looked for.
  /// Named like the link: what is known of the base, zone or solution that it finally leads to, and of the
  /// nodes below, without values but the word of a ZoneType_t. Null: nothing.
  std::shared_ptr<const Node> outline = {};

  friend bool operator==(const Link& a, const Link& b) { return a.file == b.file && a.path == b.path; }
};

/// Non-CGNS content of a node that is copied unchanged: an attribute, or an object whose name begins with a
/// space.
struct Extra {
  enum class Kind : std::uint8_t { attribute, data_attribute, object };
  Kind kind = Kind::attribute;
  std::string name = {};
  int file = 0;                ///< Index into InputSet::files.
  std::string path = {};       ///< Path of its HDF5 group in that file.
  Fingerprint content = {};    ///< Hash of type, extents and values; zero if unknown.
  bool others_differ = false;  ///< In a merged tree: inputs differ here; the other contents are lost.
};

struct Node {
  std::string name = {};
  std::string label = {};
  DataType type = DataType::MT;
  std::vector<std::int64_t> dims = {};    ///< In CGNS order: first index fastest.
  std::vector<std::byte> data = {};       ///< Values in native byte order; empty if they were not loaded.
  int array = -1;                         ///< Index of the bulk array, or -1.
  std::shared_ptr<const Link> link = {};  ///< Of a kept link, which has no children here, or of a marked one.
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

/// The text of a C1 node up to the first NUL, as the reference library reads it, without trailing blanks.
[[nodiscard]] std::string text_of(const Node& node);
/// The rows of a C1 table of fixed width (the first dimension), without trailing blanks.
[[nodiscard]] std::vector<std::string> rows_of(const Node& node);
/// The values of an I4 or I8 node, or of an R4 or R8 node. Throws Error{internal} if they were not loaded.
[[nodiscard]] std::vector<std::int64_t> integers_of(const Node& node);
[[nodiscard]] std::vector<double> reals_of(const Node& node);
/// The values of a node with integers of any type; those above 2^63 - 1 become negative.
[[nodiscard]] std::vector<std::int64_t> any_integers_of(const Node& node);

/// Constructors of small nodes.
[[nodiscard]] Node text_node(std::string name, std::string label, std::string_view text);
/// Gives a node this text as its value; what is below it stays.
void set_text(Node& node, std::string_view text);
[[nodiscard]] Node table_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                              const std::vector<std::string>& rows);
[[nodiscard]] Node integer_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                                const std::vector<std::int64_t>& values, DataType type = DataType::I4);
[[nodiscard]] Node real_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                             const std::vector<double>& values, DataType type = DataType::R8);

/// Number of nodes in the tree, including `node`.
[[nodiscard]] std::int64_t count_nodes(const Node& node);

/// "/Base" + "Zone" -> "/Base/Zone"; the root's path is "/".
[[nodiscard]] std::string join(std::string_view parent, std::string_view name);
/// The node at `path` ("/Base/Zone" or "Base/Zone") below `root`, or null.
[[nodiscard]] const Node* find(const Node& root, std::string_view path);

}  // namespace pcgns::cgns

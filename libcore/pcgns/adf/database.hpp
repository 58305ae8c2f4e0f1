// database.hpp: reads the nodes of an ADF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pcgns/adf/header.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::adf {

/// A node without its children and values.
struct Node {
  std::string name = {};
  std::string label = {};
  /// Of the values as they are stored: in files for 32-bit machines, those of type I8 have the width of I4.
  cgns::DataType type = cgns::DataType::MT;
  std::vector<std::int64_t> dims = {};  ///< In CGNS order: first index fastest. Empty: no values.
  std::int64_t children = 0;            ///< Number.
  std::int64_t children_at = 0;         ///< Address of their table, if there are any.
  std::int64_t chunks = 0;              ///< Number of pieces that the values are stored in.
  std::int64_t chunks_at = 0;           ///< Address of the piece, or of the table of several.

  /// Bytes of the file that belong to this node alone.
  [[nodiscard]] std::int64_t stored_bytes() const;
};

struct Child {
  std::string name;
  std::int64_t address = 0;
};

struct Frame;

/// All functions throw Unreadable if the file is damaged; it names the place in the file.
class Database {
 public:
  Database(ReadAt read, std::int64_t file_size);
  ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  Database(Database&&) = delete;
  Database& operator=(Database&&) = delete;

  [[nodiscard]] const Header& header() const { return header_; }

  [[nodiscard]] Node root() { return node(header_.root); }
  [[nodiscard]] Node node(std::int64_t address);
  /// The node of an entry of `children`, which must have its name.
  [[nodiscard]] Node node(const Child& child);
  /// The node at `path`, which leads through no link.
  [[nodiscard]] Node at(std::string_view path);
  /// In order of creation; the names are valid for HDF5, too, and differ.
  [[nodiscard]] std::vector<Child> children(const Node& parent);
  /// The child `name`; empty if there is none.
  [[nodiscard]] std::optional<Node> child(const Node& parent, std::string_view name);

  /// The ranges of the file that hold the values, in order.
  [[nodiscard]] std::vector<Range> values_of(const Node& node);
  /// All values in native byte order.
  [[nodiscard]] std::vector<std::byte> load(const Node& node);
  /// Reads from `ranges`, as if they followed each other, and brings words of `word` bytes into native order.
  /// @pre `bytes` consists of whole words, and lies in the ranges.
  void read(const std::vector<Range>& ranges, Range bytes, int word, std::span<std::byte> to);

  /// The target of a node of type LK.
  [[nodiscard]] cgns::Link link_of(const Node& node);

 private:
  using Names = std::map<std::string, std::int64_t, std::less<>>;  ///< And addresses.

  [[nodiscard]] Range framed(std::int64_t address, const Frame& frame);
  [[nodiscard]] std::vector<std::byte> table(std::int64_t address, const Frame& frame, std::int64_t bytes);
  [[nodiscard]] std::vector<Range> chunks_of(const Node& node);
  [[nodiscard]] const Names& names_in(const Node& parent);

  ReadAt read_;
  std::int64_t size_;
  FileBlocks blocks_;
  Header header_;
  std::map<std::pair<std::int64_t, std::int64_t>, Names> kept_;  ///< By address and number of children.
  std::size_t kept_names_ = 0;
};

}  // namespace pcgns::adf

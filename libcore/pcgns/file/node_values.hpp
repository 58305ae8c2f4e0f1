// node_values.hpp: the dataset of a node, as an array of CGNS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pcgns/file/open_files.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

/// How the message begins where values cannot be read.
inline constexpr std::string_view unreadable_values = "cannot read the values";

/// The dataset " data" of a node. All functions throw h5::Failure where the file is damaged.
class NodeValues {
 public:
  /// Requires that the values are there and can be read as values of `type`.
  NodeValues(hid_t dataset, const OpenFile& file, tree::DataType type);

  /// In CGNS order.
  [[nodiscard]] const std::vector<std::int64_t>& dims() const { return dims_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  /// All values in native byte order.
  [[nodiscard]] std::vector<std::byte> read() const;

  /// True if the values lie in chunks that can be read without the dataset.
  [[nodiscard]] bool has_plain_chunks() const;

  /// Where the values lie; `file` and `path` are left to the caller.
  [[nodiscard]] tree::Array array() const;

 private:
  [[nodiscard]] std::vector<std::int64_t> in_cgns_order(std::vector<std::int64_t> extents) const;
  void require_in_file(const OpenFile& file) const;

  hid_t dataset_;
  tree::DataType type_;
  bool untransposed_;
  h5::Handle stored_;
  std::vector<std::int64_t> dims_;
  std::int64_t bytes_ = 0;
};

}  // namespace pcgns::file

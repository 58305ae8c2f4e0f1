// node_values.hpp: the dataset of a node as a CGNS array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/open_files.hpp"

namespace pcgns::file {

/// Prefix of messages about unreadable values.
inline constexpr std::string_view unreadable_values = "cannot read the values";

/// The dataset " data" of a node. All functions throw h5::Failure if the file is damaged.
class NodeValues {
 public:
  /// Throws h5::Failure unless the values exist and are readable as `type`.
  NodeValues(hid_t dataset, const OpenFile& file, cgns::DataType type);

  /// In CGNS order.
  [[nodiscard]] const std::vector<std::int64_t>& dims() const { return dims_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Those with the values, if these are not in the file itself.
  [[nodiscard]] const std::vector<std::string>& external_files() const { return external_files_; }

  /// All values in native byte order.
  [[nodiscard]] std::vector<std::byte> read() const;

  /// True if the values lie in chunks that can be decoded without the dataset.
  [[nodiscard]] bool has_plain_chunks() const;

  /// Location of the values; the caller sets `file` and `path`.
  [[nodiscard]] cgns::Array array() const;

 private:
  [[nodiscard]] std::vector<std::int64_t> in_cgns_order(std::vector<std::int64_t> extents) const;
  void require_in_file(const OpenFile& file) const;
  void require_filters() const;
  void require_small_chunks() const;

  hid_t dataset_;
  cgns::DataType type_;
  bool untransposed_;
  h5::Handle stored_;
  std::vector<std::int64_t> dims_;
  std::int64_t bytes_ = 0;
  std::optional<std::int64_t> offset_;  ///< Of contiguous values in this file, all of which are in it.
  std::vector<std::string> external_files_;
};

}  // namespace pcgns::file

// node_writer.hpp: writes CGNS nodes as HDF5 groups, with the layout of the reference library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/h5/output_file.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

inline constexpr std::string_view root_name = "HDF5 MotherNode";
inline constexpr std::string_view root_label = "Root Node of HDF5 File";

/// Caches HDF5 types, dataspaces and property lists that all nodes share. All functions throw h5::Failure.
class NodeWriter {
 public:
  /// `tight`: headers get the size that they need, instead of HDF5's default and extensions.
  explicit NodeWriter(const plan::Format& format, bool tight = false);

  /// Writes what only the root group has.
  void write_root(hid_t root) const;

  /// Creates the group of a node, with its four attributes. `links`: bytes of its links; see bytes_of_links.
  [[nodiscard]] h5::Handle create(hid_t parent, const std::string& name, std::string_view label,
                                  cgns::DataType type, std::int64_t links = 0) const;
  /// The same, of a node that has no parent yet but counts as linked: see h5::adopt.
  [[nodiscard]] h5::Handle create_apart(hid_t file, const std::string& name, std::string_view label,
                                        cgns::DataType type, std::int64_t links) const;

  /// Changes label and type of an existing node.
  void rewrite(hid_t group, std::string_view label, cgns::DataType type) const;

  /// Writes the values of `node`; returns the dataset. @pre `node` has values.
  [[nodiscard]] h5::Handle write_values(hid_t group, const cgns::Node& node) const;

  /// Allocates a contiguous array; returns the dataset.
  [[nodiscard]] h5::Handle allocate(hid_t group, cgns::DataType type,
                                    const std::vector<std::int64_t>& dims) const;

  /// Creates a chunked dataset without chunks.
  [[nodiscard]] h5::Handle create_chunked(hid_t group, const plan::Target& target) const;

  /// Makes `group` a link node to the target of `link`.
  void write_link(hid_t group, const cgns::Link& link) const;

 private:
  void write_attributes(hid_t group, const std::string& name, std::string_view label,
                        cgns::DataType type) const;
  void write_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* value) const;
  void write_name(hid_t object, const char* attribute, std::string_view text) const;
  void write_type(hid_t object, cgns::DataType type) const;
  void write_characters(hid_t group, const char* name, std::string_view text, std::size_t size) const;
  [[nodiscard]] h5::Handle create_dataset(hid_t group, const char* name, cgns::DataType type,
                                          const std::vector<std::int64_t>& dims, hid_t properties) const;

  [[nodiscard]] hid_t properties_of_group(std::int64_t links) const;

  bool tight_;
  std::size_t compact_below_;
  bool big_endian_;
  h5::Handle name_type_;
  h5::Handle type_type_;
  h5::Handle scalar_;
  h5::Handle one_;
  h5::Handle group_;
  mutable std::vector<h5::Handle> tight_groups_;  ///< By units of room.
  h5::Handle compact_;
  h5::Handle contiguous_;
};

/// Creates a contiguous dataset at offset `place`; -1: HDF5 decides. Throws h5::Failure if HDF5 puts it
/// elsewhere.
[[nodiscard]] h5::Handle allocate(h5::OutputFile& file, const NodeWriter& writer, hid_t group,
                                  const plan::Target& target, std::int64_t place);

/// Type and extents of a node's values in the file; MT and no extents if there are none. CGNS has no empty
/// arrays: a node with one has no values.
struct PlannedValues {
  cgns::DataType type = cgns::DataType::MT;
  std::vector<std::int64_t> dims;

  [[nodiscard]] bool exist() const { return type != cgns::DataType::MT; }
};

[[nodiscard]] inline PlannedValues planned_values(const plan::Plan& plan, const cgns::Node& node) {
  if (!node.is_bulk()) return node.data.empty() ? PlannedValues{} : PlannedValues{node.type, node.dims};
  const auto& target = plan.targets.at(static_cast<std::size_t>(node.array));
  return target.bytes() == 0 ? PlannedValues{} : PlannedValues{target.type, target.dims};
}

}  // namespace pcgns::file

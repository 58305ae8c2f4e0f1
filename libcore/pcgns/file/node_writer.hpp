// node_writer.hpp: writes CGNS nodes as HDF5 groups, exactly as the reference library lays them out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/h5/handle.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::file {

inline constexpr std::string_view root_name = "HDF5 MotherNode";
inline constexpr std::string_view root_label = "Root Node of HDF5 File";

/// Keeps what all nodes have in common (types, dataspaces, property lists). All functions throw h5::Failure.
class NodeWriter {
 public:
  explicit NodeWriter(const plan::Format& format);

  /// What the root group has and other nodes have not.
  void write_root(hid_t root) const;

  /// Makes the group of a node, with its four attributes.
  [[nodiscard]] h5::Handle create(hid_t parent, const std::string& name, std::string_view label,
                                  tree::DataType type) const;

  /// Gives a node that exists another label and type.
  void rewrite(hid_t group, std::string_view label, tree::DataType type) const;

  /// Writes the values of `node` and gives the dataset. @pre `node` has values.
  [[nodiscard]] h5::Handle write_values(hid_t group, const tree::Node& node) const;

  /// Makes room for an array and gives the dataset.
  [[nodiscard]] h5::Handle allocate(hid_t group, tree::DataType type,
                                    const std::vector<std::int64_t>& dims) const;

  /// Makes a chunked dataset, without any chunk.
  [[nodiscard]] h5::Handle create_chunked(hid_t group, const plan::Target& target) const;

  /// Makes `group` lead to the target of `link`.
  void write_link(hid_t group, const tree::Link& link) const;

 private:
  void write_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* value) const;
  void write_name(hid_t object, const char* attribute, std::string_view text) const;
  void write_type(hid_t object, tree::DataType type) const;
  void write_characters(hid_t group, const char* name, std::string_view text, std::size_t size) const;
  [[nodiscard]] h5::Handle create_dataset(hid_t group, const char* name, tree::DataType type,
                                          const std::vector<std::int64_t>& dims, hid_t properties) const;

  std::size_t compact_below_;
  bool big_endian_;
  h5::Handle name_type_;
  h5::Handle type_type_;
  h5::Handle scalar_;
  h5::Handle one_;
  h5::Handle group_;
  h5::Handle compact_;
  h5::Handle contiguous_;
};

}  // namespace pcgns::file

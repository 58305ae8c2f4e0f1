#include "pcgns/file/detail/node_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/file/plan/batches.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;

constexpr std::size_t name_size = 33;
constexpr std::size_t type_size = 3;

h5::Handle group_properties() {
  auto properties = h5::own(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
            "cannot enable creation order");
  h5::check(H5Pset_obj_track_times(properties, false), "cannot disable object times");
  return properties;
}

h5::Handle dataset_properties(H5D_layout_t layout, [[maybe_unused]] bool tight = false) {
  auto properties = h5::own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_layout(properties, layout), "cannot set the layout");
  h5::check(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY), "cannot set the time of allocation");
  h5::check(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "cannot disable fill values");
#if H5_VERSION_GE(1, 10, 5)
  if (tight) h5::check(H5Pset_dset_no_attrs_hint(properties, true), "cannot set the size of headers");
#endif
  h5::check(H5Pset_obj_track_times(properties, false), "cannot disable object times");
  return properties;
}

std::string hdf5_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  h5::check(H5get_libversion(&major, &minor, &release), "cannot ask for the version of HDF5");
  return fmt::format("HDF5 Version {}.{}.{}", major, minor, release);
}

}  // namespace

NodeWriter::NodeWriter(const plan::Format& format, bool tight)
    : tight_(tight),
      compact_below_(static_cast<std::size_t>(format.compact_below)),
      big_endian_(format.big_endian),
      name_type_(h5::string_type(name_size)),
      type_type_(h5::string_type(type_size)),
      scalar_(h5::own(H5Screate(H5S_SCALAR), H5Sclose, "cannot create a dataspace")),
      one_(h5::space_of({1})),
      group_(group_properties()),
      compact_(dataset_properties(H5D_COMPACT, tight)),
      contiguous_(dataset_properties(H5D_CONTIGUOUS, tight)) {}

void NodeWriter::write_root(hid_t root) const {
  write_name(root, "name", root_name);
  write_name(root, "label", root_label);
  write_type(root, DataType::MT);
  // CGNS names the format after that of real numbers.
  const std::string_view format = big_endian_ ? "IEEE_BIG_32" : "IEEE_LITTLE_32";
  write_characters(root, " format", format, format.size() + 1);
  write_characters(root, " hdf5version", hdf5_version(), name_size);
}

h5::Handle NodeWriter::create(hid_t parent, const std::string& name, std::string_view label, DataType type,
                              std::int64_t links) const {
  auto group = h5::own(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, properties_of_group(links), H5P_DEFAULT),
                       H5Gclose, "cannot create the node");
  write_attributes(group, name, label, type);
  return group;
}

h5::Handle NodeWriter::create_apart(hid_t file, const std::string& name, std::string_view label,
                                    DataType type, std::int64_t links) const {
  auto group = h5::own(H5Gcreate_anon(file, properties_of_group(links), H5P_DEFAULT), H5Gclose,
                       "cannot create the node");
  h5::check(H5Oincr_refcount(group), "cannot count the links of the node");
  write_attributes(group, name, label, type);
  return group;
}

/// HDF5 takes the room in a header from a number of links and the length of a name.
hid_t NodeWriter::properties_of_group(std::int64_t links) const {
  if (!tight_) return group_;
  const auto units = static_cast<std::size_t>(units_of_group(links));
  if (tight_groups_.size() <= units) tight_groups_.resize(units + 1);
  auto& properties = tight_groups_[units];
  if (!properties) {
    properties = group_properties();
    h5::check(H5Pset_est_link_info(properties, static_cast<unsigned>(units), length_of_unit),
              "cannot set the size of headers");
  }
  return properties;
}

void NodeWriter::write_attributes(hid_t group, const std::string& name, std::string_view label,
                                  DataType type) const {
  write_name(group, "name", name);
  write_name(group, "label", label);
  write_type(group, type);
  const std::int32_t flags = 1;
  write_attribute(group, "flags", h5::file_type(DataType::I4), one_, &flags);
}

void NodeWriter::rewrite(hid_t group, std::string_view label, DataType type) const {
  for (const auto* name : {"label", "type"}) {
    h5::check(H5Adelete(group, name), "cannot replace an attribute");
  }
  write_name(group, "label", label);
  write_type(group, type);
}

h5::Handle NodeWriter::write_values(hid_t group, const cgns::Node& node) const {
  if (static_cast<std::int64_t>(node.data.size()) != cgns::bytes_of(node.type, node.dims)) {
    throw Error(ErrorKind::internal, fmt::format("the values of {} do not fit its extents", node.name));
  }
  const bool is_small = node.data.size() < compact_below_;
  auto dataset = create_dataset(group, " data", node.type, node.dims, is_small ? compact_ : contiguous_);
  h5::check(H5Dwrite(dataset, h5::memory_type(node.type), H5S_ALL, H5S_ALL, H5P_DEFAULT, node.data.data()),
            "cannot write the values");
  return dataset;
}

h5::Handle NodeWriter::allocate(hid_t group, DataType type, const std::vector<std::int64_t>& dims) const {
  return create_dataset(group, " data", type, dims, contiguous_);
}

h5::Handle NodeWriter::create_chunked(hid_t group, const plan::Target& target) const {
  const auto properties = dataset_properties(H5D_CHUNKED);
  const std::vector<hsize_t> chunk(target.chunk.rbegin(), target.chunk.rend());
  h5::check(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "cannot set the chunk");
  h5::check(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_INCR), "cannot set the time of allocation");
  h5::set_filters(properties, target.filters);
  return create_dataset(group, " data", target.type, target.dims, properties);
}

void NodeWriter::write_link(hid_t group, const cgns::Link& link) const {
  const bool is_external = !link.file.empty();
  const auto made = is_external ? H5Lcreate_external(link.file.c_str(), link.path.c_str(), group, " link",
                                                     H5P_DEFAULT, H5P_DEFAULT)
                                : H5Lcreate_soft(link.path.c_str(), group, " link", H5P_DEFAULT, H5P_DEFAULT);
  h5::check(made, "cannot create the link");
  write_characters(group, " path", link.path, link.path.size() + 1);
  if (is_external) write_characters(group, " file", link.file, link.file.size() + 1);
}

void NodeWriter::write_attribute(hid_t object, const char* name, hid_t type, hid_t space,
                                 const void* value) const {
  const auto attribute = h5::own(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                                 "cannot create an attribute");
  h5::check(H5Awrite(attribute, type, value), "cannot write an attribute");
}

void NodeWriter::write_name(hid_t object, const char* attribute, std::string_view text) const {
  std::array<char, name_size> padded{};
  std::copy_n(text.begin(), std::min(text.size(), name_size - 1), padded.begin());
  write_attribute(object, attribute, name_type_, scalar_, padded.data());
}

void NodeWriter::write_type(hid_t object, DataType type) const {
  std::array<char, type_size> padded{};
  std::copy_n(cgns::to_string(type).begin(), type_size - 1, padded.begin());
  write_attribute(object, "type", type_type_, scalar_, padded.data());
}

void NodeWriter::write_characters(hid_t group, const char* name, std::string_view text,
                                  std::size_t size) const {
  std::vector<char> padded(size);
  std::copy(text.begin(), text.end(), padded.begin());
  const auto dataset = create_dataset(group, name, DataType::C1, {static_cast<std::int64_t>(size)}, compact_);
  h5::check(H5Dwrite(dataset, h5::memory_type(DataType::C1), H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()),
            "cannot write a text");
}

h5::Handle NodeWriter::create_dataset(hid_t group, const char* name, DataType type,
                                      const std::vector<std::int64_t>& dims, hid_t properties) const {
  const auto space = h5::space_of({dims.rbegin(), dims.rend()});
  return h5::own(
      H5Dcreate2(group, name, h5::file_type(type, big_endian_), space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose, "cannot allocate space for the values");
}

}  // namespace pcgns::file

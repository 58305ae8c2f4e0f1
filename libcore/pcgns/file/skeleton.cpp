#include "pcgns/file/skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/copy_extras.hpp"
#include "pcgns/file/node_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/planned_values.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/output_file.hpp"

namespace pcgns::file {

namespace {

using tree::DataType;
using tree::Node;

/// What a node costs in the file, from measurements: group with attributes; header of a dataset; entries of
/// links.
constexpr std::int64_t bytes_per_group = 540;
constexpr std::int64_t bytes_per_dataset = 290;

/// Bytes of metadata, small values included.
std::int64_t metadata_bytes(const Node& node) {
  std::int64_t bytes = bytes_per_group;
  if (node.is_bulk() || !node.data.empty()) bytes += bytes_per_dataset;
  if (!node.is_bulk()) bytes += static_cast<std::int64_t>(node.data.size());
  for (const auto& child : node.children) bytes += metadata_bytes(child);
  return bytes;
}

H5F_libver_t bound_of(plan::Format::Version version) {
  switch (version) {
    case plan::Format::Version::v18:
      return H5F_LIBVER_V18;
    case plan::Format::Version::v110:
      return H5F_LIBVER_V110;
    case plan::Format::Version::latest:
      return H5F_LIBVER_LATEST;
  }
  return H5F_LIBVER_V18;
}

h5::Handle access_properties(const plan::Plan& plan, std::int64_t alignment) {
  auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot make a property list");
  const auto bound = bound_of(plan.format.version);
  h5::check(H5Pset_libver_bounds(access, bound, bound), "cannot choose the version of the format");
  const auto unit = static_cast<hsize_t>(std::max<std::int64_t>(alignment, 1));
  h5::check(H5Pset_alignment(access, unit, unit), "cannot set the alignment");
  // In few pieces, because metadata between the arrays costs a seek each; not in one, because what is left
  // over of a piece is lost, and the estimate is one.
  const auto expected = metadata_bytes(plan.output);
  const auto block = std::max({2 * kibi, std::min(expected, 64 * kibi), expected / 8});
  h5::check(H5Pset_meta_block_size(access, static_cast<hsize_t>(block)),
            "cannot set the size of metadata blocks");
  return access;
}

h5::Handle creation_properties() {
  auto creation = h5::own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "cannot make a property list");
  h5::check(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
            "cannot track the order of creation");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot switch times off");
  return creation;
}

class Skeleton {
 public:
  Skeleton(const plan::Plan& plan, const tree::InputSet& inputs)
      : plan_(plan), writer_(plan.format.compact_below), extras_(inputs), offsets_(plan.targets.size(), -1) {}

  void write(const h5::OutputFile& file) {
    const auto root = h5::own(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose, "cannot open the root");
    file_ = &file;
    writer_.write_root(root);
    finish(plan_.output, root, {});
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<std::int64_t> take_offsets() { return std::move(offsets_); }

 private:
  void write(hid_t parent, const Node& node) {
    if (node.link) return write_link(parent, node);
    const auto values = planned_values(plan_, node);
    const auto group = writer_.create(parent, node.name, node.label, values.type);
    const auto data = values.exist() ? write_values(group, node, values) : h5::Handle();
    finish(node, group, data);
  }

  /// What comes after the values: extras and children.
  void finish(const Node& node, hid_t group, const h5::Handle& data) {
    for (const auto& extra : node.extras) extras_.copy(extra, group, data);
    const auto length = path_.size();
    for (const auto& child : node.children) {
      path_ = path_ + "/" + child.name;
      write(group, child);
      file_->require_written();
      path_.resize(length);
    }
  }

  void write_link(hid_t parent, const Node& node) {
    const auto group = writer_.create(parent, node.name, "", DataType::LK);
    writer_.write_link(group, *node.link);
    for (const auto& extra : node.extras) extras_.copy(extra, group, {});
  }

  h5::Handle write_values(hid_t group, const Node& node, const PlannedValues& values) {
    if (!node.is_bulk()) return writer_.write_values(group, node);
    auto data = writer_.allocate(group, values.type, values.dims);
    const auto offset = h5::offset_of(data);
    if (!offset) throw h5::Failure("HDF5 has not made room for the values");
    offsets_[static_cast<std::size_t>(node.array)] = *offset;
    return data;
  }

  const plan::Plan& plan_;
  NodeWriter writer_;
  ExtraCopier extras_;
  const h5::OutputFile* file_ = nullptr;
  std::string path_;  ///< Of the node that is being written.
  std::vector<std::int64_t> offsets_;
};

}  // namespace

Layout write_skeleton(const std::string& path, const plan::Plan& plan, const tree::InputSet& inputs,
                      std::int64_t alignment) {
  const h5::Quiet quiet;
  Skeleton skeleton(plan, inputs);
  try {
    const auto access = access_properties(plan, alignment);
    const auto creation = creation_properties();
    h5::OutputFile file(path, creation, access);
    skeleton.write(file);
    file.close();
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, skeleton.path(), failure.what()));
  }
  return {skeleton.take_offsets(), state_of(path).size};
}

}  // namespace pcgns::file

#include "pcgns/file/skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/grid.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/detail/node_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/output_file.hpp"

namespace pcgns::file {

namespace {

/// Copies extras from input files, a few of which stay open.
class ExtraCopier {
 public:
  explicit ExtraCopier(const cgns::InputSet& inputs);

  /// Copies the extra to `group`, or to its dataset `data` if the extra belongs there. Throws h5::Failure if
  /// it cannot be copied.
  void copy(const cgns::Extra& extra, hid_t group, const h5::Handle& data);

 private:
  const cgns::InputSet& inputs_;
  OpenFiles files_;
};

constexpr std::size_t most_open_files = 8;

void copy_link(hid_t from, const std::string& name, hid_t to) {
  const auto value = h5::link_value(from, name);
  // A relative file name is invalid in the output's folder.
  if (!value.file.empty() && !value.file.starts_with('/'))
    throw h5::Failure("is a relative link to another file");
  const auto made = value.file.empty()
                        ? H5Lcreate_soft(value.path.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT)
                        : H5Lcreate_external(value.file.c_str(), value.path.c_str(), to, name.c_str(),
                                             H5P_DEFAULT, H5P_DEFAULT);
  h5::check(made, "cannot copy it");
}

void copy_object(hid_t from, const std::string& name, hid_t to) {
  if (h5::link_of(from, name).kind != h5::LinkKind::hard) return copy_link(from, name, to);
  h5::check(H5Ocopy(from, name.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "cannot copy it");
}

void copy_data_attribute(hid_t from, const std::string& name, const h5::Handle& to) {
  if (!to) throw h5::Failure("the node has no values in the output");
  const auto data = h5::own(H5Dopen2(from, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
  h5::copy_attribute(data, name, to);
}

ExtraCopier::ExtraCopier(const cgns::InputSet& inputs) : inputs_(inputs), files_(most_open_files) {}

void ExtraCopier::copy(const cgns::Extra& extra, hid_t group, const h5::Handle& data) {
  const auto file = files_.get(inputs_.files.at(static_cast<std::size_t>(extra.file)).path);
  try {
    const auto from =
        h5::own(H5Gopen2(file->id, extra.path.c_str(), H5P_DEFAULT), H5Gclose, "cannot open the node");
    switch (extra.kind) {
      case cgns::Extra::Kind::attribute:
        return h5::copy_attribute(from, extra.name, group);
      case cgns::Extra::Kind::data_attribute:
        return copy_data_attribute(from, extra.name, data);
      case cgns::Extra::Kind::object:
        return copy_object(from, extra.name, group);
    }
  } catch (const h5::Failure& failure) {
    throw h5::Failure(fmt::format("'{}' of {}:{}: {}", extra.name, file->path, extra.path, failure.what()));
  }
}

using cgns::DataType;
using cgns::Node;

/// Measured size of a node in the file: group with attributes; dataset header; link entries.
constexpr std::int64_t bytes_per_group = 540;
constexpr std::int64_t bytes_per_dataset = 290;

/// An entry of the chunk index, whose B-tree nodes are half full.
constexpr std::int64_t bytes_per_chunk = 100;

/// Metadata bytes, small values included, chunk indices excluded.
std::int64_t metadata_bytes(const Node& node) {
  std::int64_t bytes = bytes_per_group;
  if (node.is_bulk() || !node.data.empty()) bytes += bytes_per_dataset;
  if (!node.is_bulk()) bytes += static_cast<std::int64_t>(node.data.size());
  for (const auto& child : node.children) bytes += metadata_bytes(child);
  return bytes;
}

std::int64_t chunk_count(const plan::Target& target) {
  if (!target.is_chunked()) return 0;
  return Grid({target.dims.rbegin(), target.dims.rend()}, {target.chunk.rbegin(), target.chunk.rend()})
      .count();
}

/// Block size of HDF5's metadata allocation. Few blocks, because metadata between arrays costs a seek each.
/// Not a single one, because the rest of a block is lost and the size is an estimate. If chunks are already
/// in the file, all metadata must fit in one block.
std::int64_t metadata_block(const plan::Plan& plan) {
  auto expected = metadata_bytes(plan.output);
  if (!plan.has_chunks()) return std::max({2 * kibi, std::min(expected, 64 * kibi), expected / 8});
  for (const auto& target : plan.targets) expected += chunk_count(target) * bytes_per_chunk;
  return round_up(expected + 8 * kibi, kibi);
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

/// Alignment is left to the driver: HDF5 would place small arrays in the gaps.
h5::Handle access_properties(const plan::Plan& plan, std::int64_t block) {
  auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  const auto bound = bound_of(plan.format.version);
  h5::check(H5Pset_libver_bounds(access, bound, bound), "cannot set the format version");
  h5::check(H5Pset_meta_block_size(access, static_cast<hsize_t>(block)),
            "cannot set the size of metadata blocks");
  return access;
}

h5::Handle creation_properties(const plan::Format& format) {
  auto creation = h5::own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
            "cannot enable creation order");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot disable object times");
  if (format.page_size > 0) {
    h5::check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1),
              "cannot set paged allocation");
    h5::check(H5Pset_file_space_page_size(creation, static_cast<hsize_t>(format.page_size)),
              "cannot set the page size");
  }
  return creation;
}

h5::Handle untimed_groups() {
  auto creation = h5::own(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot disable object times");
  return creation;
}

/// While it lives, groups with default properties have no times. The superblock extension of a paged file is
/// one. The default list itself cannot be changed in HDF5 2: another list takes its place.
class UntimedGroups {
 public:
  UntimedGroups() { std::swap(H5P_LST_GROUP_CREATE_ID_g, standard_); }
  ~UntimedGroups() { std::swap(H5P_LST_GROUP_CREATE_ID_g, standard_); }
  UntimedGroups(const UntimedGroups&) = delete;
  UntimedGroups& operator=(const UntimedGroups&) = delete;

 private:
  h5::Handle untimed_ = untimed_groups();
  hid_t standard_ = untimed_;
};

class Skeleton {
 public:
  Skeleton(const plan::Plan& plan, const cgns::InputSet& inputs, const ChunksInPlace& chunks,
           const Congruence& congruence)
      : plan_(plan),
        chunks_(chunks),
        congruence_(congruence),
        writer_(plan.format),
        extras_(inputs),
        offsets_(plan.targets.size(), -1) {}

  void write(h5::OutputFile& file) {
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
    const auto data = values.exist() ? write_values(group, node) : h5::Handle();
    finish(node, group, data);
  }

  /// Writes what follows the values: extras and children.
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

  h5::Handle write_values(hid_t group, const Node& node) {
    if (!node.is_bulk()) return writer_.write_values(group, node);
    const auto& target = plan_.targets[static_cast<std::size_t>(node.array)];
    if (target.is_chunked())
      return write_chunks(group, target, chunks_.tables[static_cast<std::size_t>(node.array)]);
    const auto index = static_cast<std::size_t>(node.array);
    file_->place_array_modulo(congruence_.residues.empty() ? -1 : congruence_.residues[index],
                              congruence_.block);
    auto data = allocate(*file_, writer_, group, target, chunks_.arrays.empty() ? -1 : chunks_.arrays[index]);
    file_->place_array_modulo(-1, 1);
    offsets_[index] = *h5::offset_of(data);
    return data;
  }

  /// Builds the chunk index: HDF5 writes each chunk, and the driver discards the data.
  h5::Handle write_chunks(hid_t group, const plan::Target& target, const cgns::ChunkTable& table) {
    auto data = writer_.create_chunked(group, target);
    const Grid grid({target.dims.rbegin(), target.dims.rend()}, {target.chunk.rbegin(), target.chunk.rend()});
    for (std::size_t i = 0; i < table.offsets.size(); ++i) {
      const auto start = grid.box(static_cast<std::int64_t>(i)).start;
      const std::vector<hsize_t> origin(start.begin(), start.end());
      file_->place_chunk(table.offsets[i]);
      const std::byte nothing = {};
      h5::check(H5Dwrite_chunk(data, H5P_DEFAULT, table.masks[i], origin.data(),
                               static_cast<std::size_t>(table.sizes[i]), &nothing),
                "cannot enter a chunk");
    }
    return data;
  }

  const plan::Plan& plan_;
  const ChunksInPlace& chunks_;
  const Congruence& congruence_;
  NodeWriter writer_;
  ExtraCopier extras_;
  h5::OutputFile* file_ = nullptr;
  std::string path_;  ///< Of the current node.
  std::vector<std::int64_t> offsets_;
};

}  // namespace

h5::Handle allocate(h5::OutputFile& file, const NodeWriter& writer, hid_t group, const plan::Target& target,
                    std::int64_t place) {
  file.place_array(place);
  auto data = writer.allocate(group, target.type, target.dims);
  file.place_array(-1);
  const auto offset = h5::offset_of(data);
  if (!offset || (place >= 0 && *offset != place))
    throw h5::Failure("HDF5 did not allocate space for the values");
  return data;
}

std::int64_t begin_of_chunks(const plan::Plan& plan, std::int64_t alignment) {
  return round_up(metadata_block(plan), std::max<std::int64_t>(alignment, 16));
}

Layout write_skeleton(const std::string& path, const plan::Plan& plan, const cgns::InputSet& inputs,
                      std::int64_t alignment, const ChunksInPlace& chunks, const Congruence& congruence) {
  const h5::Quiet quiet;
  Skeleton skeleton(plan, inputs, chunks, congruence);
  try {
    auto block = metadata_block(plan);
    if (!chunks.arrays.empty() && !chunks.bytes.empty()) block = std::min(block, chunks.bytes.begin);
    const auto access = access_properties(plan, block);
    const auto creation = creation_properties(plan.format);
    const UntimedGroups untimed;
    h5::OutputFile file(path, creation, access, {chunks.bytes, alignment});
    skeleton.write(file);
    file.close();
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, skeleton.path(), failure.what()));
  }
  return {skeleton.take_offsets(), state_of(path).size};
}

}  // namespace pcgns::file

#include "pcgns/file/skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/grid.hpp"
#include "pcgns/file/copy_extras.hpp"
#include "pcgns/file/node_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/place.hpp"
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

/// An entry of the index of chunks; its nodes are half full.
constexpr std::int64_t bytes_per_chunk = 100;

/// Bytes of metadata, small values included, but not the indices of chunks.
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

/// Bytes that HDF5 takes for metadata at once: few pieces, because metadata between the arrays costs a seek
/// each; not one, because what is left over of a piece is lost, and the estimate is one. But where chunks are
/// there already, nothing comes between.
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

/// HDF5 is not told of the alignment, which the driver sees to: it would put small arrays into the gaps,
/// anywhere.
h5::Handle access_properties(const plan::Plan& plan, std::int64_t block) {
  auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot make a property list");
  const auto bound = bound_of(plan.format.version);
  h5::check(H5Pset_libver_bounds(access, bound, bound), "cannot choose the version of the format");
  h5::check(H5Pset_meta_block_size(access, static_cast<hsize_t>(block)),
            "cannot set the size of metadata blocks");
  return access;
}

h5::Handle creation_properties(const plan::Format& format) {
  auto creation = h5::own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "cannot make a property list");
  h5::check(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
            "cannot track the order of creation");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot switch times off");
  if (format.page_size > 0) {
    h5::check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1),
              "cannot choose pages");
    h5::check(H5Pset_file_space_page_size(creation, static_cast<hsize_t>(format.page_size)),
              "cannot choose the size of pages");
  }
  return creation;
}

class Skeleton {
 public:
  Skeleton(const plan::Plan& plan, const tree::InputSet& inputs, const ChunksInPlace& chunks)
      : plan_(plan),
        chunks_(chunks),
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

  h5::Handle write_values(hid_t group, const Node& node) {
    if (!node.is_bulk()) return writer_.write_values(group, node);
    const auto& target = plan_.targets[static_cast<std::size_t>(node.array)];
    if (target.is_chunked())
      return write_chunks(group, target, chunks_.tables[static_cast<std::size_t>(node.array)]);
    const auto index = static_cast<std::size_t>(node.array);
    auto data = allocate(*file_, writer_, group, target, chunks_.arrays.empty() ? -1 : chunks_.arrays[index]);
    offsets_[index] = *h5::offset_of(data);
    return data;
  }

  /// Makes the index of the chunks: HDF5 writes each, and the driver keeps it from doing so.
  h5::Handle write_chunks(hid_t group, const plan::Target& target, const tree::ChunkTable& table) {
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
  NodeWriter writer_;
  ExtraCopier extras_;
  h5::OutputFile* file_ = nullptr;
  std::string path_;  ///< Of the node that is being written.
  std::vector<std::int64_t> offsets_;
};

}  // namespace

h5::Handle allocate(h5::OutputFile& file, const NodeWriter& writer, hid_t group, const plan::Target& target,
                    std::int64_t place) {
  file.place_array(place);
  auto data = writer.allocate(group, target.type, target.dims);
  file.place_array(-1);
  const auto offset = h5::offset_of(data);
  if (!offset || (place >= 0 && *offset != place)) throw h5::Failure("HDF5 has not made room for the values");
  return data;
}

std::int64_t begin_of_chunks(const plan::Plan& plan, std::int64_t alignment) {
  return round_up(metadata_block(plan), std::max<std::int64_t>(alignment, 16));
}

Layout write_skeleton(const std::string& path, const plan::Plan& plan, const tree::InputSet& inputs,
                      std::int64_t alignment, const ChunksInPlace& chunks) {
  const h5::Quiet quiet;
  Skeleton skeleton(plan, inputs, chunks);
  try {
    auto block = metadata_block(plan);
    if (!chunks.arrays.empty() && !chunks.bytes.empty()) block = std::min(block, chunks.bytes.begin);
    const auto access = access_properties(plan, block);
    const auto creation = creation_properties(plan.format);
    h5::OutputFile file(path, creation, access, {chunks.bytes, alignment});
    skeleton.write(file);
    file.close();
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, skeleton.path(), failure.what()));
  }
  return {skeleton.take_offsets(), state_of(path).size};
}

}  // namespace pcgns::file

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/node_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

void require(bool condition, const char* why) {
  if (!condition) throw h5::Failure(fmt::format("differs from the plan: {}", why));
}

/// Traverses the file and the planned tree in parallel.
class LayoutReader {
 public:
  LayoutReader(const plan::Plan& plan, Share share)
      : plan_(plan), share_(share), offsets_(plan.targets.size(), -1) {}

  void read(hid_t file) {
    const auto root = h5::own(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose, "cannot open the root");
    check_children(root, plan_.output);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<std::int64_t> take_offsets() { return std::move(offsets_); }

 private:
  void check(hid_t group, const Node& node) {
    const bool is_link = node.link != nullptr;
    const auto values =
        is_link ? PlannedValues{.type = DataType::LK, .dims = {}} : planned_values(plan_, node);
    require(h5::text_attribute(group, "label") == (is_link ? "" : node.label), "the label differs");
    require(h5::text_attribute(group, "type") == to_string(values.type), "the type differs");
    if (is_link) return require(h5::has_link(group, " link"), "the link is missing");
    require(h5::has_link(group, " data") == values.exist(), "values are missing or unexpected");
    if (values.exist()) check_values(group, node, values);
    check_children(group, node);
  }

  void check_children(hid_t group, const Node& node) {
    auto links = h5::links_of(group);
    std::erase_if(links, [](const auto& link) { return is_private(link.name); });
    require(links.size() == node.children.size(), "there are more or fewer children");
    const auto length = path_.size();
    for (std::size_t i = 0; i < links.size(); ++i) {
      path_ += "/" + node.children[i].name;
      require(links[i].name == node.children[i].name, "another child is at this position");
      if (is_in_share(node)) check(h5::open_object(group, links[i].object), node.children[i]);
      path_.resize(length);
    }
  }

  /// Distributes the children of bases, which hold most nodes.
  bool is_in_share(const Node& parent) {
    return parent.label != "CGNSBase_t" || next_++ % share_.parts == share_.part;
  }

  void check_values(hid_t group, const Node& node, const PlannedValues& values) {
    const auto data = h5::own(H5Dopen2(group, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
    const auto type = h5::own(H5Dget_type(data), H5Tclose, "cannot read the type");
    const auto extents = h5::extents_of(data);
    require(std::equal(extents.rbegin(), extents.rend(), values.dims.begin(), values.dims.end()),
            "the extents differ");
    require(H5Tequal(type, h5::file_type(values.type, plan_.format.big_endian)) > 0,
            "the type of the values differs");
    if (!node.is_bulk()) return;
    const auto& target = plan_.targets[static_cast<std::size_t>(node.array)];
    const auto chunk = h5::chunk_of(data);
    require(std::equal(chunk.rbegin(), chunk.rend(), target.chunk.begin(), target.chunk.end()),
            "the chunks differ");
    if (target.is_chunked()) return require(H5Dget_storage_size(data) > 0, "the chunks are missing");
    const auto offset = h5::offset_of(data);
    require(offset.has_value(), "no space is allocated for the values");
    offsets_[static_cast<std::size_t>(node.array)] = *offset;
  }

  const plan::Plan& plan_;
  Share share_;
  int next_ = 0;
  std::vector<std::int64_t> offsets_;
  std::string path_;  ///< Of the current node.
};

std::int64_t end_of(hid_t file) {
  haddr_t end = 0;
  h5::check(H5Fget_eoa(file, &end), "cannot read the end of allocation");
  return static_cast<std::int64_t>(end);
}

}  // namespace

Layout read_layout(const std::string& path, const plan::Plan& plan, Share share) {
  const h5::Quiet quiet;
  const auto file = open_file(path);
  LayoutReader reader(plan, share);
  try {
    reader.read(file->id);
    const auto end = end_of(file->id);
    return {reader.take_offsets(), end};
  } catch (const h5::Failure& failure) {
    throw input_error(path, reader.path(), failure.what());
  }
}

}  // namespace pcgns::file

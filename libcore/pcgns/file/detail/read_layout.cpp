#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/detail/node_writer.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/objects/objects.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

void require(bool condition, const char* why) {
  if (!condition) throw h5::Failure(fmt::format("differs from the plan: {}", why));
}

/// The values of a node, as they are in the file.
struct StoredValues {
  bool are_of_type = false;
  std::vector<std::int64_t> extents = {};  ///< In the order of HDF5: last index fastest.
  std::vector<std::int64_t> chunk = {};
  bool have_chunks = false;
  std::optional<std::int64_t> offset = {};  ///< If they are contiguous.
};

/// The groups of a file, by HDF5.
class Hdf5Tree {
 public:
  struct Group {
    h5::Handle id;
    std::vector<h5::LinkEntry> links;
  };

  Hdf5Tree(hid_t file, bool big_endian) : file_(file), big_endian_(big_endian) {}

  [[nodiscard]] Group root() const {
    return opened(h5::own(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose, "cannot open the root"));
  }
  [[nodiscard]] static Group child(const Group& parent, const h5::LinkEntry& link) {
    return opened(h5::open_object(parent.id, link.object));
  }
  [[nodiscard]] static std::optional<std::string> text(const Group& group, const char* name) {
    return h5::text_attribute(group.id, name);
  }
  [[nodiscard]] StoredValues values(const Group& group, const h5::LinkEntry& /*link*/,
                                    DataType wanted) const {
    const auto data = h5::own(H5Dopen2(group.id, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
    const auto type = h5::own(H5Dget_type(data), H5Tclose, "cannot read the type");
    return {.are_of_type = H5Tequal(type, h5::file_type(wanted, big_endian_)) > 0,
            .extents = h5::extents_of(data),
            .chunk = h5::chunk_of(data),
            .have_chunks = H5Dget_storage_size(data) > 0,
            .offset = h5::offset_of(data)};
  }
  [[nodiscard]] std::int64_t end() const {
    haddr_t end = 0;
    h5::check(H5Fget_eoa(file_, &end), "cannot read the end of allocation");
    return static_cast<std::int64_t>(end);
  }

 private:
  [[nodiscard]] static Group opened(h5::Handle id) {
    auto links = h5::links_of(id);
    return {std::move(id), std::move(links)};
  }

  hid_t file_;
  bool big_endian_;
};

/// The same without HDF5, for files without links of CGNS and chunks, in a fraction of the time.
class PlainTree {
 public:
  using Group = objects::Group;

  PlainTree(const ReadAt& read, std::int64_t size, bool big_endian)
      : file_(read, size, most_reads * size),
        swapped_(big_endian != (std::endian::native == std::endian::big)) {}

  [[nodiscard]] Group root() { return file_.group(file_.root()); }
  [[nodiscard]] Group child(const Group& /*parent*/, const objects::Link& link) {
    return file_.group(link.object);
  }
  [[nodiscard]] static std::optional<std::string> text(const Group& group, const char* name) {
    const auto* const attribute = group.attribute(name);
    return attribute == nullptr ? std::nullopt : attribute->text;
  }
  [[nodiscard]] StoredValues values(const Group& /*group*/, const objects::Link& link, DataType wanted) {
    auto data = file_.dataset(link.object);
    const bool is_in_order = cgns::size_of(wanted) == 1 || data.swapped == swapped_;
    return {.are_of_type = data.type == wanted && is_in_order,
            .extents = std::move(data.extents),
            .offset = data.offset};
  }
  [[nodiscard]] std::int64_t end() const { return file_.end(); }

 private:
  objects::ObjectFile file_;
  bool swapped_;
};

/// Traverses the file and the planned tree in parallel.
template <typename Tree>
class LayoutReader {
 public:
  using Group = typename Tree::Group;

  LayoutReader(Tree tree, const plan::Plan& plan, Share share)
      : tree_(std::move(tree)), plan_(plan), share_(share), offsets_(plan.targets.size(), -1) {}

  [[nodiscard]] Layout layout() {
    check_children(tree_.root(), plan_.output);
    return {std::move(offsets_), tree_.end()};
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] static auto link_of(const Group& group, std::string_view name) {
    return std::ranges::find_if(group.links, [&](const auto& link) { return link.name == name; });
  }

  void check(const Group& group, const Node& node) {
    const bool is_link = node.link != nullptr;
    const auto values =
        is_link ? PlannedValues{.type = DataType::LK, .dims = {}} : planned_values(plan_, node);
    require(tree_.text(group, "label") == (is_link ? "" : node.label), "the label differs");
    require(tree_.text(group, "type") == to_string(values.type), "the type differs");
    if (is_link) return require(link_of(group, " link") != group.links.end(), "the link is missing");
    const auto data = link_of(group, " data");
    require((data != group.links.end()) == values.exist(), "values are missing or unexpected");
    if (values.exist()) check_values(tree_.values(group, *data, values.type), node, values);
    check_children(group, node);
  }

  void check_children(const Group& group, const Node& node) {
    const auto count =
        std::ranges::count_if(group.links, [](const auto& link) { return !is_private(link.name); });
    require(count == std::ssize(node.children), "there are more or fewer children");
    const auto length = path_.size();
    auto child = node.children.begin();
    for (const auto& link : group.links) {
      if (is_private(link.name)) continue;
      path_ += "/" + child->name;
      require(link.name == child->name, "another child is at this position");
      if (is_in_share(node)) check(tree_.child(group, link), *child);
      path_.resize(length);
      ++child;
    }
  }

  /// Distributes the children of bases, which hold most nodes.
  bool is_in_share(const Node& parent) {
    return parent.label != "CGNSBase_t" || next_++ % share_.parts == share_.part;
  }

  void check_values(const StoredValues& stored, const Node& node, const PlannedValues& values) {
    require(
        std::equal(stored.extents.rbegin(), stored.extents.rend(), values.dims.begin(), values.dims.end()),
        "the extents differ");
    require(stored.are_of_type, "the type of the values differs");
    if (!node.is_bulk()) return;
    const auto& target = plan_.targets[static_cast<std::size_t>(node.array)];
    require(std::equal(stored.chunk.rbegin(), stored.chunk.rend(), target.chunk.begin(), target.chunk.end()),
            "the chunks differ");
    if (target.is_chunked()) return require(stored.have_chunks, "the chunks are missing");
    require(stored.offset.has_value(), "no space is allocated for the values");
    offsets_[static_cast<std::size_t>(node.array)] = *stored.offset;
  }

  Tree tree_;
  const plan::Plan& plan_;
  Share share_;
  int next_ = 0;
  std::vector<std::int64_t> offsets_;
  std::string path_;  ///< Of the current node.
};

/// Empty if only HDF5 can read the file, or find the words for what is wrong with it.
std::optional<Layout> plain_layout(const std::string& path, const plan::Plan& plan, Share share) {
  try {
    const FileDescriptor file(path, O_RDONLY | O_CLOEXEC);
    const ReadAt read = [&file](std::int64_t at, std::span<std::byte> to) { file.read_at(at, to); };
    return LayoutReader(PlainTree(read, state_of(file).size, plan.format.big_endian), plan, share).layout();
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Layout read_layout(const std::string& path, const plan::Plan& plan, Share share) {
  if (auto layout = plain_layout(path, plan, share)) return *std::move(layout);
  const h5::Quiet quiet;
  const auto file = open_file(path);
  LayoutReader reader(Hdf5Tree(file->id, plan.format.big_endian), plan, share);
  try {
    return reader.layout();
  } catch (const h5::Failure& failure) {
    throw input_error(path, reader.path(), failure.what());
  }
}

}  // namespace pcgns::file

#include "pcgns/file/detail/plain_walker.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <new>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/objects/objects.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

/// Beside as many bytes as the file stores: what a process that reads it by HDF5 may take.
constexpr std::int64_t most_memory = 2 * gibi;

[[noreturn]] void leave_to_hdf5() { throw Unreadable("is not plain"); }

class PlainWalker {
 public:
  /// `stored`: bytes of the file that are no holes.
  PlainWalker(const FileDescriptor& file, std::int64_t size, std::int64_t stored, std::int64_t inline_limit,
              std::vector<cgns::Array>& arrays)
      : read_([&file](std::int64_t at, std::span<std::byte> to) { file.read_at(at, to); }),
        stored_(stored),
        inline_limit_(inline_limit),
        arrays_(arrays),
        objects_(read_, size, most_reads * stored),
        left_(most_memory + stored) {}

  [[nodiscard]] Node root() {
    auto root = empty_root();
    const auto group = objects_.group(objects_.root());
    require_attributes(group, false);
    bool is_cgns = group.attribute("label") != nullptr;
    for (const auto& link : group.links) {
      is_cgns = is_cgns || link.name == " hdf5version" || link.name == "CGNSLibraryVersion";
      if (is_private(link.name) && link.name != " hdf5version" && link.name != " format") leave_to_hdf5();
    }
    if (!is_cgns) leave_to_hdf5();
    add_children(root, group, {}, 0);
    return root;
  }

 private:
  /// A node has three or four attributes; the root may have fewer.
  static void require_attributes(const objects::Group& group, bool all) {
    constexpr std::array<std::string_view, 4> names = {"name", "label", "type", "flags"};
    std::array<bool, 4> has = {};
    for (const auto& attribute : group.attributes) {
      const auto* const found = std::ranges::find(names, attribute.name);
      if (found == names.end()) leave_to_hdf5();
      const auto i = static_cast<std::size_t>(found - names.begin());
      if (has[i] || (i < 3 && !attribute.text)) leave_to_hdf5();
      has[i] = true;
    }
    if (!(has[0] && has[1] && has[2]) && (all || has[0] || has[1] || has[2] || has[3])) leave_to_hdf5();
  }

  Node node(const objects::Link& link, cgns::Place place, int level) {
    if (++nodes_ * least_node > stored_ || level > most_levels) leave_to_hdf5();
    const auto group = objects_.group(link.object);
    require_attributes(group, true);
    const auto type = cgns::data_type(*group.attribute("type")->text);
    if (!type || *type == DataType::LK) leave_to_hdf5();
    Node node{.name = link.name, .label = *group.attribute("label")->text};
    take(std::int64_t{sizeof(Node)} + std::ssize(node.name) + std::ssize(node.label));
    path_ += '/' + link.name;
    for (const auto& child : group.links) {
      if (!is_private(child.name)) continue;
      if (child.name != " data" || *type == DataType::MT) leave_to_hdf5();
      add_values(node, *type, child.object, place);
    }
    add_children(node, group, cgns::descend(place, node.label), level);
    path_.resize(path_.size() - link.name.size() - 1);
    return node;
  }

  void add_children(Node& parent, const objects::Group& group, cgns::Place place, int level) {
    parent.children.reserve(group.links.size());
    for (const auto& link : group.links)
      if (!is_private(link.name)) parent.children.push_back(node(link, place, level + 1));
  }

  void add_values(Node& node, DataType type, std::int64_t address, cgns::Place place) {
    const auto dataset = objects_.dataset(address);
    if (dataset.type != type) leave_to_hdf5();
    node.type = type;
    node.dims.assign(dataset.extents.rbegin(), dataset.extents.rend());
    const auto bytes = cgns::bytes_of(type, node.dims);
    if (dataset.stored != bytes || bytes == 0) leave_to_hdf5();
    const bool is_bulk = cgns::is_bulk(place, node.label, bytes);
    if (!is_bulk || bytes <= inline_limit_) {
      take(bytes);
      node.data = values_of(dataset);
    }
    if (!is_bulk) return;
    take(std::int64_t{sizeof(cgns::Array)} + std::ssize(path_));
    node.array = static_cast<int>(arrays_.size());
    arrays_.push_back({.path = path_,
                       .type = type,
                       .dims = node.dims,
                       .offset = dataset.offset.value_or(-1),
                       .swapped = dataset.swapped,
                       .chunk = {},
                       .compact = !dataset.offset});
  }

  /// Many links to the same nodes make a small file an immense tree.
  void take(std::int64_t bytes) {
    if (bytes > left_) leave_to_hdf5();
    left_ -= bytes;
  }

  std::vector<std::byte> values_of(const objects::Dataset& dataset) {
    auto values = dataset.compact;
    if (dataset.offset) {
      values.resize(static_cast<std::size_t>(dataset.stored));
      read_(*dataset.offset, values);
    }
    if (dataset.swapped) kernel::reverse_words(values, static_cast<int>(cgns::size_of(dataset.type)));
    return values;
  }

  ReadAt read_;
  std::int64_t stored_;
  std::int64_t inline_limit_;
  std::vector<cgns::Array>& arrays_;
  objects::ObjectFile objects_;
  std::string path_;
  std::int64_t nodes_ = 0;
  std::int64_t left_;  ///< Bytes of memory that the tree may still take.
};

}  // namespace

bool add_plain_tree(cgns::InputSet& inputs, std::size_t input, std::int64_t inline_limit) {
  const auto arrays = inputs.arrays.size();
  auto& entry = inputs.files.at(input);
  try {
    // Non-blocking, because opening a pipe waits for its other end.
    const FileDescriptor file(entry.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const auto state = state_of(file);
    inputs.trees.push_back(
        PlainWalker(file, state.size, stored_bytes(entry.path), inline_limit, inputs.arrays).root());
    set_state(entry, state);
  } catch (const Error&) {
    inputs.arrays.resize(arrays);
    return false;
  } catch (const std::bad_alloc&) {  // perhaps of a damaged size: the process that HDF5 runs in has a limit
    inputs.arrays.resize(arrays);
    return false;
  }
  for (auto i = arrays; i < inputs.arrays.size(); ++i) inputs.arrays[i].file = static_cast<int>(input);
  return true;
}

}  // namespace pcgns::file

#include <filesystem>

#include "pcgns/file/detail/node_values.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/detail/walker.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

/// Levels below a node of which an outline is needed: those with partition metadata, solutions and fields;
/// -1: of other nodes.
int levels_below(std::string_view label) {
  if (label == "CGNSBase_t") return 3;
  if (cgns::is_zone(label)) return 2;
  return cgns::is_solution(label) ? 1 : -1;
}

/// Of the text of ZoneType_t, the only value in an outline.
constexpr std::int64_t most_characters = 32;

bool has_text(const Node& node) {
  return node.label == "ZoneType_t" && node.type == DataType::C1 &&
         cgns::bytes_of(node.type, node.dims) <= most_characters;
}

/// `count` is called for each node.
Node outline_of_adf(const OpenFile& file, const adf::Node& stored, int levels,
                    const std::function<void()>& count) {
  count();
  if (stored.type == DataType::LK) return {.name = stored.name, .type = DataType::LK};
  Node node{.name = stored.name, .label = stored.label, .type = stored.type, .dims = stored.dims};
  if (has_text(node)) {
    node.data = file.adf->load(stored);
  } else {
    node.type = DataType::MT;
    node.dims.clear();
  }
  if (levels == 0) return node;
  for (const auto& child : file.adf->children(stored))
    node.children.push_back(outline_of_adf(file, file.adf->node(child), levels - 1, count));
  return node;
}

class Outliner {
 public:
  /// `count` is called for each node.
  Outliner(const OpenFile& file, const std::function<void()>& found_part, const std::function<void()>& count)
      : file_(file), found_part_(found_part), count_(count) {}

  [[nodiscard]] Node node(hid_t group, const std::string& name, int levels) const {
    count_();
    if (h5::text_attribute(group, "type") == "LK") return {.name = name, .type = DataType::LK};
    Node node{.name = name, .label = h5::text_attribute(group, "label").value_or("")};
    const auto is_type = node.label == "ZoneType_t";
    if (levels == 0 && !is_type) return node;
    for (const auto& entry : h5::links_of(group, found_part_)) {
      if (is_type && entry.name == " data") add_text(node, group, entry);
      if (levels > 0 && !is_private(entry.name)) add_child(node, group, entry, levels - 1);
    }
    return node;
  }

 private:
  void add_child(Node& parent, hid_t group, const h5::LinkEntry& entry, int levels) const {
    if (entry.kind != h5::LinkKind::hard) {
      parent.children.push_back({.name = entry.name, .type = DataType::LK});
      return;
    }
    const auto child = h5::open_object(group, entry.object);
    if (H5Iget_type(child) == H5I_GROUP) parent.children.push_back(node(child, entry.name, levels));
  }

  void add_text(Node& type, hid_t group, const h5::LinkEntry& entry) const {
    if (entry.kind != h5::LinkKind::hard) return;
    const auto dataset = h5::open_object(group, entry.object);
    if (H5Iget_type(dataset) != H5I_DATASET) return;
    const NodeValues values(dataset, file_, DataType::C1);
    if (values.bytes() > most_characters) return;
    type.type = DataType::C1;
    type.dims = values.dims();
    type.data = values.read();
  }

  const OpenFile& file_;
  const std::function<void()>& found_part_;
  const std::function<void()>& count_;
};

std::string label_of(const LinkTarget& target) {
  if (target.file->adf) return target.adf.label;
  auto label = h5::text_attribute(target.group, "label");
  if (!label) throw h5::Failure("is not a CGNS node: the attribute label is missing");
  return *std::move(label);
}

}  // namespace

Node Walker::kept_link(const LinkTarget& target, const cgns::Link& link, const std::string& name) {
  auto found = link;
  if (!link.file.empty()) found.found = std::filesystem::absolute(target.first_file).string();
  const auto& identity = target.file->state.identity;
  found.end = {identity.device, identity.inode, target.path};
  auto label = label_of(target);
  // Many links may lead to one large node.
  const std::function<void()> count = [&] {
    if (++linked_nodes_ * least_node > most_repeats * (stored_bytes_ + target.file->stored))
      throw Unreadable("links lead to the same nodes too often");
  };
  if (const auto levels = levels_below(label); levels >= 0) {
    auto outline = target.file->adf
                       ? outline_of_adf(*target.file, target.adf, levels, count)
                       : Outliner(*target.file, found_part_, count).node(target.group, name, levels);
    outline.name = name;
    found.outline = std::make_shared<const Node>(std::move(outline));
  }
  return {.name = name,
          .label = std::move(label),
          .type = DataType::LK,
          .link = std::make_shared<const cgns::Link>(std::move(found))};
}

}  // namespace pcgns::file

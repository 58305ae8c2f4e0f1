#include <filesystem>

#include "pcgns/file/detail/node_values.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/detail/walker.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

std::string label_of(const LinkTarget& target) {
  return target.file->adf ? target.adf.label : required_text(target.group, "label");
}

/// Empty if there is none, or none that can be read.
std::string known_label(const LinkTarget& target) {
  try {
    return label_of(target);
  } catch (const h5::Failure&) {
    return "";
  }
}

/// What an outline has of a ZoneType_t.
void add_word(Node& node, const LinkTarget& target) {
  constexpr std::int64_t most = 32;
  const auto& adf = target.file->adf;
  if (adf && target.adf.type == DataType::C1 && cgns::bytes_of(DataType::C1, target.adf.dims) <= most) {
    node.dims = target.adf.dims;
    node.data = adf->load(target.adf);
  } else if (!adf && h5::text_attribute(target.group, "type") == "C1" &&
             h5::has_link(target.group, " data")) {
    const auto data =
        h5::own(H5Dopen2(target.group, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
    const NodeValues values(data, *target.file, DataType::C1);
    if (values.bytes() > most) return;
    node.dims = values.dims();
    node.data = values.read();
  }
  if (!node.data.empty()) node.type = DataType::C1;
}

bool has_child(const LinkTarget& parent, const std::string& name) {
  if (parent.file->adf) return parent.file->adf->child(parent.adf, name).has_value();
  return h5::has_link(parent.group, name);
}

std::vector<std::string> names_of_children(const LinkTarget& parent,
                                           const std::function<void()>& found_part) {
  std::vector<std::string> names;
  if (parent.file->adf) {
    for (auto& child : parent.file->adf->children(parent.adf)) names.push_back(std::move(child.name));
    return names;
  }
  for (auto& entry : h5::links_of(parent.group, found_part))
    if (!is_private(entry.name)) names.push_back(std::move(entry.name));
  return names;
}

/// Empty for a link, and for what is not a node.
std::optional<LinkTarget> node_below(const LinkTarget& parent, const std::string& name) {
  LinkTarget child{.file = parent.file, .path = cgns::join(parent.path, name), .group = {}};
  if (parent.file->adf) {
    auto found = parent.file->adf->child(parent.adf, name);
    if (!found || found->type == DataType::LK) return std::nullopt;
    child.adf = *std::move(found);
    return child;
  }
  const auto entry = h5::link_of(parent.group, name);
  if (entry.kind != h5::LinkKind::hard) return std::nullopt;
  child.group = h5::open_object(parent.group, entry.object);
  const bool is_node =
      H5Iget_type(child.group) == H5I_GROUP && h5::text_attribute(child.group, "type") != "LK";
  if (!is_node) return std::nullopt;
  return child;
}

}  // namespace

Node Walker::kept_link(const LinkTarget& target, const cgns::Link& link, const std::string& name) {
  auto label = label_of(target);
  auto found = link;
  if (!link.file.empty()) found.found = std::filesystem::absolute(target.first_file).string();
  if (!options_.look_for.empty()) {
    found.end = {std::filesystem::weakly_canonical(target.file->path).string(), target.path};
    const bool is_selectable = cgns::is_solution(label) && options_.look_at_solutions;
    if (label == "CGNSBase_t" || cgns::is_zone(label) || is_selectable)
      found.outline = std::make_shared<const Node>(outline_of(target, name, label));
  }
  return {.name = name,
          .label = std::move(label),
          .type = DataType::LK,
          .link = std::make_shared<const cgns::Link>(std::move(found))};
}

/// Where links lead from the child `name`; empty if nowhere, or to what is not a node.
std::optional<LinkTarget> Walker::end_of_child(const LinkTarget& parent, const std::string& name) {
  try {
    if (auto child = node_below(parent, name)) return child;
    return follow(files_, parent.file, parent.path, {.path = cgns::join(parent.path, name)});
  } catch (const LinkError&) {
    return std::nullopt;
  } catch (const h5::Failure&) {
    return std::nullopt;
  }
}

Node Walker::outline_of(const LinkTarget& target, const std::string& name, std::string label) {
  require_end_of_outlines(*target.file);
  Node outline{.name = name, .label = std::move(label)};
  if (outline.label == "ZoneType_t") add_word(outline, target);
  const bool is_zone = cgns::is_zone(outline.label);
  const bool is_selectable = cgns::is_solution(outline.label) && options_.look_at_solutions;
  if (outline.label == "CGNSBase_t" || is_zone || is_selectable) {
    for (const auto& child : names_of_children(target, found_part_)) {
      const auto end = end_of_child(target, child);
      outline.children.push_back(end ? outline_of(*end, child, known_label(*end))
                                     : Node{.name = child, .type = DataType::LK});
    }
  }
  if (!is_zone) return outline;
  for (const auto& path : options_.look_for) look_for(target, path, outline);
  return outline;
}

void Walker::look_for(const LinkTarget& parent, const std::string& path, Node& outline) {
  const auto slash = path.find('/');
  const auto name = path.substr(0, slash);
  if (!has_child(parent, name)) return;
  auto* child = outline.child(name);
  if (child == nullptr) child = &outline.children.emplace_back(Node{.name = name});
  if (slash == std::string::npos) return;
  const auto end = end_of_child(parent, name);
  if (!end) return;
  child->label = known_label(*end);
  look_for(*end, path.substr(slash + 1), *child);
}

/// Many links to one large node make a small file an immense tree.
void Walker::require_end_of_outlines(const OpenFile& file) {
  if (outlined_.insert(file.state.identity).second) outlined_bytes_ += file.stored;
  if (++outlined_nodes_ * least_node > most_repeats * (stored_bytes_ + outlined_bytes_))
    throw Unreadable("links lead to the same nodes too often");
}

}  // namespace pcgns::file

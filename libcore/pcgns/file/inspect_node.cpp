// Attributes of nodes, and what is in link nodes.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/file/inspector.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/tree/data_type.hpp"

namespace pcgns::file {

namespace {

using Place = FileFindings::Place;

struct TextRule {
  const char* name;
  std::size_t size;
};
constexpr std::array<TextRule, 3> texts = {{{"name", 33}, {"label", 33}, {"type", 3}}};
constexpr std::size_t usual_attributes = texts.size();

bool has(const GroupView& node, std::string_view name) {
  return std::any_of(node.links.begin(), node.links.end(),
                     [&](const auto& link) { return link.name == name; });
}

std::string bytes_of(hid_t attribute, hid_t type) {
  std::string bytes(H5Tget_size(type), '\0');
  h5::check(H5Aread(attribute, type, bytes.data()), "cannot read an attribute");
  return bytes;
}

/// Nothing if it is no text of fixed length.
std::optional<std::string> look_at_text(hid_t group, const TextRule& rule, const Place& place,
                                        FileFindings& found) {
  const auto attribute =
      h5::own(H5Aopen(group, rule.name, H5P_DEFAULT), H5Aclose, "cannot open an attribute");
  const auto type = h5::own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  const auto space = h5::own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      H5Sget_simple_extent_npoints(space) != 1) {
    found.add("F0202", place, rule.name);
    return std::nullopt;
  }
  const auto size = H5Tget_size(type);
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) found.add("F0205", place, rule.name);
  const auto bytes = bytes_of(attribute, type);
  const auto end = bytes.find('\0');
  const auto what = fmt::format("{} has {} bytes", rule.name, size);
  if (end == std::string::npos && size + 1 != rule.size) {
    found.add("F0203", place, what, fmt::format("{}", rule.size));
  } else if (size != rule.size) {
    found.add("F0204", place, what, fmt::format("{}", rule.size));
  }
  return bytes.substr(0, end);
}

bool is_one_integer(hid_t group) {
  const auto attribute = h5::own(H5Aopen(group, "flags", H5P_DEFAULT), H5Aclose, "cannot open an attribute");
  const auto type = h5::own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  const auto space = h5::own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  return H5Tget_class(type) == H5T_INTEGER && H5Sget_simple_extent_npoints(space) == 1;
}

void look_at_others(const GroupView& node, FileFindings& found) {
  const bool has_flags = h5::has_attribute(node.group, "flags");
  if (!has_flags || !is_one_integer(node.group)) found.add("F0208", {node.file.path, node.path});
  const auto usual = usual_attributes + (has_flags ? 1 : 0);
  if (h5::count_attributes(node.group) > static_cast<int>(usual)) {
    found.add("F0209", {node.file.path, node.path});
  }
}

void require_found(hid_t group, const h5::LinkEntry& entry) {
  const auto found = h5::link_of(group, entry.name);
  if (found.kind == entry.kind && h5::same(found.object, entry.object)) return;
  throw h5::Failure(fmt::format("'{}' is another object in the list of links than by its name", entry.name));
}

std::string rooted(const std::string& path) { return path.starts_with('/') ? path : "/" + path; }

}  // namespace

void require_sound_group(const GroupView& node) {
  (void)h5::own(H5Gget_create_plist(node.group), H5Pclose, "cannot read how the group was made");
  for (const auto& entry : node.links) require_found(node.group, entry);
}

void look_at_attributes(const GroupView& node, FileFindings& found) {
  const Place place{node.file.path, node.path};
  std::array<std::optional<std::string>, texts.size()> values;
  bool complete = true;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (h5::has_attribute(node.group, texts[i].name)) {
      values[i] = look_at_text(node.group, texts[i], place, found);
      continue;
    }
    found.add("F0201", place, fmt::format("no {}", texts[i].name));
    complete = false;
  }
  const auto name = node.path.substr(node.path.rfind('/') + 1);
  if (values[0] && *values[0] != name) found.add("F0206", place, "'" + *values[0] + "'", "'" + name + "'");
  if (values[2] && !tree::data_type(*values[2])) found.add("F0207", place, "'" + *values[2] + "'");
  if (complete) look_at_others(node, found);
}

void look_at_link_node(const GroupView& node, FileFindings& found) {
  const Place place{node.file.path, node.path};
  const bool is_more = std::any_of(node.links.begin(), node.links.end(), [](const auto& link) {
    return link.name == " data" || !is_private(link.name);
  });
  if (is_more) found.add("F0509", place);
  if (!has(node, " link")) return found.add("F0504", place);
  const auto link = link_of_node(node.group);
  const auto path = link_text(node.group, " path");
  const auto file = link_text(node.group, " file");
  if ((path.empty() || rooted(path) == link.path) && file == link.file) return;
  found.add("F0505", place, describe({file, rooted(path)}), describe(link));
}

}  // namespace pcgns::file

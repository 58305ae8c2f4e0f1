#include "pcgns/file/detail/inspector.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/file/detail/node_values.hpp"
#include "pcgns/file/detail/superblock.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::file {

namespace {

/// A superblock, and the size of its file.
struct Extent {
  Superblock block;
  std::int64_t file_size = 0;
};

/// Empty if there is none. Throws Error{io} if the file cannot be read.
std::optional<Extent> extent_of(const std::string& path) {
  constexpr std::int64_t longest = 64;
  const FileDescriptor file(path, O_RDONLY);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw system_error("cannot read", path, errno);
  const auto bytes_at = [&](std::int64_t offset) {
    std::string bytes(static_cast<std::size_t>(std::clamp<std::int64_t>(status.st_size - offset, 0, longest)),
                      '\0');
    file.read_at(offset, std::as_writable_bytes(std::span(bytes)));
    return bytes;
  };
  const auto block = superblock_of(bytes_at, status.st_size);
  return block ? std::optional(Extent{*block, status.st_size}) : std::nullopt;
}

using Place = FileFindings::Place;

/// Stops at this many failures.
constexpr std::int64_t most_failures = 100;
constexpr std::size_t longest_link = 511;

bool is_of_encoding(const std::string& name, bool of_root) {
  if (of_root) {
    return name == " format" || name == " hdf5version" || name == " version" || name == stored_digest_name;
  }
  return name == " data" || name == " link" || name == " path" || name == " file";
}

Place place_of(const GroupView& node) { return {node.file.path, node.path}; }

std::string child_path(const GroupView& node, const std::string& name) { return cgns::join(node.path, name); }

std::vector<unsigned char> key_of(const h5::ObjectId& object) {
  std::vector<unsigned char> key(sizeof object);
  std::memcpy(key.data(), &object, sizeof object);
  return key;
}

const h5::LinkEntry* entry_of(const GroupView& node, std::string_view name) {
  const auto found = std::find_if(node.links.begin(), node.links.end(),
                                  [&](const auto& entry) { return entry.name == name; });
  return found == node.links.end() ? nullptr : &*found;
}

/// Empty if unreadable; look_at_attributes reports the reason.
std::string type_of(hid_t group) {
  try {
    return h5::text_attribute(group, "type").value_or("");
  } catch (const h5::Failure&) {
    return {};
  }
}

bool is_text(hid_t root, const char* name) {
  const auto object = H5Oopen(root, name, H5P_DEFAULT);
  if (object < 0) return false;
  const h5::Handle dataset(object, H5Oclose);
  if (H5Iget_type(dataset) != H5I_DATASET) return false;
  const auto type = h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type");
  return (H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 1) || H5Tget_class(type) == H5T_STRING;
}

bool has_text(hid_t group, const char* name, std::string_view text) {
  try {
    return h5::text_attribute(group, name) == text;
  } catch (const h5::Failure&) {
    return false;
  }
}

std::string_view code_of(const InputError& error) {
  if (const auto* link = dynamic_cast<const LinkError*>(&error)) {
    if (link->fault() == LinkFault::no_file) return "F0501";
    if (link->fault() == LinkFault::no_node) return "F0502";
    if (link->fault() == LinkFault::circle) return "F0503";
  }
  return error.why().starts_with(unreadable_values) ? "F0413" : "F0001";
}

}  // namespace

void FileFindings::add(std::string_view code, const Place& place, std::string found, std::string expected) {
  if (!known_.emplace(place, code).second) return;
  if (cgns::rule_of(code)->severity == cgns::Severity::error) explained_.insert(place);
  list_.push_back({.code = std::string(code),
                   .file = place.file,
                   .path = place.path,
                   .expected = std::move(expected),
                   .found = std::move(found)});
}

void FileFindings::explain(std::string_view code, const Place& place, const std::string& found) {
  if (!explained_.contains(place)) add(code, place, found);
}

void Inspector::begin() {
  if (is_adf(path_)) return;
  const auto extent = extent_of(path_);
  if (!extent) return;
  const auto& [block, size] = *extent;
  const Place place{path_, ""};
  end_ = block.end.value_or(0);
  if (end_ > size) {
    found_.add("F0003", place, fmt::format("{} bytes", size), fmt::format("{} bytes", end_));
  }
  if (end_ > 0 && end_ < size) {
    found_.add("F0004", place, fmt::format("{} bytes", size), fmt::format("{} bytes", end_));
  }
  if (block.flags != 0) found_.add("F0005", place, fmt::format("flags {}", block.flags), "0");
  if (block.version == 3) found_.add("F0006", place, "superblock 3", "superblock 2 or less");
  if (block.at > 0) found_.add("F0007", place, fmt::format("a user block of {} bytes", block.at));
}

void Inspector::end(const cgns::InputSet& inputs) {
  const auto is_adf = !inputs.files.front().adf_format.empty();
  if (is_adf && inputs.trees.front().child("CGNSLibraryVersion") == nullptr)
    found_.add("F0106", {path_, "/"});
  const auto unused = end_ - used_;
  if (!whole() || has_private_ || unused < mebi || unused < end_ / 2) return;
  found_.add("F0008", {path_, ""}, fmt::format("{} of {} unused", format_size(unused), format_size(end_)));
}

void Inspector::enter(const OpenFile& file, const std::string& path) { progress_.enter(file.path, path); }

void Inspector::at(const GroupView& node) {
  // Links within the file lead to nodes that the walk checks anyway.
  if (node.linked && node.file.path == path_) return;
  try {
    if (node.path == "/") look_at_root(node);
    require_sound_group(node, progress_);
    look_at_links(node);
    if (!node.linked) count_bytes(node.group);
    if (node.path == "/") return;
    look_at_attributes(node, found_);
    const auto type = type_of(node.group);
    if (type == "LK") return look_at_link_node(node, found_);
    const auto* const data = entry_of(node, " data");
    if (data == nullptr) {
      if (!type.empty() && type != "MT") found_.add("F0401", place_of(node), "", "values of type " + type);
      return;
    }
    if (type == "MT") found_.add("F0402", place_of(node));
    if (data->kind != h5::LinkKind::hard) return;
    const auto dataset = h5::open_object(node.group, data->object);
    if (!node.linked) count_bytes(dataset);
    look_at_values(node, dataset, type, found_);
  } catch (const h5::Failure& failure) {
    found_.explain("F0001", place_of(node), failure.what());
    ++failures_;
  }
}

void Inspector::look_at_root(const GroupView& root) {
  const auto place = place_of(root);
  if (!has_text(root.group, "name", "HDF5 MotherNode") ||
      !has_text(root.group, "label", "Root Node of HDF5 File") || !has_text(root.group, "type", "MT")) {
    found_.add("F0101", place);
  }
  const bool is_old = entry_of(root, " version") != nullptr;
  const bool has_version = entry_of(root, " hdf5version") != nullptr;
  if (is_old && !has_version) found_.add("F0105", place);
  if (!is_old && !has_version) found_.add("F0102", place);
  if (entry_of(root, " format") == nullptr) found_.add("F0103", place);
  for (const char* name : {" format", " hdf5version"}) {
    if (entry_of(root, name) != nullptr && !is_text(root.group, name)) found_.add("F0104", place, name);
  }
  if (entry_of(root, "CGNSLibraryVersion") == nullptr) found_.add("F0106", place);
  root_tracks_ = !root.links.empty() && root.links.front().ordered;
  if (!root_tracks_) found_.add("F0302", place);
}

void Inspector::look_at_links(const GroupView& node) {
  const bool is_root = node.path == "/";
  const bool has_children = std::any_of(node.links.begin(), node.links.end(),
                                        [](const auto& entry) { return !is_private(entry.name); });
  if (root_tracks_ && !node.linked && has_children && !node.links.front().ordered) {
    found_.add("F0301", place_of(node));
  }
  for (const auto& entry : node.links) {
    progress_.tick();
    if (is_private(entry.name)) {
      if (is_of_encoding(entry.name, is_root)) continue;
      has_private_ = true;
      found_.add("F0304", place_of(node), fmt::format("'{}'", entry.name));
      continue;
    }
    const Place child{node.file.path, child_path(node, entry.name)};
    if (entry.kind == h5::LinkKind::soft || entry.kind == h5::LinkKind::external) found_.add("F0305", child);
    if (entry.kind != h5::LinkKind::hard || node.linked) continue;
    if (!objects_.insert(key_of(entry.object)).second) found_.add("F0306", child);
  }
}

void Inspector::count_bytes(hid_t object) { used_ += h5::bytes_of_object(object); }

void Inspector::at_end_of(const OpenFile& file, const std::string& path, const cgns::Link& link,
                          const LinkTarget& target) {
  progress_.tick();
  const Place place{file.path, path};
  if (target.is_hidden) {
    found_.add("F0502", place, fmt::format("{} leads through another link", link.path));
  } else if (target.hops > 1) {
    found_.add("F0506", place, fmt::format("{} links", target.hops), "1");
  }
  if (link.file.starts_with('/')) found_.add("F0507", place, link.file);
  if (const auto size = link.file.size() + link.path.size(); size > longest_link) {
    found_.add("F0508", place, fmt::format("{} bytes", size));
  }
}

void Inspector::at_stranger(const OpenFile& file, const std::string& path) {
  found_.add("F0303", {file.path, path});
}

bool Inspector::at_failure(const InputError& error) {
  found_.explain(code_of(error), {error.file(), error.node()}, error.why());
  return ++failures_ < most_failures;
}

}  // namespace pcgns::file

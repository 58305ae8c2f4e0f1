// document_nodes.cpp: writes the nodes of a file that is closed.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/capi/detail/document_state.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/file/link_target.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/file/update.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

using cgns::Node;

namespace {

/// What links lead to has the version of its own file.
bool needs_offsets(const Node& node) {
  return !node.link && (node.name == "ElementStartOffset" ||
                        std::any_of(node.children.begin(), node.children.end(), needs_offsets));
}

/// The oldest CGNS version that supports the tree.
Node version_of(const Node& root) {
  return cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {needs_offsets(root) ? 4.0 : 3.3},
                         cgns::DataType::R4);
}

/// Sections of elements of varying length as before CGNS 4.
bool has_old_sections(const Node& node) {
  if (node.link) return false;
  const auto values = node.label == "Elements_t" ? cgns::integers_of(node) : std::vector<std::int64_t>{};
  const auto* type = values.empty() ? nullptr : cgns::element_type_of(values.front());
  return (type != nullptr && type->nodes == 0 && node.child("ElementStartOffset") == nullptr) ||
         std::ranges::any_of(node.children, has_old_sections);
}

/// A file of an older version may have got elements that this version does not define.
void raise_version(Node& root) {
  auto* version = root.child("CGNSLibraryVersion");
  if (version == nullptr || !needs_offsets(root) || has_old_sections(root)) return;
  const auto reals = cgns::reals_of(*version);
  if (reals.empty() || reals.front() < 4) *version = version_of(root);
}

}  // namespace

double Document::version_of_new() const { return cgns::reals_of(version_of(state_->root)).front(); }

std::vector<cgns::Extra> Document::taken_extras(const restart::FileSet& source,
                                                std::vector<cgns::Extra> extras) {
  auto& self = *state_;
  if (self.mode != Mode::write) return {};
  for (auto& extra : extras) {
    const auto& file = source.files().at(static_cast<std::size_t>(extra.file));
    const auto next = static_cast<int>(self.extras.files.size());
    const auto [place, is_new] = self.places_of_extras.try_emplace(file.path, next);
    if (is_new) self.extras.files.push_back(file);
    extra.file = place->second;
  }
  return extras;
}

/// A link leads to what another file, or another place of this one, has: here it is only read.
void Document::State::require_own(std::string_view node_path) const {
  const auto* node = &root;
  for (std::size_t at = 1; has_links && node != nullptr && at < node_path.size();) {
    const auto end = std::min(node_path.find('/', at), node_path.size());
    node = node->child(node_path.substr(at, end - at));
    if (node != nullptr && node->link)
      throw input_error(path, std::string(node_path.substr(0, end)),
                        fmt::format("is a link to {}: what it leads to cannot be changed here",
                                    file::describe(*node->link)));
    at = end + 1;
  }
}

/// Another kind of thing is nothing that is written again: a family must not take the place of a zone.
void Document::State::require_replaceable(const Node& old, const Node& child,
                                          const std::string& parent) const {
  const auto refuse = [&](const std::string& why) {
    throw input_error(path, cgns::join(parent, child.name), why);
  };
  if (old.link) refuse("cannot be created: a link has this name");
  if (mode == Mode::write || child.link) refuse("already exists");
  // Labels that are types of values, such as "int[IndexDimension]", are written in more than one way.
  const bool are_kinds = old.label.ends_with("_t") && child.label.ends_with("_t");
  if (are_kinds && old.label != child.label)
    refuse(fmt::format("already exists as a {}: a {} cannot take its place", old.label, child.label));
}

plan::Plan Document::State::plan() const {
  plan::Plan plan;
  plan.output = root;
  for (const auto& array : arrays->all()) plan.targets.push_back({array.path, array.type, array.dims});
  return plan;
}

void Document::State::write_nodes() {
  std::vector<std::int64_t> offsets;
  for (int i = 0; i < static_cast<int>(arrays->all().size()); ++i) {
    offsets.push_back(i < arrays->old_ones() ? -1 : arrays->at(i).offset);
  }
  if (mode == Mode::modify) {
    raise_version(root);
    const auto update = [&] {
      if (calls.value() != Hasher().value())
        file::update(part, before, plan(), {offsets, arrays->allotted()});
    };
    return par::on_root(comm, "closing the file", update, par::Stops::ignore);
  }
  if (root.child("CGNSLibraryVersion") == nullptr)
    root.children.insert(root.children.begin(), version_of(root));
  file::ChunksInPlace places{.bytes = arrays->allotted(), .arrays = offsets};
  static_cast<void>(
      file::write_skeleton(part, plan(), extras, hints.queue.alignment, places, {}, {.comm = comm}));
}

}  // namespace pcgns::capi

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/file/node_values.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/file/walker.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::file {

namespace {

using tree::DataType;
using tree::Extra;
using tree::Node;

/// Objects that belong to this file: those that the encoding itself puts into groups, and our own.
bool is_of_file(const std::string& name) {
  constexpr std::array names = {" data",   " link",        " path",    " file",
                                " format", " hdf5version", " version", stored_digest_name};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_of_encoding_attribute(const std::string& name) {
  constexpr std::array names = {"name", "label", "type", "flags"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Counting is cheap, listing is not.
bool has_extra_attributes(hid_t group) {
  const int usual = h5::has_attribute(group, "flags") ? 4 : 3;
  return h5::count_attributes(group) != usual;
}

const h5::LinkEntry* find(const std::vector<h5::LinkEntry>& links, std::string_view name) {
  const auto found =
      std::find_if(links.begin(), links.end(), [&](const auto& link) { return link.name == name; });
  return found == links.end() ? nullptr : &*found;
}

}  // namespace

void Walker::add_values(Node& node, const Group& group, sids::Place place) {
  const auto* entry = find(group.links, " data");
  if (entry == nullptr) return;
  if (group.type == DataType::MT)
    return lose(here().path, "it has values, but its type MT says that it has none");
  if (entry->kind != h5::LinkKind::hard) throw h5::Failure("its values are behind a link of HDF5");
  const auto dataset = h5::open_object(group.id, entry->object);
  if (H5Iget_type(dataset) != H5I_DATASET) throw h5::Failure("its ' data' is no dataset");
  node.type = group.type;
  add_array(node, dataset, place);
  if (h5::count_attributes(dataset) > 0) add_attributes(node, dataset, Extra::Kind::data_attribute);
}

void Walker::add_array(Node& node, hid_t dataset, sids::Place place) {
  const NodeValues values(dataset, *here().file, node.type);
  node.dims = values.dims();
  const bool is_bulk = sids::is_bulk(place, node.label, values.bytes());
  if (!is_bulk || values.bytes() <= options_.inline_limit) node.data = values.read();
  if (!is_bulk) return;
  auto array = values.array();
  array.file = here().index;
  array.path = here().path;
  if (options_.find_chunks && values.has_plain_chunks()) array.chunks = find_chunks();
  node.array = static_cast<int>(result_.arrays.size());
  result_.arrays.push_back(std::move(array));
}

std::shared_ptr<const tree::ChunkTable> Walker::find_chunks() {
  const auto& file = *here().file;
  if (finder_of_ != file.path) finder_ = std::make_unique<h5::ChunkFinder>(file.path);
  finder_of_ = file.path;
  auto table = finder_->find(here().path + "/ data", file.state.size);
  return table ? std::make_shared<const tree::ChunkTable>(*std::move(table)) : nullptr;
}

void Walker::add_extras(Node& node, const Group& group) {
  if (has_extra_attributes(group.id)) add_attributes(node, group.id, Extra::Kind::attribute);
  for (const auto& entry : group.links) {
    if (!is_private(entry.name) || is_of_file(entry.name)) continue;
    node.extras.push_back({Extra::Kind::object, entry.name, here().index, here().path});
  }
}

void Walker::add_attributes(Node& node, hid_t object, Extra::Kind kind) {
  for (auto& name : h5::attribute_names(object)) {
    if (kind == Extra::Kind::attribute && is_of_encoding_attribute(name)) continue;
    const auto content = h5::attribute_content(object, name);
    node.extras.push_back({kind, std::move(name), here().index, here().path, content});
  }
}

/// The node that a link leads to comes instead of the link's own.
void Walker::lose_extras(const Node& link) {
  for (const auto& extra : link.extras) {
    lose(extra.path, fmt::format("it is a link, whose own '{}' has no place in the tree", extra.name));
  }
}

}  // namespace pcgns::file

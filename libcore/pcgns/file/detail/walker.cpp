#include "pcgns/file/detail/walker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>

#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/node_values.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

/// Linked files kept open while others are read.
constexpr std::size_t most_open_files = 16;
/// With the levels that links add: whoever walks a tree calls itself for each.
constexpr std::ptrdiff_t most_linked_levels = 1000;

DataType required_type(hid_t group) {
  const auto text = required_text(group, "type");
  const auto type = cgns::data_type(text);
  if (!type) throw h5::Failure(fmt::format("'{}' is not a CGNS data type", text));
  return *type;
}

std::string parent_of(const std::string& path) {
  return path.substr(0, std::max<std::size_t>(1, path.rfind('/')));
}

/// True if `path` is `root` or below it.
bool is_within(std::string_view path, std::string_view root) {
  return root == "/" || path == root || (path.starts_with(root) && path[root.size()] == '/');
}

void record(const OpenFile& open, cgns::File& file) {
  if (open.adf) file.adf_format = open.adf->header().format();
  set_state(file, open.state);
}

}  // namespace

std::string required_text(hid_t group, const char* attribute) {
  auto text = h5::text_attribute(group, attribute);
  if (!text) throw h5::Failure(fmt::format("is not a CGNS node: the attribute {} is missing", attribute));
  return std::move(*text);
}

Walker::Walker(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer)
    : options_(options), observer_(observer), files_(most_open_files) {
  if (observer != nullptr) found_part_ = [observer] { observer->at_part(); };
  for (const auto& path : paths) {
    if (const auto identity = identity_of(path))
      indices_.emplace(*identity, static_cast<int>(result_.files.size()));
    result_.files.push_back({.path = path, .number = static_cast<std::int64_t>(result_.files.size())});
  }
}

void Walker::walk_next() {
  const h5::Quiet quiet;
  if (observer_ == nullptr && walk_plain()) return;
  const auto index = next_++;
  auto& entry = result_.files.at(index);
  const auto file = files_.get(entry.path);
  record(*file, entry);
  stored_bytes_ += file->stored;
  walk(file, static_cast<int>(index));
}

bool Walker::walk_plain() {
  if (!options_.plain || !add_plain_tree(result_, next_, options_.inline_limit)) return false;
  stored_bytes_ += stored_bytes(result_.files[next_++].path);
  return true;
}

void Walker::walk(const std::shared_ptr<const OpenFile>& file, int index) {
  stretches_.assign(1, {file, index, "/", "/"});
  try {
    result_.trees.push_back(file->adf ? adf_root() : root_node());
  } catch (const Unreadable& failure) {
    throw input_error(here().file->path, here().path, failure.what());
  } catch (const std::bad_alloc&) {
    throw input_error(here().file->path, here().path, "there is not enough memory for the values");
  }
}

cgns::InputSet Walker::take() {
  for (const auto& [identity, path] : files_.seen()) {
    if (!indices_.contains(identity)) result_.passed.push_back(path);
  }
  std::ranges::sort(result_.passed);
  result_.passed.erase(std::unique(result_.passed.begin(), result_.passed.end()), result_.passed.end());
  // Several arrays may be in one file. Of its states the first counts.
  std::ranges::stable_sort(result_.external, {}, &cgns::File::path);
  const auto is_same = [](const cgns::File& a, const cgns::File& b) { return a.path == b.path; };
  result_.external.erase(std::unique(result_.external.begin(), result_.external.end(), is_same),
                         result_.external.end());
  return std::move(result_);
}

Node Walker::root_node() {
  const auto group = h5::own(H5Gopen2(here().file->id, "/", H5P_DEFAULT), H5Gclose, "cannot open the root");
  if (!is_cgns(*here().file)) throw NotCgns(here().file->path, "", "is an HDF5 file, but not a CGNS file");
  auto root = empty_root();
  const Group facts{.id = group, .links = h5::links_of(group, found_part_)};
  look_at(facts);
  add_extras(root, facts);
  add_children(root, facts, {});
  return root;
}

Node Walker::node(hid_t group, const std::string& name, cgns::Place place) {
  require_end();
  Group facts{.id = group, .links = h5::links_of(group, found_part_)};
  look_at(facts);
  facts.type = required_type(group);
  if (!h5::has_attribute(group, "name"))
    throw h5::Failure("is not a CGNS node: the attribute name is missing");
  if (facts.type == DataType::LK) return node_of_link(facts, name, place);
  Node result{.name = name, .label = required_text(group, "label")};
  add_extras(result, facts);
  add_values(result, facts, place);
  add_children(result, facts, cgns::descend(place, result.label));
  return result;
}

void Walker::add_children(Node& parent, const Group& group, cgns::Place place) {
  const auto length = here().path.size();
  require_depth();
  for (const auto& entry : group.links) {
    if (is_private(entry.name)) continue;
    here().path = cgns::join(here().path, entry.name);
    if (!attempt([&] { return add_child(parent, group, entry, place); })) {
      lose(here().path, "it is not a CGNS node");
      if (observer_ != nullptr) observer_->at_stranger(*here().file, here().path);
    }
    here().path.resize(length);
  }
}

/// Reads a child with `step`. Without an observer, the first failure ends the walk.
bool Walker::attempt(const std::function<bool()>& step) {
  if (observer_ == nullptr) return step();
  const auto stretches = stretches_.size();
  const auto above = here().above.size();
  const auto path = here().path;
  try {
    return step();
  } catch (const InputError& error) {
    fail_or_go_on(error);
  } catch (const Unreadable& failure) {
    fail_or_go_on(input_error(here().file->path, here().path, failure.what()));
  }
  stretches_.resize(stretches);
  here().above.resize(above);
  here().path = path;
  return true;
}

void Walker::fail_or_go_on(const InputError& error) {
  if (!observer_->at_failure(error)) throw error;
}

bool Walker::add_child(Node& parent, const Group& group, const h5::LinkEntry& entry, cgns::Place place) {
  if (entry.kind == h5::LinkKind::other) return false;
  if (entry.kind != h5::LinkKind::hard) {
    const auto link = link_of_child(group.id, parent_of(here().path), entry.name);
    parent.children.push_back(at_end_of(link, entry.name, place));
    return true;
  }
  const auto child = h5::open_object(group.id, entry.object);
  if (H5Iget_type(child) != H5I_GROUP) return false;
  require_no_circle(entry.object);
  here().above.push_back(entry.object);
  parent.children.push_back(node(child, entry.name, place));
  here().above.pop_back();
  return true;
}

Node Walker::node_of_link(const Group& group, const std::string& name, cgns::Place place) {
  Node link{.name = name};
  add_extras(link, group);
  if (options_.follow_links) lose_extras(link);
  auto result = at_end_of(link_of_node(group.id), name, place);
  if (!options_.follow_links) result.extras = std::move(link.extras);
  return result;
}

Node Walker::at_end_of(const cgns::Link& link, const std::string& name, cgns::Place place) {
  const auto unseen = [&] {
    return Node{.name = name, .type = DataType::LK, .link = std::make_shared<const cgns::Link>(link)};
  };
  if (!options_.follow_links && !options_.look_at_links) return unseen();
  LinkTarget target;
  try {
    target = follow(files_, here().file, here().path, link);
  } catch (const LinkError& error) {
    const bool is_lost = error.fault() == LinkFault::no_file || error.fault() == LinkFault::no_node;
    if (is_lost && options_.keep_lost_links) return unseen();
    throw;
  }
  if (observer_ != nullptr) observer_->at_end_of(*here().file, here().path, link, target);
  if (!options_.follow_links) return kept_link(target, link, name);
  require_no_circle(target);
  auto result = target_node(std::move(target), name, place);
  if (options_.mark_links) result.link = std::make_shared<const cgns::Link>(link);
  return result;
}

Node Walker::target_node(LinkTarget target, const std::string& name, cgns::Place place) {
  const int index = index_of(*target.file);
  stretches_.push_back({std::move(target.file), index, target.path, target.path});
  auto result = here().file->adf ? adf_node(target.adf, name, place) : node(target.group, name, place);
  stretches_.pop_back();
  return result;
}

void Walker::require_depth() const {
  const auto slashes = [](std::string_view path) { return std::count(path.begin(), path.end(), '/'); };
  auto levels = std::ssize(stretches_);
  for (const auto& stretch : stretches_)
    levels += slashes(std::string_view(stretch.path).substr(stretch.root.size()));
  if (slashes(stretches_.back().path) > most_levels || levels > most_linked_levels)
    throw Unreadable("the tree is too deep");
}

/// Links without any cycle, two to each of a chain of nodes, make a small file an immense tree.
void Walker::require_end() {
  if (stretches_.size() > 1 && ++linked_nodes_ * least_node > most_repeats * stored_bytes_)
    throw Unreadable("the tree has no end: links lead to the same nodes too often");
}

/// A node that is being read must not be entered again below itself.
void Walker::require_no_circle(const LinkTarget& target) const {
  const bool circle = std::any_of(stretches_.begin(), stretches_.end(), [&](const Stretch& stretch) {
    return stretch.file->state.identity == target.file->state.identity &&
           is_within(stretch.path, target.path) && is_within(target.path, stretch.root);
  });
  if (!circle && stretches_.size() < most_levels) return;
  throw LinkError(LinkFault::circle, stretches_.back().file->path, stretches_.back().path,
                  fmt::format("link to {}:{}: the link is part of a cycle", target.file->path, target.path));
}

void Walker::require_no_circle(const h5::ObjectId& object) {
  const auto& above = here().above;
  const bool again =
      std::any_of(above.begin(), above.end(), [&](const auto& one) { return h5::same(one, object); });
  if (again || ++here().nodes * least_node > here().file->stored) {
    throw h5::Failure("the tree has no end: a hard link forms a cycle");
  }
}

void Walker::look_at(const Group& group) {
  if (observer_ == nullptr) return;
  observer_->enter(*here().file, here().path);
  observer_->at({*here().file, here().path, group.id, group.links, stretches_.size() > 1});
}

void Walker::lose(const std::string& path, std::string why) {
  result_.losses.push_back({here().index, path, std::move(why)});
}

int Walker::index_of(const OpenFile& file) {
  const auto [found, added] = indices_.emplace(file.state.identity, static_cast<int>(result_.files.size()));
  if (added) {
    record(file, result_.files.emplace_back(
                     cgns::File{.path = file.path, .number = found->second, .linked = true}));
    stored_bytes_ += file.stored;
  }
  return found->second;
}

Node Walker::adf_root() {
  auto root = empty_root();
  if (observer_ != nullptr) observer_->enter(*here().file, here().path);
  const auto stored = here().file->adf->root();
  count_bytes(stored);
  add_adf_children(root, stored, {});
  return root;
}

Node Walker::adf_node(const adf::Node& stored, const std::string& name, cgns::Place place) {
  if (observer_ != nullptr) observer_->enter(*here().file, here().path);
  require_end();
  count_bytes(stored);
  if (stored.type == DataType::LK) return at_end_of(here().file->adf->link_of(stored), name, place);
  Node result{.name = name, .label = stored.label};
  add_adf_values(result, stored, place);
  add_adf_children(result, stored, cgns::descend(place, result.label));
  return result;
}

void Walker::add_adf_children(Node& parent, const adf::Node& node, cgns::Place place) {
  const auto length = here().path.size();
  require_depth();
  // By value: following a link may close this file.
  const auto database = here().file->adf;
  for (const auto& child : database->children(node)) {
    here().path = cgns::join(here().path, child.name);
    (void)attempt([&] {
      parent.children.push_back(adf_node(database->node(child), child.name, place));
      return true;
    });
    here().path.resize(length);
  }
}

void Walker::add_adf_values(Node& node, const adf::Node& stored, cgns::Place place) {
  if (stored.type == DataType::MT || stored.dims.empty()) return;
  auto& database = *here().file->adf;
  const auto ranges = database.values_of(stored);
  node.type = stored.type;
  node.dims = stored.dims;
  const auto bytes = cgns::bytes_of(stored.type, stored.dims);
  const bool is_bulk = cgns::is_bulk(place, node.label, bytes);
  if (!is_bulk || bytes <= options_.inline_limit) node.data = database.load(stored);
  if (!is_bulk) return;
  // Values in several pieces are left to file::ArrayReader.
  add_bulk(node, {.type = stored.type,
                  .dims = stored.dims,
                  .offset = ranges.size() == 1 ? ranges.front().begin : -1,
                  .swapped = database.header().is_swapped(),
                  .chunk = {}});
}

/// Each byte belongs to one node: a circle, or values that overlap, use up the file before they use up
/// memory.
void Walker::count_bytes(const adf::Node& node) {
  here().bytes += node.stored_bytes();
  if (here().bytes > here().file->state.size || ++here().nodes * least_node > here().file->stored)
    throw Unreadable("is damaged: nodes or values share bytes of the file, or the tree has no end");
}

namespace {

using cgns::DataType;
using cgns::Extra;
using cgns::Node;

/// Objects that belong to this file only: those of the encoding, and our own.
bool is_of_file(const std::string& name) {
  constexpr std::array names = {" data",   " link",        " path",    " file",
                                " format", " hdf5version", " version", stored_digest_name};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_of_encoding_attribute(const std::string& name) {
  constexpr std::array names = {"name", "label", "type", "flags"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Counts instead of listing, which is slow.
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

void Walker::add_values(Node& node, const Group& group, cgns::Place place) {
  const auto* entry = find(group.links, " data");
  if (entry == nullptr) return;
  if (group.type == DataType::MT)
    return lose(here().path, "it has values, but its type MT says that it has none");
  if (entry->kind != h5::LinkKind::hard) throw h5::Failure("its values are stored behind an HDF5 link");
  const auto dataset = h5::open_object(group.id, entry->object);
  if (H5Iget_type(dataset) != H5I_DATASET) throw h5::Failure("its ' data' is not a dataset");
  node.type = group.type;
  add_array(node, dataset, place);
  if (h5::count_attributes(dataset) == 0) return;
  if (cgns::count_of(node.dims) == 0) return lose(here().path, "it has attributes of values, but no values");
  add_attributes(node, dataset, Extra::Kind::data_attribute);
}

void Walker::add_array(Node& node, hid_t dataset, cgns::Place place) {
  const NodeValues values(dataset, *here().file, node.type);
  node.dims = values.dims();
  for (const auto& path : values.external_files())
    set_state(result_.external.emplace_back(cgns::File{.path = path}), state_of(path));
  const bool is_bulk = cgns::is_bulk(place, node.label, values.bytes());
  if (!is_bulk || values.bytes() <= options_.inline_limit) node.data = values.read();
  if (!is_bulk) return;
  auto array = values.array();
  if (options_.visit_chunks && !array.chunk.empty()) h5::visit_chunks(dataset);
  if (options_.find_chunks && values.has_plain_chunks()) array.chunks = find_chunks();
  add_bulk(node, std::move(array));
}

void Walker::add_bulk(Node& node, cgns::Array array) {
  array.file = here().index;
  array.path = here().path;
  node.array = static_cast<int>(result_.arrays.size());
  result_.arrays.push_back(std::move(array));
}

std::shared_ptr<const cgns::ChunkTable> Walker::find_chunks() {
  const auto& file = *here().file;
  if (finder_of_ != file.path) finder_ = std::make_unique<h5::ChunkFinder>(file.path);
  finder_of_ = file.path;
  auto table = finder_->find(here().path + "/ data", file.state.size, found_part_);
  return table ? std::make_shared<const cgns::ChunkTable>(*std::move(table)) : nullptr;
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

/// The link's target replaces the link node, so its own extras are lost.
void Walker::lose_extras(const Node& link) {
  for (const auto& extra : link.extras) {
    lose(extra.path, fmt::format("it is a link and must not have '{}' of its own", extra.name));
  }
}

}  // namespace pcgns::file

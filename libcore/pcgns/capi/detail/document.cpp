#include "pcgns/capi/detail/document.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/capi/detail/document_state.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::capi {

namespace {

using cgns::Node;

/// Space for nodes before the first array; further nodes follow the last one.
constexpr std::int64_t front = 64 * kibi;

void require_hdf5(const std::string& path) {
  if (!file::is_adf(path)) return;
  throw input_error(path, "",
                    "is an ADF file, which can be read, but not changed: convert it with adf2hdf first");
}

/// The same for all spellings of a path, without a look at the file system.
std::filesystem::path normal(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal();
}

cgns::InputSet read_on_one_rank(MPI_Comm comm, const std::string& path, Mode mode) {
  std::vector<std::byte> bytes;
  // Links without a target are reported by the calls that need it.
  const file::ReadOptions options{.keep_lost_links = true, .mark_links = true};
  par::on_root(
      comm, "opening the file",
      [&] {
        if (mode == Mode::modify) require_hdf5(path);
        bytes = cgns::serialized(file::read_tree(path, options));
      },
      par::Stops::ignore);
  par::broadcast(comm, bytes);
  return cgns::deserialized(bytes);
}

MPI_Comm copy_of(MPI_Comm comm) {
  MPI_Comm copy = MPI_COMM_NULL;
  if (comm != MPI_COMM_NULL) MPI_Comm_dup(comm, &copy);
  return copy;
}

void release(MPI_Comm& comm) {
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

bool has_links(const Node& node) {
  return node.link != nullptr || std::ranges::any_of(node.children, has_links);
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= cgns::longest_name && name.find('/') == std::string::npos &&
         name != "." && name[0] != ' ';
}

/// What is expected of a name that is none.
std::string name_needed(const std::string& name) {
  if (name.size() <= cgns::longest_name) return "a valid name";
  return fmt::format("a valid name: it has {} characters, expected at most {}", name.size(),
                     cgns::longest_name);
}

void sort_by_name(Node& base, std::string_view label) {
  std::vector<Node*> zones;
  for (auto& child : base.children) {
    if (child.label == label) zones.push_back(&child);
  }
  std::vector<Node> sorted;
  for (auto* zone : zones) sorted.push_back(std::move(*zone));
  std::sort(sorted.begin(), sorted.end(), [](const Node& a, const Node& b) { return a.name < b.name; });
  for (std::size_t i = 0; i < zones.size(); ++i) *zones[i] = std::move(sorted[i]);
}

}  // namespace

void sort_zones(Node& root) {
  for (auto& base : root.children) {
    for (const auto* label : {"Zone_t", "ParticleZone_t"}) sort_by_name(base, label);
  }
}

Document::Document(MPI_Comm comm, const std::string& path, Mode mode, const Hints& hints)
    : state_(std::make_unique<State>()) {
  auto& self = *state_;
  self.mode = mode;
  self.path = path;
  self.hints = hints;
  self.comm = copy_of(comm);
  self.rank = par::rank_in(self.comm);
  try {
    cgns::InputSet inputs;
    std::int64_t end = front;
    if (mode == Mode::write) {
      self.make_part();
    } else {
      self.part = path;
      inputs = read_on_one_rank(self.comm, path, mode);
      self.root = std::move(inputs.trees.at(0));
      self.before = mode == Mode::modify ? self.root : Node{};
      self.has_links = mode == Mode::modify && has_links(self.root);
      sort_zones(self.root);
      end = inputs.files.at(0).size;
    }
    self.arrays =
        std::make_unique<Arrays>(std::move(inputs), self.part, end, hints.queue.alignment, hints.sync);
  } catch (...) {
    release(self.comm);
    throw;
  }
}

Document::Document(MPI_Comm comm, const std::vector<std::string>& names, const std::string& assembly,
                   const Hints& hints)
    : state_(std::make_unique<State>()) {
  auto& self = *state_;
  self.hints = hints;
  self.comm = copy_of(comm);
  self.rank = par::rank_in(self.comm);
  try {
    self.open_files(names, assembly);
    self.is_set = true;
    self.path = self.files->name();
    self.take_tree(self.files->tree(), self.files->arrays());
  } catch (...) {
    self.files.reset();
    self.session.reset();
    release(self.comm);
    throw;
  }
}

void Document::State::open_files(const std::vector<std::string>& names, const std::string& assembly) {
  session = std::make_unique<par::Session>(comm == MPI_COMM_NULL ? MPI_COMM_SELF : comm,
                                           par::Session::Options{.program = "pcgns"});
  // The time steps that pcgns-merge keeps unless it is told otherwise.
  files = std::make_unique<restart::FileSet>(
      *session,
      fileset::OpenRequest{
          .files = {.names = names, .assembly_path = assembly, .shared_tolerance = hints.shared_tolerance},
          .steps = {},
          .readers = hints.readers});
}

/// Values of the arrays come from elsewhere.
void Document::State::take_tree(const Node& tree, const std::vector<plan::Target>& arrays_of_tree) {
  root = tree;
  sort_zones(root);
  cgns::InputSet values;
  for (const auto& array : arrays_of_tree)
    values.arrays.push_back({.file = -1, .path = array.path, .type = array.type, .dims = array.dims});
  arrays = std::make_unique<Arrays>(std::move(values), path, 0, 1, false);
}

Document::Document(std::string name, Node tree, const std::vector<plan::Target>& arrays)
    : state_(std::make_unique<State>()) {
  state_->path = std::move(name);
  state_->take_tree(tree, arrays);
}

restart::FileSet& Document::file_set() {
  auto& self = *state_;
  if (self.mode != Mode::read)
    throw Error(ErrorKind::usage,
                at(self.path, "", "is not open for reading: only such a file has partitions"));
  // In a list of names, @ begins that of a file with more of them.
  if (!self.files) self.open_files({self.path.starts_with('@') ? "./" + self.path : self.path}, {});
  return *self.files;
}

Document::~Document() = default;

void Document::State::make_part() {
  target = path;
  const auto make = [&] {
    // As the reference library does, which opens the file behind the link.
    if (std::filesystem::is_symlink(path)) target = std::filesystem::weakly_canonical(path).string();
    if (std::filesystem::is_directory(target)) throw system_error("cannot write the file", path, EISDIR);
    part = publish::part_path(target);
    create_part();
  };
  par::on_root(comm, "creating the file", make, par::Stops::ignore);
  par::broadcast(comm, target);
  part = publish::part_path(target);
  is_staged = true;
}

void Document::State::create_part() {
  const publish::Striping striping{.count = hints.stripes.count, .size = hints.stripes.size};
  std::error_code failure;
  // Striping tools would follow a link.
  const bool is_left = exists(std::filesystem::symlink_status(part, failure));
  if (striping.is_asked_for() && !is_left) {
    const auto kind = publish::file_system(std::filesystem::absolute(part).parent_path().string()).kind;
    if (publish::make_striped(part, kind, striping).way != publish::Striped::Way::none) return;
  }
  const int made =
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, publish::staged_mode(target));
  if (made >= 0) return FileDescriptor::adopt(made, part).close();
  if (errno != EEXIST) throw system_error("cannot create", part, errno);
  // A stale one is left by a killed program, or this file is open twice.
  const auto stale = publish::open_left(part, O_WRONLY);
  if (::ftruncate(stale.get(), 0) != 0) throw system_error("cannot start again", part, errno);
}

void Document::State::publish() {
  if (hints.sync) FileDescriptor(part, O_WRONLY).sync();
  if (!is_staged) return;
  publish::keep_mode(part, target);
  if (std::rename(part.c_str(), target.c_str()) != 0)
    throw system_error("cannot rename the file", path, errno);
}

void Document::State::require_same_calls() {
  if (mode == Mode::read) return;
  const auto mine = static_cast<std::int64_t>(calls.value().low >> 2U);
  std::vector<std::int64_t> ends = {mine, -mine};
  par::max_over_ranks(comm, ends);
  if (ends[0] != -ends[1])
    throw Error(
        ErrorKind::usage,
        at(path, "", "calls that create nodes differ between ranks: all ranks must make the same calls"));
}

void Document::agree(const std::optional<Error>& failure) {
  par::agree(state_->comm, "opening or closing the file", failure, par::Stops::ignore);
}

void Document::close() { end({}); }

/// What is only read can be closed. Otherwise all ranks agree, because some may call `close`.
void Document::discard() {
  if (state_->mode == Mode::read) return close();
  const Error failure(ErrorKind::usage,
                      at(path(), "", fmt::format("rank {} ends without the file", state_->rank)));
  static_cast<void>(par::failure_of([&] { end(failure); }, "closing the file"));
}

void Document::end(const std::optional<Error>& discarded) {
  auto& self = *state_;
  const auto end = [&] {
    if (self.mode != Mode::read) par::agree(self.comm, "closing the file", discarded, par::Stops::ignore);
    self.require_same_calls();
    flush();
    if (self.cache) self.cache->flush();
    par::agree(self.comm, "closing the file", self.damage, par::Stops::ignore);
    par::collectively(
        self.comm, "closing the file", [&] { self.arrays->close(); }, par::Stops::ignore);
    if (self.mode == Mode::read) return;
    self.write_nodes();
    par::on_root(
        self.comm, "closing the file", [&] { self.publish(); }, par::Stops::ignore);
  };
  const auto failure = par::failure_of(end, "closing the file");
  self.end_cache();
  if (failure && self.is_staged && self.rank == 0) ::unlink(self.part.c_str());
  if (self.engine) self.engine->close();
  release(self.comm);
  if (failure) throw Error(*failure);
}

std::map<std::string, std::string>& Document::chosen_interfaces() { return state_->chosen_interfaces; }
Mode Document::mode() const { return state_->mode; }
const std::string& Document::path() const { return state_->path; }
bool Document::has_file(const std::string& path) const {
  const auto& self = *state_;
  if (self.is_set) return self.files->has(path);
  const auto identity = file::identity_of(path);
  return normal(path) == normal(self.path) || (identity && identity == file::identity_of(self.path));
}
bool Document::reads_one_file() const {
  const auto& self = *state_;
  if (self.is_set) return self.files->name() == self.files->files().front().path;
  return self.mode != Mode::write && !self.part.empty();
}
MPI_Comm Document::comm() const { return state_->comm == MPI_COMM_NULL ? MPI_COMM_SELF : state_->comm; }
par::Session& Document::session() { return *state_->session; }
Spot Document::root() { return {&state_->root, "", path()}; }

void Document::State::note(std::string_view what, const std::string& path_of_node, const Node& node) {
  calls.add(what);
  calls.add(path_of_node);
  calls.add(node.name);
  calls.add(node.label);
  calls.add(to_string(node.type));
  for (const auto extent : node.dims) calls.add(extent);
  calls.add(static_cast<std::int64_t>(node.array));
  calls.add(std::span<const std::byte>(node.data));
  if (node.link) calls.add(node.link->file + '\n' + node.link->path);
  for (const auto& child : node.children) note(what, cgns::join(path_of_node, node.name), child);
}

void Document::State::reuse_room(Node& node, const std::string& path_of_node) {
  // The last array is the last child's, and can be taken back.
  for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
    reuse_room(*child, cgns::join(path_of_node, child->name));
  const auto old = node.is_bulk() ? given_up.find(path_of_node) : given_up.end();
  if (old == given_up.end()) return;
  const auto& now = arrays->at(node.array);
  const auto& then = arrays->at(old->second);
  if (now.type != then.type || now.dims != then.dims) return;
  arrays->take_back(node.array);
  node.array = old->second;
  given_up.erase(old);
}

namespace {

/// Fewer children are looked at one after the other.
constexpr std::size_t many = 64;

}  // namespace

ManyChildren::Known& ManyChildren::known(const Spot& parent) {
  auto& known = nodes_[parent.path];
  const auto& children = parent.node->children;
  for (; known.count < children.size(); ++known.count) {
    known.places.try_emplace(children[known.count].name, known.count);
    ++known.labels[children[known.count].label];
  }
  return known;
}

Node* ManyChildren::find(const Spot& parent, const std::string& name) {
  if (parent.node->children.size() < many) return parent.node->child(name);
  const auto& places = known(parent).places;
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &parent.node->children[found->second];
}

int ManyChildren::number_of_last(const Spot& parent) {
  const auto& children = parent.node->children;
  return children.size() < many ? 0 : known(parent).labels[children.back().label];
}

void ManyChildren::forget(const std::string& path) {
  const auto below = path + "/";
  std::erase_if(nodes_,
                [&](const auto& node) { return node.first == path || node.first.starts_with(below); });
}

void Document::require_can_have(const Spot& parent, const std::string& name) const {
  const auto& self = *state_;
  if (self.mode == Mode::read)
    throw Error(ErrorKind::usage,
                at(self.path, cgns::join(parent.path, name), "the file is open for reading only"));
  if (!is_name(name))
    throw input_error(self.path, parent.path, fmt::format("\"{}\" is not {}", name, name_needed(name)));
  self.require_own(parent.path);
}

Spot Document::put(const Spot& parent, Node child, Children old_ones, Room room) {
  auto& self = *state_;
  require_can_have(parent, child.name);
  auto* old = self.many_children.find(parent, child.name);
  if (old != nullptr) self.require_replaceable(*old, child, parent.path);
  const auto path = cgns::join(parent.path, child.name);
  if (old != nullptr) {
    auto kept = old_ones == Children::stay ? std::exchange(old->children, {}) : std::vector<Node>();
    self.give_up(*old, path);
    for (auto& one : kept) {
      if (child.child(one.name) == nullptr) child.children.push_back(std::move(one));
    }
  }
  self.has_links = self.has_links || child.link != nullptr;
  // A process alone writes at once, and old values must stay until the file is closed.
  if (!self.given_up.empty() && room == Room::reused && self.comm != MPI_COMM_NULL)
    self.reuse_room(child, path);
  if (self.comm == MPI_COMM_NULL) self.write_large_values(child);
  self.note("put", parent.path, child);
  if (old == nullptr) {
    auto& added = parent.node->children.emplace_back(std::move(child));
    return {&added, path, parent.file, self.many_children.number_of_last(parent)};
  }
  self.many_children.forget(old->label == child.label ? path : parent.path);
  *old = std::move(child);
  return {old, path, parent.file};
}

void Document::set_value(const Spot& spot, Node value) {
  auto& self = *state_;
  if (self.mode == Mode::read)
    throw Error(ErrorKind::usage, at(self.path, spot.path, "the file is open for reading only"));
  self.require_own(spot.path);
  auto& node = *spot.node;
  if (node.array != value.array) outdate_queued(spot);
  node.type = value.type;
  node.dims = std::move(value.dims);
  node.data = std::move(value.data);
  node.array = value.array;
  self.note("set", spot.path, node);
}

void Document::remove(const Spot& parent, const std::string& name) {
  auto& self = *state_;
  auto& children = parent.node->children;
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Node& n) { return n.name == name; });
  if (found == children.end())
    throw input_error(self.path, cgns::join(parent.path, name), "the node does not exist");
  if (self.mode == Mode::read)
    throw Error(ErrorKind::usage,
                at(self.path, cgns::join(parent.path, name), "the file is open for reading only"));
  self.require_own(parent.path);
  self.note("remove", parent.path, *found);
  self.many_children.forget(parent.path);
  children.erase(found);
}

Node Document::with_room(std::string name, std::string label, cgns::DataType type,
                         std::vector<std::int64_t> dims) {
  for (const auto extent : dims) {
    if (extent < 0) throw Error(ErrorKind::usage, fmt::format("{}: an extent is negative", name));
  }
  Node node{.name = std::move(name), .label = std::move(label), .type = type, .dims = dims};
  node.array = state_->arrays->allot(type, std::move(dims));
  return node;
}

}  // namespace pcgns::capi

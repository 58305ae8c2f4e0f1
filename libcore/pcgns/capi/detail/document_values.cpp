// document_values.cpp: reads and writes the array values of an open file.

#include <array>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/document_state.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

using cgns::Node;

namespace {

/// Values from this size on are not kept in memory until the file is closed.
constexpr std::int64_t large_values = mebi;

/// The path of `wanted` below `node`, whose path is `path`; empty if it is not there.
std::string path_below(const Node& node, const std::string& path, const Node* wanted) {
  for (const auto& child : node.children) {
    auto below = cgns::join(path, child.name);
    if (&child == wanted) return below;
    below = path_below(child, below, wanted);
    if (!below.empty()) return below;
  }
  return {};
}

}  // namespace

Transfer whole_array(const Node& node, const std::vector<std::int64_t>& extents, cgns::DataType memory_type,
                     void* memory) {
  Transfer transfer{&node, {{}, memory, memory_type, io::strides_of(extents)}};
  transfer.slab.box.begin.assign(extents.size(), 0);
  transfer.slab.box.count = extents;
  return transfer;
}

queue::Queue& Document::State::queue() {
  if (!engine) engine = std::make_unique<queue::Queue>(comm, hints.queue);
  return *engine;
}

const std::vector<std::int64_t>& Document::dims_of(const Node& node) const {
  return node.is_bulk() ? state_->arrays->at(node.array).dims : node.dims;
}

cgns::DataType Document::type_of(const Node& node) const {
  return node.is_bulk() ? state_->arrays->at(node.array).type : node.type;
}

std::vector<std::byte> Document::values_of(const Node& node) {
  if (!node.is_bulk()) return node.data;
  const auto& dims = dims_of(node);
  const auto type = type_of(node);
  std::vector<std::byte> values(static_cast<std::size_t>(cgns::bytes_of(type, dims)));
  const auto transfer = whole_array(node, dims, type, values.data());
  if (!values.empty()) move_alone(Direction::read, {&transfer, 1});
  return values;
}

void Document::State::require_in_place(const Node& node, const std::function<std::string()>& place) const {
  if (mode == Mode::read) throw input_error(path, place(), "the file is open for reading only");
  if (node.is_bulk() && arrays->at(node.array).file > 0)
    throw input_error(path, place(), "cannot be changed here: it is in a file to which a link leads");
  if (!node.is_bulk() || !arrays->is_plain(node.array))
    throw input_error(path, place(), "its values can only be written by HDF5: create the array again");
}

void Document::require_in_place(const Spot& spot) const {
  state_->require_in_place(*spot.node, [&] { return spot.path; });
}

std::vector<Document::State::Queued> Document::State::located(Direction direction,
                                                              std::span<const Transfer> transfers) {
  std::vector<Queued> plain;
  for (const auto& transfer : transfers) {
    const auto* node = transfer.node;
    const auto place = [&] {
      const auto found = path_below(root, "/", node);
      return found.empty() ? node->name : found;
    };
    if (direction == Direction::write) require_in_place(*node, place);
    auto slab = transfer.slab;
    if (node->is_bulk() && arrays->is_plain(node->array)) {
      arrays->locate(node->array, slab.box);
      io::require_sound(slab);
      plain.push_back({arrays->at(node->array).file, slab, node->array});
      continue;
    }
    slab.box.type = node->is_bulk() ? arrays->at(node->array).type : node->type;
    slab.box.dims = node->is_bulk() ? arrays->at(node->array).dims : node->dims;
    io::require_sound(slab);
    const bool is_elsewhere = node->is_bulk() && arrays->at(node->array).file < 0;
    if (is_elsewhere && !is_set)
      throw Error(ErrorKind::usage, at(path, place(), "call cgp_partition_read for the values of solutions"));
    if (is_elsewhere) {
      plain.push_back({.slab = slab, .array = node->array});
    } else if (node->is_bulk()) {
      arrays->read_by_hdf5(node->array, slab);
    } else {
      const io::Runs runs(slab);
      runs.each({0, runs.volume()},
                [&](const io::Run& run) { io::unpack(slab, run, node->data.data() + run.at); });
    }
  }
  return plain;
}

bool Document::links_to(const std::string& path) const {
  return !state_->is_set && state_->arrays->links_to(path);
}

void Document::State::move(Direction direction, const std::vector<Queued>& work,
                           const std::optional<Error>& failure) {
  if (cache && cache->options().writes) {
    write([&] { direction == Direction::write ? cache->forget() : cache->flush(); });
  }
  if (is_set) {
    std::vector<restart::Wanted> wanted;
    for (const auto& [_, slab, array] : work) wanted.push_back({array, slab});
    return files->read(wanted, failure);
  }
  if (comm == MPI_COMM_NULL) {
    if (failure) throw Error(*failure);
    for (const auto& entry : work) move_alone(direction, entry);
    return;
  }
  for (int file = 0; file < arrays->files(); ++file) {
    std::vector<io::Slab> slabs;
    for (const auto& entry : work) {
      if (entry.file == file) slabs.push_back(entry.slab);
    }
    // Opens linked files only if some rank needs them.
    if (file > 0 && par::all_max(comm, slabs.empty() ? 0 : 1) == 0) continue;
    const FileDescriptor* source = nullptr;
    io::Sink* sink = nullptr;
    const auto open = [&] {
      if (failure) throw Error(*failure);
      direction == Direction::write ? void(sink = &arrays->sink()) : void(source = &arrays->source(file));
    };
    par::collectively(comm, "opening the file", open, par::Stops::ignore);
    if (direction == Direction::read) {
      queue().read(*source, slabs);
    } else {
      write([&] { queue().write(*sink, slabs); });
    }
  }
}

void Document::write(const std::function<void()>& steps) { state_->write(steps); }

/// Runs a write. An invalid request writes nothing; any other failure leaves values undefined.
void Document::State::write(const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage && !damage) damage = error;
    throw;
  }
}

void Document::State::move_alone(Direction direction, const Queued& work) {
  if (is_set) return files->read_alone({work.array, work.slab});
  if (cache && cache->options().writes && work.file == 0) return write([&] { move_cached(direction, work); });
  if (direction == Direction::read) return queue::read_alone(arrays->source(work.file), work.slab);
  write([&] { queue::write_alone(arrays->sink(), work.slab); });
}

/// In new room: the old values of a modified file stay as they are until it is closed.
void Document::State::write_large_values(Node& node) {
  const bool is_number = cgns::size_of(node.type) > 1;
  if (!node.is_bulk() && is_number && std::ssize(node.data) >= large_values) {
    node.array = arrays->allot(node.type, node.dims);
    const auto transfer = whole_array(node, node.dims, node.type, node.data.data());
    for (const auto& work : located(Direction::write, {&transfer, 1})) move_alone(Direction::write, work);
    node.data = {};
  }
  for (auto& child : node.children) write_large_values(child);
}

void Document::move_together(Direction direction, std::span<const Transfer> transfers,
                             const std::optional<Error>& failure) {
  auto& self = *state_;
  self.require_same_calls();
  std::vector<State::Queued> work;
  auto own = failure;
  if (!own) own = par::failure_of([&] { work = self.located(direction, transfers); }, "moving values");
  self.move(direction, work, own);
}

void Document::move_alone(Direction direction, std::span<const Transfer> transfers) {
  auto& self = *state_;
  for (const auto& work : self.located(direction, transfers)) self.move_alone(direction, work);
}

void Document::overwrite(const Spot& spot, std::span<const Transfer> transfers) {
  const auto& node = *spot.node;
  if (transfers.empty()) return;
  if (node.is_bulk() && state_->arrays->is_plain(node.array)) return move_alone(Direction::write, transfers);
  Node changed{.type = type_of(node), .dims = dims_of(node)};
  changed.data = values_of(node);
  for (const auto& transfer : transfers) {
    auto slab = transfer.slab;
    slab.box.type = changed.type;
    slab.box.dims = changed.dims;
    io::require_sound(slab);
    const io::Runs runs(slab);
    runs.each({0, runs.volume()},
              [&](const io::Run& run) { io::pack(slab, run, changed.data.data() + run.at); });
  }
  set_value(spot, std::move(changed));
}

void Document::queue(Direction direction, std::span<const Transfer> transfers) {
  auto& self = *state_;
  auto& queued = self.queued[static_cast<int>(direction)];
  for (auto& entry : self.located(direction, transfers)) {
    if (direction == Direction::write) self.queued_arrays.insert(entry.array);
    queued.push_back(std::move(entry));
  }
}

void Document::State::outdate_queued(int array, const std::string& path_of_node) {
  if (!queued_arrays.contains(array)) return;
  outdated = Error(
      ErrorKind::usage,
      at(path, path_of_node, "was written again while values were queued for it: flush the queue first"));
}

/// What a link leads to is still needed there.
void Document::State::give_up(const Node& node, const std::string& path_of_node) {
  if (node.link) return;
  if (node.is_bulk() && arrays->is_plain(node.array)) {
    given_up[path_of_node] = node.array;
    outdate_queued(node.array, path_of_node);
  }
  for (const auto& child : node.children) give_up(child, cgns::join(path_of_node, child.name));
}

void Document::outdate_queued(const Spot& spot) {
  if (spot->is_bulk()) state_->outdate_queued(spot->array, spot.path);
}

void Document::flush() {
  auto& self = *state_;
  // Taken first: after a failure, callers may free the memory of all requests.
  const std::array queued = {std::exchange(self.queued[0], {}), std::exchange(self.queued[1], {})};
  self.queued_arrays.clear();
  const std::array failures = {std::exchange(self.outdated, {}), std::optional<Error>()};
  self.require_same_calls();
  for (const auto direction : {Direction::write, Direction::read}) {
    const auto& work = queued[static_cast<std::size_t>(direction)];
    const auto& failure = failures[static_cast<std::size_t>(direction)];
    if (par::all_max(self.comm, work.empty() ? 0 : 1) != 0) self.move(direction, work, failure);
  }
}

}  // namespace pcgns::capi

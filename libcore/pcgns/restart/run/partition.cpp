#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/restart/run/partition_state.hpp"

namespace pcgns::restart {

namespace {

constexpr std::string_view reading_part = "reading the part of a rank";

/// Memory of this rank, as one range of addresses.
class LocalMemory {
 public:
  void add(std::span<std::byte> memory) {
    begins_.push_back(end_);
    parts_.push_back(memory);
    end_ = round_up(end_ + std::ssize(memory), std::int64_t{64});
  }
  [[nodiscard]] const std::vector<std::int64_t>& begins() const { return begins_; }
  [[nodiscard]] std::int64_t end() const { return end_; }

  /// @pre The bytes lie in one part.
  [[nodiscard]] std::span<std::byte> at(std::int64_t address, std::int64_t size) const {
    const auto part = std::upper_bound(begins_.begin(), begins_.end(), address) - begins_.begin() - 1;
    const auto index = static_cast<std::size_t>(part);
    return parts_[index].subspan(static_cast<std::size_t>(address - begins_[index]),
                                 static_cast<std::size_t>(size));
  }
  /// Bytes that are there already stay.
  void write(std::int64_t address, std::span<const std::byte> bytes) const {
    const auto to = at(address, std::ssize(bytes));
    if (to.data() != bytes.data()) std::memcpy(to.data(), bytes.data(), bytes.size());
  }

 private:
  std::vector<std::int64_t> begins_;
  std::vector<std::span<std::byte>> parts_;
  std::int64_t end_ = 0;
};

/// Bytes for the memory of another rank, as they are sent.
struct Delivery {
  std::int64_t address = 0;
  std::int64_t size = 0;
};

/// The memory of all ranks, one after the other, each with `stride` addresses.
class RankMemory : public io::Sink {
 public:
  RankMemory(const par::Session& session, const LocalMemory& mine, std::int64_t stride)
      : rank_(session.rank()),
        mine_(mine),
        stride_(stride),
        outgoing_(static_cast<std::size_t>(session.size())) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto rank = static_cast<int>(offset / stride_);
    if (rank == rank_) return mine_.write(offset % stride_, bytes);
    const Delivery head{offset % stride_, std::ssize(bytes)};
    auto& message = outgoing_[static_cast<std::size_t>(rank)];
    const auto at = message.size();
    message.resize(at + sizeof head + bytes.size());  // all of it, or nothing
    std::memcpy(message.data() + at, &head, sizeof head);
    std::memcpy(message.data() + at + sizeof head, bytes.data(), bytes.size());
  }
  std::span<std::byte> memory_of(Range bytes) override {
    if (static_cast<int>(bytes.begin / stride_) != rank_) return {};
    return mine_.at(bytes.begin % stride_, bytes.size());
  }
  void sync() override {}
  void close() override {}

  /// Sends what other ranks get; the memory of messages is used again. @note Collective.
  void deliver(MPI_Comm comm) {
    const auto arrived = par::deliver(comm, outgoing_);
    for (auto& message : outgoing_) message.clear();
    for (std::span<const std::byte> message : arrived) {
      while (!message.empty()) {
        Delivery head;
        std::memcpy(&head, message.data(), sizeof head);
        const auto bytes = message.subspan(sizeof head, static_cast<std::size_t>(head.size));
        mine_.write(head.address, bytes);
        message = message.subspan(sizeof head + bytes.size());
      }
    }
  }

 private:
  int rank_;
  const LocalMemory& mine_;
  std::int64_t stride_;
  par::Messages outgoing_;
};

/// Ends of groups of arrays whose values are read and sent together: small ones, or a large one. The same on
/// every rank.
std::vector<std::int64_t> ends_of_groups(MPI_Comm comm, std::span<const Sent> mine, std::int64_t most) {
  std::vector<std::int64_t> bytes(
      static_cast<std::size_t>(par::all_max(comm, mine.empty() ? 0 : mine.back().array + 1)));
  // Every rank gets the list of what all ranks are sent.
  const std::int64_t listed = par::size_of(comm) * std::int64_t{sizeof(Sent) + sizeof(plan::Direct)};
  for (const auto& sent : mine) bytes[static_cast<std::size_t>(sent.array)] += sent.bytes + listed;
  par::sum_over_ranks(comm, bytes);
  std::vector<std::int64_t> ends;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (sum > 0 && sum + bytes[i] > most) {
      ends.push_back(static_cast<std::int64_t>(i));
      sum = 0;
    }
    sum += bytes[i];
  }
  if (sum > 0) ends.push_back(std::ssize(bytes));
  return ends;
}

/// The whole array `target` as a slab.
io::Slab whole_slab(const plan::Target& target, void* memory) {
  return {.box = {.offset = 0,
                  .type = target.type,
                  .dims = target.dims,
                  .begin = std::vector<std::int64_t>(target.dims.size(), 0),
                  .count = target.dims},
          .memory = memory,
          .memory_type = target.type,
          .strides = io::strides_of(target.dims)};
}

/// Nodes of `node` whose values are read with the mesh.
void collect(cgns::Node& node, std::vector<cgns::Node*>& nodes) {
  if (node.is_bulk()) nodes.push_back(&node);
  for (auto& child : node.children) collect(child, nodes);
}

}  // namespace

std::optional<Entity> entity_of_fields(const cgns::Node& solution) {
  const auto location = cgns::location_of(solution);
  if (location == "Vertex") return Entity::vertex;
  return location == "CellCenter" ? std::optional(Entity::cell) : std::nullopt;
}

void Partition::State::assign(PartitionRequest request, const Listener& listener) {
  auto& whole = files.mesh.plan;
  request.assignment.constraints = request.partition.constraints;
  request.assignment.counts_cut_faces = false;  // nothing reports them
  // There, the scratch file is in memory, too.
  request.assignment.keeps_connectivity = is_on_one_node();
  partition::read_plan(session(), request.partition, request.assignment);
  partition::read_lists(session(), files.dataset(), whole);
  par::collectively(
      session().comm(), "planning",
      [&] {
        plan::Notes notes;
        request.partition.partitions = session().size();
        request.partition.method = request.assignment.method;
        mesh = partition::mesh_of(whole, request.partition, notes);
        plan::tell_notes({.notes = notes.folded()}, false, listener);
      },
      par::Stops::ignore);
  const auto dataset = files.dataset();
  auto weights = partition::balance(session(), dataset, request.assignment, mesh);
  if (!mesh.unstructured.empty() || partition::has_particles(whole)) make_scratch();
  direct = partition::assign(session(), dataset, request.assignment, std::move(weights),
                             {.scratch = scratch.get()}, mesh, listener)
               .direct;
}

/// On one node, nothing is written to a folder.
void Partition::State::make_scratch() {
  auto& inputs = files.files.inputs;
  if (is_on_one_node()) {
    scratch = std::make_unique<io::ScratchFile>(session(), inputs);
  } else {
    scratch = std::make_unique<io::ScratchFile>(session(), inputs, fileset::scratch_name(session()));
  }
}

void Partition::State::plan_part(const std::string& base, const Listener& listener) {
  par::collectively(
      session().comm(), "planning",
      [&] {
        plan::Notes notes;
        const auto rank = std::int64_t{session().rank()};
        plan = partition::file_of_ranks(files.mesh.plan, mesh, {rank, rank + 1}, notes);
        std::erase_if(plan.output.children, [&](const cgns::Node& node) {
          return !base.empty() && node.label == "CGNSBase_t" && node.name != base;
        });
        plan::tell_notes({.notes = notes.folded()}, false, listener);
      },
      par::Stops::ignore);
}

void Partition::State::collect_zone(const cgns::Node& base, const std::set<std::string>& fields,
                                    cgns::Node& zone, std::vector<cgns::Node*>& nodes) const {
  const auto whole = whole_of(base, zone);
  const auto is_field = [&](const cgns::Node& solution, const cgns::Node& child) {
    return whole && fields.contains(fmt::format("{}/{}/{}", whole->name, solution.name, child.name));
  };
  for (auto& container : zone.children) {
    if (container.label != "FlowSolution_t" || container.is_bulk()) {
      collect(container, nodes);
      continue;
    }
    for (auto& child : container.children) {
      if (!is_field(container, child)) {
        collect(child, nodes);
      } else {
        for (auto& below : child.children) collect(below, nodes);
      }
    }
  }
}

void Partition::State::collect_base(cgns::Node& base, std::vector<cgns::Node*>& nodes) const {
  const auto* const whole = files.mesh.plan.output.child(base.name);
  if (whole == nullptr || base.label != "CGNSBase_t") return collect(base, nodes);
  const auto fields = common_fields(*whole, files.mesh.plan.targets);
  for (auto& child : base.children) {
    if (child.label == "Zone_t") {
      collect_zone(base, fields, child, nodes);
    } else {
      collect(child, nodes);
    }
  }
}

void Partition::State::read_mesh() {
  std::vector<cgns::Node*> nodes;
  std::vector<Filled> wanted;
  const auto failure = par::failure_of(
      [&] {
        for (auto& base : plan.output.children) collect_base(base, nodes);
        for (auto* node : nodes) {
          const auto& target = plan.targets[static_cast<std::size_t>(node->array)];
          resize_in_room(node->data, static_cast<std::size_t>(target.bytes()));
          wanted.push_back({std::exchange(node->array, -1), node->data});
        }
      },
      reading_part);
  fill(wanted, failure);
}

void Partition::State::fill_locally(const Filled& wanted) {
  const auto& target = plan.targets[static_cast<std::size_t>(wanted.target)];
  if (!wanted.memory.empty()) files.read_alone(plan, wanted.target, whole_slab(target, wanted.memory.data()));
}

std::vector<Sent> Partition::State::sent_to_me(std::span<const Filled> wanted,
                                               const std::vector<std::int64_t>& begins) const {
  std::vector<Sent> sent;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto target = wanted[i].target;
    const std::int64_t size = cgns::size_of(plan.targets[static_cast<std::size_t>(target)].type);
    for (const auto& run : plan::moves_of(plan.direct, target))
      sent.push_back({.array = run.array,
                      .run = run.run,
                      .address = begins[i] + run.target_begin * size,
                      .count = run.count,
                      .bytes = run.count * size});
  }
  std::ranges::stable_sort(sent, {}, &Sent::array);
  return sent;
}

void Partition::State::fill_directly(std::span<const Filled> wanted) {
  if (!direct) return;
  LocalMemory memory;
  for (const auto& one : wanted) memory.add(one.memory);
  const auto comm = session().comm();
  const auto stride = std::max<std::int64_t>(64, par::all_max(comm, memory.end()));
  const auto mine = sent_to_me(wanted, memory.begins());
  RankMemory sink(session(), memory, stride);
  const auto most = session().size() * files.dataset().memory.buffer(16, mebi);
  for (auto first = mine.begin(); const auto group_end : ends_of_groups(comm, mine, most)) {
    const auto end = std::ranges::lower_bound(first, mine.end(), group_end, {}, &Sent::array);
    plan::Plan moves;
    std::vector<std::int64_t> offsets;
    std::int64_t rank = 0;
    for (const auto& runs : par::gather_all(comm, std::vector(first, end))) {
      for (const auto& sent : runs) {
        moves.direct.push_back({.array = static_cast<int>(sent.array),
                                .run = sent.run,
                                .target = static_cast<int>(offsets.size()),
                                .target_begin = 0,
                                .count = sent.count});
        offsets.push_back(rank * stride + sent.address);
      }
      ++rank;
    }
    first = end;
    const io::Task task{.plan = moves, .inputs = files.files.inputs, .offsets = offsets};
    static_cast<void>(partition::write_direct(
        session(), files.dataset(), *direct, task, sink, [](std::int64_t) {}, [&] { sink.deliver(comm); },
        &memory_of_values));
  }
  const auto kept = static_cast<std::int64_t>(memory_of_values.capacity());
  if (kept > files.dataset().memory.share(2).bytes()) memory_of_values = {};
}

void Partition::State::fill(std::span<const Filled> wanted, const std::optional<Error>& failure) {
  par::collectively(
      session().comm(), reading_part,
      [&] {
        if (failure) throw Error(*failure);
        for (const auto& one : wanted) fill_locally(one);
      },
      par::Stops::ignore);
  fill_directly(wanted);
  file::require_unchanged(session(), files.files.inputs);
}

Partition::Partition(FileSet& files, PartitionRequest request, const Listener& listener)
    : state_(new State{.files = *files.state_}) {
  const auto base = request.base;
  with_files(state_->files.files.list.name(), [&] {
    state_->assign(std::move(request), listener);
    state_->plan_part(base, listener);
    state_->read_mesh();
    std::array<RequestsByRank, 3> beyond;
    par::collectively(
        state_->session().comm(), reading_part,
        [&] {
          state_->list_pieces();
          beyond = state_->list_interfaces();
        },
        par::Stops::ignore);
    state_->find_exchanges(std::move(beyond));
  });
}

Partition::~Partition() = default;

/// A file that stays open keeps its memory.
Partition::State::~State() {
  if (scratch) files.source.forget(scratch->file());
}

const cgns::Node& Partition::tree() const { return state_->plan.output; }
const std::vector<plan::Target>& Partition::arrays() const { return state_->plan.targets; }
const std::vector<Piece>& Partition::pieces() const { return state_->pieces; }

void Partition::read(std::span<const WantedArray> wanted, const std::optional<Error>& failure) {
  const auto& targets = state_->plan.targets;
  std::vector<std::vector<std::byte>> converted(wanted.size());
  std::vector<Filled> filled;
  auto own = failure;
  const auto prepare = [&] {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto& [array, type, memory] = wanted[i];
      const auto& target = targets.at(static_cast<std::size_t>(array));
      const auto slab = whole_slab(target, memory);
      io::Slab checked = slab;
      checked.memory_type = type;
      io::require_sound(checked);
      if (type != target.type) converted[i].resize(static_cast<std::size_t>(target.bytes()));
      filled.push_back({array, type == target.type ? std::span(static_cast<std::byte*>(memory),
                                                               static_cast<std::size_t>(target.bytes()))
                                                   : std::span(converted[i])});
    }
  };
  if (!own) own = par::failure_of(prepare, reading_part);
  state_->fill(filled, own);
  par::collectively(
      state_->session().comm(), reading_part,
      [&] {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          const auto& [array, type, memory] = wanted[i];
          const auto& target = targets[static_cast<std::size_t>(array)];
          if (type == target.type) continue;
          io::copy_values({converted[i].data(), target.type}, {static_cast<std::byte*>(memory), type},
                          cgns::count_of(target.dims));
        }
      },
      par::Stops::ignore);
}

}  // namespace pcgns::restart

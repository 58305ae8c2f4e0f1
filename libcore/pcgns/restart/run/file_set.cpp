#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "pcgns/io/execute.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/restart/run/file_set_state.hpp"

namespace pcgns::restart {

namespace {

/// Fills a slab from the blocks of its array as they come by.
class PickingSink : public io::Sink {
 public:
  explicit PickingSink(const io::Slab& slab) : slab_(slab), runs_(slab) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    runs_.each_near(runs_.in({offset, offset + std::ssize(bytes)}),
                    [&](const io::Run& run) { io::unpack(slab_, run, bytes.data() + (run.at - offset)); });
  }
  void sync() override {}
  void close() override {}

 private:
  const io::Slab& slab_;
  io::Runs runs_;
};

constexpr std::string_view reading = "reading";
constexpr std::int64_t largest_reply = 64 * mebi;

/// Reads bytes of an array.
using ReadBytes = std::function<void(Range bytes, std::span<std::byte> to)>;

/// Holes up to this size cost less than another call.
constexpr std::int64_t bridged_hole = 32 * kibi;
constexpr std::int64_t buffer_bytes = mebi;

/// The values of `slab` that `box` provides, as a box of its source; nothing if there are none.
std::optional<io::Slab> source_slab(const plan::Box& box, const io::Slab& slab) {
  io::Slab part{.box = {.type = slab.box.type, .begin = {0, 0, 0}, .count = {1, 1, 1}},
                .memory_type = slab.memory_type,
                .strides = {0, 0, 0}};
  part.box.dims.assign(box.source_extents.begin(), box.source_extents.end());
  part.box.begin.assign(box.source_begin.begin(), box.source_begin.end());
  std::int64_t first = 0;  // in memory
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_axis = d < slab.box.dims.size();
    const Range wanted{is_axis ? slab.box.begin[d] : 0, is_axis ? slab.box.begin[d] + slab.box.count[d] : 1};
    const auto common = intersect(wanted, {box.target_begin[d], box.target_begin[d] + box.count[d]});
    if (common.empty()) return std::nullopt;
    const auto stride = is_axis ? slab.strides[d] : 0;
    const auto axis = static_cast<std::size_t>(std::abs(box.axes[d]) - 1);
    const auto skipped = common.begin - box.target_begin[d];
    const bool is_forward = box.axes[d] > 0;
    part.box.begin[axis] += is_forward ? skipped : -(skipped + common.size() - 1);
    part.box.count[axis] = common.size();
    part.strides[axis] = is_forward ? stride : -stride;
    first += ((is_forward ? common.begin : common.end - 1) - wanted.begin) * stride;
  }
  part.memory = static_cast<std::byte*>(slab.memory) + first * cgns::size_of(slab.memory_type);
  return part;
}

/// Reads bytes of a target that runs of its sources make up. @pre These ascend, as a plan has them.
ReadBytes runs_of(std::span<const plan::Transfer> transfers, std::int64_t size, io::Source& source) {
  return [transfers, size, &source](Range bytes, std::span<std::byte> to) {
    const auto bytes_of = [&](const plan::Transfer& run) {
      return Range{run.target_begin * size, (run.target_begin + run.count) * size};
    };
    auto run = std::ranges::partition_point(
        transfers, [&](const plan::Transfer& before) { return bytes_of(before).end <= bytes.begin; });
    for (; run != transfers.end() && bytes_of(*run).begin < bytes.end; ++run) {
      const auto common = intersect(bytes, bytes_of(*run));
      const auto from = run->source_begin * size + common.begin - bytes_of(*run).begin;
      source.read(run->source, {from, from + common.size()},
                  to.subspan(static_cast<std::size_t>(common.begin - bytes.begin),
                             static_cast<std::size_t>(common.size())));
    }
  };
}

/// Fills the memory of `slab`, whose array begins at offset 0. Small holes between its rows are read along.
void fill(const io::Slab& slab, const ReadBytes& read) {
  const io::Runs runs(slab);
  const std::int64_t size = runs.value_size();
  if (io::is_plain(slab, runs) && (runs.run() * size > bridged_hole || runs.run() == runs.volume())) {
    runs.each({0, runs.volume()}, [&](const io::Run& run) {
      read({run.at, run.at + run.count * size}, io::memory_of(slab, runs, run));
    });
    return;
  }
  const auto in_file = io::Runs(slab.box).bridged(bridged_hole);
  std::vector<std::byte> buffer;
  in_file.each({0, in_file.volume()}, [&](const io::Run& stretch) {
    const Range all{stretch.at, stretch.at + stretch.count * size};
    for (auto at = all.begin; at < all.end; at += round_down(buffer_bytes, size)) {
      const Range bytes{at, std::min(all.end, at + round_down(buffer_bytes, size))};
      buffer.resize(static_cast<std::size_t>(bytes.size()));
      read(bytes, buffer);
      runs.each_near(runs.in(bytes), [&](const io::Run& run) {
        io::unpack(slab, run, buffer.data() + (run.at - bytes.begin));
      });
    }
  });
}

/// True if the values of the target are numbered entities, or some of them have no source: only a move of the
/// whole array finds them.
bool is_scattered(const plan::Plan& plan, int target) {
  return plan.has_holes || !plan::moves_of(plan.indexed, target).empty();
}

/// Extents as boxes have them.
plan::Index3 extents_of(const std::vector<std::int64_t>& dims) {
  plan::Index3 extents = {1, 1, 1};
  std::copy(dims.begin(), dims.end(), extents.begin());
  return extents;
}

/// Fills the memory of `slab`, which has the extents of the boxes.
void fill_from(std::span<const plan::Box> boxes, io::Source& source, const io::Slab& slab) {
  for (const auto& box : boxes) {
    const auto part = box.shared ? std::nullopt : source_slab(box, slab);
    if (part) fill(*part, [&](Range bytes, std::span<std::byte> to) { source.read(box.source, bytes, to); });
  }
}

/// The same of an array with other extents than its boxes: data of a boundary condition are a list of the
/// points that are a box in the zone.
void fill_from_list(std::span<const plan::Box> boxes, io::Source& source, const io::Slab& slab) {
  const auto& extents = boxes.front().target_extents;
  const std::vector<std::int64_t> dims(extents.begin(), extents.end());
  std::vector<std::byte> values(static_cast<std::size_t>(cgns::bytes_of(slab.box.type, dims)));
  fill_from(boxes, source,
            {.box = {.type = slab.box.type, .dims = dims, .begin = {0, 0, 0}, .count = dims},
             .memory = values.data(),
             .memory_type = slab.box.type,
             .strides = io::strides_of(dims)});
  PickingSink(slab).write(0, values);
}

/// Fills the memory of `slab` from the boxes and runs that make up `target`. @pre It is not scattered.
void fill_from_boxes(const plan::Plan& plan, io::Source& source, int target, const io::Slab& slab) {
  const auto transfers = plan::moves_of(plan.transfers, target);
  if (!transfers.empty()) fill(slab, runs_of(transfers, cgns::size_of(slab.box.type), source));
  const auto boxes = plan::moves_of(plan.boxes, target);
  if (boxes.empty()) return;
  const bool is_list = slab.box.dims.size() > 3 || extents_of(slab.box.dims) != boxes.front().target_extents;
  is_list ? fill_from_list(boxes, source, slab) : fill_from(boxes, source, slab);
}

/// Lets this rank read all files itself.
class OnlyReader {
 public:
  explicit OnlyReader(cgns::InputSet& inputs) : inputs_(inputs) {
    for (auto& file : inputs.files) readers_.push_back(std::exchange(file.reader, 0));
  }
  ~OnlyReader() {
    for (std::size_t i = 0; i < readers_.size(); ++i) inputs_.files[i].reader = readers_[i];
  }
  OnlyReader(const OnlyReader&) = delete;
  OnlyReader& operator=(const OnlyReader&) = delete;

 private:
  cgns::InputSet& inputs_;
  std::vector<int> readers_;
};

}  // namespace

io::Slab FileSet::State::completed(const Wanted& wanted) const {
  const auto& array = mesh.plan.targets.at(static_cast<std::size_t>(wanted.array));
  auto slab = wanted.slab;
  slab.box.offset = 0;
  slab.box.type = array.type;
  slab.box.dims = array.dims;
  slab.box.swapped = false;
  io::require_sound(slab);
  return slab;
}

std::vector<FileSet::State::Stretch> FileSet::State::stretches_of(std::span<const io::Slab> slabs) const {
  std::vector<Stretch> stretches;
  for (const auto& slab : slabs) {
    const std::int64_t size = cgns::size_of(slab.box.type);
    const auto most = memory.buffer(8, largest_reply) / size + 1;
    const auto in_file = io::Runs(slab.box).bridged(largest_reply / 64);
    in_file.each({0, in_file.volume()}, [&](const io::Run& run) {
      for (std::int64_t at = 0; at < run.count; at += most) {
        const auto begin = run.at / size + at;
        stretches.push_back({&slab, {begin, begin + std::min(most, run.count - at)}});
      }
    });
  }
  return stretches;
}

void FileSet::State::read_scattered(int array, std::span<const io::Slab> slabs) {
  const auto share = mesh::read_share(session, dataset(), array);
  const std::int64_t size = cgns::size_of(share.type);
  std::vector<Stretch> stretches;
  std::optional<Error> failure = par::failure_of([&] { stretches = stretches_of(slabs); }, reading);
  const auto most = par::all_max(session.comm(), std::ssize(stretches));
  for (std::int64_t i = 0; i < most; ++i) {
    const bool has_one = i < std::ssize(stretches);
    const auto stretch = has_one ? stretches[static_cast<std::size_t>(i)] : Stretch{};
    const auto values = mesh::fetch_range(session, share, stretch.values);
    if (!has_one || failure) continue;
    PickingSink sink(*stretch.slab);
    failure = par::failure_of([&] { sink.write(stretch.values.begin * size, values); }, reading);
  }
  par::agree(session.comm(), reading, failure, par::Stops::ignore);
}

void FileSet::State::read_alone(const plan::Plan& plan, int target, const io::Slab& slab) {
  if (!is_scattered(plan, target)) return fill_from_boxes(plan, source, target, slab);
  if (!alone) alone.emplace(MPI_COMM_SELF, par::Session::Options{.program = session.program()});
  const auto part = plan::subplan(plan, {&target, 1});
  const std::int64_t offset = 0;
  const OnlyReader only(files.inputs);
  PickingSink sink(slab);
  const plan::Machine machine{.ranks = 1, .memory = memory.share(2), .alignment = 64};
  static_cast<void>(io::execute(*alone,
                                {.plan = part,
                                 .inputs = files.inputs,
                                 .offsets = {&offset, 1},
                                 .end = part.targets.front().bytes(),
                                 .machine = io::suited(machine, part)},
                                sink));
}

FileSet::FileSet(par::Session& session, const fileset::OpenRequest& request, const Listener& listener)
    : state_(std::make_unique<State>(session, request, listener)) {
  state_->require_agreement();
}
FileSet::~FileSet() = default;

std::string FileSet::name() const { return state_->files.list.name(); }
const std::vector<std::string>& FileSet::names() const { return state_->files.list.names; }
const cgns::Node& FileSet::tree() const { return state_->mesh.plan.output; }
const std::vector<plan::Target>& FileSet::arrays() const { return state_->mesh.plan.targets; }
const std::vector<fileset::MergedZone>& FileSet::merged_zones() const { return state_->mesh.zones; }

void FileSet::read(std::span<const Wanted> wanted, const std::optional<Error>& failure) {
  auto& self = *state_;
  const auto& plan = self.mesh.plan;
  std::map<int, std::vector<io::Slab>> scattered;
  par::collectively(
      self.session.comm(), reading,
      [&] {
        if (failure) throw Error(*failure);
        for (const auto& one : wanted) {
          const auto slab = self.completed(one);
          if (cgns::count_of(slab.box.count) == 0) continue;
          if (is_scattered(plan, one.array)) {
            scattered[one.array].push_back(slab);
          } else {
            fill_from_boxes(plan, self.source, one.array, slab);
          }
        }
      },
      par::Stops::ignore);
  std::vector<int> arrays;
  for (const auto& [array, slabs] : scattered) arrays.push_back(array);
  arrays = par::gather_joined(self.session.comm(), arrays);
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  for (const int array : arrays) self.read_scattered(array, scattered[array]);
}

void FileSet::read_alone(const Wanted& wanted) {
  const auto slab = state_->completed(wanted);
  if (cgns::count_of(slab.box.count) > 0) state_->read_alone(state_->mesh.plan, wanted.array, slab);
}

}  // namespace pcgns::restart

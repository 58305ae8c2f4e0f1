#include <algorithm>
#include <map>
#include <utility>

#include "pcgns/io/execute.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/restart/run/file_set_state.hpp"
#include "pcgns/restart/run/fill.hpp"

namespace pcgns::restart {

namespace {

constexpr std::string_view reading = "reading";
constexpr std::int64_t largest_reply = 64 * mebi;

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
    : state_(std::make_unique<State>(session, request, listener)) {}
FileSet::~FileSet() = default;

std::string FileSet::name() const { return state_->files.list.name(); }
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

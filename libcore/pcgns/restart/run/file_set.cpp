#include <algorithm>
#include <filesystem>
#include <map>

#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/restart/run/file_set_state.hpp"
#include "pcgns/restart/run/slabs.hpp"

namespace pcgns::restart {

namespace {

constexpr auto reading = "reading";

}  // namespace

std::shared_ptr<ReaderService> FileSet::State::made_readers(par::Session& session, fileset::Files& files,
                                                            Budget memory) {
  if (files.readers.empty()) return nullptr;
  auto readers = std::make_shared<ReaderService>(session, files.inputs, files.readers, memory.share(8));
  files.inputs.remote = readers;
  return readers;
}

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

FileSet::FileSet(par::Session& session, const fileset::OpenRequest& request, const Listener& listener)
    : state_(std::make_unique<State>(session, request, listener)) {
  state_->require_agreement();
}
FileSet::~FileSet() = default;

std::string FileSet::name() const { return state_->files.list.name(); }
bool FileSet::has(const std::string& path) const {
  const auto identity = file::identity_of(path);
  const auto normal = [](const std::string& name) {
    return std::filesystem::absolute(name).lexically_normal();
  };
  return std::ranges::any_of(state_->files.inputs.files, [&, wanted = normal(path)](const cgns::File& file) {
    return identity == file::state_of(file).identity || normal(file.path) == wanted;
  });
}
const std::vector<cgns::File>& FileSet::files() const { return state_->files.inputs.files; }
const cgns::Node& FileSet::tree() const { return state_->mesh.plan.output; }
const std::vector<plan::Target>& FileSet::arrays() const { return state_->mesh.plan.targets; }
const std::vector<int>& FileSet::readers() const { return state_->files.readers; }
ReadCounts FileSet::read_counts() const { return state_->readers ? state_->readers->counts() : ReadCounts{}; }
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
  file::require_unchanged(self.session, self.files.inputs);
}

void FileSet::read_alone(const Wanted& wanted) {
  const auto slab = state_->completed(wanted);
  const ReaderService::Pause here(state_->readers.get());
  if (cgns::count_of(slab.box.count) > 0) state_->read_alone(state_->mesh.plan, wanted.array, slab);
}

}  // namespace pcgns::restart

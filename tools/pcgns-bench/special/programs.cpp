// A structured zone in one file is cut for several processes (repartition), or put together from their files
// (merge), beside copying the same bytes.

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "common/log.hpp"
#include "pcgns-bench/measure/turns.hpp"
#include "pcgns-bench/measure/values.hpp"
#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns-bench/scenario/zones.hpp"
#include "pcgns-bench/special/pipeline.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/queue/queue.hpp"

namespace pcgns::bench {

namespace {

/// The files of one problem, which are there while this lives.
class Files {
 public:
  Files(par::Session& session, const Problem& problem, const std::string& folder, int parts)
      : session_(session), problem_(problem), stem_(unused_name(session, folder)) {
    for (int part = 0; part < parts; ++part) {
      parts_.push_back(fmt::format("{}.part{}", stem_, part));
      apart_.push_back(fmt::format("{}.copy{}", stem_, part));
    }
  }
  ~Files() {
    std::error_code ignored;
    if (!session_.is_root()) return;
    for (const auto& name : {whole(), merged(), copy()}) std::filesystem::remove(name, ignored);
    for (const auto& name : parts_) std::filesystem::remove(name, ignored);
    for (const auto& name : apart_) std::filesystem::remove(name, ignored);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  [[nodiscard]] std::string whole() const { return stem_ + ".whole"; }
  [[nodiscard]] std::string merged() const { return stem_ + ".merged"; }
  [[nodiscard]] std::string copy() const { return stem_ + ".copy"; }
  [[nodiscard]] const std::vector<std::string>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<std::string>& apart() const { return apart_; }

  void make_whole() {
    par::on_root(session_.comm(), "making the file", [&] {
      FileDescriptor(whole(), O_WRONLY | O_CREAT | O_TRUNC).close();
      const auto layout = file::write_skeleton(whole(), cgns_plan(problem_), {}, 4096);
      const auto sink = io::posix_sink(whole());
      each_array(layout.offsets, [&](const io::Slab& slab, int array, const std::string&) {
        fill(slab, array);
        queue::write_alone(*sink, slab);
      });
      sink->sync();
      sink->close();
    });
  }

  /// Throws Error{io} on every rank if the merged file has other values than the first one.
  void check_merged() {
    par::on_root(session_.comm(), "checking what was written", [&] {
      const FileDescriptor file(merged(), O_RDONLY);
      each_array(file::read_layout(merged(), cgns_plan(problem_)).offsets,
                 [&](const io::Slab& slab, int array, const std::string& name) {
                   queue::read_alone(file, slab);
                   require_filled(slab, array, name);
                 });
    });
  }

 private:
  template <typename Use>
  void each_array(const std::vector<std::int64_t>& offsets, const Use& use) {
    for (std::size_t i = 0; i < problem_.arrays.size(); ++i) {
      const auto& array = problem_.arrays[i];
      std::vector<std::byte> values(static_cast<std::size_t>(array.bytes()));
      use({.box = {.offset = offsets.at(i),
                   .type = array.type,
                   .dims = array.dims,
                   .begin = Extents(array.dims.size(), 0),
                   .count = array.dims},
           .memory = values.data(),
           .memory_type = array.type,
           .strides = io::strides_of(array.dims)},
          static_cast<int>(i), array.name);
    }
  }

  par::Session& session_;
  const Problem& problem_;
  std::string stem_;
  std::vector<std::string> parts_;
  std::vector<std::string> apart_;
};

template <typename Step>
Sample timed(par::Session& session, const Step& step) {
  session.alive();
  static_cast<void>(par::all_sum(session.comm(), 0));
  const double begin = MPI_Wtime();
  step();
  const double seconds = spread_of(session.comm(), MPI_Wtime() - begin).max;
  return {.seconds = seconds, .data_seconds = seconds};
}

Problem problem_of(const Extents& extents, int parts) {
  require_extents(extents, 3);
  Problem problem{.label = fmt::format("{} in {} parts", to_text(extents), parts)};
  problem.parameters = {{"extents", to_text(extents)}, {"parts", std::to_string(parts)}};
  add_structured_zone(problem, extents);
  return problem;
}

void step(par::Session& session, const Files& files, const tool::RunOptions& run, bool merges, bool copies) {
  if (merges && copies) return copy_files(session, files.parts(), files.copy());
  if (merges) return merge_files(session, files.parts(), files.merged(), {}, run);
  if (copies) return copy_apart(session, files.whole(), files.apart());
  cut_file(session, files.whole(), files.parts(), run);
}

Outcome measure_one(par::Session& session, const Problem& problem, int parts, bool merges,
                    const std::vector<std::string>& engines, const MeasureOptions& options) {
  const tool::Silence silence;  // the programs tell how far they are; not in every repetition
  Files files(session, problem, options.folder, parts);
  Outcome outcome{problem.label, problem.parameters, problem.bytes(), {}};
  for (const auto& engine : engines) outcome.measurements.push_back({engine, "make", {}});
  files.make_whole();
  // What is there is what the one needs, and the other replaces.
  cut_file(session, files.whole(), files.parts());
  for (int repetition = -options.warm_ups; repetition < options.repetitions; ++repetition) {
    for (const auto i : turns_of(engines.size(), static_cast<std::size_t>(repetition + options.warm_ups))) {
      auto sample =
          timed(session, [&] { step(session, files, options.programs, merges, engines[i] == "copy"); });
      if (repetition >= 0) outcome.measurements[i].samples.push_back(std::move(sample));
    }
  }
  const bool has_merged = std::find(engines.begin(), engines.end(), "merge") != engines.end();
  if (!has_merged) merge_files(session, files.parts(), files.merged());
  files.check_merged();
  return outcome;
}

std::vector<Outcome> measure_all(par::Session& session, const Parameters& parameters, bool merges,
                                 const std::vector<std::string>& engines, const MeasureOptions& options) {
  const auto side = parameters.is_published ? 512 : 96;
  const auto all = parameters.extents.empty() ? std::vector<Extents>{{side, side, side}} : parameters.extents;
  const int parts = parameters.parts > 0 ? parameters.parts : 8;
  std::vector<Outcome> outcomes;
  for (const auto& extents : all) {
    const auto problem = problem_of(extents, parts);
    outcomes.push_back(measure_one(session, problem, parts, merges, engines, options));
  }
  return outcomes;
}

}  // namespace

struct Merges::State {
  par::Session& session;
  Problem problem;
  Files files;
  std::set<plan::Settings> checked = {};

  State(par::Session& of, Problem made, const std::string& folder, int parts)
      : session(of), problem(std::move(made)), files(of, problem, folder, parts) {}
};

Merges::Merges(par::Session& session, const Extents& extents, int parts, const std::string& folder)
    : state_(new State(session, problem_of(extents, parts), folder, parts)) {
  const tool::Silence silence;
  state_->files.make_whole();
  cut_file(session, state_->files.whole(), state_->files.parts());
}
Merges::~Merges() = default;

double Merges::once(const plan::Settings& settings, const tool::RunOptions& run) {
  auto& files = state_->files;
  const tool::Silence silence;  // merges tell how far they are
  const auto sample = timed(
      state_->session, [&] { merge_files(state_->session, files.parts(), files.merged(), settings, run); });
  if (state_->checked.insert(settings).second) files.check_merged();
  return sample.seconds;
}

double Merges::copied() {
  const auto& files = state_->files;
  return timed(state_->session, [&] { copy_files(state_->session, files.parts(), files.copy()); }).seconds;
}

std::vector<Outcome> measure_merge(par::Session& session, const Parameters& parameters,
                                   const std::vector<std::string>& engines, const MeasureOptions& options) {
  return measure_all(session, parameters, true, engines, options);
}

std::vector<Outcome> measure_repartition(par::Session& session, const Parameters& parameters,
                                         const std::vector<std::string>& engines,
                                         const MeasureOptions& options) {
  return measure_all(session, parameters, false, engines, options);
}

}  // namespace pcgns::bench

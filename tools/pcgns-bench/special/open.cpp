// A file of many zones is made, and opened: its whole tree is known to every rank then.
//
//   shared     one rank reads the tree, and gives it to the others
//   everyone   every rank walks the file with HDF5 for itself
//   serial     one rank walks it with HDF5, and keeps what it has seen: the least that opening can cost

#include <fmt/format.h>
#include <hdf5.h>

#include <filesystem>
#include <fstream>

#include "pcgns-bench/measure/turns.hpp"
#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns-bench/scenario/zones.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

/// What this process has asked of the system so far.
struct Calls {
  double calls = 0;  ///< read(2) and its like.
  double bytes = 0;  ///< That they brought.
};

Calls calls_so_far() {
  Calls calls;
  std::ifstream file("/proc/self/io");
  std::string name;
  double value = 0;
  while (file >> name >> value) {
    if (name == "rchar:") calls.bytes = value;
    if (name == "syscr:") calls.calls = value;
  }
  return calls;
}

/// Reads the attributes of a node, as a reader must who wants to know what it is.
herr_t see_attribute(hid_t place, const char* name, const H5A_info_t*, void* text) {
  const auto attribute = h5::Handle(H5Aopen(place, name, H5P_DEFAULT), H5Aclose);
  const auto type = h5::Handle(H5Aget_type(attribute), H5Tclose);
  auto& buffer = *static_cast<std::vector<char>*>(text);
  buffer.resize(std::max<std::size_t>(H5Tget_size(type) * 4, 64));
  return H5Aread(attribute, type, buffer.data());
}

#if H5_VERSION_GE(1, 12, 0)
using ObjectInfo = H5O_info1_t;
#else
using ObjectInfo = H5O_info_t;
#endif

herr_t see_object(hid_t place, const char* name, const ObjectInfo* info, void* text) {
  if (info->type == H5O_TYPE_DATASET) {
    const auto dataset = h5::Handle(H5Dopen2(place, name, H5P_DEFAULT), H5Dclose);
    const auto space = h5::Handle(H5Dget_space(dataset), H5Sclose);
    return H5Sget_simple_extent_npoints(space) < 0 ? -1 : 0;
  }
  if (info->num_attrs == 0) return 0;
  const auto object = h5::Handle(H5Oopen(place, name, H5P_DEFAULT), H5Oclose);
  return H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, see_attribute, text);
}

/// Opens the file and looks at every node.
void walk(const std::string& path) {
  const h5::Quiet quiet;
  const auto file =
      h5::own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot open the file");
  std::vector<char> text;
  h5::check(
      H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_NATIVE, see_object, &text, H5O_INFO_BASIC | H5O_INFO_NUM_ATTRS),
      "cannot walk the file");
}

/// A structured zone of 2 x 2 x 2 vertices has more nodes than values.
Problem problem_of(int zones) {
  Problem problem{.label = fmt::format("{} zones", zones)};
  problem.parameters = {{"zones", std::to_string(zones)}};
  for (int zone = 0; zone < zones; ++zone) add_structured_zone(problem, {2, 2, 2});
  return problem;
}

void open_by(const std::string& engine, par::Session& session, const std::string& path) {
  if (engine == "shared") {
    static_cast<void>(file::read_trees(session, {path}, {}));
  } else if (engine == "everyone") {
    par::collectively(session.comm(), "walking the file", [&] { walk(path); });
  } else {
    par::on_root(session.comm(), "walking the file", [&] { walk(path); });
  }
}

template <typename Step>
Sample timed(par::Session& session, const Step& step) {
  session.alive();
  static_cast<void>(par::all_sum(session.comm(), 0));
  const auto before = calls_so_far();
  const double begin = MPI_Wtime();
  step();
  const double seconds = spread_of(session.comm(), MPI_Wtime() - begin).max;
  const auto after = calls_so_far();
  Sample sample{.seconds = seconds, .data_seconds = seconds};
  sample.counters["read_calls"] = spread_of(session.comm(), after.calls - before.calls);
  sample.counters["read_bytes"] = spread_of(session.comm(), after.bytes - before.bytes);
  return sample;
}

/// The file is there while this lives.
class MadeFile {
 public:
  MadeFile(par::Session& session, std::string path) : session_(session), path_(std::move(path)) {}
  ~MadeFile() {
    std::error_code ignored;
    if (session_.is_root()) std::filesystem::remove(path_, ignored);
  }
  MadeFile(const MadeFile&) = delete;
  MadeFile& operator=(const MadeFile&) = delete;

  Sample make(const plan::Plan& plan) {
    return timed(session_, [&] {
      par::on_root(session_.comm(), "making the file", [&] {
        std::ofstream(path_, std::ios::trunc).close();
        static_cast<void>(file::write_skeleton(path_, plan, {}, 1));
      });
    });
  }

 private:
  par::Session& session_;
  std::string path_;
};

Outcome measure_one(par::Session& session, int zones, const std::vector<std::string>& engines,
                    const MeasureOptions& options) {
  const auto problem = problem_of(zones);
  const auto plan = cgns_plan(problem);
  const auto path = unused_name(session, options.folder);
  Outcome outcome{problem.label, problem.parameters, problem.bytes(), {}};
  outcome.measurements.push_back({"shared", "create", {}});
  for (const auto& engine : engines) outcome.measurements.push_back({engine, "open", {}});
  MadeFile file(session, path);
  for (int repetition = -options.warm_ups; repetition < options.repetitions; ++repetition) {
    auto made = file.make(plan);
    if (repetition >= 0) outcome.measurements.front().samples.push_back(std::move(made));
    for (const auto i : turns_of(engines.size(), static_cast<std::size_t>(repetition + options.warm_ups))) {
      if (options.is_cold)
        par::on_root(session.comm(), "emptying the page cache", [&] { drop_from_cache(path); });
      auto opened = timed(session, [&] { open_by(engines[i], session, path); });
      if (repetition >= 0) outcome.measurements[i + 1].samples.push_back(std::move(opened));
    }
  }
  return outcome;
}

}  // namespace

std::vector<Outcome> measure_open(par::Session& session, const Parameters& parameters,
                                  const std::vector<std::string>& engines, const MeasureOptions& options) {
  auto zones = parameters.zones;
  if (zones.empty())
    zones = parameters.is_published ? std::vector{64, 512, 4096, 32768} : std::vector{64, 512, 2048};
  std::vector<Outcome> outcomes;
  for (const int count : zones) outcomes.push_back(measure_one(session, count, engines, options));
  return outcomes;
}

}  // namespace pcgns::bench

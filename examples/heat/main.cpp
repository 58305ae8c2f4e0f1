// heat: how heat spreads in a quarter of a steel ring.
//
//   make the zones of this rank -> maybe read where to go on -> step, and write now and then

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "options.hpp"
#include "output.hpp"
#include "restart.hpp"
#include "solver.hpp"
#include "together.hpp"

namespace {

using namespace heat;

void refuse_to_overwrite(const std::vector<std::string>& inputs, const std::string& path) {
  std::error_code ignored;
  for (const auto& input : inputs)
    if (std::filesystem::equivalent(input, path, ignored))
      throw std::runtime_error(path + " is a restart file; choose another --out");
}

/// Writes the solution, and tells the user.
void write(Output& output, const std::vector<Zone>& zones, int step, double time) {
  together([&] { output.write(zones, step, time); });
  const auto [least, greatest] = extremes(zones);
  if (rank() == 0)
    std::printf("step %6d  time %10.2f s  temperature %8.3f to %8.3f K\n", step, time, least, greatest);
  std::fflush(stdout);
}

void run(const Options& options) {
  const Layout layout{options.zones, options.cells, ranks()};
  const auto path = output_path(options.out, rank());
  std::vector<Zone> zones;
  std::unique_ptr<Output> output;
  int start = 0;
  together([&] {
    zones = make_zones(layout, rank());
    if (!options.restart.empty()) start = read_restart(options.restart, layout, zones);
    refuse_to_overwrite(options.restart, path);
  });
  together([&] { output = std::make_unique<Output>(path, layout, zones, options.form); });

  // Time is counted in steps, so that a restart has the same.
  const double dt = stable_time_step(zones);
  refresh(layout, zones);
  if (options.restart.empty()) write(*output, zones, 0, 0.0);
  const int end = start + options.steps;
  for (int step = start + 1; step <= end; ++step) {
    advance(layout, zones, dt);
    if (step % options.write_every == 0 || step == end) write(*output, zones, step, step * dt);
  }
  together([&] { output->finish(); });
}

int guarded_main(const std::vector<std::string>& words) {
  try {
    const Options options = parse(words);
    if (!options.help)
      run(options);
    else if (rank() == 0)
      std::cout << usage;
    return 0;
  } catch (const Failure& failure) {  // Every rank is here.
    if (rank() == 0) std::cerr << "heat: " << failure.what() << '\n';
    return 2;
  } catch (const std::exception& error) {  // The other ranks do not know.
    std::cerr << "heat: rank " << rank() << ": " << error.what() << '\n';
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = guarded_main({argv + 1, argv + argc});
  MPI_Finalize();
  // HDF5 crashes in its clean-up at exit after a file that could not be closed, say on a full disk.
  if (status != 0) std::_Exit(status);
  return status;
}

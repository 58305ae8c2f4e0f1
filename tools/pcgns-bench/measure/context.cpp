#include "pcgns-bench/measure/context.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <filesystem>
#include <thread>

#include "common/version.hpp"
#include "pcgns/storage/storage.hpp"

namespace pcgns::bench {

nlohmann::ordered_json context_of(const par::Session& session, const tool::RunOptions& run,
                                  const Circumstances& circumstances) {
  utsname system = {};
  static_cast<void>(::uname(&system));
  const auto files = storage::file_system(circumstances.folder);
  nlohmann::ordered_json hints = nlohmann::ordered_json::object();
  for (const auto& [key, value] : run.hints()) hints[key] = value;
  return {{"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"host", system.nodename},
          {"kernel", system.release},
          {"cores", std::thread::hardware_concurrency()},
          {"ranks", session.size()},
          {"nodes", session.nodes()},
          {"file_system",
           {{"folder", std::filesystem::absolute(circumstances.folder).string()},
            {"kind", files.kind},
            {"block_size", files.block_size},
            {"stripe_size", files.stripe_size},
            {"stripe_count", files.stripe_count}}},
          {"cache", circumstances.is_cold ? "cold" : "warm"},
          {"sync", circumstances.syncs},
          {"hints", hints},
          {"versions",
           {{"pcgns", tool::version()}, {"mpi", tool::mpi_library()}, {"hdf5", tool::hdf5_library()}}}};
}

}  // namespace pcgns::bench

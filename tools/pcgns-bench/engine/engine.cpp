#include "pcgns-bench/engine/engine.hpp"

#include <algorithm>

namespace pcgns::bench {

namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Engine> (*make)(const Task&);
};

/// "one", "std", "buf" and "donio" are the names that one of the publications has.
constexpr Entry entries[] = {{"queue", queue_engine},
                             {"tuned", tuned_engine},
                             {"direct", direct_engine},
                             {"hdf5-collective", hdf5_collective_engine},
                             {"hdf5-independent", hdf5_independent_engine},
                             {"mpiio", mpiio_engine},
                             {"posix", posix_engine},
                             {"file-per-process", file_per_process_engine},
                             {"gather", gather_engine},
                             {"relay", relay_engine},
                             {"one", gather_engine},
                             {"std", std_engine},
                             {"buf", buffered_engine},
                             {"donio", donio_engine},
                             {"cache", cache_engine}};

}  // namespace

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& entry : entries) all.emplace_back(entry.name);
    return all;
  }();
  return names;
}

std::unique_ptr<Engine> make_engine(std::string_view name, const Task& task) {
  const auto* const found = std::find_if(std::begin(entries), std::end(entries),
                                         [&](const Entry& entry) { return entry.name == name; });
  return found->make(task);
}

}  // namespace pcgns::bench

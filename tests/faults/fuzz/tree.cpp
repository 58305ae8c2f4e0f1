// Files: their tree is read with all values, or they are an error; nothing is read twice with different
// results.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/guard.hpp"
#include "temporary_file.hpp"

namespace {

using namespace pcgns;

constexpr std::int64_t largest_array = 1 << 20;

std::string read(const std::string& path) {
  try {
    auto walked =
        file::walk_unguarded({.paths = {path}, .options = {.inline_limit = largest_array}, .inspect = true});
    for (auto& file : walked.inputs.files) file = {};
    const auto bytes = cgns::serialized(walked.inputs);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::TemporaryFile file(data, size);
  if (read(file.path()) != read(file.path())) std::abort();
  return 0;
}

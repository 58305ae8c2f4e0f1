// Files that are read without HDF5: HDF5 reads the same.
#include <cstdlib>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/read_trees.hpp"
#include "temporary_file.hpp"

namespace {

using namespace pcgns;

constexpr std::int64_t inline_limit = 1 << 10;

std::string text_of(cgns::InputSet inputs) {
  inputs.files.front() = {};
  const auto bytes = cgns::serialized(inputs);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string by_hdf5(const std::string& path) {
  try {
    return text_of(file::read_tree(path, {.inline_limit = inline_limit, .plain = false}));
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::TemporaryFile file(data, size);
  cgns::InputSet inputs;
  inputs.files.push_back({.path = file.path()});
  if (file::add_plain_tree(inputs, 0, inline_limit) && text_of(std::move(inputs)) != by_hdf5(file.path()))
    std::abort();
  return 0;
}

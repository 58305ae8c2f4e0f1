#include <memory>

#include "pcgns/assemble/assemble.hpp"

namespace pcgns::assemble {

int add_composite(Job& job, std::string path, tree::DataType type, std::vector<std::int64_t> dims,
                  plan::Composite composite) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .path = std::move(path),
                        .type = type,
                        .dims = std::move(dims),
                        .composite = static_cast<int>(job.composites.size())});
  job.composites.push_back(std::move(composite));
  return index;
}

int add_values(Job& job, tree::DataType type, std::vector<std::int64_t> dims, std::vector<std::byte> values) {
  const int index = static_cast<int>(job.arrays.size());
  job.arrays.push_back({.file = -1,
                        .type = type,
                        .dims = std::move(dims),
                        .values = std::make_shared<const std::vector<std::byte>>(std::move(values))});
  return index;
}

}  // namespace pcgns::assemble

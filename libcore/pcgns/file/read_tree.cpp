#include "pcgns/file/read_tree.hpp"

#include "pcgns/file/walker.hpp"

namespace pcgns::file {

tree::InputSet read_tree(const std::string& path, const ReadOptions& options) {
  Walker walker({path}, options);
  walker.walk_next();
  return walker.take();
}

}  // namespace pcgns::file

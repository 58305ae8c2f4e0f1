#include "pcgns/file/join_sets.hpp"

#include <filesystem>
#include <iterator>
#include <utility>

namespace pcgns::file {

namespace {

/// By its text alone: thousands of ranks must not ask the file system for thousands of files.
std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// From indices of a piece to those of the whole.
struct Shift {
  std::vector<int> files;
  int arrays = 0;

  [[nodiscard]] int file(int index) const { return files[static_cast<std::size_t>(index)]; }
};

void shift(tree::Node& node, const Shift& by) {
  if (node.array >= 0) node.array += by.arrays;
  for (auto& extra : node.extras) extra.file = by.file(extra.file);
  for (auto& child : node.children) shift(child, by);
}

}  // namespace

SetJoiner::SetJoiner(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) indices_.emplace(absolute(paths[i]), static_cast<int>(i));
  result_.files.resize(paths.size());
}

void SetJoiner::add(tree::InputSet piece, int reader) {
  const Shift by{add_files(std::move(piece.files), reader), static_cast<int>(result_.arrays.size())};
  for (auto& tree : piece.trees) shift(tree, by);
  for (auto& array : piece.arrays) array.file = by.file(array.file);
  for (auto& loss : piece.losses) loss.file = by.file(loss.file);
  append(result_.trees, piece.trees);
  append(result_.arrays, piece.arrays);
  append(result_.losses, piece.losses);
}

std::vector<int> SetJoiner::add_files(std::vector<tree::File> files, int reader) {
  // Each input has one tree, and the pieces come in the order of the inputs.
  auto next = static_cast<int>(result_.trees.size());
  std::vector<int> indices;
  for (auto& file : files) {
    file.reader = reader;
    if (file.linked) {
      indices.push_back(add_linked(std::move(file)));
      continue;
    }
    file.number = next;
    indices.push_back(next);
    result_.files[static_cast<std::size_t>(next++)] = std::move(file);
  }
  return indices;
}

int SetJoiner::add_linked(tree::File file) {
  const auto next = static_cast<int>(result_.files.size());
  const auto [found, added] = indices_.emplace(absolute(file.path), next);
  if (!added) return found->second;
  file.number = next;
  result_.files.push_back(std::move(file));
  return next;
}

}  // namespace pcgns::file

// join_sets.hpp: the input sets that several walkers made of their files, as one.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

class SetJoiner {
 public:
  /// `paths`: of all inputs, in their order.
  explicit SetJoiner(const std::vector<std::string>& paths);

  /// Adds what the rank `reader` has read of the next inputs. A linked file that several walkers came to is
  /// listed once.
  void add(tree::InputSet piece, int reader);

  [[nodiscard]] tree::InputSet take() { return std::move(result_); }

 private:
  [[nodiscard]] std::vector<int> add_files(std::vector<tree::File> files, int reader);
  [[nodiscard]] int add_linked(tree::File file);

  std::unordered_map<std::string, int> indices_;  ///< Of files, by absolute path.
  tree::InputSet result_;
};

}  // namespace pcgns::file

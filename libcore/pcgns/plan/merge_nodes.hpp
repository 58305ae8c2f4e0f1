// merge_nodes.hpp: one node of the same node in many files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/plan/merge_job.hpp"
#include "pcgns/plan/merge_per_rank.hpp"

namespace pcgns::plan {

/// The node at `path` of the output, made of `sources`. Where they differ:
///  - nodes with a meaning in the standard contradict each other: an error, or the first one counts;
///  - other nodes go to `per_rank`, and nothing is left here;
///  - children that some files have only are carried, and noted.
[[nodiscard]] std::optional<tree::Node> unite(Job& job, const Sources& sources, const std::string& path,
                                              PerRank& per_rank);

/// The children of `parents` united, in the order in which they are seen first.
[[nodiscard]] std::vector<tree::Node> unite_children(Job& job, const Sources& parents,
                                                     const std::string& path, PerRank& per_rank);

/// Says that `path` is in `sources` only, if there are more `parents`.
void note_if_partial(Job& job, const Sources& sources, const Sources& parents, const std::string& path);

/// How often a value differs between files where --on-conflict first lets that pass, and a note of it.
class Conflicts {
 public:
  Conflicts(Job& job, std::string path) : job_(job), path_(std::move(path)) {}

  /// Throws unless the first file counts.
  void add(int file_a, int file_b, const tree::Difference& difference);
  void note() const;

 private:
  Job& job_;
  std::string path_;
  std::string shown_;
  std::int64_t count_ = 0;
};

}  // namespace pcgns::plan

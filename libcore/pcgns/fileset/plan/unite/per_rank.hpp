// per_rank.hpp: keeps what each rank recorded for itself separate in the merged file.
//
// Files may differ in nodes without a meaning in SIDS (time stamps, settings of a rank); none of them is
// right or wrong. All are kept below ":PCGNS#PerRank/<rank>", with the names of their ancestors.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/fileset/plan/unite/job.hpp"

namespace pcgns::fileset {

class PerRank {
 public:
  /// For nodes below `container`: "/Base", or "/" for nodes beside the bases.
  explicit PerRank(std::string container) : container_(std::move(container)) {}

  /// Takes all `sources`, which belong at `path` of the output.
  void take(const MergeJob& job, const Sources& sources, std::string_view path);

  /// Takes over such nodes of an earlier merge; `sources` are the nodes themselves.
  void take_over(const Sources& sources);

  /// The node that holds everything; empty if nothing was taken.
  [[nodiscard]] std::optional<cgns::Node> node(const MergeJob& job) const;

 private:
  struct Item {
    std::string rank;
    std::string above;  ///< Names between the container and the node: "Family/Data"; may be empty.
    Source source;
  };

  std::string container_;
  std::map<int, std::vector<Item>> items_;  ///< By file.
};

}  // namespace pcgns::fileset

// merge_per_rank.hpp: what each rank noted for itself, kept apart in the one file.
//
// Where files differ in nodes that mean nothing to the standard (time stamps, settings of a rank), none of
// them is right or wrong. All are kept below ":PCGNS#PerRank/<rank>", with the names of the nodes above them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/plan/merge_job.hpp"

namespace pcgns::plan {

inline constexpr std::string_view per_rank_name = ":PCGNS#PerRank";

class PerRank {
 public:
  /// For nodes below `container`: "/Base", or "/" for what lies beside the bases.
  explicit PerRank(std::string container) : container_(std::move(container)) {}

  /// Takes all of `sources`, whose place in the output would have been `path`.
  void take(const Job& job, const Sources& sources, std::string_view path);

  /// Takes what an earlier merge left in inputs: `sources` are such nodes themselves.
  void take_over(const Sources& sources);

  /// The node that holds all; nothing if nothing was taken.
  [[nodiscard]] std::optional<tree::Node> node(const Job& job) const;

 private:
  struct Item {
    std::string rank;
    std::string above;  ///< The names above the node, below the container: "Family/Data"; may be empty.
    Source source;
  };

  std::string container_;
  std::map<int, std::vector<Item>> items_;  ///< By file.
};

}  // namespace pcgns::plan

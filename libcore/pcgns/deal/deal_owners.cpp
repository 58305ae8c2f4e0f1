// Ghosts, and whose they are.

#include <algorithm>

#include "pcgns/deal/deal_job.hpp"

namespace pcgns::deal {

namespace {

/// For each ghost of `dealing`, in the order in which parts have them, the rank of the lowest part that has
/// it as its own, and as which of these, from 1.
void deal_owners_of(DealJob& job, const Dealing& dealing, const std::string& name) {
  const auto ghosts = ghosts_alone(dealing);
  std::vector<std::int64_t> ranks;
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < ghosts.mine.size(); ++i) {
    const auto owner = static_cast<std::size_t>(dealing.slots(i).begin);
    for (auto copies = ghosts.slots(i).size(); copies > 0; --copies) {
      ranks.push_back(job.out.parts[static_cast<std::size_t>(dealing.parts[owner])].rank);
      indices.push_back(dealing.indices[owner] + 1);
    }
  }
  const auto& path = job.out.path;
  const auto deal = [&](const std::string& what, const std::vector<std::int64_t>& values) {
    job.out.owners.emplace_back(name + what, deal_slots(job, path, tree::DataType::I8, ghosts, 1, values));
  };
  deal("Owner", ranks);
  deal("OwnerIndex", indices);
}

}  // namespace

void note_ghosts(DealJob& job, const tree::Node& node, const Dealing& dealing) {
  if (dealing.ghosts > 0) job.out.ghosts[&node] = ghost_counts_of(dealing);
}

void deal_owners(DealJob& job) {
  deal_owners_of(job, job.dealt.cells, "Cell");
  deal_owners_of(job, job.dealt.vertices, "Vertex");
}

}  // namespace pcgns::deal

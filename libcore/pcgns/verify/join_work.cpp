#include "pcgns/verify/join_work.hpp"
#include "pcgns/check/coincidence.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/ordered.hpp"

namespace pcgns::verify {

void unite(par::Session& session, std::vector<check::Coincidence>& found) {
  std::vector<std::int64_t> sums;
  std::vector<std::int64_t> extremes;
  for (const auto& one : found) {
    sums.insert(sums.end(), {one.apart, one.inexact});
    extremes.insert(extremes.end(),
                    {ordered(one.largest), earliness(one.first_apart), earliness(one.first_inexact)});
  }
  par::sum_over_ranks(session.comm(), sums);
  par::max_over_ranks(session.comm(), extremes);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = {.apart = sums[2 * i],
                .inexact = sums[2 * i + 1],
                .largest = from_ordered(extremes[3 * i]),
                .first_apart = from_earliness(extremes[3 * i + 1]),
                .first_inexact = from_earliness(extremes[3 * i + 2])};
  }
}

}  // namespace pcgns::verify

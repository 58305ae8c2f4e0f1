#include <map>

#include "pcgns/check/arrays.hpp"
#include "pcgns/check/fields.hpp"
#include "pcgns/check/iterative.hpp"
#include "pcgns/check/judge_set.hpp"
#include "pcgns/check/judge_values.hpp"
#include "pcgns/check/value_stats.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/layers.hpp"
#include "pcgns/verify/ordered.hpp"
#include "pcgns/verify/stream.hpp"

namespace pcgns::verify {

namespace {

using check::RealArray;
using check::ValueStats;

/// What all ranks have seen of each array.
void unite(MPI_Comm comm, std::vector<ValueStats>& all) {
  std::vector<std::int64_t> sums;
  std::vector<std::int64_t> extremes;
  for (const auto& stats : all) {
    sums.insert(sums.end(), {stats.count, stats.nans, stats.infinities, stats.negatives});
    extremes.insert(extremes.end(),
                    {earliness(stats.first_nan), earliness(stats.first_infinity),
                     earliness(stats.first_negative), ordered(-stats.lowest), ordered(stats.highest)});
  }
  par::sum_over_ranks(comm, sums);
  par::max_over_ranks(comm, extremes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto* sum = sums.data() + 4 * i;
    const auto* extreme = extremes.data() + 5 * i;
    all[i] = {.count = sum[0],
              .nans = sum[1],
              .infinities = sum[2],
              .negatives = sum[3],
              .first_nan = from_earliness(extreme[0]),
              .first_infinity = from_earliness(extreme[1]),
              .first_negative = from_earliness(extreme[2]),
              .lowest = -from_ordered(extreme[3]),
              .highest = from_ordered(extreme[4])};
  }
}

/// What is streamed: real arrays, and what several parts bring, which is compared on the way.
struct Arrays {
  std::vector<int> targets;            ///< Ascending.
  std::vector<const RealArray*> real;  ///< Of each target; null if it is not real.
};

Arrays arrays_of(const plan::Plan& plan, const std::vector<RealArray>& all) {
  std::map<int, const RealArray*> wanted;
  for (const auto& box : plan.boxes) {
    if (box.shared) wanted.emplace(box.target, nullptr);
  }
  for (const auto& indexed : plan.indexed) {
    if (indexed.may_share) wanted.emplace(indexed.target, nullptr);
  }
  for (const auto& array : all) {
    if (array.node->is_bulk()) wanted[array.node->array] = &array;
  }
  Arrays arrays;
  for (const auto& [target, array] : wanted) {
    arrays.targets.push_back(target);
    arrays.real.push_back(array);
  }
  return arrays;
}

/// Each rank judges some.
bool is_mine(const par::Session& session, std::size_t i) {
  return i % static_cast<std::size_t>(session.size()) == static_cast<std::size_t>(session.rank());
}

void judge_small(const par::Session& session, const Subject& subject, const std::vector<RealArray>& arrays,
                 check::Findings& findings) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& node = *arrays[i].node;
    const bool is_judged_elsewhere = node.name == "TimeValues" || node.name == "IterationValues";
    if (node.is_bulk() || !is_mine(session, i) || is_judged_elsewhere) continue;
    check::judge_values(arrays[i], check::stats_of(node.type, node.data, 0), subject.file, findings);
  }
}

void check_trees(const par::Session& session, const Subject& subject, check::Findings& findings) {
  const auto& bases = subject.data.plan.output.children;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i].label != "CGNSBase_t" || !is_mine(session, i)) continue;
    check::check_iterative(bases[i], subject.file, findings);
    check::check_fields(bases[i], subject.file, findings);
  }
}

}  // namespace

void check_values(par::Session& session, const Subject& subject, check::Findings& findings) {
  session.enter("checking values");
  std::vector<RealArray> all;
  Arrays arrays;
  par::collectively(session.comm(), "checking values", [&] {
    all = check::real_arrays(subject.data.plan.output);
    arrays = arrays_of(subject.data.plan, all);
    judge_small(session, subject, all, findings);
    check_trees(session, subject, findings);
  });
  std::vector<ValueStats> stats(arrays.targets.size());
  const auto shared = stream(session, subject.data, arrays.targets,
                             [&](std::size_t i, std::int64_t begin, std::span<const std::byte> bytes) {
                               if (arrays.real[i] == nullptr) return;
                               stats[i].add(check::stats_of(arrays.real[i]->node->type, bytes, begin));
                             });
  unite(session.comm(), stats);
  par::collectively(session.comm(), "checking values", [&] {
    for (std::size_t i = 0; i < stats.size(); ++i) {
      if (arrays.real[i] == nullptr || !is_mine(session, i)) continue;
      check::judge_values(*arrays.real[i], stats[i], subject.file, findings);
    }
  });
  if (session.is_root()) check::judge_shared(shared.differing, shared.largest, shared.where, findings);
}

}  // namespace pcgns::verify

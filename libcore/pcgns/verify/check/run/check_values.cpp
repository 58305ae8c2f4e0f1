#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/verify/check/plan/fields.hpp"
#include "pcgns/verify/check/plan/judge_set.hpp"
#include "pcgns/verify/check/plan/value_stats.hpp"
#include "pcgns/verify/check/run/ordered.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

namespace {

/// Receives whole values of targets[array], starting at index `begin`; native byte order.
using Take = std::function<void(std::size_t array, std::int64_t begin, std::span<const std::byte> bytes)>;

constexpr std::int64_t alignment = 64;  ///< No value crosses a file domain.

/// Offsets of the arrays in a hypothetical file.
struct Layout {
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
};

Layout layout_of(const plan::Plan& plan) {
  Layout layout;
  for (const auto& target : plan.targets) {
    layout.offsets.push_back(layout.end);
    layout.end = round_up(layout.end + target.bytes(), alignment);
  }
  return layout;
}

/// Splits a file domain into the pieces of its arrays.
class CuttingSink : public io::Sink {
 public:
  CuttingSink(const plan::Plan& plan, const Layout& layout, const Take& take)
      : plan_(plan), layout_(layout), take_(take) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const Range written{offset, offset + static_cast<std::int64_t>(bytes.size())};
    const auto& offsets = layout_.offsets;
    auto i = static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), offset) -
                                      offsets.begin() - 1);
    for (; i < offsets.size() && offsets[i] < written.end; ++i) {
      const auto& target = plan_.targets[i];
      const auto piece = intersect(written, {offsets[i], offsets[i] + target.bytes()});
      if (piece.empty()) continue;
      take_(i, (piece.begin - offsets[i]) / cgns::size_of(target.type),
            bytes.subspan(static_cast<std::size_t>(piece.begin - offset),
                          static_cast<std::size_t>(piece.size())));
    }
  }
  void sync() override {}
  void close() override {}

 private:
  const plan::Plan& plan_;
  const Layout& layout_;
  const Take& take_;
};

struct SharedPoints {
  io::SharedSummary differences;
  std::optional<std::string> contradiction;  ///< In coordinates.
};

/// Passes every value of `targets` (indices into Plan::targets, ascending) to `take` on one of the ranks, in
/// pieces within Dataset::memory. Returns the differences at points shared by several parts. Throws the same
/// Error on every rank. @note Collective.
SharedPoints stream(par::Session& session, const mesh::Dataset& dataset, std::span<const int> targets,
                    const Take& take) {
  if (targets.empty()) return {};
  const auto plan = plan::subplan(dataset.plan, targets);
  const auto layout = layout_of(plan);
  const plan::Machine machine{.ranks = session.size(), .memory = dataset.memory, .alignment = alignment};
  const io::Task task{.plan = plan,
                      .inputs = dataset.inputs,
                      .offsets = layout.offsets,
                      .end = layout.end,
                      .machine = io::suited(machine, plan)};
  CuttingSink sink(plan, layout, take);
  const auto shared = io::execute(session, task, sink).shared;
  io::Agreement agreement(session, plan, dataset.inputs, dataset.memory);
  return {io::summary_of(shared, plan), agreement.contradiction_in(shared)};
}

/// Merges the statistics of all ranks, by array.
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

/// The streamed arrays: real arrays, and arrays that several parts contribute to, compared while streaming.
struct Arrays {
  std::vector<int> targets;            ///< Ascending.
  std::vector<const RealArray*> real;  ///< By target; null if it is not real.
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

/// Distributes the judging over the ranks.
bool is_mine(const par::Session& session, std::size_t i) {
  return i % static_cast<std::size_t>(session.size()) == static_cast<std::size_t>(session.rank());
}

void judge_small(const par::Session& session, const Subject& subject, const std::vector<RealArray>& arrays,
                 cgns::Findings& findings) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& node = *arrays[i].node;
    const bool is_judged_elsewhere = node.name == "TimeValues" || node.name == "IterationValues";
    if (node.is_bulk() || !is_mine(session, i) || is_judged_elsewhere) continue;
    verify::check::judge_values(arrays[i], verify::check::stats_of(node.type, node.data, 0), subject.file,
                                findings);
  }
}

void check_trees(const par::Session& session, const Subject& subject, cgns::Findings& findings) {
  const auto& bases = subject.data.plan.output.children;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i].label != "CGNSBase_t" || !is_mine(session, i)) continue;
    verify::check::check_iterative(bases[i], subject.file, findings);
    verify::check::check_fields(bases[i], subject.file, findings);
  }
}

}  // namespace

void check_values(par::Session& session, const Subject& subject, cgns::Findings& findings) {
  session.enter("checking values");
  std::vector<RealArray> all;
  Arrays arrays;
  par::collectively(session.comm(), "checking values", [&] {
    all = verify::check::real_arrays(subject.data.plan.output);
    arrays = arrays_of(subject.data.plan, all);
    judge_small(session, subject, all, findings);
    check_trees(session, subject, findings);
  });
  std::vector<ValueStats> stats(arrays.targets.size());
  const auto shared =
      stream(session, subject.data, arrays.targets,
             [&](std::size_t i, std::int64_t begin, std::span<const std::byte> bytes) {
               if (arrays.real[i] == nullptr) return;
               stats[i].add(verify::check::stats_of(arrays.real[i]->node->type, bytes, begin));
             });
  unite(session.comm(), stats);
  par::collectively(session.comm(), "checking values", [&] {
    for (std::size_t i = 0; i < stats.size(); ++i) {
      if (arrays.real[i] == nullptr || !is_mine(session, i)) continue;
      verify::check::judge_values(*arrays.real[i], stats[i], subject.file, findings);
    }
  });
  const auto& differences = shared.differences;
  const auto largest =
      differences.unmeasured == differences.differing ? std::nullopt : std::optional(differences.largest);
  if (session.is_root())
    verify::check::judge_shared(differences.differing, largest, differences.where, shared.contradiction,
                                findings);
}

}  // namespace pcgns::verify::check

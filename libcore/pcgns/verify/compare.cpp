#include "pcgns/verify/compare.hpp"

#include <set>

#include "pcgns/par/collective.hpp"

namespace pcgns::verify {

namespace {

using Kind = plan::NodeFinding::Kind;

Kind kind_of(const kernel::ValueDifferences& differences) {
  if (differences.different == 0) return Kind::tolerated;
  return differences.is_reordered() ? Kind::reordered : Kind::values;
}

CompareFinding finding_of(const plan::ArrayPair& pair, kernel::ValueDifferences differences) {
  const auto kind = kind_of(differences);
  return {.node = {.path = pair.path, .kind = kind, .counts = kind < Kind::width},
          .has_values = true,
          .values = std::move(differences),
          .count = tree::count_of(pair.dims),
          .dims = pair.dims,
          .entity = pair.entity,
          .zone = pair.zone};
}

}  // namespace

std::int64_t CompareResult::different() const {
  std::set<std::string_view> paths;
  for (const auto& finding : findings) {
    if (finding.node.counts) paths.insert(finding.node.path);
  }
  return static_cast<std::int64_t>(paths.size());
}

CompareResult compare_by_name(par::Session& session, const CompareSide& a, const CompareSide& b,
                              const plan::CompareRequest& request) {
  plan::Pairing pairing;
  par::collectively(session.comm(), "comparing trees",
                    [&] { pairing = plan::pair_by_name(a.plan.output, b.plan.output, request); });
  auto differences = compare_arrays(session, a, b, pairing.arrays, request.most_samples);
  CompareResult result{.findings = {}, .nodes = pairing.nodes, .values = 0};
  for (auto& node : pairing.findings) result.findings.push_back({.node = std::move(node)});
  for (const auto& pair : pairing.arrays) result.values += tree::count_of(pair.dims);
  for (auto& [index, values] : differences) {
    result.findings.push_back(finding_of(pairing.arrays[static_cast<std::size_t>(index)], std::move(values)));
  }
  return result;
}

}  // namespace pcgns::verify

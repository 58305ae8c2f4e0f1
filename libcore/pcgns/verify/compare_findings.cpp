#include "pcgns/verify/compare_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare_layout.hpp"

namespace pcgns::verify {

namespace {

using plan::NodeFinding;
using Kind = NodeFinding::Kind;

Kind kind_of(const kernel::ValueDifferences& differences) {
  if (differences.different == 0) return Kind::tolerated;
  return differences.is_reordered() ? Kind::reordered : Kind::values;
}

bool counts(Kind kind) { return kind < Kind::width; }

CompareFinding finding_of(const plan::ArrayPair& pair, kernel::ValueDifferences differences) {
  const auto kind = kind_of(differences);
  return {.node = {.path = pair.path, .kind = kind, .counts = counts(kind)},
          .has_values = true,
          .values = std::move(differences),
          .count = tree::count_of(pair.dims),
          .dims = pair.dims,
          .entity = pair.entity,
          .zone = pair.zone};
}

std::string points_text(std::int64_t count, const std::vector<std::int64_t>& first, std::string_view side) {
  auto text = fmt::format("{} only in {}", count, side);
  if (first.empty() || first.front() == 0) return text;
  return text + fmt::format(" ({}{})", fmt::join(first, ", "),
                            count > static_cast<std::int64_t>(first.size()) ? ", …" : "");
}

void read_coordinate(const tree::Node& node, CompareFinding& finding, CompareLayout& layout) {
  const auto index = finding.values.absolute.at.index;
  const std::int64_t size = tree::size_of(node.type);
  const bool is_real = node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
  if (!is_real || !node.is_bulk() || node.dims != finding.dims || !layout.is_plain(node.array)) return;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  layout.read(node.array, {index * size, (index + 1) * size}, bytes);
  const auto value = tree::reals_of({.type = node.type, .dims = {1}, .data = std::move(bytes)});
  finding.coordinates.push_back(value.front());
}

/// Where in space the largest differences are, as far as that takes no more than reading a few values.
void find_places(const CompareSide& a, std::vector<CompareFinding>& findings) {
  CompareLayout layout(a, 0);
  int most = 100;
  for (auto& finding : findings) {
    const auto index = finding.values.absolute.at.index;
    const auto* zone = finding.zone.empty() ? nullptr : tree::find(a.plan.output, finding.zone);
    const auto* grid = zone == nullptr ? nullptr : zone->child("GridCoordinates");
    if (finding.entity != plan::Entity::vertex || index < 0 || grid == nullptr) continue;
    if (most-- == 0) return;
    for (const auto& node : grid->children) read_coordinate(node, finding, layout);
  }
}

}  // namespace

std::int64_t CompareResult::different() const {
  std::set<std::string_view> paths;
  for (const auto& finding : findings) {
    if (finding.node.counts) paths.insert(finding.node.path);
  }
  return static_cast<std::int64_t>(paths.size());
}

NodeFinding finding_of(const plan::PointSetPair& set, const PointRows& rows) {
  if (rows.only_a + rows.only_b > 0) {
    return {.path = set.path,
            .kind = Kind::points,
            .a = fmt::format("other points: {}, {}; {} in both", points_text(rows.only_a, rows.first_a, "%A"),
                             points_text(rows.only_b, rows.first_b, "%B"), set.a.count - rows.only_a)};
  }
  return {.path = set.path,
          .kind = Kind::renumbered,
          .counts = false,
          .a = fmt::format("the same {} points{}", set.a.count, rows.in_order ? "" : " in another order")};
}

void advise(plan::Pairing& pairing, const ArrayDifferences& differences) {
  std::map<std::string, bool> grids;
  for (const auto& [index, values] : differences) {
    const auto& pair = pairing.arrays[static_cast<std::size_t>(index)];
    if (!pair.zone.empty() && pair.path.starts_with(pair.zone + "/GridCoordinates/"))
      grids.try_emplace(pair.zone, true).first->second &= values.is_reordered();
  }
  for (const auto& [zone, all] : grids) {
    if (!all) continue;
    pairing.findings.push_back({.path = zone,
                                .kind = Kind::note,
                                .counts = false,
                                .a = "its points seem to be the same in another order; --match coordinates "
                                     "compares them point by point"});
  }
}

CompareResult result_of(par::Session& session, const CompareSide& a, plan::Pairing pairing,
                        ArrayDifferences differences) {
  CompareResult result{.findings = {}, .nodes = pairing.nodes, .values = 0};
  for (const auto& pair : pairing.arrays) result.values += tree::count_of(pair.dims);
  for (auto& node : pairing.findings) result.findings.push_back({.node = std::move(node)});
  for (auto& [index, values] : differences) {
    const auto& pair = pairing.arrays[static_cast<std::size_t>(index)];
    result.findings.push_back(finding_of(pair, std::move(values)));
  }
  std::stable_sort(
      result.findings.begin(), result.findings.end(),
      [](const CompareFinding& x, const CompareFinding& y) { return x.node.path < y.node.path; });
  par::on_root(session.comm(), "reading coordinates", [&] { find_places(a, result.findings); });
  return result;
}

}  // namespace pcgns::verify

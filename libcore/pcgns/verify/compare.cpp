#include "pcgns/verify/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/verify/compare_job.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_old_form.hpp"
#include "pcgns/verify/compare_points.hpp"
#include "pcgns/verify/compare_rows.hpp"
#include "pcgns/verify/compare_union.hpp"
#include "pcgns/verify/compare_zone.hpp"

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

/// One comparison, step by step.
class Comparer {
 public:
  Comparer(par::Session& session, const CompareSide& a, const CompareSide& b,
           const plan::CompareRequest& request)
      : session_(session), a_(a), b_(b), request_(request) {}

  CompareResult run(bool by_coordinates) {
    par::collectively(session_.comm(), "comparing trees",
                      [&] { pairing_ = plan::pair_by_name(a_.plan.output, b_.plan.output, request_); });
    differences_ = compare_arrays(session_, a_, b_, pairing_.arrays, request_.most_samples);
    match_old_forms();
    for (auto& set : pairing_.point_sets) renumbered_.push_back(needs_rows(set));
    if (by_coordinates) match_zones();
    compare_anew();
    if (by_coordinates) match_unions();
    return result(by_coordinates);
  }

 private:
  [[nodiscard]] const plan::ArrayPair& pair(int index) const {
    return pairing_.arrays[static_cast<std::size_t>(index)];
  }

  /// Where lists are equal in their order, nothing is left to find out.
  [[nodiscard]] bool needs_rows(const plan::PointSetPair& set) const {
    return !set.alike || (set.array >= 0 && differences_.contains(set.array));
  }

  // --- elements in the form before CGNS 4 ---

  /// A section that has ElementStartOffset on one side only may have the same elements all the same.
  void match_old_forms() {
    constexpr std::string_view starts = "/ElementStartOffset";
    const auto findings = pairing_.findings;
    for (const auto& found : findings) {
      const bool is_alone = found.kind == Kind::only_a || found.kind == Kind::only_b;
      if (!is_alone || !found.path.ends_with(starts)) continue;
      const auto path = found.path.substr(0, found.path.size() - starts.size());
      const auto* a = tree::find(a_.plan.output, path);
      const auto* b = tree::find(b_.plan.output, path);
      if (a == nullptr || b == nullptr || a->label != "Elements_t") continue;
      const bool same = found.kind == Kind::only_a ? same_elements(session_, a_, *a, b_, *b, path)
                                                   : same_elements(session_, b_, *b, a_, *a, path);
      if (!same) continue;
      std::erase_if(pairing_.findings, [&](const NodeFinding& other) {
        return other.path == found.path || other.path == path + "/ElementConnectivity";
      });
      pairing_.findings.push_back({.path = path,
                                   .kind = Kind::width,
                                   .counts = false,
                                   .a = found.kind == Kind::only_a ? "now" : "before CGNS 4",
                                   .b = found.kind == Kind::only_a ? "before CGNS 4" : "now"});
    }
  }

  // --- points with other numbers ---

  void match_zones() {
    std::set<std::string> zones;
    for (const auto& [index, differences] : differences_) zones.insert(pair(index).zone);
    for (const auto& finding : pairing_.findings) {
      if (finding.kind == Kind::extents) zones.insert(zone_of(finding.path));
    }
    for (const auto& path : zones) match_zone_at(path);
  }

  /// The zone that a node is in: of its path, the first two names.
  static std::string zone_of(const std::string& path) {
    const auto base = path.find('/', 1);
    if (base == std::string::npos) return {};
    return path.substr(0, path.find('/', base + 1));
  }

  void match_zone_at(const std::string& path) {
    const ZonePair zone{.path = path,
                        .a = tree::find(a_.plan.output, path),
                        .b = tree::find(b_.plan.output, path),
                        .cell_dimension = cell_dimension(path)};
    if (path.empty() || zone.a == nullptr || zone.b == nullptr || zone.a->label != "Zone_t") return;
    auto match = match_zone(session_, a_, b_, zone, request_.tolerance.absolute.value_or(0));
    if (match.points.count == 0) return;
    drop_elements(zone, match);
    zones_.emplace(path, std::move(match));
  }

  [[nodiscard]] int cell_dimension(const std::string& path) const {
    const auto* base = tree::find(a_.plan.output, path.substr(0, path.find('/', 1)));
    const bool says = base != nullptr && base->type == tree::DataType::I4 && !base->data.empty();
    return says ? static_cast<int>(tree::integers_of(*base).front()) : 3;
  }

  /// Elements that are paired one by one need not be compared section by section.
  void drop_elements(const ZonePair& zone, const ZoneMatch& match) {
    if (!match.has_elements) return;
    std::set<std::string> sections;
    for (const auto* side : {zone.a, zone.b}) {
      for (const auto& node : side->children) {
        if (node.label == "Elements_t") sections.insert(tree::join(zone.path, node.name));
      }
    }
    const auto is_in_section = [&](const std::string& path) {
      return std::any_of(sections.begin(), sections.end(), [&](const std::string& section) {
        return path == section || path.starts_with(section + "/");
      });
    };
    std::erase_if(pairing_.findings, [&](const NodeFinding& found) { return is_in_section(found.path); });
    std::erase_if(differences_, [&](const auto& found) { return is_in_section(pair(found.first).path); });
  }

  // --- zones that are others ---

  void match_unions() {
    for (const auto& base : a_.plan.output.children) {
      const auto* other = b_.plan.output.child(base.name);
      if (base.label != "CGNSBase_t" || other == nullptr) continue;
      const auto path = "/" + base.name;
      UnionPair zones{.path = path, .cell_dimension = cell_dimension(path + "/"), .a = {}, .b = {}};
      zones.a = zones_alone(base, *other, path, Kind::only_a);
      zones.b = zones_alone(*other, base, path, Kind::only_b);
      if (!zones.a.empty() && !zones.b.empty()) match_union(zones);
    }
  }

  /// The zones of `base` that were told to be there only; none if any has a partner.
  [[nodiscard]] std::vector<UnionZone> zones_alone(const tree::Node& base, const tree::Node& other,
                                                   const std::string& path, Kind kind) const {
    std::vector<UnionZone> zones;
    for (const auto& node : base.children) {
      if (node.label != "Zone_t") continue;
      if (other.child(node.name) != nullptr) return {};
      const auto zone = tree::join(path, node.name);
      if (std::any_of(pairing_.findings.begin(), pairing_.findings.end(),
                      [&](const NodeFinding& found) { return found.path == zone && found.kind == kind; }))
        zones.push_back({zone, &node});
    }
    return zones;
  }

  void match_union(const UnionPair& zones) {
    auto found = compare_union(session_, a_, b_, zones, request_);
    std::set<std::string> replaced;
    for (const auto* side : {&zones.a, &zones.b}) {
      for (const auto& zone : *side) replaced.insert(zone.path);
    }
    std::erase_if(pairing_.findings, [&](const NodeFinding& old) { return replaced.contains(old.path); });
    const auto before = static_cast<int>(pairing_.arrays.size());
    for (auto& finding : found.findings) pairing_.findings.push_back(std::move(finding));
    for (auto& array : found.arrays) pairing_.arrays.push_back(std::move(array));
    for (auto& [index, values] : found.differences) differences_.emplace(before + index, std::move(values));
  }

  // --- values that belong to points in another order ---

  void compare_anew() {
    CompareJob job(pairing_.arrays, request_.most_samples);
    std::set<int> anew;
    data_.resize(pairing_.point_sets.size());
    for (int index = 0; index < static_cast<int>(pairing_.arrays.size()); ++index) {
      if (const int set = pair(index).points; set >= 0) data_[static_cast<std::size_t>(set)].push_back(index);
    }
    for (std::size_t i = 0; i < pairing_.point_sets.size(); ++i) compare_set(static_cast<int>(i), job, anew);
    for (const auto& [path, match] : zones_) compare_zone(path, match, job, anew);
    for (const int index : anew) differences_.erase(index);
    differences_.merge(united(session_, job.differences(), request_.most_samples));
  }

  /// Numbers of points of a set in a zone that was matched: of vertices, or of elements.
  [[nodiscard]] Renumber renumber_of(const plan::PointSetPair& set) const {
    const auto zone = zones_.find(set.zone);
    if (zone == zones_.end() || set.width != 1) return {};
    if (set.location == "Vertex") return renumber_by(session_, zone->second.points_back);
    return zone->second.has_elements ? renumber_by(session_, zone->second.elements_back) : Renumber{};
  }

  void compare_set(int number, CompareJob& job, std::set<int>& anew) {
    const auto& set = pairing_.point_sets[static_cast<std::size_t>(number)];
    const auto renumber = renumber_of(set);
    if (!renumbered_[static_cast<std::size_t>(number)] && !renumber) return;
    if (set.alike && set.array < 0) return;  // It was not to be compared.
    const auto rows = pair_points(session_, a_, b_, set, renumber);
    pairing_.findings.push_back(finding_of(set, rows));
    if (set.alike) anew.insert(set.array);
    if (rows.only_a + rows.only_b > 0) return;
    for (const int index : data_[static_cast<std::size_t>(number)])
      compare_in_rows(index, rows.partner, job, anew);
  }

  /// @pre `partner` has a row for each of the pair's.
  void compare_in_rows(int index, const mesh::Share& partner, CompareJob& job, std::set<int>& anew) {
    auto& pair = pairing_.arrays[static_cast<std::size_t>(index)];
    const auto count = tree::count_of(pair.dims);
    if (partner.count == 0 || count < partner.count || count % partner.count != 0) return;
    give_target(a_, pair.path, pair.a);
    give_target(b_, pair.path, pair.b);
    compare_rows(session_, a_, b_, index, partner, job);
    anew.insert(index);
  }

  void compare_zone(const std::string& path, const ZoneMatch& match, CompareJob& job, std::set<int>& anew) {
    for (const auto& finding : match.findings) pairing_.findings.push_back(finding);
    for (int index = 0; index < static_cast<int>(pairing_.arrays.size()); ++index) {
      const auto& facts = pair(index);
      if (facts.zone != path || facts.points >= 0) continue;
      const auto count = tree::count_of(facts.dims);
      if (facts.entity == plan::Entity::vertex && count == match.points.count)
        compare_in_rows(index, match.points, job, anew);
      if (facts.entity == plan::Entity::cell && match.has_elements && count == match.cells.count)
        compare_in_rows(index, match.cells, job, anew);
    }
  }

  // --- what there is to tell ---

  CompareResult result(bool by_coordinates) {
    CompareResult result{.findings = {}, .nodes = pairing_.nodes, .values = 0};
    for (const auto& pair : pairing_.arrays) result.values += tree::count_of(pair.dims);
    if (!by_coordinates) advise(pairing_.findings);
    for (auto& node : pairing_.findings) result.findings.push_back({.node = std::move(node)});
    for (auto& [index, values] : differences_) {
      result.findings.push_back(finding_of(pair(index), std::move(values)));
    }
    std::stable_sort(
        result.findings.begin(), result.findings.end(),
        [](const CompareFinding& x, const CompareFinding& y) { return x.node.path < y.node.path; });
    par::on_root(session_.comm(), "reading coordinates", [&] { find_places(result.findings); });
    return result;
  }

  /// Where in space the largest differences are, as far as that takes no more than reading a few values.
  void find_places(std::vector<CompareFinding>& findings) const {
    CompareLayout layout(a_, 0);
    int most = 100;
    for (auto& finding : findings) {
      const auto index = finding.values.absolute.at.index;
      const auto* zone = finding.zone.empty() ? nullptr : tree::find(a_.plan.output, finding.zone);
      const auto* grid = zone == nullptr ? nullptr : zone->child("GridCoordinates");
      if (finding.entity != plan::Entity::vertex || index < 0 || grid == nullptr) continue;
      if (most-- == 0) return;
      for (const auto& node : grid->children) read_coordinate(node, finding, layout);
    }
  }

  static void read_coordinate(const tree::Node& node, CompareFinding& finding, CompareLayout& layout) {
    const auto index = finding.values.absolute.at.index;
    const std::int64_t size = tree::size_of(node.type);
    const bool is_real = node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
    if (!is_real || !node.is_bulk() || node.dims != finding.dims || !layout.is_plain(node.array)) return;
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    layout.read(node.array, {index * size, (index + 1) * size}, bytes);
    const auto value = tree::reals_of({.type = node.type, .dims = {1}, .data = std::move(bytes)});
    finding.coordinates.push_back(value.front());
  }

  /// Zones whose coordinates all are the same in another order have other numbers, as it seems.
  void advise(std::vector<NodeFinding>& findings) const {
    std::map<std::string, bool> grids;
    for (const auto& [index, values] : differences_) {
      const auto grid = pair(index).zone + "/GridCoordinates/";
      if (!pair(index).zone.empty() && pair(index).path.starts_with(grid))
        grids.try_emplace(pair(index).zone, true).first->second &= values.is_reordered();
    }
    for (const auto& [zone, all] : grids) {
      if (!all) continue;
      findings.push_back({.path = zone,
                          .kind = Kind::note,
                          .counts = false,
                          .a = "its points seem to be the same in another order; --match coordinates "
                               "compares them point by point"});
    }
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  const plan::CompareRequest& request_;
  plan::Pairing pairing_;
  ArrayDifferences differences_;
  std::vector<std::vector<int>> data_;  ///< By point set: the arrays with values of its points.
  std::vector<bool> renumbered_;        ///< By point set: the order of its points may be another.
  std::map<std::string, ZoneMatch> zones_;
};

}  // namespace

std::int64_t CompareResult::different() const {
  std::set<std::string_view> paths;
  for (const auto& finding : findings) {
    if (finding.node.counts) paths.insert(finding.node.path);
  }
  return static_cast<std::int64_t>(paths.size());
}

CompareResult compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                             const plan::CompareRequest& request, bool by_coordinates) {
  return Comparer(session, a, b, request).run(by_coordinates);
}

}  // namespace pcgns::verify

#include "pcgns/verify/compare.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare_findings.hpp"
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
    match_old_forms(session_, a_, b_, pairing_.findings);
    for (auto& set : pairing_.point_sets) renumbered_.push_back(needs_rows(set));
    if (by_coordinates) match_zones();
    compare_anew();
    if (by_coordinates) compare_unions(session_, a_, b_, request_, pairing_, differences_);
    if (!by_coordinates) advise(pairing_, differences_);
    return result_of(session_, a_, std::move(pairing_), std::move(differences_));
  }

 private:
  [[nodiscard]] const plan::ArrayPair& pair(int index) const {
    return pairing_.arrays[static_cast<std::size_t>(index)];
  }

  /// Where lists are equal in their order, nothing is left to find out.
  [[nodiscard]] bool needs_rows(const plan::PointSetPair& set) const {
    return !set.alike || (set.array >= 0 && differences_.contains(set.array));
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
    ZonePair zone{.path = path, .a = tree::find(a_.plan.output, path), .b = tree::find(b_.plan.output, path)};
    if (path.empty() || zone.a == nullptr || zone.b == nullptr || zone.a->label != "Zone_t") return;
    if (const auto* base = tree::find(a_.plan.output, path.substr(0, path.rfind('/'))); base != nullptr)
      zone.cell_dimension = cell_dimension_of(*base);
    auto match = match_zone(session_, a_, b_, zone, request_.tolerance.absolute.value_or(0));
    if (match.points.count == 0) return;
    drop_elements(zone, match);
    zones_.emplace(path, std::move(match));
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

CompareResult compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                             const plan::CompareRequest& request, bool by_coordinates) {
  return Comparer(session, a, b, request).run(by_coordinates);
}

}  // namespace pcgns::verify

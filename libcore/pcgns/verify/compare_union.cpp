#include "pcgns/verify/compare_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/grid_location.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_rows.hpp"
#include "pcgns/verify/compare_union_zones.hpp"

namespace pcgns::verify {

namespace {

using Kind = plan::NodeFinding::Kind;
using tree::Node;

/// Compares the fields of zones that were matched.
class UnionFields {
 public:
  UnionFields(par::Session& session, const CompareSide& a, const CompareSide& b, const UnionMatch& match,
              const plan::CompareRequest& request)
      : session_(session), a_(a), b_(b), match_(match), request_(request) {}

  void run(const std::string& path, plan::Pairing& pairing, ArrayDifferences& differences) {
    for (const auto& zone : match_.zones_a) fields(zone);
    for (const auto& zone : match_.zones_b) fields_of_b(zone);
    findings_.push_back({.path = path,
                         .kind = Kind::note,
                         .counts = false,
                         .a = "its zones are matched all together: only coordinates, cells and fields are "
                              "compared, no boundary conditions nor joins"});
    CompareJob job(arrays_, request_.most_samples);
    for (std::size_t i = 0; i < arrays_.size(); ++i) compare(static_cast<int>(i), job);
    const auto before = static_cast<int>(pairing.arrays.size());
    for (auto& [index, values] : united(session_, job.differences(), request_.most_samples))
      differences.emplace(before + index, std::move(values));
    std::move(findings_.begin(), findings_.end(), std::back_inserter(pairing.findings));
    std::move(arrays_.begin(), arrays_.end(), std::back_inserter(pairing.arrays));
  }

 private:
  /// A field of a zone of a, and where it is on the other side.
  struct Field {
    const PlacedZone* zone;
    std::string below;  ///< Path below the zone.
    bool at_cells;
  };

  void fields(const PlacedZone& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!sids::is_solution(solution.label)) continue;
      const bool has_points =
          solution.child("PointList") != nullptr || solution.child("PointRange") != nullptr;
      const auto where = sids::location_of(solution);
      const bool at_cells = where == "CellCenter";
      const auto count = at_cells ? zone.cells.size() : where == "Vertex" ? zone.points.size() : 0;
      for (const auto& node : solution.children) {
        if (node.label != "DataArray_t") continue;
        const auto below = tree::join(solution.name, node.name);
        if (has_points || count == 0 || tree::count_of(node.dims) != count) {
          cannot_tell(tree::join(zone.zone.path, below));
        } else {
          field(zone, below, node, at_cells);
        }
      }
    }
  }

  /// What is not compared must not pass for the same.
  void cannot_tell(const std::string& path) {
    findings_.push_back({.path = path,
                         .kind = Kind::points,
                         .a = "cannot be compared: what its values belong to cannot be matched"});
  }

  /// Fields that no zone of a has.
  void fields_of_b(const PlacedZone& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!sids::is_solution(solution.label)) continue;
      for (const auto& node : solution.children) {
        const auto below = tree::join(solution.name, node.name);
        const bool is_known = std::any_of(
            match_.zones_a.begin(), match_.zones_a.end(),
            [&](const PlacedZone& there) { return tree::find(*there.zone.node, below) != nullptr; });
        if (node.label != "DataArray_t" || is_known) continue;
        findings_.push_back({.path = tree::join(zone.zone.path, below),
                             .kind = Kind::only_b,
                             .counts = !request_.subset,
                             .b = node.label});
      }
    }
  }

  void field(const PlacedZone& zone, const std::string& below, const Node& node, bool at_cells) {
    const auto path = tree::join(zone.zone.path, below);
    const Node* other = nullptr;
    for (const auto& there : match_.zones_b) {
      if (other == nullptr) other = tree::find(*there.zone.node, below);
    }
    if (other == nullptr || !plan::are_comparable(node.type, other->type)) {
      findings_.push_back({.path = path, .kind = Kind::only_a, .a = node.label});
      return;
    }
    arrays_.push_back({.path = path,
                       .zone = zone.zone.path,
                       .a = {.target = target_of(a_, path, node), .type = node.type},
                       .b = {.type = other->type},
                       .dims = node.dims,
                       .entity = at_cells ? plan::Entity::cell : plan::Entity::vertex,
                       .tolerance = plan::tolerance_of(request_, path, node.type)});
    fields_.push_back({&zone, below, at_cells});
  }

  /// Row by row, one zone of the other side after the other.
  void compare(int index, CompareJob& job) {
    const auto& field = fields_[static_cast<std::size_t>(index)];
    const auto& own = field.at_cells ? field.zone->cells : field.zone->points;
    const auto rows = rows_of(session_, own.size());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.size()));
    std::iota(numbers.begin(), numbers.end(), own.begin + rows.begin);
    const auto partners =
        mesh::fetch_integers(session_, field.at_cells ? match_.cells : match_.points, numbers);
    std::iota(numbers.begin(), numbers.end(), rows.begin);
    const auto share_a = mesh::read_share(session_, a_.view(), job.pair(index).a.target);
    auto left = std::count_if(partners.begin(), partners.end(), [](auto partner) { return partner >= 0; });
    for (const auto& there : match_.zones_b) {
      const auto* node = tree::find(*there.zone.node, field.below);
      const auto& range = field.at_cells ? there.cells : there.points;
      if (node == nullptr || node->type != job.pair(index).b.type ||
          tree::count_of(node->dims) != range.size())
        continue;
      std::vector<std::int64_t> wanted_a;
      std::vector<std::int64_t> wanted_b;
      for (std::size_t i = 0; i < partners.size(); ++i) {
        if (partners[i] < range.begin || partners[i] >= range.end) continue;
        wanted_a.push_back(numbers[i]);
        wanted_b.push_back(partners[i] - range.begin);
      }
      const auto target = target_of(b_, there.zone.path, *node);
      const auto values_a = mesh::fetch(session_, share_a, wanted_a);
      const auto values_b = mesh::fetch(session_, mesh::read_share(session_, b_.view(), target), wanted_b);
      compare_listed(wanted_a, values_a, values_b, index, job);
      left -= std::ssize(wanted_a);
    }
    left = par::all_sum(session_.comm(), left);
    if (left == 0) return;
    findings_.push_back({.path = job.pair(index).path,
                         .kind = Kind::points,
                         .a = fmt::format("cannot be compared: {} of its values have no like in %B", left)});
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  const UnionMatch& match_;
  const plan::CompareRequest& request_;
  std::vector<plan::NodeFinding> findings_;
  std::vector<plan::ArrayPair> arrays_;
  std::vector<Field> fields_;  ///< Of the arrays.
};

/// The zones of `base` that were told to be there only; none if any has a partner.
std::vector<UnionZone> zones_alone(const Node& base, const Node& other, const std::string& path, Kind kind,
                                   const std::vector<plan::NodeFinding>& findings) {
  std::vector<UnionZone> zones;
  for (const auto& node : base.children) {
    if (node.label != "Zone_t") continue;
    if (other.child(node.name) != nullptr) return {};
    const auto zone = tree::join(path, node.name);
    const bool is_alone = std::any_of(findings.begin(), findings.end(), [&](const auto& found) {
      return found.path == zone && found.kind == kind;
    });
    if (is_alone) zones.push_back({zone, &node});
  }
  return zones;
}

void forget(const UnionPair& zones, std::vector<plan::NodeFinding>& findings) {
  std::set<std::string> paths;
  for (const auto* side : {&zones.a, &zones.b}) {
    for (const auto& zone : *side) paths.insert(zone.path);
  }
  std::erase_if(findings, [&](const plan::NodeFinding& old) { return paths.contains(old.path); });
}

}  // namespace

void compare_unions(par::Session& session, const CompareSide& a, const CompareSide& b,
                    const plan::CompareRequest& request, plan::Pairing& pairing,
                    ArrayDifferences& differences) {
  for (const auto& base : a.plan.output.children) {
    const auto* other = b.plan.output.child(base.name);
    if (base.label != "CGNSBase_t" || other == nullptr) continue;
    const auto path = "/" + base.name;
    const UnionPair zones{.path = path,
                          .cell_dimension = cell_dimension_of(base),
                          .a = zones_alone(base, *other, path, Kind::only_a, pairing.findings),
                          .b = zones_alone(*other, base, path, Kind::only_b, pairing.findings)};
    if (zones.a.empty() || zones.b.empty()) continue;
    auto match = match_union(session, a, b, zones);
    forget(zones, pairing.findings);
    std::move(match.findings.begin(), match.findings.end(), std::back_inserter(pairing.findings));
    UnionFields(session, a, b, match, request).run(path, pairing, differences);
  }
}

}  // namespace pcgns::verify

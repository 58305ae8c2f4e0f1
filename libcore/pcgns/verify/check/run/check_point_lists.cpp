#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

namespace {

/// The nodes that name points. Rules B and J judge those of conditions and interfaces; in user data, only
/// those directly below a zone are about its points: further below, numbers may mean anything.
constexpr std::array<std::string_view, 6> owners_of_lists = {"BCDataSet_t",     "DiscreteData_t",
                                                             "FlowSolution_t",  "OversetHoles_t",
                                                             "ZoneSubRegion_t", "ParticleSolution_t"};

class PointLists {
 public:
  PointLists(par::Session& session, const Subject& subject, cgns::Findings& findings)
      : session_(session), subject_(subject), findings_(findings) {}

  void run() {
    const auto facts = facts_of(subject_.data.plan.output);
    for (const auto& base : subject_.data.plan.output.children) {
      const auto known = facts.bases.find(base.name);
      if (base.label != "CGNSBase_t" || known == facts.bases.end()) continue;
      for (const auto& node : base.children) {
        const auto zone = known->second.zones.find(node.name);
        if (!cgns::is_zone(node.label) || node.link || zone == known->second.zones.end()) continue;
        visit(zone->second, node, cgns::join(cgns::join("/", base.name), node.name));
      }
    }
  }

 private:
  void visit(const ZoneFacts& zone, const cgns::Node& node, const std::string& path) {
    for (const auto& below : node.children) {
      const bool is_user_data = below.label == "UserDefinedData_t";
      const auto below_path = cgns::join(path, below.name);
      const auto* const list = child(below, "PointList", "IndexArray_t");
      const bool names_points = is_user_data ? node.label == "Zone_t" : owns_lists(below);
      if (list != nullptr && names_points)
        check(zone, *list, cgns::location_of(below), cgns::join(below_path, list->name));
      if (!is_user_data) visit(zone, below, below_path);
    }
  }

  static bool owns_lists(const cgns::Node& node) {
    return std::ranges::count(owners_of_lists, node.label) > 0;
  }

  void check(const ZoneFacts& zone, const cgns::Node& list, const std::string& location,
             const std::string& path) {
    if (!zone.dimension || !list.is_bulk() || !cgns::is_integer(list.type)) return;
    const auto limits = limits_of_points(zone, location);
    const auto width = static_cast<std::size_t>(*zone.dimension);
    const bool has_indices = list.dims.front() == *zone.dimension || zone.kind == ZoneKind::particles;
    if (limits.highest.size() != width || !has_indices) return;  // T0206
    const auto share = mesh::read_share(session_, subject_.data, list.array, *zone.dimension);
    const auto values = mesh::integers_of(share);
    cgns::Finding finding{.code = "M0701", .file = subject_.file, .path = path, .count = 0};
    for (std::size_t at = 0; at < values.size(); at += width) {
      if (limits.contain(std::span(values).subspan(at, width)) || finding.count++ > 0) continue;
      const auto entry = (share.values.begin + static_cast<std::int64_t>(at)) / *zone.dimension;
      finding.index = entry;
      finding.position = fmt::format("entry {}", entry + 1);
      finding.found = fmt::format("{}", fmt::join(std::span(values).subspan(at, width), ", "));
      finding.expected = text_of(limits);
    }
    if (finding.count > 0) findings_.add(std::move(finding));
  }

  par::Session& session_;
  const Subject& subject_;
  cgns::Findings& findings_;
};

}  // namespace

void check_point_lists(par::Session& session, const Subject& subject, cgns::Findings& findings) {
  PointLists(session, subject, findings).run();
}

}  // namespace pcgns::verify::check

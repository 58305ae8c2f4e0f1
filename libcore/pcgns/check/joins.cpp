#include "pcgns/check/joins.hpp"

#include <numbers>

namespace pcgns::check {

namespace {

bool is_join(const tree::Node& node) {
  return (node.label == "GridConnectivity1to1_t" || node.label == "GridConnectivity_t") && !node.link;
}

int physical_dimension_of(const tree::Node& base) {
  const auto values = integers_in(&base);
  if (!values || values->size() != 2 || (*values)[1] < 1 || (*values)[1] > 3) return 3;
  return static_cast<int>((*values)[1]);
}

std::string kind_of(const tree::Node& join) {
  const auto* kind = join.child_labelled("GridConnectivityType_t");
  return kind == nullptr ? "Overset" : tree::text_of(*kind);
}

Motion reversed(const Motion& motion) {
  Motion back = motion;
  for (auto& angle : back.angle) angle = -angle;
  for (auto& length : back.translation) length = -length;
  return back;
}

/// Where no units are told, angles may be degrees. Some writers have the direction the other way round.
std::vector<Motion> motions_of(const tree::Node& join, std::optional<double> unit) {
  const auto motion = motion_of(join, unit.value_or(1));
  if (!motion) return {};
  std::vector<Motion> motions = {*motion};
  if (!unit) motions.push_back(*motion_of(join, std::numbers::pi / 180));
  for (std::size_t i = 0, count = motions.size(); i < count; ++i) motions.push_back(reversed(motions[i]));
  return motions;
}

class Collector {
 public:
  explicit Collector(Joins& joins) : joins_(joins) {}

  void collect(const tree::Node& root) {
    for (const auto& base : root.children) {
      if (base.label == "CGNSBase_t") collect_zones(base);
    }
    for (std::size_t zone = 0; zone < joins_.zones.size(); ++zone) collect_joins(zone);
  }

 private:
  void collect_zones(const tree::Node& base) {
    for (const auto& zone : base.children) {
      if (zone.label != "Zone_t") continue;
      const auto path = tree::join("/" + base.name, zone.name);
      const auto shape = zone.link ? std::nullopt : shape_of(zone);
      place_[path] = shape ? static_cast<int>(joins_.zones.size()) : -1;
      if (!shape) continue;
      joins_.zones.push_back({.base = &base,
                              .zone = &zone,
                              .path = path,
                              .shape = *shape,
                              .physical_dimension = physical_dimension_of(base)});
    }
  }

  void collect_joins(std::size_t zone) {
    const auto base_unit = radians_per_unit(*joins_.zones[zone].base);
    const auto zone_unit = radians_per_unit(*joins_.zones[zone].zone);
    for (const auto& connectivity : joins_.zones[zone].zone->children) {
      if (connectivity.label != "ZoneGridConnectivity_t" || connectivity.link) continue;
      const auto path = tree::join(joins_.zones[zone].path, connectivity.name);
      for (const auto& node : connectivity.children) {
        if (is_join(node)) add(node, tree::join(path, node.name), zone, zone_unit ? zone_unit : base_unit);
      }
    }
  }

  void add(const tree::Node& node, std::string path, std::size_t zone, std::optional<double> unit) {
    Join join{.node = &node,
              .path = std::move(path),
              .is_1to1 = node.label == "GridConnectivity1to1_t",
              .zone = static_cast<int>(zone),
              .donor_name = node.type == tree::DataType::C1 && !node.data.empty() ? tree::text_of(node) : "",
              .kind = node.label == "GridConnectivity1to1_t" ? "Abutting1to1" : kind_of(node),
              .motions = motions_of(node, unit)};
    const bool with_base = join.donor_name.find('/') != std::string::npos;
    const auto donor =
        with_base ? "/" + join.donor_name : tree::join("/" + joins_.zones[zone].base->name, join.donor_name);
    const auto found = place_.find(donor);
    join.donor_exists = found != place_.end();
    if (join.donor_exists) join.donor = found->second;
    joins_.zones[zone].joins.push_back(static_cast<int>(joins_.all.size()));
    joins_.all.push_back(std::move(join));
  }

  Joins& joins_;
  std::unordered_map<std::string, int> place_;
};

}  // namespace

Joins joins_of(const tree::Node& root) {
  Joins joins;
  Collector(joins).collect(root);
  return joins;
}

}  // namespace pcgns::check

#include "pcgns/sids/joins.hpp"

#include <unordered_set>

#include "pcgns/sids/labels.hpp"

namespace pcgns::sids {

namespace {

using ZonePaths = std::unordered_set<std::string>;

/// "Base/Zone" of every zone.
ZonePaths zone_paths(const tree::Node& root) {
  ZonePaths paths;
  for (const auto& base : root.children) {
    for (const auto& child : base.children) {
      if (is_zone(child.label)) paths.insert(tree::join(base.name, child.name));
    }
  }
  return paths;
}

bool names_a_donor(const tree::Node& node) {
  const bool is_join = node.label == "GridConnectivity1to1_t" || node.label == "GridConnectivity_t";
  return is_join && !node.link && !node.data.empty();
}

class DonorCheck {
 public:
  DonorCheck(const ZonePaths& zones, std::vector<LostDonor>& lost) : zones_(zones), lost_(lost) {}

  void check_zone(const tree::Node& base, const tree::Node& zone) {
    for (const auto& connectivity : zone.children) {
      if (connectivity.label != "ZoneGridConnectivity_t") continue;
      for (const auto& join : connectivity.children) {
        if (names_a_donor(join)) check_join(base, zone, connectivity, join);
      }
    }
  }

 private:
  void check_join(const tree::Node& base, const tree::Node& zone, const tree::Node& connectivity,
                  const tree::Node& join) {
    auto donor = tree::text_of(join);
    const bool with_base = donor.find('/') != std::string::npos;
    if (zones_.contains(with_base ? donor : tree::join(base.name, donor))) return;
    lost_.push_back(
        {"/" + base.name + "/" + zone.name + "/" + connectivity.name + "/" + join.name, std::move(donor)});
  }

  const ZonePaths& zones_;
  std::vector<LostDonor>& lost_;
};

}  // namespace

std::vector<LostDonor> donors_nowhere(const tree::Node& root) {
  std::vector<LostDonor> lost;
  const auto zones = zone_paths(root);
  DonorCheck check(zones, lost);
  for (const auto& base : root.children) {
    for (const auto& zone : base.children) {
      if (zone.label == "Zone_t") check.check_zone(base, zone);
    }
  }
  return lost;
}

}  // namespace pcgns::sids

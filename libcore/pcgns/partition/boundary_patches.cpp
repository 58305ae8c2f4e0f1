#include "pcgns/partition/boundary_patches.hpp"

#include <algorithm>

#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/partition/structured.hpp"
#include "pcgns/plan/glob.hpp"

namespace pcgns::partition {

namespace {

bool is_meant(const tree::Node& bc, const std::string& pattern) {
  if (plan::matches(pattern, bc.name)) return true;
  return std::any_of(bc.children.begin(), bc.children.end(), [&](const tree::Node& child) {
    const bool is_family = child.label == "FamilyName_t" || child.label == "AdditionalFamilyName_t";
    return is_family && plan::matches(pattern, tree::text_of(child));
  });
}

Error error_at(const ZoneSize& zone, const std::string& name, std::string_view why) {
  return Error(ErrorKind::input, zone.path + "/" + name + ": " + std::string(why));
}

/// The smallest box of indices that has all that `set` names; 0-based.
Block bounds_of(const tree::Node& set, const ZoneSize& zone, const std::string& name) {
  const auto dimension = static_cast<std::size_t>(zone.dimension);
  const bool is_index = set.type == tree::DataType::I4 || set.type == tree::DataType::I8;
  if (!is_index || static_cast<std::int64_t>(set.data.size()) != tree::bytes_of(set.type, set.dims))
    throw error_at(zone, name, "has no indices that are at hand");
  const auto values = tree::integers_of(set);
  if (values.empty() || values.size() % dimension != 0)
    throw error_at(zone, name, "has not an index for each direction");
  Block box;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto d = i % dimension;
    if (values[i] < 1 || values[i] > zone.cells[d] + 1)
      throw error_at(zone, name, "has points outside of its zone");
    box.begin[d] = i < dimension ? values[i] - 1 : std::min(box.begin[d], values[i] - 1);
    box.end[d] = i < dimension ? values[i] : std::max(box.end[d], values[i]);
  }
  return box;
}

Patch patch_of(const tree::Node& bc, const tree::Node& set, const ZoneSize& zone, std::string name) {
  const auto box = bounds_of(set, zone, tree::join(name, set.name));
  const auto location = location_of_range(zone, location_text(bc, set), box);
  Patch patch{.name = std::move(name)};
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d) {
    patch.begin[d] = box.begin[d];
    patch.end[d] = box.end[d] - (location[d] ? 1 : 0);
  }
  return patch;
}

}  // namespace

std::vector<Patch> boundary_patches(const tree::Node& zone, const ZoneSize& size,
                                    const std::string& pattern) {
  std::vector<Patch> patches;
  for (const auto& boundaries : zone.children) {
    if (boundaries.label != "ZoneBC_t" || boundaries.link) continue;
    for (const auto& bc : boundaries.children) {
      if (bc.label != "BC_t" || bc.link || !is_meant(bc, pattern)) continue;
      for (const auto& set : bc.children) {
        if (assemble::is_point_set(set))
          patches.push_back(patch_of(bc, set, size, tree::join(boundaries.name, bc.name)));
      }
    }
  }
  return patches;
}

}  // namespace pcgns::partition

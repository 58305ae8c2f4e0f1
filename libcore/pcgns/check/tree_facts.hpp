// tree_facts.hpp: what one must know of a file to judge its nodes: dimensions, sizes of zones, names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/check/check_tree.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

using Extents = std::vector<std::int64_t>;

enum class ZoneKind : std::uint8_t { unknown, structured, unstructured, particles };

/// What is unknown is empty: nothing is concluded from it.
struct ZoneFacts {
  const tree::Node* node = nullptr;
  ZoneKind kind = ZoneKind::unknown;
  std::optional<int> dimension = {};  ///< IndexDimension.
  Extents vertices = {};              ///< One for each index.
  Extents cells = {};
  Extents boundary = {};
  std::int64_t elements = 0;  ///< The highest number of an element in the sections.

  [[nodiscard]] bool structured() const { return kind == ZoneKind::structured; }
  [[nodiscard]] bool unstructured() const { return kind == ZoneKind::unstructured; }
};

struct BaseFacts {
  const tree::Node* node = nullptr;
  std::optional<int> cell_dimension = {};
  std::optional<int> physical_dimension = {};
  std::optional<std::int64_t> steps = {};  ///< NumberOfSteps.
  std::map<std::string, ZoneFacts, std::less<>> zones = {};
  std::map<std::string, const tree::Node*, std::less<>> families = {};  ///< By path: "Wall", "Walls/Upper".
  std::set<std::string, std::less<>> used_families = {};                ///< Those that something names.
};

struct FileFacts {
  double version = 0;  ///< 0 where the file does not say.
  std::map<std::string, BaseFacts, std::less<>> bases = {};
  const SetNames* elsewhere = nullptr;  ///< Of all files of the set.

  /// The zone that `name` ("Zone" or "Base/Zone") means in `base`; null if this file has none.
  [[nodiscard]] const ZoneFacts* zone(std::string_view base, std::string_view name) const;
  /// True if this or another file of the set has the zone, or the family.
  [[nodiscard]] bool has_zone(std::string_view base, std::string_view name) const;
  [[nodiscard]] bool has_family(std::string_view base, std::string_view name) const;
  [[nodiscard]] const tree::Node* family(std::string_view base, std::string_view name) const;
};

[[nodiscard]] FileFacts facts_of(const tree::Node& root);

}  // namespace pcgns::check

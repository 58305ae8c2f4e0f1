#include "pcgns/partition/plan/saved_plan.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "pcgns/base/error.hpp"
#include "pcgns/partition/part_index.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/plan/constraints.hpp"

namespace pcgns::partition {

namespace {

using nlohmann::json;

std::string text_of(const Part& part, const std::vector<ZoneSize>& zones) {
  return fmt::format("{} ({}) to ({})", zones[static_cast<std::size_t>(part.zone)].path,
                     fmt::join(part.cells.begin, ", "), fmt::join(part.cells.end, ", "));
}

class PlanReader {
 public:
  PlanReader(const std::string& file, std::vector<ZoneSize> zones, const Constraints& constraints)
      : file_(file), constraints_(constraints) {
    plan_.zones = std::move(zones);
    for (std::size_t i = 0; i < plan_.zones.size(); ++i)
      by_path_.emplace(plan_.zones[i].path, static_cast<int>(i));
  }

  Decomposition read(const json& document) {
    plan_.partitions = integer(document, "partitions", "", 1, most_partitions);
    const auto parts = document.find("parts");
    if (parts == document.end() || !parts->is_array()) throw error("/parts", "is not an array");
    for (std::size_t i = 0; i < parts->size(); ++i) add((*parts)[i], fmt::format("/parts/{}", i));
    require_cover();
    if (const auto breach = breach_of(plan_, constraints_))
      throw error(fmt::format("/parts/{}", breach->part), breach->why);
    number_parts(plan_);
    return std::move(plan_);
  }

  [[nodiscard]] Error error(std::string_view place, std::string_view why) const {
    return input_error(file_, place, why);
  }

 private:
  [[nodiscard]] std::int64_t number(const json& value, const std::string& place, std::int64_t lowest,
                                    std::int64_t highest) const {
    const bool fits = value.is_number_integer() && value.get<std::int64_t>() >= lowest &&
                      value.get<std::int64_t>() <= highest;
    if (!fits) throw error(place, fmt::format("is not an integer from {} to {}", lowest, highest));
    return value.get<std::int64_t>();
  }

  [[nodiscard]] std::int64_t integer(const json& parent, const char* name, const std::string& place,
                                     std::int64_t lowest, std::int64_t highest) const {
    if (!parent.is_object()) throw error(place.empty() ? "/" : place, "is not an object");
    const auto found = parent.find(name);
    if (found == parent.end()) throw error(place + "/" + name, "is missing");
    return number(*found, place + "/" + name, lowest, highest);
  }

  [[nodiscard]] Index3 cell(const json& parent, const char* name, const std::string& place,
                            const ZoneSize& zone) const {
    const auto found = parent.find(name);
    const auto below = place + "/" + name;
    if (found == parent.end() || !found->is_array() ||
        found->size() != static_cast<std::size_t>(zone.dimension))
      throw error(below, fmt::format("does not have {} indices", zone.dimension));
    Index3 index = {1, 1, 1};
    for (std::size_t d = 0; d < found->size(); ++d)
      index[d] = number((*found)[d], fmt::format("{}/{}", below, d), 1, zone.cells[d]);
    return index;
  }

  void add(const json& value, const std::string& place) {
    Part part;
    part.rank = integer(value, "rank", place, 0, plan_.partitions - 1);
    const auto name = value.find("zone");
    const auto zone =
        name == value.end() || !name->is_string() ? by_path_.end() : by_path_.find(name->get<std::string>());
    if (zone == by_path_.end()) throw error(place + "/zone", "is not a zone of the inputs");
    part.zone = zone->second;
    const auto& size = plan_.zones[static_cast<std::size_t>(part.zone)];
    const auto first = cell(value, "first", place, size);
    const auto last = cell(value, "last", place, size);
    for (std::size_t d = 0; d < 3; ++d) {
      part.cells.begin[d] = first[d] - 1;
      part.cells.end[d] = last[d];
    }
    if (part.cells.empty()) throw error(place, "has no cells");
    plan_.parts.push_back(part);
  }

  /// Checks that the parts are disjoint and cover all cells.
  void require_cover() const {
    std::vector<std::vector<int>> parts_of_zone(plan_.zones.size());
    for (std::size_t i = 0; i < plan_.parts.size(); ++i)
      parts_of_zone[static_cast<std::size_t>(plan_.parts[i].zone)].push_back(static_cast<int>(i));
    for (std::size_t z = 0; z < plan_.zones.size(); ++z) {
      const PartIndex index(plan_.parts, parts_of_zone[z]);
      std::int64_t cells = 0;
      for (const int part : parts_of_zone[z]) {
        require_alone(part, index);
        cells += plan_.parts[static_cast<std::size_t>(part)].cells.count();
      }
      if (cells == plan_.zones[z].cell_count()) continue;
      throw error("/parts",
                  fmt::format("{} of {} cells of {} are in no piece", plan_.zones[z].cell_count() - cells,
                              plan_.zones[z].cell_count(), plan_.zones[z].path));
    }
  }

  void require_alone(int index, const PartIndex& near) const {
    const auto& part = plan_.parts[static_cast<std::size_t>(index)];
    for (const int other : near.touching(part.cells)) {
      const auto& second = plan_.parts[static_cast<std::size_t>(other)];
      if (other == index || plan::intersect(part.cells, second.cells).empty()) continue;
      throw error(fmt::format("/parts/{}", index),
                  fmt::format("has cells that /parts/{} has, too: {} and {}", other,
                              text_of(part, plan_.zones), text_of(second, plan_.zones)));
    }
  }

  const std::string& file_;
  const Constraints& constraints_;
  std::map<std::string, int> by_path_;
  Decomposition plan_;
};

/// The member "plan" of a document, or the document itself; not an object if `text` is invalid.
json plan_in(const std::string& text) {
  auto document = json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_object()) return nullptr;
  const auto plan = document.find("plan");
  return plan == document.end() ? document : *plan;
}

}  // namespace

Decomposition read_plan(const std::string& text, const std::string& file, std::vector<ZoneSize> zones,
                        const Constraints& constraints) {
  PlanReader reader(file, std::move(zones), constraints);
  const auto plan = plan_in(text);
  if (plan.is_null()) throw reader.error("/", "is not a JSON document of a plan");
  return reader.read(plan);
}

std::string map_of_plan(const std::string& text) {
  const auto plan = plan_in(text);
  const auto map = plan.is_object() ? plan.find("map") : plan.end();
  return map != plan.end() && map->is_string() ? map->get<std::string>() : std::string();
}

}  // namespace pcgns::partition

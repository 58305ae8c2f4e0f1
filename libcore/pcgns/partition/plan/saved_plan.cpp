#include "pcgns/partition/plan/saved_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/piece_index.hpp"
#include "pcgns/partition/plan/constraints.hpp"

namespace pcgns::partition {

namespace {

using nlohmann::json;

std::string text_of(const StructuredPiece& piece, const std::vector<ZoneSize>& zones) {
  const auto& zone = zones[static_cast<std::size_t>(piece.zone)];
  auto first = piece.cells.begin;
  for (auto& index : first) ++index;
  const auto text_of_index = [&](const Index3& index) {
    return fmt::format("({})", fmt::join(index.begin(), index.begin() + zone.dimension, ", "));
  };
  return fmt::format("{} {} to {}", zone.path, text_of_index(first), text_of_index(piece.cells.end));
}

class PlanReader {
 public:
  PlanReader(const std::string& file, std::vector<ZoneSize> zones, const Constraints& constraints)
      : file_(file), constraints_(constraints) {
    plan_.zones = std::move(zones);
    for (std::size_t i = 0; i < plan_.zones.size(); ++i)
      by_path_.emplace(plan_.zones[i].path, static_cast<int>(i));
    // Reports escape names that are not UTF-8.
    for (std::size_t i = 0; i < plan_.zones.size(); ++i)
      by_path_.emplace(printable(plan_.zones[i].path), static_cast<int>(i));
  }

  Decomposition read(const json& document) {
    plan_.partitions = integer(document, "partitions", "", 1, most_partitions);
    const auto pieces = document.find("parts");
    if (pieces == document.end() || !pieces->is_array()) throw error("/parts", "is not an array");
    for (std::size_t i = 0; i < pieces->size(); ++i) add((*pieces)[i], fmt::format("/parts/{}", i));
    require_cover();
    if (const auto breach = breach_of(plan_, constraints_))
      throw error(fmt::format("/parts/{}", breach->piece), breach->why);
    number_pieces(plan_);
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
    StructuredPiece piece;
    piece.rank = integer(value, "rank", place, 0, plan_.partitions - 1);
    const auto name = value.find("zone");
    const auto zone =
        name == value.end() || !name->is_string() ? by_path_.end() : by_path_.find(name->get<std::string>());
    if (zone == by_path_.end()) throw error(place + "/zone", "is not a zone of the inputs");
    piece.zone = zone->second;
    const auto& size = plan_.zones[static_cast<std::size_t>(piece.zone)];
    const auto first = cell(value, "first", place, size);
    const auto last = cell(value, "last", place, size);
    for (std::size_t d = 0; d < 3; ++d) {
      piece.cells.begin[d] = first[d] - 1;
      piece.cells.end[d] = last[d];
    }
    if (piece.cells.empty()) throw error(place, "has no cells");
    plan_.pieces.push_back(piece);
  }

  /// Checks that the pieces are disjoint and cover all cells.
  void require_cover() const {
    std::vector<std::vector<int>> pieces_of_zone(plan_.zones.size());
    for (std::size_t i = 0; i < plan_.pieces.size(); ++i)
      pieces_of_zone[static_cast<std::size_t>(plan_.pieces[i].zone)].push_back(static_cast<int>(i));
    for (std::size_t z = 0; z < plan_.zones.size(); ++z) {
      const PieceIndex index(plan_.pieces, pieces_of_zone[z]);
      std::int64_t cells = 0;
      for (const int piece : pieces_of_zone[z]) {
        require_alone(piece, index);
        cells += plan_.pieces[static_cast<std::size_t>(piece)].cells.count();
      }
      if (cells == plan_.zones[z].cell_count()) continue;
      throw error("/parts",
                  fmt::format("{} of {} cells of {} are in no piece", plan_.zones[z].cell_count() - cells,
                              plan_.zones[z].cell_count(), plan_.zones[z].path));
    }
  }

  void require_alone(int index, const PieceIndex& near) const {
    const auto& piece = plan_.pieces[static_cast<std::size_t>(index)];
    for (const int other : near.touching(piece.cells)) {
      const auto& second = plan_.pieces[static_cast<std::size_t>(other)];
      if (other == index || plan::intersect(piece.cells, second.cells).empty()) continue;
      throw error(fmt::format("/parts/{}", index),
                  fmt::format("has cells that /parts/{} has, too: {} and {}", other,
                              text_of(piece, plan_.zones), text_of(second, plan_.zones)));
    }
  }

  const std::string& file_;
  const Constraints& constraints_;
  std::map<std::string, int> by_path_;
  Decomposition plan_;
};

/// Throws Error{input} with the line of the mistake.
json parsed(const std::string& text, const std::string& file) {
  try {
    RepeatedKey<json> repeated;
    auto document = json::parse(text, std::ref(repeated));
    if (repeated.found()) throw input_error(file, "", fmt::format("'{}' is given twice", *repeated.found()));
    return document;
  } catch (const json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    throw input_error(fmt::format("{}:{}", file, std::count(text.begin(), end, '\n') + 1), "",
                      "is not valid JSON");
  } catch (const json::exception&) {  // numbers that no double holds
    throw input_error(file, "", "is not valid JSON: a number is too large");
  }
}

/// The member "plan" of a document, or the document itself; null if it is no object.
json plan_in(const json& document) {
  if (!document.is_object()) return nullptr;
  const auto plan = document.find("plan");
  return plan == document.end() ? document : *plan;
}

/// Plans of the first version of the schema are the same; that of a later one may mean something else.
void require_schema(const json& document, const PlanReader& reader) {
  const auto schema = document.is_object() ? document.find("schema") : document.end();
  if (schema == document.end() || *schema == "pcgns-repartition/2" || *schema == "pcgns-repartition/1")
    return;
  throw reader.error("/schema", fmt::format("is {}, not \"pcgns-repartition/2\"", schema->dump()));
}

}  // namespace

Decomposition read_plan(const std::string& text, const std::string& file, std::vector<ZoneSize> zones,
                        const Constraints& constraints) {
  PlanReader reader(file, std::move(zones), constraints);
  const auto document = parsed(text, file);
  require_schema(document, reader);
  const auto plan = plan_in(document);
  if (plan.is_null()) throw reader.error("/", "is not a JSON document of a plan");
  return reader.read(plan);
}

std::string map_of_plan(const std::string& text, const std::string& file) {
  const auto plan = plan_in(parsed(text, file));
  const auto map = plan.is_object() ? plan.find("map") : plan.end();
  return map != plan.end() && map->is_string() ? map->get<std::string>() : std::string();
}

}  // namespace pcgns::partition

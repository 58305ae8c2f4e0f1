#include "pcgns-repartition/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "common/output.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/partition/forecast.hpp"

namespace pcgns::repartition {

namespace {

using nlohmann::ordered_json;

/// 1-based and inclusive, as in CellRange.
ordered_json json_of(const partition::Mesh& mesh, const partition::Part& part,
                     const std::optional<partition::Forecast>& forecast) {
  const auto& zone = mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  const auto dimension = static_cast<std::ptrdiff_t>(zone.dimension);
  std::vector<std::int64_t> first(part.cells.begin.begin(), part.cells.begin.begin() + dimension);
  const std::vector<std::int64_t> last(part.cells.end.begin(), part.cells.end.begin() + dimension);
  for (auto& index : first) ++index;
  ordered_json json = {{"zone", zone.path},
                       {"rank", part.rank},
                       {"first", first},
                       {"last", last},
                       {"cells", part.cells.count()}};
  if (!forecast) return json;
  json["neighbours"] = forecast->neighbours.size();
  json["bytes"] = forecast->bytes;
  return json;
}

/// Neighbours and bytes of unstructured parts are not known before they are made, nor of their neighbours.
void add_mapped(const partition::Mesh& mesh, const std::string& map, tool::Report& report) {
  auto parts = ordered_json::array();
  for (const auto& part : mesh.decomposition.parts) parts.push_back(json_of(mesh, part, std::nullopt));
  report.json["plan"] = {
      {"partitions", mesh.decomposition.partitions}, {"map", map}, {"parts", std::move(parts)}};
}

}  // namespace

tool::Report report_of(const std::string& output, const partition::Mesh& mesh) {
  const auto quality = partition::quality_of(mesh);
  const auto zones = std::ssize(mesh.zones) + std::ssize(mesh.unstructured);
  auto parts = std::ssize(mesh.decomposition.parts);
  for (const auto& zone : mesh.unstructured) parts += std::ssize(zone.parts);
  tool::Report report;
  report.json = {{"schema", "pcgns-repartition/1"},
                 {"status", "planned"},
                 {"output", output},
                 {"partitions", mesh.decomposition.partitions},
                 {"zones", zones},
                 {"parts", parts},
                 {"most_cells", quality.most_cells},
                 {"least_cells", quality.least_cells},
                 {"max_over_mean", quality.max_over_mean},
                 {"thinnest_side", quality.thinnest},
                 {"cut_faces", quality.cut_faces},
                 {"vertex_inflation", quality.inflation}};
  const auto thinnest =
      mesh.zones.empty() ? std::string() : fmt::format(", thinnest side {}", quality.thinnest);
  report.text =
      fmt::format("{}: {} of {} on {}; cells {} to {}, max/mean {:.3f}{}, cut faces {}, vertices × {:.3f}\n",
                  output, tool::plural(parts, "part"), tool::plural(zones, "zone"),
                  tool::plural(mesh.decomposition.partitions, "rank"), quality.least_cells,
                  quality.most_cells, quality.max_over_mean, thinnest, quality.cut_faces, quality.inflation);
  return report;
}

void add_balance(const partition::Mesh& mesh, tool::Report& report) {
  const auto most = partition::most_over_share(mesh);
  report.json["max_over_share"] = most;
  report.text += fmt::format("most of a rank over its share: {:.3f}\n", most);
}

void add_plan(const partition::Mesh& mesh, const std::string& map, bool with_parts, tool::Report& report) {
  if (!mesh.unstructured.empty()) {
    if (with_parts && !map.empty()) add_mapped(mesh, map, report);
    return;
  }
  const auto& decomposition = mesh.decomposition;
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(decomposition.partitions));
  std::int64_t most = 0;
  std::int64_t sum = 0;
  auto parts = ordered_json::array();
  for (const auto& part : decomposition.parts) {
    const auto forecast = partition::forecast_of(mesh, part);
    bytes[static_cast<std::size_t>(part.rank)] += forecast.bytes;
    most = std::max(most, std::ssize(forecast.neighbours));
    sum += std::ssize(forecast.neighbours);
    if (with_parts) parts.push_back(json_of(mesh, part, forecast));
  }
  const auto count = std::max<std::int64_t>(1, std::ssize(decomposition.parts));
  const double mean = static_cast<double>(sum) / static_cast<double>(count);
  const auto [least_bytes, most_bytes] = std::minmax_element(bytes.begin(), bytes.end());
  report.json["most_neighbours"] = most;
  report.json["mean_neighbours"] = mean;
  report.json["most_bytes"] = *most_bytes;
  report.json["least_bytes"] = *least_bytes;
  if (with_parts)
    report.json["plan"] = {{"partitions", decomposition.partitions}, {"parts", std::move(parts)}};
  report.text += fmt::format("neighbours of a part: {:.1f}, at most {}; arrays of a process: {} to {}\n",
                             mean, most, format_size(*least_bytes), format_size(*most_bytes));
}

}  // namespace pcgns::repartition

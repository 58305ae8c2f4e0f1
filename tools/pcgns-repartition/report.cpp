#include "pcgns-repartition/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "common/output.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/partition/forecast.hpp"

namespace pcgns::repartition {

namespace {

using nlohmann::ordered_json;

/// 1-based and inclusive, as in CellRange.
ordered_json json_of(const partition::Mesh& mesh, const partition::Part& part,
                     const partition::Forecast& forecast) {
  const auto& zone = mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  const auto dimension = static_cast<std::ptrdiff_t>(zone.dimension);
  std::vector<std::int64_t> first(part.cells.begin.begin(), part.cells.begin.begin() + dimension);
  const std::vector<std::int64_t> last(part.cells.end.begin(), part.cells.end.begin() + dimension);
  for (auto& index : first) ++index;
  return {{"zone", zone.path},      {"rank", part.rank},           {"first", first},
          {"last", last},           {"cells", part.cells.count()}, {"neighbours", forecast.neighbours.size()},
          {"bytes", forecast.bytes}};
}

/// Of all parts.
class Sums {
 public:
  explicit Sums(std::int64_t ranks) : bytes_(static_cast<std::size_t>(ranks)) {}

  void add(std::int64_t rank, std::int64_t neighbours, std::int64_t bytes) {
    bytes_[static_cast<std::size_t>(rank)] += bytes;
    most_ = std::max(most_, neighbours);
    neighbours_ += neighbours;
    ++parts_;
  }

  void tell(tool::Report& report) const {
    const double mean =
        static_cast<double>(neighbours_) / static_cast<double>(std::max<std::int64_t>(1, parts_));
    const auto [least_bytes, most_bytes] = std::minmax_element(bytes_.begin(), bytes_.end());
    report.json()["most_neighbours"] = most_;
    report.json()["mean_neighbours"] = mean;
    report.json()["most_bytes"] = *most_bytes;
    report.json()["least_bytes"] = *least_bytes;
    report.text += fmt::format("neighbours per part: {:.1f}, at most {}; array bytes per rank: {} to {}\n",
                               mean, most_, format_size(*least_bytes), format_size(*most_bytes));
  }

 private:
  std::vector<std::int64_t> bytes_;  ///< By rank.
  std::int64_t most_ = 0;
  std::int64_t neighbours_ = 0;
  std::int64_t parts_ = 0;
};

}  // namespace

tool::Report report_of(const std::string& output, const partition::Mesh& mesh) {
  const auto quality = partition::quality_of(mesh);
  const auto zones = std::ssize(mesh.zones) + std::ssize(mesh.unstructured);
  auto parts = std::ssize(mesh.decomposition.parts);
  for (const auto& zone : mesh.unstructured) parts += std::ssize(zone.parts);
  tool::Report report;
  report.json() = {{"schema", "pcgns-repartition/1"},
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
                  output, plural(parts, "part"), plural(zones, "zone"),
                  plural(mesh.decomposition.partitions, "rank"), quality.least_cells, quality.most_cells,
                  quality.max_over_mean, thinnest, quality.cut_faces, quality.inflation);
  return report;
}

void add_balance(const partition::Mesh& mesh, tool::Report& report) {
  const auto most = partition::most_over_share(mesh);
  report.put("max_over_share", most);
  report.text += fmt::format("largest load of a rank over its target: {:.3f}\n", most);
}

void add_written(const Written& written, tool::Report& report) {
  auto& json = report.json();
  json["status"] = "done";
  json["bytes_moved"] = written.bytes;
  auto& seconds = json["seconds"];
  seconds["planning"] = seconds["planning"].get<double>() + written.seconds.planning;
  seconds["laying_out"] = written.seconds.laying_out;
  seconds["moving"] = written.seconds.moving;
  seconds["syncing"] = written.seconds.syncing;
  seconds["checking"] = written.seconds.checking;
  seconds["publishing"] = written.seconds.publishing;
  const double total = written.seconds.total;
  seconds["total"] = total;
  report.text +=
      fmt::format("{} files, {} in {:.2f} s ({}/s)\n", written.files, format_size(written.bytes), total,
                  format_size(static_cast<std::int64_t>(static_cast<double>(written.bytes) / total)));
}

void add_plan(const partition::Mesh& mesh, const std::string& map, bool with_parts, tool::Report& report) {
  const auto& decomposition = mesh.decomposition;
  Sums sums(decomposition.partitions);
  auto parts = ordered_json::array();
  for (const auto& part : decomposition.parts) {
    const auto forecast = partition::forecast_of(mesh, part);
    sums.add(part.rank, std::ssize(forecast.neighbours), forecast.bytes);
    if (with_parts) parts.push_back(json_of(mesh, part, forecast));
  }
  auto unstructured = ordered_json::array();
  for (const auto& zone : mesh.unstructured) {
    for (const auto& part : zone.parts) {
      const auto bytes = partition::forecast_bytes(zone, part);
      sums.add(part.rank, part.neighbours, bytes);
      unstructured.push_back({{"zone", zone.path},
                              {"rank", part.rank},
                              {"cells", part.cells},
                              {"vertices", part.vertices},
                              {"neighbours", part.neighbours},
                              {"bytes", bytes}});
    }
  }
  sums.tell(report);
  if (!with_parts) return;
  if (!mesh.unstructured.empty()) report.json()["unstructured_parts"] = std::move(unstructured);
  // Which cells of unstructured zones a rank gets, only a map can say.
  if (!mesh.unstructured.empty() && map.empty()) return;
  auto& plan = report.json()["plan"];
  plan["partitions"] = decomposition.partitions;
  if (!map.empty()) plan["map"] = map;
  plan["parts"] = std::move(parts);
}

}  // namespace pcgns::repartition

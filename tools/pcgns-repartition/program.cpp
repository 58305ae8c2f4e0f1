#include "pcgns-repartition/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "common/output.hpp"
#include "common/wisdom.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using nlohmann::ordered_json;

Report quality_of(const std::string& output, const repartition::Report& done) {
  const auto& quality = done.quality;
  const auto zones = done.structured_zones + done.unstructured_zones;
  Report report;
  report.json() = {{"schema", "pcgns-repartition/2"},
                   {"status", "planned"},
                   {"output", output},
                   {"parts", done.partitions},
                   {"zones", zones},
                   {"pieces", done.pieces},
                   {"most_cells", quality.most_cells},
                   {"least_cells", quality.least_cells},
                   {"max_over_mean", quality.max_over_mean},
                   {"thinnest_side", quality.thinnest},
                   {"cut_faces", quality.cut_faces},
                   {"vertex_inflation", quality.inflation},
                   {"notes", ordered_json::array()}};
  add_notes(done.notes, report);
  const auto thinnest =
      done.structured_zones == 0 ? std::string() : fmt::format(", thinnest side {}", quality.thinnest);
  report.text =
      fmt::format("{} of {} in {}; cells {} to {}, max/mean {:.3f}{}, cut faces {}, vertices × {:.3f}\n",
                  plural(done.pieces, "piece"), plural(zones, "zone"), plural(done.partitions, "part"),
                  quality.least_cells, quality.most_cells, quality.max_over_mean, thinnest, quality.cut_faces,
                  quality.inflation);
  return report;
}

void add_written(const repartition::Report& done, Report& report) {
  const auto& written = *done.written;
  const auto& seconds = done.seconds;
  auto& json = report.json();
  json["status"] = "done";
  json["bytes_moved"] = written.bytes_moved;
  json["bytes_cloned"] = written.bytes_cloned;
  json["bytes_before"] = written.bytes_before;
  json["seconds"].update({{"laying_out", seconds.laying_out},
                          {"moving", seconds.moving},
                          {"syncing", seconds.syncing},
                          {"checking", seconds.checking},
                          {"publishing", seconds.publishing},
                          {"total", seconds.total}});
  if (written.was_complete) {
    report.text += fmt::format("{}, already complete\n", plural(written.files, "file"));
    return;
  }
  const auto rate = static_cast<double>(written.bytes_moved) / seconds.total;
  const auto cloned = written.bytes_cloned == 0
                          ? std::string()
                          : fmt::format(" ({} cloned)", format_size(written.bytes_cloned));
  report.text +=
      fmt::format("{}, {}{} in {:.2f} s ({}/s){}\n", plural(written.files, "file"),
                  format_size(written.bytes_moved), cloned, seconds.total,
                  format_size(static_cast<std::int64_t>(rate)), text_of_before(written.bytes_before));
}

ordered_json json_of(const std::vector<partition::PieceForecast>& pieces, bool are_structured) {
  auto list = ordered_json::array();
  for (const auto& piece : pieces) {
    ordered_json json = {{"zone", piece.zone}, {"rank", piece.rank}};
    if (are_structured) json.update({{"first", piece.first}, {"last", piece.last}});
    json["cells"] = piece.cells;
    if (!are_structured) json["vertices"] = piece.vertices;
    json["neighbours"] = piece.neighbours;
    json["bytes"] = piece.bytes;
    list.push_back(std::move(json));
  }
  return list;
}

/// The plan, as --from-plan reads it. Which cells of unstructured zones a rank gets, only a map can say:
/// without one there is no plan.
void add_plan(const repartition::Request& request, const repartition::Report& done, Report& report) {
  auto& json = report.json();
  if (done.unstructured_zones > 0) json["unstructured_pieces"] = json_of(done.forecast->unstructured, false);
  if (done.unstructured_zones > 0 && request.map.empty()) return;
  auto& plan = json["plan"];
  plan["partitions"] = done.partitions;
  if (!request.map.empty()) plan["map"] = request.map;
  plan["parts"] = json_of(done.forecast->structured, true);
}

void add_forecast(const partition::Forecast& forecast, Report& report) {
  auto& json = report.json();
  const auto& neighbours = forecast.neighbours;
  const auto most = *std::max_element(neighbours.begin(), neighbours.end());
  const auto sum = std::accumulate(neighbours.begin(), neighbours.end(), std::int64_t{0});
  const auto mean = static_cast<double>(sum) / static_cast<double>(neighbours.size());
  json["most_neighbours"] = most;
  json["mean_neighbours"] = mean;
  json["most_bytes"] = forecast.most_bytes;
  json["least_bytes"] = forecast.least_bytes;
  report.text += fmt::format("neighbours per part: {:.1f}, at most {}; array bytes per rank: {} to {}\n",
                             mean, most, format_size(forecast.least_bytes), format_size(forecast.most_bytes));
}

/// What a plan is not, and the files that it wrote.
std::string about_plan(const repartition::Request& request) {
  std::string text = "plan only: no parts are written";
  if (request.partition.ghosts > 0) text += "; these numbers are without ghost layers";
  text += "\n";
  for (const auto& file : {request.preview, request.drawing, request.map})
    if (!file.empty()) text += fmt::format("{}: written\n", printable(file));
  return text;
}

Report describe(const repartition::Request& request, const repartition::Report& done, int ranks) {
  auto report = quality_of(request.output.output, done);
  report.put("ranks", ranks);
  const auto method = request.partition.method;
  const bool is_chosen = method == partition::Method::hilbert || method == partition::Method::graph ||
                         method == partition::Method::file;
  if (is_chosen && done.unstructured_zones == 0)
    report.text += fmt::format("--method {}: without effect, since all zones are structured\n",
                               request.partition.method_name);
  report.put("seconds/reading", done.seconds.reading);
  report.put("seconds/planning", done.seconds.planning);
  if (done.most_over_target) {
    report.put("max_over_target", *done.most_over_target);
    report.text += fmt::format("largest load of a rank over its target: {:.3f}\n", *done.most_over_target);
  }
  if (done.forecast) {
    add_forecast(*done.forecast, report);
    if (request.lists_pieces) add_plan(request, done, report);
  }
  if (done.written)
    add_written(done, report);
  else
    report.text += about_plan(request);
  if (done.digest.empty()) return report;
  report.put("digest", done.digest);
  if (request.output.check == publish::Check::full)
    report.text += fmt::format("digest of the content: {}\n", done.digest);
  return report;
}

Report repartition_files(par::Session& session, RepartitionOptions& options, const Listener& listener) {
  const auto wisdom = take_wisdom(session, options.output, options.run, listener,
                                  {plan::Setting::stripe_count, plan::Setting::stripe_size});
  const auto request = request_of(options);
  const auto done = repartition::run(session, request, listener);
  if (request.dry_run && options.run.json && request.map.empty() && done.unstructured_zones > 0)
    listener.info("the plan does not cover unstructured zones: --map FILE.cgns stores the rank of each cell");
  auto report = describe(request, done, session.size());
  leave_out_example(options.output, report);
  report.text = prefix_of(options.output) + report.text;
  describe(wisdom, report);
  if (done.written) report.in_place = request.output.output;
  for (const auto& other : {request.map, request.preview, request.drawing}) {
    if (!other.empty() && !done.written) report.in_place += (report.in_place.empty() ? "" : ", ") + other;
  }
  return report;
}

}  // namespace

Program program_of(RepartitionOptions& options) {
  return {.name = "pcgns-repartition",
          .done = "wrote",
          .resumes = true,
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { check(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return repartition_files(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool

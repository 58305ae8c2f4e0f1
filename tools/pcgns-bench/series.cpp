#include "pcgns-bench/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "pcgns-bench/scenario/statistics.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

namespace {

/// Times are told where bytes are not what costs.
bool is_about_time(const std::string& scenario) { return scenario == "open"; }

Against chosen(const std::vector<Record>& records) {
  std::set<int> ranks;
  std::set<std::int64_t> sizes;
  std::set<std::string> labels;
  for (const auto& record : records) {
    ranks.insert(record.ranks);
    sizes.insert(record.bytes);
    labels.insert(record.label);
  }
  if (ranks.size() > 1) return Against::ranks;
  return sizes.size() > 1 && sizes.size() == labels.size() ? Against::size : Against::problem;
}

template <typename Value>
std::size_t place_in(std::vector<Value>& values, const Value& value) {
  const auto found = std::find(values.begin(), values.end(), value);
  const auto place = static_cast<std::size_t>(found - values.begin());
  if (found == values.end()) values.push_back(value);
  return place;
}

double x_of(Figure& figure, const Record& record) {
  switch (figure.against) {
    case Against::ranks:
      return record.ranks;
    case Against::size:
      return static_cast<double>(is_about_time(record.scenario) ? record.zones : record.bytes) /
             (is_about_time(record.scenario) ? 1 : 1e6);
    default:
      return static_cast<double>(place_in(figure.problems, record.label));
  }
}

Point point_of(double x, const Record& record) {
  const auto seconds = statistics_of(record.seconds);
  if (is_about_time(record.scenario)) return {x, seconds.median, seconds.max, seconds.min};
  const double megabytes = static_cast<double>(record.bytes) / 1e6;
  return {x, megabytes / seconds.median, megabytes / seconds.max, megabytes / seconds.min};
}

Curve& curve_of(Figure& figure, const Record& record) {
  for (auto& curve : figure.curves) {
    if (curve.engine == record.engine && curve.what == record.what) return curve;
  }
  return figure.curves.emplace_back(Curve{record.engine, record.what, {}});
}

void name_axes(Figure& figure, const std::string& scenario) {
  const bool is_time = is_about_time(scenario);
  figure.title = scenario;
  figure.y_name = is_time ? "seconds" : "MB/s";
  figure.x_name = figure.against == Against::ranks  ? "processes"
                  : figure.against == Against::size ? (is_time ? "zones" : "MB in the file")
                                                    : "problem";
}

std::string column_name(const Figure& figure, double x) {
  return figure.against == Against::problem ? figure.problems[static_cast<std::size_t>(x)]
                                            : fmt::format("{:.4g}", x);
}

std::string number(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

}  // namespace

Figure figure_of(const std::vector<Record>& records, Against against) {
  if (records.empty()) throw Error(ErrorKind::input, "there is nothing to plot");
  Figure figure;
  figure.against = against == Against::automatic ? chosen(records) : against;
  name_axes(figure, records.front().scenario);
  std::map<std::pair<std::string, double>, std::int64_t> largest;  ///< By curve and x.
  for (const auto& record : records) {
    if (record.scenario != records.front().scenario)
      throw Error(ErrorKind::input, fmt::format("scenarios '{}' and '{}' cannot share one figure",
                                                records.front().scenario, record.scenario));
    if (record.seconds.empty()) continue;
    static_cast<void>(place_in(figure.whats, record.what));
    const double x = x_of(figure, record);
    auto& curve = curve_of(figure, record);
    const auto key = std::make_pair(record.what + " " + record.engine, x);
    const auto known = largest.find(key);
    if (known != largest.end() && known->second >= record.bytes) continue;
    largest[key] = record.bytes;
    std::erase_if(curve.points, [&](const Point& point) { return point.x == x; });
    curve.points.push_back(point_of(x, record));
    std::sort(curve.points.begin(), curve.points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  return figure;
}

std::string table_of(const Figure& figure) {
  std::set<double> columns;
  for (const auto& curve : figure.curves) {
    for (const auto& point : curve.points) columns.insert(point.x);
  }
  std::string text = fmt::format("{}: {} (medians) by {}\n", figure.title, figure.y_name, figure.x_name);
  std::string header = fmt::format("{:6} {:17}", "", "");
  for (const double x : columns) header += fmt::format(" {:>12}", column_name(figure, x));
  text += header + "\n";
  for (const auto& what : figure.whats) {
    for (const auto& curve : figure.curves) {
      if (curve.what != what) continue;
      text += fmt::format("{:6} {:17}", what, curve.engine);
      for (const double x : columns) {
        const auto found = std::find_if(curve.points.begin(), curve.points.end(),
                                        [&](const Point& point) { return point.x == x; });
        const auto cell = found == curve.points.end() ? "-" : number(found->value);
        text += fmt::format(" {:>{}}", cell, std::max<std::size_t>(column_name(figure, x).size(), 12));
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace pcgns::bench

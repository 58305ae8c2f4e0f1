#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "pcgns/base/words.hpp"
#include "pcgns/repartition/plan/drawing.hpp"
#include "pcgns/repartition/plan/scene.hpp"

namespace pcgns::repartition {

namespace {

constexpr double width = 1200;
constexpr double height = 900;
constexpr double margin = 40;
/// More swatches than this do not fit into a line.
constexpr std::int64_t most_in_legend = 20;

/// By part.
struct Loads {
  explicit Loads(const partition::Forecast& forecast)
      : cells(forecast.neighbours.size()),
        cut_faces(forecast.neighbours.size()),
        neighbours(forecast.neighbours.begin(), forecast.neighbours.end()) {
    add(forecast.structured);
    add(forecast.unstructured);
  }

  void add(const std::vector<partition::PieceForecast>& pieces) {
    for (const auto& piece : pieces) {
      const auto part = static_cast<std::size_t>(piece.rank);
      cells[part] += static_cast<double>(piece.cells);
      cut_faces[part] += static_cast<double>(piece.cut_faces);
    }
  }

  std::vector<double> cells;
  std::vector<double> cut_faces;
  std::vector<double> neighbours;
};

/// "950", "12.3k", "4.56M": at most four digits.
std::string shortened(double value) {
  constexpr std::array<std::string_view, 5> units = {"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  for (; value >= 9999.5 && unit + 1 < units.size(); ++unit) value /= 1000;
  const auto digits = unit == 0 && value == std::floor(value) ? 0 : value < 10 ? 2 : value < 1000 ? 1 : 0;
  auto text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.resize(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text + std::string(units[unit]);
}

/// 1, 2 or 5 times a power of ten: at most five of it reach `most`.
double tick_for(double most) {
  const auto power = std::pow(10, std::floor(std::log10(std::max(most, 1.0) / 5)));
  for (const auto factor : {1.0, 2.0, 5.0, 10.0})
    if (most / (factor * power) <= 5) return std::max(1.0, factor * power);
  return std::max(1.0, most);
}

std::string text_at(double x, double y, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped(text));
}

std::string line(double x, double y, double to_x, double to_y, std::string_view style) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>\n", x, y, to_x, to_y, style);
}

constexpr auto heading = "font-size=\"17\" font-weight=\"bold\"";
constexpr auto to_the_left = "text-anchor=\"end\"";
constexpr auto centred = "text-anchor=\"middle\"";

/// Bars of one value per part.
class BarChart {
 public:
  BarChart(const Frame& frame, const std::vector<double>& values) : frame_(frame), values_(values) {
    const auto most = *std::max_element(values.begin(), values.end());
    tick_ = tick_for(most);
    top_ = tick_ * std::max(1.0, std::ceil(most / tick_));
  }

  [[nodiscard]] std::string drawn(std::string_view title) const {
    return text_at(frame_.corner.x - 52, frame_.corner.y - 30, heading, title) + grid() + bars() + mean() +
           part_numbers();
  }

 private:
  [[nodiscard]] double bottom() const { return frame_.corner.y + frame_.height; }
  [[nodiscard]] double right() const { return frame_.corner.x + frame_.width; }
  [[nodiscard]] double y_of(double value) const { return bottom() - frame_.height * value / top_; }
  [[nodiscard]] double step() const { return frame_.width / static_cast<double>(values_.size()); }

  [[nodiscard]] std::string grid() const {
    std::string text;
    for (double value = 0; value <= top_ * 1.001; value += tick_) {
      text += line(frame_.corner.x, y_of(value), right(), y_of(value), "stroke=\"#ddd\"");
      text += text_at(frame_.corner.x - 8, y_of(value) + 5, to_the_left, shortened(value));
    }
    return text;
  }

  [[nodiscard]] std::string bars() const {
    std::string text;
    const auto gap = std::min(3.0, 0.15 * step());
    for (std::size_t part = 0; part < values_.size(); ++part) {
      const auto y = y_of(values_[part]);
      fmt::format_to(std::back_inserter(text),
                     "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                     "fill=\"{}\"><title>part {}: {:.0f}</title></rect>\n",
                     frame_.corner.x + step() * static_cast<double>(part) + gap / 2, y, step() - gap,
                     bottom() - y, colour_of(static_cast<std::int64_t>(part)), part, values_[part]);
    }
    return text + line(frame_.corner.x, bottom(), right(), bottom(), "stroke=\"#222\"");
  }

  [[nodiscard]] std::string mean() const {
    const auto [least, most] = std::minmax_element(values_.begin(), values_.end());
    const auto mean =
        std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(values_.size());
    const auto label = fmt::format("{} to {}, mean {}", shortened(*least), shortened(*most),
                                   shortened(std::round(mean * 10) / 10));
    return line(frame_.corner.x, y_of(mean), right(), y_of(mean),
                "stroke=\"#222\" stroke-width=\"1.4\" stroke-dasharray=\"6 4\"") +
           text_at(right(), frame_.corner.y - 10, to_the_left, label);
  }

  [[nodiscard]] std::string part_numbers() const {
    std::string text;
    const auto every = static_cast<std::size_t>(tick_for(static_cast<double>(values_.size())));
    for (std::size_t part = 0; part < values_.size(); part += every)
      text += text_at(frame_.corner.x + step() * (static_cast<double>(part) + 0.5), bottom() + 20, centred,
                      std::to_string(part));
    return text + text_at(frame_.corner.x + frame_.width / 2, bottom() + 42, centred, "part");
  }

  Frame frame_;
  const std::vector<double>& values_;
  double tick_ = 1;
  double top_ = 1;
};

std::string legend(std::int64_t parts, double y) {
  if (parts > most_in_legend) return {};
  constexpr double each = 52;
  auto x = (width - each * static_cast<double>(parts)) / 2;
  std::string text;
  for (std::int64_t part = 0; part < parts; ++part, x += each) {
    fmt::format_to(
        std::back_inserter(text),
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"18\" height=\"14\" fill=\"{}\" stroke=\"#222\"/>\n", x,
        y - 12, colour_of(part));
    text += text_at(x + 24, y, "", std::to_string(part));
  }
  return text;
}

std::string summary(const partition::Mesh& mesh, const Loads& loads) {
  const auto quality = partition::quality_of(mesh);
  const auto zones = std::ssize(mesh.zones) + std::ssize(mesh.unstructured);
  return fmt::format("{} cells of {}; max/mean {:.3f}; {} cut faces; vertices × {:.3f}",
                     shortened(std::accumulate(loads.cells.begin(), loads.cells.end(), 0.0)),
                     plural(zones, "zone"), quality.max_over_mean,
                     shortened(static_cast<double>(quality.cut_faces)), quality.inflation);
}

/// What the picture shows.
std::string caption(const partition::Mesh& mesh) {
  if (mesh.unstructured.empty()) return "structured zones in index space";
  if (mesh.zones.empty()) return "cell centres";
  return "structured zones in index space, cell centres of unstructured ones";
}

}  // namespace

std::string svg_of(const partition::Mesh& mesh, const partition::Forecast& forecast) {
  const auto parts = mesh.decomposition.partitions;
  const Loads loads(forecast);
  auto text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"14\" fill=\"#222\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height);
  text +=
      text_at(margin, 46, "font-size=\"24\" font-weight=\"bold\"", "Partition in " + plural(parts, "part"));
  text += text_at(margin, 72, "", summary(mesh, loads));
  text += text_at(margin, 110, heading, "a  Parts: " + caption(mesh));
  text += Scene(mesh).drawn_in({{margin, 125}, width - 2 * margin, 410});
  text += legend(parts, 566);
  constexpr double each = (width - 2 * margin) / 3;
  const auto chart = [&](int column, const std::vector<double>& values, std::string_view title) {
    const Frame frame{{margin + column * each + 52, 660}, each - 80, 170};
    text += BarChart(frame, values).drawn(title);
  };
  chart(0, loads.cells, "b  Cells per part");
  chart(1, loads.cut_faces, "c  Cut faces per part");
  chart(2, loads.neighbours, "d  Neighbouring parts per part");
  return text + "</svg>\n";
}

}  // namespace pcgns::repartition

#include "pcgns/repartition/plan/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "pcgns/base/words.hpp"

namespace pcgns::repartition {

namespace {

using partition::Block;
using partition::Index3;

/// Okabe and Ito, without black.
constexpr std::array<std::array<int, 3>, 8> palette = {{{230, 159, 0},
                                                        {86, 180, 233},
                                                        {0, 158, 115},
                                                        {240, 228, 66},
                                                        {0, 114, 178},
                                                        {213, 94, 0},
                                                        {204, 121, 167},
                                                        {153, 153, 153}}};
/// A zone is flat if it is this much shorter in one direction.
constexpr double flat = 0.01;
constexpr double room_between = 0.08;  ///< Zones, of the width of one.
constexpr double height_of_name = 24;
constexpr double width_of_character = 7.5;

/// Where one looks from: along an axis of a flat zone, else towards all three.
class View {
 public:
  explicit View(const std::array<double, 3>& extents) {
    const auto longest = *std::max_element(extents.begin(), extents.end());
    for (std::size_t d = 0; d < 3; ++d)
      if (extents[d] < flat * longest) flat_ = d;
  }

  /// The third axis goes up; of a flat zone, the second one of the other two.
  [[nodiscard]] Point projected(const std::array<double, 3>& at) const {
    if (flat_ == 0) return {at[1], -at[2]};
    if (flat_ == 1) return {at[0], -at[2]};
    if (flat_ == 2) return {at[0], -at[1]};
    return {std::sqrt(0.75) * (at[0] - at[1]), 0.5 * (at[0] + at[1]) - at[2]};
  }
  [[nodiscard]] bool sees(std::size_t d) const { return flat_ == 3 || flat_ == d; }
  [[nodiscard]] bool is_flat() const { return flat_ < 3; }

 private:
  std::size_t flat_ = 3;
};

std::array<double, 3> reals_of(const Index3& index) {
  return {static_cast<double>(index[0]), static_cast<double>(index[1]), static_cast<double>(index[2])};
}

/// The corners of the side of `cells` at its end in direction `d`, all the way round.
std::array<Index3, 4> side_of(const Block& cells, std::size_t d) {
  const auto a = (d + 1) % 3;
  const auto b = (d + 2) % 3;
  std::array<Index3, 4> around = {cells.end, cells.end, cells.end, cells.end};
  around[1][a] = around[2][a] = cells.begin[a];
  around[2][b] = around[3][b] = cells.begin[b];
  return around;
}

/// Extents of a zone with one cell across, which has no depth.
Index3 drawn_extents(const partition::ZoneSize& zone) {
  auto extents = zone.cells;
  for (std::size_t d = 0; d < 3; ++d) {
    if (static_cast<int>(d) >= zone.dimension) extents[d] = 0;
  }
  return extents;
}

std::string name_below(const std::string& name, double left, double right, double y) {
  if (width_of_character * static_cast<double>(name.size()) > right - left) return {};
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", (left + right) / 2,
                     y + height_of_name - 6, escaped(name));
}

/// Draws from the back, without the dots that those in front cover.
class DotPainter {
 public:
  explicit DotPainter(double spacing) : radius_(std::max(0.8, 0.62 * spacing)) {}

  /// @pre Called from the front.
  void add(Point at, std::int64_t part) {
    const auto cell = 1.1 * radius_;
    if (taken_.emplace(std::llround(at.x / cell), std::llround(at.y / cell)).second)
      seen_.push_back({at, part});
  }

  [[nodiscard]] std::string drawn() const {
    std::string text =
        fmt::format("<g fill=\"none\" stroke-linecap=\"round\" stroke-width=\"{:.2f}\">\n", 2 * radius_);
    std::int64_t part = -1;
    for (auto dot = seen_.rbegin(); dot != seen_.rend(); ++dot) {
      if (dot->part != part) {
        text += part < 0 ? "" : "\"/>\n";
        part = dot->part;
        fmt::format_to(std::back_inserter(text), "<path stroke=\"{}\" d=\"", colour_of(part));
      }
      fmt::format_to(std::back_inserter(text), "M{:.1f} {:.1f}h0", dot->at.x, dot->at.y);
    }
    return text + (part < 0 ? "" : "\"/>\n") + "</g>\n";
  }

 private:
  struct Seen {
    Point at;
    std::int64_t part = 0;
  };
  double radius_;
  std::set<std::pair<std::int64_t, std::int64_t>> taken_;
  std::vector<Seen> seen_;
};

}  // namespace

std::string colour_of(std::int64_t part) {
  const auto count = std::ssize(palette);
  // Light, dark and so on: each as different from its neighbours as the colours themselves.
  constexpr std::array<double, 4> tints = {0, 0.45, -0.4, 0.25};
  const auto tint = tints[static_cast<std::size_t>(part / count % std::ssize(tints))];
  std::string text = "#";
  for (const auto channel : palette[static_cast<std::size_t>(part % count)]) {
    const double value = tint > 0 ? channel + tint * (255 - channel) : channel * (1 + tint);
    fmt::format_to(std::back_inserter(text), "{:02x}", std::lround(value));
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

Scene::Scene(const partition::Mesh& mesh) : mesh_(mesh) {
  for (std::size_t zone = 0; zone < mesh.zones.size(); ++zone) add_structured(zone);
  for (const auto& zone : mesh.unstructured)
    if (!zone.samples.empty()) add_unstructured(zone);
}

void Scene::add_structured(std::size_t zone) {
  const auto& size = mesh_.decomposition.zones[zone];
  const View view(reals_of(drawn_extents(size)));
  Group group{.name = mesh_.zones[zone]->name};
  for (const int index : mesh_.pieces_of_zone[zone]) {
    const auto& piece = mesh_.piece(index);
    const auto title = fmt::format("{}, rank {}", partition::name_of(mesh_, piece), piece.rank);
    for (std::size_t d = 0; d < 3; ++d) {
      if (piece.cells.end[d] != size.cells[d] || !view.sees(d)) continue;
      auto& side = group.sides.emplace_back(Side{.corners = {}, .part = piece.rank, .title = title});
      for (const auto& corner : side_of(piece.cells, d))
        side.corners.push_back(view.projected(reals_of(corner)));
    }
  }
  place(std::move(group));
}

void Scene::add_unstructured(const partition::DistributedZone& zone) {
  Place low = {1e300, 1e300, 1e300};
  Place high = {-1e300, -1e300, -1e300};
  for (const auto& sample : zone.samples) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], static_cast<double>(sample.at[d]));
      high[d] = std::max(high[d], static_cast<double>(sample.at[d]));
    }
  }
  Place extents = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  const View view(extents);
  const auto longest = std::max(1.0, *std::max_element(extents.begin(), extents.end()));
  // About as large as a structured zone with as many cells.
  const auto scale = std::cbrt(static_cast<double>(partition::cells_of(zone))) / longest;
  double volume = 1;
  for (const auto extent : extents) volume *= extent < flat * longest ? 1 : extent * scale;
  const auto count = static_cast<double>(zone.samples.size());
  Group group{.name = zone.zone->name};
  group.spacing = view.is_flat() ? std::sqrt(volume / count) : std::cbrt(volume / count);
  for (const auto& sample : zone.samples) {
    Place at = {};
    for (std::size_t d = 0; d < 3; ++d) at[d] = (static_cast<double>(sample.at[d]) - low[d]) * scale;
    group.dots.push_back({view.projected(at), at[0] + at[1] + at[2], sample.rank});
  }
  std::stable_sort(group.dots.begin(), group.dots.end(),
                   [](const Dot& a, const Dot& b) { return a.nearness > b.nearness; });
  place(std::move(group));
}

/// Beside the zones before it.
void Scene::place(Group group) {
  Point low = {1e300, 1e300};
  Point high = {-1e300, -1e300};
  const auto add = [&](const Point& at) {
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  };
  for (const auto& side : group.sides) std::for_each(side.corners.begin(), side.corners.end(), add);
  for (const auto& dot : group.dots) add(dot.at);
  const auto own_width = high.x - low.x + 2 * group.spacing;
  const auto left = groups_.empty() ? 0 : width_ + room_between * own_width;
  const auto move = [&](Point& at) {
    at = {at.x - low.x + left + group.spacing, at.y - high.y - group.spacing};
  };
  for (auto& side : group.sides) std::for_each(side.corners.begin(), side.corners.end(), move);
  for (auto& dot : group.dots) move(dot.at);
  group.low = {left, low.y - high.y - 2 * group.spacing};
  group.high = {left + own_width, 0};
  width_ = left + own_width;
  height_ = std::max(height_, -group.low.y);
  groups_.push_back(std::move(group));
}

std::string Scene::drawn_in(const Frame& frame) const {
  const auto scale = std::min(frame.width / std::max(1e-9, width_),
                              (frame.height - height_of_name) / std::max(1e-9, height_));
  const Point origin = {frame.corner.x + (frame.width - width_ * scale) / 2,
                        frame.corner.y + (frame.height - height_of_name + height_ * scale) / 2};
  const auto at = [&](const Point& point) {
    return Point{origin.x + scale * point.x, origin.y + scale * point.y};
  };
  std::string text = "<g stroke=\"#222\" stroke-width=\"0.8\" stroke-linejoin=\"round\">\n";
  std::string rest;
  for (const auto& group : groups_) {
    for (const auto& side : group.sides) {
      fmt::format_to(std::back_inserter(text), "<path fill=\"{}\" d=\"M", colour_of(side.part));
      for (const auto& corner : side.corners)
        fmt::format_to(std::back_inserter(text), "{:.1f},{:.1f} ", at(corner).x, at(corner).y);
      fmt::format_to(std::back_inserter(text), "z\"><title>{}</title></path>\n", escaped(side.title));
    }
    DotPainter painter(group.spacing * scale);
    for (const auto& dot : group.dots) painter.add(at(dot.at), dot.part);
    if (!group.dots.empty()) rest += painter.drawn();
    rest += name_below(group.name, at(group.low).x, at(group.high).x, origin.y);
  }
  return text + "</g>\n" + rest;
}

}  // namespace pcgns::repartition

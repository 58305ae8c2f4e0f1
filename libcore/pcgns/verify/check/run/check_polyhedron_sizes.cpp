#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/verify/check/run/cell_sizes.hpp"
#include "pcgns/verify/check/run/polyhedra.hpp"

namespace pcgns::verify::check {

namespace {

constexpr std::int64_t faces_in_chunk = 1 << 16;
/// Faces leave a hole if the sum of their area vectors exceeds this fraction of their sizes. Where cells are
/// refined on one side only, curved faces leave small gaps.
constexpr double largest_hole = 1e-2;
constexpr double certainty_of_sum = 16;

/// Contribution of a face to a cell.
struct Part {
  std::int64_t cell = 0;
  double volume = 0;
  kernel::Point area = {};
};

/// Sums over the faces of a cell.
struct Sums {
  double volume = 0;
  double volumes = 0;  ///< Of absolute values.
  kernel::Point area = {};
  double areas = 0;
  bool has_faces = false;
};

class Sizes {
 public:
  Sizes(const ZoneCheck& check, const Polyhedra& polyhedra, const mesh::Coordinates& coordinates)
      : check_(check),
        polyhedra_(polyhedra),
        coordinates_(coordinates),
        exchange_(check.session),
        numbers_(polyhedra.numbers()),
        per_rank_(std::max<std::int64_t>(1, divide_up(numbers_.size(), check.session.size()))) {
    const auto begin = std::min(numbers_.end, numbers_.begin + check.session.rank() * per_rank_);
    mine_ = {begin, std::min(numbers_.end, begin + per_rank_)};
    std::int64_t faces = 0;
    for (const auto& polygons : polyhedra.polygons()) faces += polygons.elements->section->count();
    is_dense_ = numbers_.size() <= 2 * faces;
    if (is_dense_) sums_.resize(static_cast<std::size_t>(mine_.size()));
  }

  void run() {
    find_origin();
    for (const auto& polygons : polyhedra_.polygons()) {
      for (const auto& chunk : mesh::chunks_of(check_.session, {polygons.elements, 1}, faces_in_chunk)) {
        add(polygons, chunk.range);
      }
    }
    tell();
  }

 private:
  /// A vertex of the zone as origin keeps cones small.
  void find_origin() {
    const std::vector<std::int64_t> first = {1};
    origin_ = coordinates_.window(first).at(1);
  }

  void add(const Polygons& polygons, Range range) {
    std::vector<std::int64_t> wanted;
    const auto& elements = *polygons.elements;
    mesh::for_each_block(elements, range, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto nodes = block.nodes(i);
        if (mesh::is_within(nodes, check_.zone.vertices))
          wanted.insert(wanted.end(), nodes.begin(), nodes.end());
      }
    });
    const auto window = coordinates_.window(wanted);
    std::vector<Part> parts;
    mesh::for_each_block(elements, range, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto at = static_cast<std::size_t>(block.number(i) - elements.mine.begin);
        add_face(window, block.nodes(i), polygons.positive[at], polygons.negative[at], parts);
      }
    });
    par::scatter_to_owners(
        exchange_, parts,
        [&](const Part& part) { return static_cast<int>((part.cell - numbers_.begin) / per_rank_); },
        [&](const Part& part) { note(part); });
  }

  void add_face(const mesh::Window& window, std::span<const std::int64_t> nodes, std::int64_t positive,
                std::int64_t negative, std::vector<Part>& parts) {
    if (nodes.empty() || !mesh::is_within(nodes, check_.zone.vertices)) return;
    corners_.clear();
    for (const auto node : nodes) corners_.push_back(window.at(node) - origin_);
    const auto share = kernel::share_of(corners_);
    if (positive != 0) parts.push_back({positive, share.volume, share.area});
    if (negative != 0) parts.push_back({negative, -share.volume, -1.0 * share.area});
  }

  void note(const Part& part) {
    auto& sums = is_dense_ ? sums_[static_cast<std::size_t>(part.cell - mine_.begin)] : few_[part.cell];
    sums.volume += part.volume;
    sums.volumes += std::abs(part.volume);
    sums.area = sums.area + part.area;
    sums.areas += kernel::length(part.area);
    sums.has_faces = true;
  }

  void tell() {
    std::vector<std::string> paths = {polyhedra_.path_of_cell(numbers_.begin)};
    CellSizes sizes(1);
    for (std::size_t at = 0; at < sums_.size(); ++at)
      judge(mine_.begin + static_cast<std::int64_t>(at), sums_[at], sizes);
    for (const auto& [cell, sums] : few_) judge(cell, sums, sizes);
    sizes.tell(check_, paths, CellSizes::Sides::either);
  }

  void judge(std::int64_t cell, const Sums& sums, CellSizes& sizes) {
    if (!sums.has_faces) return;
    if (kernel::length(sums.area) > largest_hole * sums.areas) {
      check_.tallies.add("M0504", polyhedra_.path_of_cell(cell), cell,
                         [&] { return Place{.position = fmt::format("element {}", cell)}; });
      return;
    }
    sizes.add(0, cell, sums.volume, certainty_of_sum * sums.volumes, coordinates_.precision());
  }

  const ZoneCheck& check_;
  const Polyhedra& polyhedra_;
  const mesh::Coordinates& coordinates_;
  par::Exchange exchange_;
  Range numbers_;
  std::int64_t per_rank_;
  Range mine_;
  bool is_dense_ = true;  ///< False if there are more numbers than the faces can have cells.
  std::vector<Sums> sums_;
  std::unordered_map<std::int64_t, Sums> few_;  ///< Instead of `sums_`, by cell.
  std::vector<kernel::Point> corners_;
  kernel::Point origin_;
};

}  // namespace

void check_polyhedron_sizes(const ZoneCheck& check, const Polyhedra& polyhedra,
                            const mesh::Coordinates& coordinates) {
  // Without signs, the side on which a cell lies is unknown.
  if (polyhedra.are_sound() && !polyhedra.numbers().empty() && check.zone.vertices > 0) {
    Sizes(check, polyhedra, coordinates).run();
  }
}

}  // namespace pcgns::verify::check

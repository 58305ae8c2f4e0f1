// scene.hpp: the parts of a mesh in the plane.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

struct Point {
  double x = 0;  ///< To the right.
  double y = 0;  ///< Down.
};

struct Frame {
  Point corner;  ///< Upper left.
  double width = 0;
  double height = 0;
};

/// "#rrggbb": eight colours that people with any colour vision tell apart, then lighter and darker ones.
[[nodiscard]] std::string colour_of(std::int64_t part);

/// `text` in XML.
[[nodiscard]] std::string escaped(std::string_view text);

/// The zones of a mesh side by side: sides of boxes in index space where they are structured, else the cells
/// of DistributedZone::samples.
class Scene {
 public:
  explicit Scene(const partition::Mesh& mesh);

  /// SVG, as large as `frame` allows, with the names of the zones below them.
  [[nodiscard]] std::string drawn_in(const Frame& frame) const;

 private:
  using Place = std::array<double, 3>;
  struct Side {
    std::vector<Point> corners;
    std::int64_t part = 0;
    std::string title;
  };
  struct Dot {
    Point at;
    double nearness = 0;
    std::int64_t part = 0;
  };
  /// One zone.
  struct Group {
    std::string name;
    std::vector<Side> sides = {};
    std::vector<Dot> dots = {};
    double spacing = 0;  ///< Of the dots.
    Point low = {};
    Point high = {};
  };

  void add_structured(std::size_t zone);
  void add_unstructured(const partition::DistributedZone& zone);
  void place(Group group);

  const partition::Mesh& mesh_;
  std::vector<Group> groups_;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace pcgns::repartition

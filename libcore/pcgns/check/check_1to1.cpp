#include <fmt/format.h>

#include "pcgns/check/joins.hpp"
#include "pcgns/check/one_join.hpp"

namespace pcgns::check {

namespace {

/// What the nodes of a 1to1 connection say, as far as they can be read.
struct Parts {
  std::optional<IndexRange> here = {};
  std::optional<IndexRange> there = {};
  std::optional<Transform> transform = {};
  bool has_transform_values = false;
};

Parts parts_of(const Joins& joins, const Join& join) {
  const auto dimension = joins.zone_of(join).shape.dimension;
  Parts parts{.here = range_in(join.node->child("PointRange"), dimension),
              .there = range_in(join.node->child("PointRangeDonor"), dimension)};
  const auto* node = join.node->child("Transform");
  // Those that have none mean that all axes are alike.
  if (node == nullptr) {
    parts.transform = Transform{};
    parts.has_transform_values = true;
    return parts;
  }
  const auto values = integers_in(node);
  if (!values || values->size() != static_cast<std::size_t>(dimension)) return parts;
  parts.has_transform_values = true;
  parts.transform = transform_of(*values);
  return parts;
}

bool are_structured(const Joins& joins, const Join& join) {
  const auto& zone = joins.zone_of(join).shape;
  const auto& donor = joins.donor_of(join).shape;
  return zone.structured && donor.structured && zone.dimension == donor.dimension;
}

class OneToOne : OneJoin {
 public:
  using OneJoin::OneJoin;

  void check() {
    if (!are_structured(joins(), join())) {
      add("J0212", {.expected = "two structured zones of equal dimension"});
      return;
    }
    const auto parts = parts_of(joins(), join());
    check_ranges(parts);
    if (parts.has_transform_values && !parts.transform) {
      add("J0206", {.expected = "each of 1 to the dimension once, with a sign"});
    }
    if (!parts.here || !parts.there || !parts.transform) return;
    const JoinMap map{*parts.here, *parts.there, *parts.transform};
    if (!map.fits()) {
      add("J0207", {.expected = "the last point leads to " + text_of(map.there.last, dimension()),
                    .found = text_of(map.donor_of(map.here.last), dimension())});
      return;
    }
    if (!goes_across(map, zone().shape, donor().shape)) {
      add("J0210", {});
    } else if (determinant(map.transform) < 0) {
      add("J0211", {});
    }
    if (map_of(joins(), join())) check_mirror(map);
  }

 private:
  void check_ranges(const Parts& parts) {
    if (!parts.here || !parts.there || !parts.has_transform_values) {
      const auto* missing = !parts.here ? "PointRange" : !parts.there ? "PointRangeDonor" : "Transform";
      add("J0201", {.expected = fmt::format("{} with {} rows", missing, dimension())});
    }
    if (parts.here) check_range("J0202", "PointRange", *parts.here, zone().shape);
    if (parts.there) check_range("J0203", "PointRangeDonor", *parts.there, donor().shape);
    if (parts.here && parts.here->is_inside(zone().shape.vertices) &&
        face_axis(*parts.here, zone().shape) < 0) {
      add("J0204", {.position = "PointRange", .found = text_of(*parts.here, dimension())});
    }
  }

  void check_range(const char* code, const char* name, const IndexRange& range, const ZoneShape& shape) {
    if (range.is_inside(shape.vertices)) return;
    add(code, {.position = name,
               .expected = "within " + text_of_extents(shape.vertices, dimension()) + " vertices",
               .found = text_of(range, dimension())});
  }

  /// The donor must have a connection of the same points the other way round.
  void check_mirror(const JoinMap& map) {
    const Join* near = nullptr;
    for (const auto number : donor().joins) {
      const auto& other = joins().all[static_cast<std::size_t>(number)];
      if (!other.is_1to1 || other.donor != join().zone) continue;
      const auto back = map_of(joins(), other);
      if (!back || !back->here.overlaps(map.there)) continue;
      if (!back->here.has_same_points(map.there) || !back->there.has_same_points(map.here)) {
        if (back->there.overlaps(map.here)) near = &other;
        continue;
      }
      if (map.is_undone_by(*back)) return check_motion(other);
      if (&other == &join()) continue;
      add("J0209", {.expected = "the inverse of " + other.path, .found = "points that lead elsewhere"});
      return;
    }
    add("J0208", {.expected = fmt::format("one in {} from {} to {}", donor().path,
                                          text_of(map.there, dimension()), text_of(map.here, dimension())),
                  .found = near == nullptr ? "" : near->path});
  }

  void check_motion(const Join& other) {
    const bool agree = join().motions.empty() == other.motions.empty() &&
                       (join().motions.empty() || other.motions.front().undoes(join().motions.front()));
    if (!agree && &other != &join()) add("J0404", {.expected = "the inverse of " + other.path});
  }
};

}  // namespace

std::optional<JoinMap> map_of(const Joins& joins, const Join& join) {
  if (!join.is_1to1 || join.donor < 0 || !are_structured(joins, join)) return {};
  const auto parts = parts_of(joins, join);
  if (!parts.here || !parts.there || !parts.transform) return {};
  const JoinMap map{*parts.here, *parts.there, *parts.transform};
  const bool is_sound = map.fits() && map.here.is_inside(joins.zone_of(join).shape.vertices) &&
                        map.there.is_inside(joins.donor_of(join).shape.vertices);
  return is_sound ? std::optional(map) : std::nullopt;
}

int mirror_of(const Joins& joins, const Join& join) {
  const auto map = map_of(joins, join);
  if (!map) return -1;
  for (const auto number : joins.donor_of(join).joins) {
    const auto& other = joins.all[static_cast<std::size_t>(number)];
    if (other.donor != join.zone) continue;
    const auto back = map_of(joins, other);
    if (back && back->here.has_same_points(map->there) && back->there.has_same_points(map->here) &&
        map->is_undone_by(*back)) {
      return number;
    }
  }
  return -1;
}

void check_1to1(const Joins& joins, int join, const std::string& file, Findings& findings) {
  OneToOne(joins, join, file, findings).check();
}

}  // namespace pcgns::check

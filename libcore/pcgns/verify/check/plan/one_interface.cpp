#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "pcgns/verify/check/plan/interfaces.hpp"

namespace pcgns::verify::check {

namespace {

/// The nodes of a 1to1 interface, as far as they are readable.
struct Parts {
  std::optional<cgns::IndexRange> here = {};
  std::optional<cgns::IndexRange> there = {};
  std::optional<Transform> transform = {};
  bool has_transform_values = false;
};

Parts parts_of(const Interfaces& interfaces, const Interface& interface) {
  const auto dimension = interfaces.zone_of(interface).shape.dimension;
  Parts parts{.here = cgns::range_in(interface.node->child("PointRange"), dimension),
              .there = cgns::range_in(interface.node->child("PointRangeDonor"), dimension)};
  const auto* node = interface.node->child("Transform");
  // The default is the identity.
  if (node == nullptr) {
    parts.transform = Transform{};
    parts.has_transform_values = true;
    return parts;
  }
  const auto values = cgns::integers_in(node);
  if (!values || values->size() != static_cast<std::size_t>(dimension)) return parts;
  parts.has_transform_values = true;
  parts.transform = transform_of(*values);
  return parts;
}

bool are_structured(const Interfaces& interfaces, const Interface& interface) {
  const auto& zone = interfaces.zone_of(interface).shape;
  const auto& donor = interfaces.donor_of(interface).shape;
  return zone.structured && donor.structured && zone.dimension == donor.dimension;
}

/// Shared base of the checks of one interface.
class OneInterface {
 public:
  OneInterface(const Interfaces& interfaces, int interface, const std::string& file, cgns::Findings& findings)
      : interfaces_(interfaces), interface_(interfaces.at(interface)), file_(file), findings_(findings) {}

 protected:
  [[nodiscard]] const Interfaces& interfaces() const { return interfaces_; }
  [[nodiscard]] const Interface& join() const { return interface_; }
  [[nodiscard]] const InterfaceZone& zone() const { return interfaces_.zone_of(interface_); }
  [[nodiscard]] const InterfaceZone& donor() const { return interfaces_.donor_of(interface_); }
  [[nodiscard]] int dimension() const { return zone().shape.dimension; }

  void add(const char* code, cgns::Finding finding) {
    finding.code = code;
    finding.file = file_;
    finding.path = interface_.path;
    findings_.add(std::move(finding));
  }

 private:
  const Interfaces& interfaces_;
  const Interface& interface_;
  const std::string& file_;
  cgns::Findings& findings_;
};

/// Checks a GridConnectivity1to1_t whose donor exists.
class OneToOne : OneInterface {
 public:
  using OneInterface::OneInterface;

  void check() {
    if (!are_structured(interfaces(), join())) {
      add("J0212", {.expected = "two structured zones of equal dimension"});
      return;
    }
    const auto parts = parts_of(interfaces(), join());
    check_ranges(parts);
    if (parts.has_transform_values && !parts.transform) {
      add("J0206", {.expected = "each of 1 to the dimension once, with a sign"});
    }
    if (!parts.here || !parts.there || !parts.transform) return;
    const InterfaceMap map{*parts.here, *parts.there, *parts.transform};
    if (!map.fits()) {
      add("J0207", {.expected = "the last point leads to " + cgns::text_of(map.there.last, dimension()),
                    .found = cgns::text_of(map.donor_of(map.here.last), dimension())});
      return;
    }
    if (!goes_across(map, zone().shape, donor().shape)) {
      add("J0210", {});
    } else if (determinant(map.transform) < 0) {
      add("J0211", {});
    }
    if (map_of(interfaces(), join())) check_mirror(map);
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
      add("J0204", {.position = "PointRange", .found = cgns::text_of(*parts.here, dimension())});
    }
  }

  void check_range(const char* code, const char* name, const cgns::IndexRange& range,
                   const cgns::ZoneShape& shape) {
    if (range.is_inside(shape.vertices)) return;
    add(code, {.position = name,
               .expected = "within " + cgns::text_of_extents(shape.vertices, dimension()) + " vertices",
               .found = cgns::text_of(range, dimension())});
  }

  /// Checks that the donor has an interface of the same points in the reverse direction.
  void check_mirror(const InterfaceMap& map) {
    const Interface* near = nullptr;
    for (const auto number : donor().interfaces) {
      const auto& other = interfaces().at(number);
      if (!other.is_1to1 || other.donor != join().zone) continue;
      const auto back = map_of(interfaces(), other);
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
    // Where there are candidates of other forms, the pairs tell.
    if (!mirrors_of(interfaces(), join()).empty()) return;
    add("J0208",
        {.expected = fmt::format("one in {} from {} to {}", donor().path,
                                 cgns::text_of(map.there, dimension()), cgns::text_of(map.here, dimension())),
         .found = near == nullptr ? "" : near->path});
  }

  void check_motion(const Interface& other) {
    if (!have_inverse_motions(join(), other) && &other != &join())
      add("J0404", {.expected = "the inverse of " + other.path});
  }
};

}  // namespace

std::optional<InterfaceMap> map_of(const Interfaces& interfaces, const Interface& interface) {
  if (!interface.is_1to1 || interface.donor < 0 || !are_structured(interfaces, interface)) return {};
  const auto parts = parts_of(interfaces, interface);
  if (!parts.here || !parts.there || !parts.transform) return {};
  const InterfaceMap map{*parts.here, *parts.there, *parts.transform};
  const bool is_sound = map.fits() && map.here.is_inside(interfaces.zone_of(interface).shape.vertices) &&
                        map.there.is_inside(interfaces.donor_of(interface).shape.vertices);
  return is_sound ? std::optional(map) : std::nullopt;
}

int mirror_of(const Interfaces& interfaces, const Interface& interface) {
  const auto map = map_of(interfaces, interface);
  if (!map) return -1;
  for (const auto number : interfaces.donor_of(interface).interfaces) {
    const auto& other = interfaces.at(number);
    if (other.donor != interface.zone) continue;
    const auto back = map_of(interfaces, other);
    if (back && back->here.has_same_points(map->there) && back->there.has_same_points(map->here) &&
        map->is_undone_by(*back)) {
      return number;
    }
  }
  return -1;
}

namespace {

/// Checks a GridConnectivity_t whose donor exists.
class GeneralInterface : OneInterface {
 public:
  using OneInterface::OneInterface;

  void check() {
    const auto points = count_here();
    if (!points) return;
    const bool is_1to1 = join().kind == "Abutting1to1";
    const auto lists = lists_of(interfaces(), join());
    if (is_1to1 && !lists.there) {
      add("J0308", {.expected = "PointListDonor"});
    } else if (is_1to1 && lists.there->count != *points) {
      add("J0304", {.expected = fmt::to_string(*points), .found = fmt::to_string(lists.there->count)});
    } else if (is_1to1) {
      check_mirror(lists);
    }
    check_interpolants(lists, *points);
  }

 private:
  /// Number of entities on the zone's own side.
  std::optional<std::int64_t> count_here() {
    if (const auto lists = lists_of(interfaces(), join()); lists.here) return lists.here->count;
    const auto* node = join().node->child("PointRange");
    const auto range = cgns::range_in(node, dimension());
    if (!range) {
      const bool is_empty = has_empty_list();
      if (!is_empty) add("J0301", {.expected = "PointList or PointRange"});
      return {};
    }
    const auto limits = index_limits(zone(), cgns::location_of(*join().node));
    if (!limits) return {};
    if (!is_within(*range, *limits)) {
      add("J0302", {.position = "PointRange",
                    .expected = text_of(*limits),
                    .found = cgns::text_of(*range, dimension())});
      return {};
    }
    return range->count();
  }

  [[nodiscard]] bool has_empty_list() const {
    const auto* node = join().node->child("PointList");
    return node != nullptr && cgns::count_of(node->dims) == 0;
  }

  void check_mirror(const InterfaceLists& lists) {
    if (!lists.here) return;
    const auto mirrors = mirrors_of(interfaces(), join());
    // Of several, the pairs tell which is the reverse.
    if (mirrors.size() > 1) return;
    if (mirrors.empty() || is_of_another(interfaces().at(mirrors.front()))) {
      add("J0306", {.expected = fmt::format("one of {} pairs in {}", lists.here->count, donor().path)});
      return;
    }
    const auto& mirror = interfaces().at(mirrors.front());
    if (!have_inverse_motions(join(), mirror)) add("J0404", {.expected = "the inverse of " + mirror.path});
  }

  /// True if `mirror` does not undo the motion of this interface, and is the reverse of a different
  /// interface.
  [[nodiscard]] bool is_of_another(const Interface& mirror) const {
    if (have_inverse_motions(join(), mirror)) return false;
    return mirror_of(interfaces(), mirror) >= 0 ||
           std::ranges::any_of(mirrors_of(interfaces(), mirror), [&](int number) {
             const auto& other = interfaces().at(number);
             return &other != &join() && other.node != mirror.node && have_inverse_motions(mirror, other);
           });
  }

  /// Checks that InterpolantsDonor has a row per point.
  void check_interpolants(const InterfaceLists& lists, std::int64_t points) {
    const auto* interpolants = join().node->child("InterpolantsDonor");
    if (interpolants == nullptr) return;
    const auto count = cgns::count_of(interpolants->dims);
    const auto donors = lists.there ? lists.there->count : points;
    if (donors == 0 || count % donors == 0) return;
    add("J0309", {.expected = fmt::format("a multiple of {}", donors), .found = fmt::to_string(count)});
  }
};

}  // namespace

void check_interface(const Interfaces& interfaces, int number, const std::string& file,
                     bool parts_are_missing, cgns::Findings& findings) {
  const auto& interface = interfaces.at(number);
  const auto add = [&](const char* code, std::string found) {
    findings.add({.code = code,
                  .file = file,
                  .path = interface.path,
                  .expected = "the name of a zone",
                  .found = std::move(found)});
  };
  if (!interface.lost_donors.empty())
    add(parts_are_missing ? "J0102" : "J0101", fmt::format("{}", fmt::join(interface.lost_donors, ", ")));
  if (interface.is_named_otherwise) add("J0103", interface.donor_name);
  if (interface.donor < 0) return;
  if (interface.is_1to1) {
    OneToOne(interfaces, number, file, findings).check();
  } else {
    GeneralInterface(interfaces, number, file, findings).check();
  }
}

}  // namespace pcgns::verify::check

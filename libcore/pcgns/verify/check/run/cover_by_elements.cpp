#include <fmt/format.h>

#include <algorithm>

#include "pcgns/verify/check/run/boundary_check.hpp"

namespace pcgns::verify::check {

namespace {

/// A face that a patch names, by the key of the element.
struct NamedFace {
  kernel::FaceKey key;
  Claim claim;
};

class ElementCover {
 public:
  explicit ElementCover(const BoundaryCheck& check) : check_(check), session_(check.zone.session) {}

  void run() {
    std::vector<Claim> others;
    std::vector<Claim> of_polygons;
    for (const auto& claim : claims_of(session_, check_.zone.subject.data, check_.patches,
                                       Patch::Names::elements, end_of_elements())) {
      (polygons_of(claim.number) < 0 ? others : of_polygons).push_back(claim);
    }
    cover_polygons(of_polygons);
    cover_faces(others);
  }

 private:
  [[nodiscard]] std::int64_t end_of_elements() const {
    std::int64_t end = 1;
    for (const auto& section : check_.zone.zone.sections) end = std::max(end, section.last + 1);
    // Bounds the work for a bogus range: every element has at least one value.
    std::int64_t values = 0;
    for (const auto& section : check_.zone.zone.sections) {
      if (section.connectivity < 0) continue;
      const auto& target =
          check_.zone.subject.data.plan.targets[static_cast<std::size_t>(section.connectivity)];
      values += cgns::count_of(target.dims);
    }
    return std::min(end, values + check_.zone.zone.cells + 1);
  }

  /// Index of the polygon section of an element; -1: none.
  [[nodiscard]] int polygons_of(std::int64_t element) const {
    const auto& all = check_.surface.polygons;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].first <= element && element < all[i].first + all[i].begins.back())
        return static_cast<int>(i);
    }
    return -1;
  }

  void cover_polygons(std::span<const Claim> claims) {
    auto mine = par::scatter_to_owners(session_, claims, [&](const Claim& claim) {
      const auto& polygons = check_.surface.polygons[static_cast<std::size_t>(polygons_of(claim.number))];
      const auto after =
          std::upper_bound(polygons.begins.begin(), polygons.begins.end(), claim.number - polygons.first);
      return static_cast<int>(after - polygons.begins.begin()) - 1;
    });
    std::sort(mine.begin(), mine.end());
    tell_repeated(mine);
    for (const auto& claim : mine) {
      const auto number = static_cast<std::size_t>(polygons_of(claim.number));
      const auto& polygons = check_.surface.polygons[number];
      const auto first = polygons.begins[static_cast<std::size_t>(session_.rank())];
      const auto at = static_cast<std::size_t>(claim.number - polygons.first - first);
      if (polygons.uses[at] == 1) check_.polygons[number][at].add(claim.patch);
      if (polygons.uses[at] == 0) tell_lost(claim);
      if (polygons.uses[at] >= 2) tell_inside(claim);
    }
  }

  [[nodiscard]] int keeper_of(std::int64_t element) const {
    const auto hash = kernel::mixed(static_cast<std::uint64_t>(element));
    return static_cast<int>(hash % static_cast<std::uint64_t>(session_.size()));
  }

  /// Matches claims with elements on the rank that the element number selects, then with faces.
  void cover_faces(std::span<const Claim> claims) {
    auto mine =
        par::scatter_to_owners(session_, claims, [&](const Claim& claim) { return keeper_of(claim.number); });
    std::sort(mine.begin(), mine.end());
    tell_repeated(mine);
    if (!check_.surface.faces) return tell_no_faces(mine);
    auto& surface = *check_.surface.faces;
    auto elements = par::scatter_to_owners(session_, surface.surface,
                                           [&](const auto& made) { return keeper_of(made.element); });
    std::sort(elements.begin(), elements.end(),
              [](const auto& a, const auto& b) { return a.element < b.element; });
    const auto faces = par::scatter_to_owners(
        session_, named(mine, elements), [&](const NamedFace& face) { return surface.owner_of(face.key); });
    for (const auto& face : faces) cover(surface, face);
  }

  std::vector<NamedFace> named(std::span<const Claim> claims,
                               const std::vector<mesh::SurfaceElement>& elements) const {
    std::vector<NamedFace> faces;
    auto at = elements.begin();
    for (const auto& claim : claims) {
      at = std::find_if(at, elements.end(), [&](const auto& made) { return made.element >= claim.number; });
      if (at == elements.end() || at->element != claim.number) {
        tell_no_face(claim);
      } else if (at->nodes != 0) {
        faces.push_back({at->key, claim});
      }
    }
    return faces;
  }

  void cover(mesh::ZoneFaces& surface, const NamedFace& named_face) {
    const auto* face = surface.find(named_face.key);
    if (face == nullptr || face->uses == 0) return tell_lost(named_face.claim);
    if (face->uses >= 2) return tell_inside(named_face.claim);
    check_.faces[static_cast<std::size_t>(face - surface.faces.data())].add(named_face.claim.patch);
  }

  void tell_no_faces(std::span<const Claim> claims) const {
    for (const auto& claim : claims) tell_no_face(claim);
  }

  /// Reports a number that is not a surface element.
  void tell_no_face(const Claim& claim) const {
    const auto& zone = check_.zone.zone;
    const auto* section = zone.section_of(claim.number);
    const auto& patch = check_.patch(claim.patch);
    if (section == nullptr) {
      const auto last = check_.highest.element;
      // A cell that only ParentElements defines: has B0108.
      if (claim.number > last && claim.number <= check_.highest.of(patch)) return;
      check_.tell("B0104", claim, [&] {
        return Place{.position = position_of(patch, claim),
                     .expected = fmt::format("1 to {}", last),
                     .found = fmt::format("{}", claim.number)};
      });
      return;
    }
    // Other checks report invalid elements of sections of faces.
    if (section->dimension() == zone.dimension - 1) return;
    if (section->dimension() == 1 && patch.location == "EdgeCenter") return;  // has B0108
    if (patch.location == "CellCenter")
      return;  // has B0108, whatever its elements: Gmsh names all of a group
    check_.tell("B0107", claim, [&] {
      return Place{.position = position_of(patch, claim),
                   .expected = fmt::format("an element of dimension {}", zone.dimension - 1),
                   .found = fmt::format("element {} of {}", claim.number, section->node->name)};
    });
  }

  /// `claims`: sorted by number and patch.
  void tell_repeated(std::span<const Claim> claims) const {
    for (std::size_t i = 1; i < claims.size(); ++i) {
      if (claims[i].number != claims[i - 1].number || claims[i].patch != claims[i - 1].patch) continue;
      check_.tell("B0105", claims[i], [&] {
        return Place{.position = position_of(check_.patch(claims[i].patch), claims[i]),
                     .found = fmt::format("element {} again", claims[i].number)};
      });
    }
  }

  void tell_inside(const Claim& claim) const {
    check_.tell("B0106", claim, [&] {
      return Place{.position = position_of(check_.patch(claim.patch), claim),
                   .expected = "a face of one cell",
                   .found = fmt::format("element {} between two cells", claim.number)};
    });
  }

  void tell_lost(const Claim& claim) const {
    check_.tell("B0110", claim, [&] {
      return Place{.position = position_of(check_.patch(claim.patch), claim),
                   .found = fmt::format("element {}", claim.number)};
    });
  }

  const BoundaryCheck& check_;
  par::Session& session_;
};

}  // namespace

std::string position_of(const Patch& patch, const Claim& claim) {
  return patch.list < 0 ? "range" : fmt::format("list, value {}", claim.index + 1);
}

void cover_by_elements(const BoundaryCheck& check) { ElementCover(check).run(); }

}  // namespace pcgns::verify::check

#include "pcgns/deal/surface_parts.hpp"

#include "pcgns/deal/ask.hpp"
#include "pcgns/mesh/zone_faces.hpp"

namespace pcgns::deal {

namespace {

/// The cells of the faces of this rank that surface elements are: two for each, 0 where there is none.
std::vector<std::int64_t> cells_of(const mesh::ZoneFaces& faces) {
  std::vector<std::int64_t> cells;
  for (const auto& face : faces.faces) {
    const bool counts = face.elements > 0 && face.uses > 0;
    cells.push_back(counts ? face.first.cell : 0);
    cells.push_back(counts && face.uses > 1 ? face.second.cell : 0);
  }
  return cells;
}

}  // namespace

std::vector<Pair> parts_of_surface(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const ElementDealings& dealings) {
  auto faces = mesh::match_faces(session, dataset, mesh.zone, mesh.sections);
  const auto cells = cells_of(faces);
  const auto places = places_of_elements(session, mesh, dealings, cells);
  std::vector<kernel::FaceKey> keys;
  for (const auto& element : faces.surface) keys.push_back(element.key);
  std::vector<Pair> found;
  ask<std::int64_t>(
      session, std::span<const kernel::FaceKey>(keys),
      [&](const kernel::FaceKey& key) { return faces.owner_of(key); },
      [&](const kernel::FaceKey& key, std::vector<std::int64_t>& answers) {
        const auto* face = faces.find(key);
        if (face == nullptr) return;
        const auto at = static_cast<std::size_t>(face - faces.faces.data());
        for (const auto i : {2 * at, 2 * at + 1}) {
          for (const auto& place : places.of(i)) answers.push_back(place.part);
        }
      },
      [&](std::size_t i, std::span<const std::int64_t> answers) {
        for (const auto part : answers)
          found.emplace_back(faces.surface[i].element, static_cast<std::int32_t>(part));
      });
  return found;
}

}  // namespace pcgns::deal

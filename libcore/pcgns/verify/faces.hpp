// faces.hpp: the vertices of faces that are elements of an unstructured zone.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "pcgns/check/joins.hpp"
#include "pcgns/mesh/share.hpp"

namespace pcgns::verify {

/// Vertices of faces, 0-based, those of face i from begins[i] on. A face that is none has no vertices.
struct FaceVertices {
  std::vector<std::int64_t> begins = {0};
  std::vector<std::int64_t> vertices;
  std::int64_t not_a_face = 0;         ///< Of this rank's faces.
  std::int64_t first_not_a_face = -1;  ///< Index into the faces that were asked for.
};

/// Reads connectivities when they are first needed, and keeps some.
class FaceReader {
 public:
  FaceReader(par::Session& session, const mesh::Dataset& dataset) : session_(session), dataset_(dataset) {}

  /// Of the elements `faces` (1-based numbers in the zone). Faces of sections that cannot be read (MIXED, or
  /// of wrong extents) have no vertices. @note Collective; ranks may want nothing.
  [[nodiscard]] FaceVertices vertices_of(const check::JoinZone& zone, std::span<const std::int64_t> faces);

 private:
  const mesh::Share& share_of(int target, std::int64_t unit);

  par::Session& session_;
  const mesh::Dataset& dataset_;
  std::map<int, mesh::Share> shares_;
  std::int64_t bytes_ = 0;
};

}  // namespace pcgns::verify

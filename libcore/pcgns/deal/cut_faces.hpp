// cut_faces.hpp: the faces that lie between cells of different parts.
#pragma once

#include "pcgns/deal/deal_elements.hpp"

namespace pcgns::deal {

struct CutFaces {
  std::int64_t count = 0;
  std::vector<int> neighbours;  ///< By part: the parts that it has such faces with.
};

/// @note Collective.
[[nodiscard]] CutFaces cut_faces(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt);

}  // namespace pcgns::deal

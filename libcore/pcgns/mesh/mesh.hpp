// mesh.hpp: an unstructured zone distributed over ranks.
//
// A Share is one bulk array of which each rank holds a range; elements, faces, parents and coordinates are
// built on it. All functions are collective unless they say otherwise.
//
//     const auto coordinates =
//         pcgns::mesh::read_share(session, {.plan = plan, .inputs = inputs, .memory = memory}, target);
//     const auto values = pcgns::mesh::fetch_reals(session, coordinates, wanted);
#pragma once

#include "pcgns/mesh/bundle.hpp"
#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/marks.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/mesh/zone_faces.hpp"

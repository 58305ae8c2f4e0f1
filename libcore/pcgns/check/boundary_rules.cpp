#include <vector>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;

/// Of unstructured zones.
const std::vector<Rule> unstructured = {
    {"B0101", warning, "the zone has neither boundary conditions nor joins",
     "Solvers do not know what holds on its surface."},
    {"B0102", warning, "a face of the surface has no boundary condition and no join",
     "Solvers refuse the mesh, or take what they like for it."},
    {"B0103", warning, "a face of the surface belongs to two boundary conditions or joins",
     "Which of them holds depends on the reader."},
    {"B0104", error, "a boundary condition names something that is not there",
     "Vertices are numbered from 1 to those of the zone, faces as the elements of the zone."},
    {"B0105", warning, "a boundary condition names something twice",
     "Sums over it, forces for instance, count it twice."},
    {"B0106", warning, "a face of a boundary condition lies inside the mesh",
     "It has a cell on either side; most solvers know conditions on the surface only."},
    {"B0107", error, "a boundary condition names elements that are no faces",
     "At FaceCenter (in two dimensions EdgeCenter) it names elements one dimension below the cells."},
    {"B0108", warning, "the place of a boundary condition does not suit the dimension of the base",
     "Faces of cells are at FaceCenter in three dimensions, at EdgeCenter in two."},
    {"B0109", warning, "a vertex of a boundary condition lies inside the mesh",
     "It is on no face of the surface."},
    {"B0110", warning, "a face of a boundary condition is no face of any cell",
     "The condition reaches no cell there."},
};

}  // namespace

std::span<const Rule> boundary_rules() { return unstructured; }

}  // namespace pcgns::check

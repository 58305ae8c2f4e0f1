#include <array>

#include "pcgns/check/rules.hpp"

namespace pcgns::check {

namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;
constexpr auto note = Severity::note;

constexpr std::array<Rule, 37> rules_of_meshes = {{
    // Sections and their elements.
    {"M0101", error, "an element has a vertex that is not there",
     "Vertices are numbered from 1 to the number of vertices of the zone; readers crash on others."},
    {"M0102", warning, "an element has a vertex twice",
     "It has collapsed to another shape; say so with that element type."},
    {"M0103", error, "the type of an element is not one of the standard",
     "Nobody can tell its nodes; ElementType is 2 to 56, and no section in a section of MIXED."},
    {"M0104", error, "ElementStartOffset does not lead through the connectivity",
     "It begins with 0, never descends, ends with the size of ElementConnectivity, and has one value more "
     "than "
     "there are elements."},
    {"M0105", error, "ElementStartOffset and the types of the elements disagree",
     "In MIXED an element takes one value for its type and one for each node."},
    {"M0106", error, "ElementConnectivity has not as many values as its elements need",
     "ElementRange says how many elements there are, the type how many nodes each has."},
    {"M0107", error, "two sections have the same element numbers",
     "A number must mean one element of the zone; give the sections ranges of their own."},
    {"M0108", warning, "the numbers of the elements have gaps",
     "Elements of a zone are numbered from 1 on without gaps, over all sections."},
    {"M0109", warning, "the zone has no elements of the dimension of the base",
     "Readers find no cells; fields at cell centres mean nothing."},
    {"M0110", error, "the zone has another number of cells than its sections",
     "Fields at cell centres are as long as the zone says; readers take the one or the other."},
    {"M0111", error, "a section has elements of a higher dimension than the base",
     "CellDimension of the base is the highest dimension of elements."},
    {"M0112", warning, "a face has no vertices, only parents",
     "Readers that do not know ParentElements and ParentElementsPosition cannot draw it."},
    // NGON_n, NFACE_n and parents.
    {"M0201", error, "a polygon has fewer than three vertices", "It has no area, and readers crash on it."},
    {"M0202", error, "a polyhedron has a face that is not there",
     "NFACE_n names elements of sections of NGON_n by their numbers in the zone, with a sign."},
    {"M0203", error, "a face belongs to more than two polyhedra",
     "A face has one cell on each side; fluxes through it cannot be told."},
    {"M0204", warning, "two polyhedra have a face with the same sign",
     "The sign says on which side of the face the cell lies: one is positive, the other negative."},
    {"M0205", error, "ParentElements names a cell that is not there",
     "It has the numbers of cells as the zone numbers its elements, and 0 for none."},
    {"M0206", error, "ParentElements names other cells than those that have the face",
     "Readers that use the one see another mesh than those that use the other."},
    {"M0207", warning, "ParentElementsPosition is not the side of the parent",
     "It numbers the sides of an element as the standard does, from 1."},
    {"M0208", warning, "a face belongs to no cell",
     "It is of no use, and some readers take it for a boundary."},
    {"M0209", error, "a face has the same cell on both sides", "A cell cannot be beside itself."},
    {"M0210", error, "a polyhedron has fewer than four faces", "It cannot be closed."},
    {"M0211", warning, "ParentElements has the cells the other way round than the signs in NFACE_n",
     "The left parent is the cell that has the face with a positive sign."},
    {"M0212", warning, "ParentElements numbers the cells from 1, not as the zone numbers its elements",
     "The standard wants numbers of elements; readers that follow it find faces there."},
    {"M0213", warning, "polygons have neither ParentElements nor cells of NFACE_n",
     "Without one of them nobody can tell which cells there are."},
    {"M0214", note, "sections are stored as before CGNS 4 and were read one element after the other",
     "ElementStartOffset is absent; readers of today convert or refuse them."},
    // Faces of cells that are elements.
    {"M0301", error, "a face belongs to more than two cells",
     "A face has one cell on each side; cells overlap or are there twice."},
    {"M0302", error, "two cells lie on the same side of a face",
     "One of them is numbered the wrong way round, or they overlap."},
    {"M0303", error, "two cells have the same vertices", "A cell is there twice."},
    {"M0304", warning, "a surface element is no face of any cell",
     "What is said of it, a boundary condition for instance, reaches no cell."},
    {"M0305", warning, "two surface elements are the same",
     "What is said of the one may contradict the other."},
    // Sizes.
    {"M0501", error, "a cell is inside out",
     "Its volume is negative where most are positive: its nodes are not numbered as the standard wants."},
    {"M0502", warning, "all cells are numbered left-handed",
     "Their volumes are negative; readers that follow the standard see them inside out."},
    {"M0503", warning, "a cell has no volume", "Solvers divide by it."},
    {"M0504", error, "a polyhedron is not closed",
     "Its faces do not surround it: one is missing or has the wrong sign."},
    // Points.
    {"M0601", note, "vertices lie in the same place",
     "So do the two sides of a baffle; otherwise the mesh may be torn there."},
    {"M0602", note, "a vertex belongs to no element", "It is of no use, and solvers divide by its volume."},
}};

}  // namespace

std::span<const Rule> mesh_rules() { return rules_of_meshes; }

}  // namespace pcgns::check

#include <array>
#include <vector>

#include "pcgns/cgns/detail/rule_tables.hpp"

namespace pcgns::cgns {

namespace {

using enum Severity;

constexpr std::array<Rule, 39> rules_of_meshes = {{
    // Sections and their elements.
    {"M0101", error, "an element has a vertex that does not exist",
     "Vertices are numbered from 1 to the number of vertices of the zone; readers crash on others."},
    {"M0102", warning, "an element has a vertex twice",
     "It has collapsed to another shape; say so with that element type."},
    {"M0103", error, "the type of an element is not one of the standard",
     "Its nodes are undefined; ElementType must be 2 to 56, and in MIXED not a section type."},
    {"M0104", error, "ElementStartOffset does not lead through the connectivity",
     "It begins with 0, never descends, ends with the size of ElementConnectivity, and has one value more "
     "than "
     "there are elements."},
    {"M0105", error, "ElementStartOffset and the types of the elements disagree",
     "In MIXED an element takes one value for its type and one for each node."},
    {"M0106", error, "ElementConnectivity does not have as many values as its elements need",
     "ElementRange says how many elements there are, the type how many nodes each has."},
    {"M0107", error, "two sections have the same element numbers",
     "A number must mean one element of the zone; give the sections ranges of their own."},
    {.code = "M0108",
     .severity = warning,
     .title = "the numbers of the elements have gaps",
     .help = "Elements of a zone are numbered from 1 on without gaps, over all sections.",
     .restart = error},
    {"M0109", warning, "the zone has no elements of the dimension of the base",
     "Readers find no cells; fields at cell centres mean nothing."},
    {"M0110", error, "the zone has another number of cells than its sections",
     "Fields at cell centres are as long as the zone says; readers take the one or the other."},
    {"M0111", error, "a section has elements of a higher dimension than the base",
     "CellDimension of the base is the highest dimension of elements."},
    {"M0112", warning, "a face has no vertices, only parents",
     "Readers that do not know ParentElements and ParentElementsPosition cannot draw it."},
    {.code = "M0113",
     .severity = warning,
     .title = "the zone counts the elements of its boundaries as cells",
     .help = "ICEM CFD does; readers that trust the number expect fields at cell centres to be longer.",
     .restart = error},
    // NGON_n, NFACE_n and parents.
    {"M0201", error, "a polygon has fewer than three vertices", "It has no area, and readers crash on it."},
    {"M0202", error, "a polyhedron has a face that does not exist",
     "NFACE_n names elements of sections of NGON_n by their numbers in the zone, with a sign."},
    {"M0203", error, "a face belongs to more than two polyhedra",
     "A face has one cell on each side; fluxes through it are undefined."},
    {"M0204", warning, "two polyhedra have a face with the same sign",
     "The sign says on which side of the face the cell lies: one is positive, the other negative."},
    {"M0205", error, "ParentElements names a cell that does not exist",
     "It has the numbers of cells as the zone numbers its elements, and 0 for none."},
    {"M0206", error, "ParentElements names other cells than those that have the face",
     "Readers that use the one see another mesh than those that use the other."},
    {"M0207", warning, "ParentElementsPosition is not the side of the parent",
     "It numbers the sides of an element as the standard does, from 1."},
    {"M0208", warning, "a face belongs to no cell",
     "It is of no use, and some readers take it for a boundary."},
    {"M0209", error, "a face has the same cell on both sides", "A cell cannot be its own neighbour."},
    {"M0210", error, "a polyhedron has fewer than four faces", "It cannot be closed."},
    {"M0211", warning, "ParentElements contradicts the signs in NFACE_n",
     "The left parent is the cell that has the face with a positive sign."},
    {.code = "M0212",
     .severity = warning,
     .title = "ParentElements numbers the cells from 1, not as the zone numbers its elements",
     .help = "The standard wants numbers of elements; readers that follow it find faces there.",
     .restart = error},
    {"M0213", warning, "polygons have neither ParentElements nor cells of NFACE_n",
     "Without one of them the cells are undefined."},
    {"M0214", note, "sections are stored in the form before CGNS 4",
     "ElementStartOffset is absent; readers of today convert or refuse them."},
    // Faces of cells in element sections.
    {"M0301", error, "a face belongs to more than two cells",
     "A face has one cell on each side; cells overlap or are there twice."},
    {"M0302", error, "two cells lie on the same side of a face",
     "One of them is numbered the wrong way round, or they overlap."},
    {"M0303", error, "two cells have the same vertices", "A cell is there twice."},
    {"M0304", warning, "a surface element is not a face of any cell",
     "Data on it, such as a boundary condition, reaches no cell."},
    {"M0305", warning, "two surface elements are the same", "Data on the two elements may be contradictory."},
    // Cell sizes.
    {"M0501", error, "a cell is inside out",
     "Its volume is negative where most are positive: its nodes are not numbered as the standard wants."},
    {"M0502", warning, "all cells are numbered left-handed",
     "Their volumes are negative; readers that follow the standard see them inside out."},
    {"M0503", warning, "a cell has no volume", "Solvers divide by it."},
    {"M0504", error, "a polyhedron is not closed",
     "Its faces do not surround it: one is missing or has the wrong sign."},
    // Points.
    {"M0601", note, "vertices coincide",
     "So do the two sides of a baffle; otherwise the mesh may be torn there."},
    {"M0602", note, "a vertex belongs to no element", "It is of no use, and solvers divide by its volume."},
    // Point lists besides those of boundary conditions and interfaces.
    {"M0701", error, "a point list names a point, face, cell or particle that does not exist",
     "Vertices are numbered from 1 to those of the zone, faces and cells as the elements of the zone."},
}};

}  // namespace

std::span<const Rule> mesh_rules() { return rules_of_meshes; }

namespace {

/// Of unstructured zones.
const std::vector<Rule> unstructured = {
    {"B0101", warning, "the zone has neither boundary conditions nor interfaces",
     "Its boundary is undefined for solvers."},
    {"B0102", warning, "a boundary face has neither a boundary condition nor an interface",
     "Solvers refuse the mesh, or apply an arbitrary condition."},
    {"B0103", warning, "a boundary face belongs to two boundary conditions or interfaces",
     "The result depends on the reader."},
    {"B0104", error, "a boundary condition names a point or face that does not exist",
     "Vertices are numbered from 1 to those of the zone, faces as the elements of the zone."},
    {"B0105", warning, "a boundary condition names a point or face twice",
     "Sums over it, forces for instance, count it twice."},
    {"B0106", warning, "a face of a boundary condition lies inside the mesh",
     "It has a cell on either side; most solvers know conditions on the surface only."},
    {"B0107", error, "a boundary condition names elements that are not faces",
     "At FaceCenter (in two dimensions EdgeCenter) it names elements one dimension below the cells."},
    {"B0108", warning, "the GridLocation of a boundary condition does not match the CellDimension",
     "Faces of cells are at FaceCenter in three dimensions, at EdgeCenter in two."},
    {"B0109", warning, "a vertex of a boundary condition lies inside the mesh",
     "It is on no face of the surface."},
    {"B0110", warning, "a face of a boundary condition is not a face of any cell",
     "The condition reaches no cell there."},
};

}  // namespace

std::span<const Rule> boundary_rules() { return unstructured; }

namespace {

constexpr std::array boundary_structured_table = {
    Rule{.code = "B0201",
         .severity = warning,
         .title = "faces of a structured zone have neither a boundary condition nor an interface",
         .help = "Solvers stop there, or take a condition of their own."},
    Rule{.code = "B0202",
         .severity = warning,
         .title = "faces of a structured zone have two boundary conditions",
         .help = "The result depends on the reader."},
    Rule{.code = "B0203",
         .severity = warning,
         .title = "faces of a structured zone have a boundary condition and an interface",
         .help = "The result depends on the reader."},
    Rule{.code = "B0204",
         .severity = error,
         .title = "a boundary condition is outside its structured zone",
         .help = "Readers read or write beyond the end of arrays."},
    Rule{.code = "B0205",
         .severity = warning,
         .title = "a boundary condition is not on a side of its structured zone",
         .help = "Most solvers have conditions only at the sides."},
    Rule{.code = "B0206",
         .severity = warning,
         .title = "a boundary condition of a structured zone has no face, only a line or a point",
         .help = "It has no effect, unless its type is BCDegenerateLine or BCDegeneratePoint."},
    Rule{.code = "B0207",
         .severity = warning,
         .title = "faces of a structured zone have two interfaces",
         .help = "The result depends on the reader."},
    Rule{.code = "B0208",
         .severity = note,
         .title = "a structured zone has no boundary conditions",
         .help = "Sides without a connection are left to the solver.",
         .restart = warning},
    Rule{.code = "B0209",
         .severity = note,
         .title = "boundary faces have no area, but the condition is not of a degenerate type",
         .help = "Where a side collapses to a line or a point, the type is BCDegenerateLine or "
                 "BCDegeneratePoint."},
    Rule{.code = "B0210",
         .severity = note,
         .title = "a boundary condition is in the rind of its structured zone",
         .help = "pcgns-repartition takes only conditions on the zone itself.",
         .restart = error},
};

}  // namespace

std::span<const Rule> boundary_structured_rules() { return boundary_structured_table; }

namespace {

constexpr std::array mesh_structured_table = {
    Rule{.code = "M0401",
         .severity = warning,
         .title = "a cell of a structured zone has no volume",
         .help = "Solvers divide by volumes."},
    Rule{.code = "M0402",
         .severity = error,
         .title = "a cell of a structured zone is turned inside out",
         .help = "Its volume is negative where that of most cells is positive, or the reverse."},
    Rule{.code = "M0403",
         .severity = note,
         .title = "a structured zone is left-handed",
         .help = "Solvers that expect i, j and k to be right-handed find all volumes negative."},
};

}  // namespace

std::span<const Rule> mesh_structured_rules() { return mesh_structured_table; }

namespace {

constexpr std::array interfaces_table = {
    Rule{
        .code = "J0101",
        .severity = error,
        .title = "the donor zone of an interface is missing",
        .help =
            "The zone has no neighbour; in a file of one rank it may be in another file: check all of them."},
    Rule{.code = "J0102",
         .severity = note,
         .title = "the donor zone of an interface is missing, and files are missing",
         .help = "It may be in a file that is missing."},
    Rule{.code = "J0103",
         .severity = warning,
         .title = "the donors of an interface are named as the reference library does not find them",
         .help =
             "Several zones, a family, or a path from the root; with cg_conn_info the interface cannot be "
             "read.",
         .mll = error},
    Rule{.code = "J0201",
         .severity = error,
         .title = "a 1to1 interface lacks a range, or a range is unreadable",
         .help = "The connected points are undefined."},
    Rule{.code = "J0202",
         .severity = error,
         .title = "the range of an interface is outside its zone",
         .help = "Readers read or write beyond the end of arrays. Rind planes do not count: the points of a "
                 "1to1 interface are those of the zone itself."},
    Rule{.code = "J0203",
         .severity = error,
         .title = "the donor range of an interface is outside the donor",
         .help = "Readers read or write beyond the end of arrays. Rind planes do not count: the points of a "
                 "1to1 interface are those of the zones themselves."},
    Rule{.code = "J0204",
         .severity = warning,
         .title = "the range of a 1to1 interface is not on a side of its zone",
         .help = "Most solvers connect zones only at their sides."},
    Rule{.code = "J0206",
         .severity = error,
         .title = "the Transform of an interface is not a permutation of the axes",
         .help = "The connected points are undefined."},
    Rule{.code = "J0207",
         .severity = error,
         .title = "the Transform of an interface does not map its range to the donor range",
         .help = "Extents or directions of the ranges do not fit: other points than meant are connected."},
    Rule{.code = "J0208",
         .severity = warning,
         .title = "the donor has no matching interface",
         .help = "A solver that treats each zone by itself has a boundary there without any condition.",
         .restart = error},
    Rule{.code = "J0209",
         .severity = error,
         .title = "the interface of the donor connects other points",
         .help = "The zones exchange values of unrelated points."},
    Rule{.code = "J0210",
         .severity = warning,
         .title = "the Transform of an interface has the wrong sign across the faces",
         .help = "The sign for the direction across says that both zones lie on the same side: ghost cells "
                 "are taken "
                 "from the wrong side."},
    Rule{.code = "J0211",
         .severity = note,
         .title = "an interface connects a right-handed and a left-handed zone",
         .help = "Solvers that expect right-handed zones find the volumes of one of them negative."},
    Rule{.code = "J0212",
         .severity = error,
         .title = "a 1to1 interface does not connect two structured zones of equal dimension",
         .help = "Write a GridConnectivity_t of type Abutting1to1."},
    Rule{.code = "J0301",
         .severity = error,
         .title = "an interface has no points",
         .help = "Its location is undefined."},
    Rule{.code = "J0302",
         .severity = error,
         .title = "an interface names a point, face or cell that its zone does not have",
         .help = "Readers read or write beyond the end of arrays."},
    Rule{.code = "J0303",
         .severity = error,
         .title = "an interface names a point, face or cell that the donor does not have",
         .help = "Readers read or write beyond the end of arrays."},
    Rule{.code = "J0304",
         .severity = error,
         .title = "the two point lists of an interface have different lengths",
         .help = "The pairs of points are undefined."},
    Rule{.code = "J0305",
         .severity = warning,
         .title = "an interface lists a point or face twice",
         .help = "Sums over the connection count it twice."},
    Rule{.code = "J0306",
         .severity = warning,
         .title = "the donor has no matching interface with the same number of pairs",
         .help = "A solver that treats each zone by itself has a boundary there without any condition.",
         .restart = error},
    Rule{.code = "J0307",
         .severity = error,
         .title = "the interface of the donor has other pairs",
         .help = "The zones exchange values of unrelated points."},
    Rule{.code = "J0308",
         .severity = error,
         .title = "an interface of type Abutting1to1 has no donor list",
         .help = "The pairs of points are undefined."},
    Rule{.code = "J0309",
         .severity = error,
         .title = "an interface does not have as many interpolants as its donors require",
         .help = "The weights of the points are undefined."},
    Rule{.code = "J0310",
         .severity = error,
         .title = "an interface of faces names an element that is not a face",
         .help = "The number belongs to a cell, or to no section."},
    Rule{.code = "J0401",
         .severity = error,
         .title = "points of an interface do not coincide with their donors",
         .help = "The zones are not connected there: wrong range, Transform, list or periodic motion, or a "
                 "moved mesh."},
    Rule{.code = "J0402",
         .severity = note,
         .title = "points of an interface do not coincide exactly with their donors",
         .help = "Programs that compare coordinates bit by bit do not see that they are the same points."},
    Rule{.code = "J0403",
         .severity = error,
         .title = "faces of an interface do not coincide with their donors",
         .help = "The zones are not connected there: wrong list or periodic motion, or a moved mesh."},
    Rule{.code = "J0404",
         .severity = warning,
         .title = "the periodic motion of an interface is not the inverse of that of the donor",
         .help = "The two sides disagree about angle or translation."},
    Rule{.code = "J0405",
         .severity = warning,
         .title = "the periodic motion of an interface points away from the donor",
         .help = "The standard wants the motion from this zone to the donor; this one is right the other way "
                 "round."},
};

}  // namespace

std::span<const Rule> interfaces_rules() { return interfaces_table; }

}  // namespace pcgns::cgns

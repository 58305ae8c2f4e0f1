#include "pcgns/check/tree_rules.hpp"

namespace pcgns::check {

namespace {

using enum Severity;

constexpr Rule rules_of_extents[] = {
    {"T0601", error, "a node has more than one PointRange or PointList",
     "Readers refuse it or take one of them."},
    {"T0602", error, "a node does not say which points it is about", "Readers refuse it."},
    {"T0603", error, "a range reaches out of its zone",
     "It names points, cells or elements that are not there."},
    {"T0604", error, "a range ends before it begins", "Readers find no points in it."},
    {"T0605",
     note,
     "ElementRange and ElementList are old forms",
     "Today they are PointRange and PointList.",
     {},
     {},
     warning},
    {"T0606", note, "a list of points is empty", "The node is about nothing."},
    {"T0607", warning, "a structured condition is not on one side of its zone",
     "No index is constant: it is a block of points, not a face."},
    {"T0608", warning, "a structured condition is inside its zone",
     "Its constant index is neither the lowest nor the highest."},
    {"T0609", error, "InwardNormalIndex is no direction", "It must have one 1 or -1, and else zeros."},
    {"T0610", error, "InwardNormalList has not one normal for each point", "Nobody can tell whose they are."},
    {"T0611", error, "a face of an index is located in an unstructured zone", "There are no such faces."},
    {"T0612", warning, "the location needs a higher CellDimension", "There are no such faces or edges."},
    {"T0613", warning, "fields at faces or edges do not say at which",
     "The reference library refuses the file.", error},
    {"T0614", warning, "the location is not allowed here", "The reference library refuses the file.", error},
    {"T0615", warning, "a range at cells reaches to the last vertex",
     "It seems to count vertices: one of location and range is wrong."},

    {"T0701", error, "a number of ghost planes is negative", "The extents of the arrays cannot be told."},
    {"T0702", note, "an unstructured zone has ghosts", "Few readers know them there."},
    {"T0703", error, "a coordinate has not one value for each vertex",
     "Readers refuse it or read past its end."},
    {"T0704", error, "a field has other extents than its location says",
     "Readers refuse it or read past its end."},
    {"T0705", error, "a field has not one value for each of its points",
     "Readers refuse it or read past its end."},
    {"T0706", note, "a solution has no fields", "It says nothing."},
    {"T0707", error, "boundary data have neither one value nor one for each point",
     "Readers refuse the file."},
    {"T0708", warning, "boundary data have one value for each face of a range of vertices",
     "The reference library refuses it: the data need a PointRange of their own.", error},
    {"T0709", error, "a field of a region has not one value for each of its points",
     "Readers read past its end."},
    {"T0710", error, "an array of particles has not one value for each particle",
     "Readers read past its end."},
    {"T0711", error, "a region does not say in exactly one way where it is", "Readers refuse it."},
    {"T0712", error, "a region names a condition or join that is not there", "Nobody can tell where it is."},
    {"T0713", error, "the dimension of a region is not between 1 and CellDimension",
     "Its location cannot be told."},

    {"T0801", error, "the donor of a join is no zone", "Readers cannot find the other side."},
    {"T0802", error, "Transform is not a permutation with signs", "Points cannot be matched."},
    {"T0803", error, "the two sides of a join have different extents", "Points cannot be matched."},
    {"T0804", error, "the range of the donor runs against Transform",
     "Points are matched in the wrong order."},
    {"T0805", error, "the range of the donor reaches out of its zone", "It names points that are not there."},
    {"T0806", error, "a 1-to-1 join has a side that is not structured", "Only structured zones have ranges."},
    {"T0807", warning, "a 1-to-1 join is not on one side of its zone",
     "No index is constant: it is a block of points, not a face."},
    {"T0808", warning, "a 1-to-1 join is inside its zone",
     "Its constant index is neither the lowest nor the highest."},
    {"T0809", note, "the range of a join ends before it begins",
     "Some readers expect it the other way round."},
    {"T0810", warning, "a join does not say to which points it leads", "PointListDonor is missing."},
    {"T0811", error, "a join has not one donor for each point", "Points cannot be matched."},
    {"T0812", note, "a join that is not Abutting1to1 has PointListDonor",
     "The standard wants CellListDonor and InterpolantsDonor there."},
    {"T0813", warning, "CellListDonor and InterpolantsDonor do not come together",
     "Values cannot be interpolated."},
    {"T0814", error, "a list of donors has not as many indices as the donor", "It cannot be read."},
    {"T0815", error, "InterpolantsDonor has the wrong extents",
     "There must be CellDimension factors for each point."},
};

}  // namespace

std::span<const Rule> extent_rules() { return rules_of_extents; }

}  // namespace pcgns::check

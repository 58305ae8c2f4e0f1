#include "pcgns/check/tree_rules.hpp"

#include <vector>

namespace pcgns::check {

namespace {

using enum Severity;

constexpr Rule rules_of_structure[] = {
    {"T0101", error, "a name is longer than 32 bytes", "Readers cut it off or refuse the file."},
    {"T0102", note, "a name begins with a dot",
     "The older checker calls this an error, readers do not mind."},
    {"T0103",
     warning,
     "a name ends with a blank",
     "Readers take the blanks away and no longer find the node.",
     {},
     {},
     error},
    {"T0104",
     note,
     "a name has characters that cannot be printed or are not ASCII",
     "Not every program can show or find it.",
     {},
     {},
     warning},
    {"T0105", warning, "a label is longer than 32 bytes", "Readers cut it off.", error},
    {"T0106", note, "the tree is deeper than 20 levels", "The reference library cannot go there (cg_goto)."},
    {"T0110", warning, "a label looks like a misspelt one of the standard", "Readers do not see the node."},
    {"T0111", note, "a label is not of the standard", "Other programs do not see the node."},
    {"T0112", warning, "a node has no label", "Readers do not see the node."},
    {"T0113", warning, "the standard has no node with this label here", "Readers do not see the node."},
    {"T0114", error, "a name is reserved for another label", "Readers take the node for what it is not."},
    {"T0115", warning, "a node with this label has another name here",
     "Readers that look for the name miss it."},
    {"T0116", error, "a node that must be there is missing", "The node it belongs to cannot be read."},
    {"T0117", error, "there may be only one node with this label",
     "Readers take one of them, or refuse the file."},
    {"T0118", note, "a range in data of users is not called PointRange",
     "The reference library refuses the file.", error},

    {"T0201", error, "a node has values of the wrong type", "Readers refuse it or misunderstand the values."},
    {"T0202", warning, "values are I8 where the standard has I4", "The reference library refuses them.",
     error},
    {"T0203", note, "values are R8 where the standard has R4", "The reference library refuses them.", error},
    {"T0204", error, "a node has no values", "It says nothing without them."},
    {"T0205", note, "a description is empty", "The reference library refuses the file.", error},
    {"T0206", error, "a node has the wrong extents", "Readers refuse it or misunderstand the values."},
    {"T0207", error, "a text is none that the standard knows", "Readers refuse the file or guess."},
    {"T0208", warning, "a text ends with blanks", "The reference library does not know the word with blanks.",
     error},
    {"T0209", warning, "an array has no values",
     "The reference library refuses fields and coordinates without values.", error, warning},
    {"T0210", note, "a node has values where the standard has none", "Readers do not look at them."},
    {"T0211", warning, "a family name is empty", "Readers take it for a family without a name."},

    {"T0301",
     warning,
     "the file does not say which version of the library it is for",
     "Readers take it for a very old one, and may refuse it.",
     error,
     {},
     error},
    {"T0302", error, "the version of the library is none", "Readers cannot tell what the nodes mean."},
    {"T0303", warning, "the version of the library is newer than version 4",
     "Libraries of version 4 refuse the file.", error},
    {"T0304", note, "the version of the library is newer than any known",
     "Libraries warn when they open it."},
    {"T0305", note, "the version of the library is older than what the file uses",
     "A reader that trusts it may look for an older form."},
    {"T0306", warning, "there is no base", "The file is empty for readers.", {}, error},
    {"T0307", error, "CellDimension is not 1, 2 or 3", "No element and no zone can have that dimension."},
    {"T0308", error, "PhysicalDimension is not between CellDimension and 3",
     "The cells do not fit into space."},
    {"T0309", note, "a base has no zone", "There is no mesh in it.", {}, warning},

    {"T0401", error, "a zone has a negative size", "Readers refuse the zone."},
    {"T0402", warning, "a structured zone has less than two vertices in an index", "It has no cells."},
    {"T0403", error, "a structured zone does not have one cell less than vertices",
     "Readers refuse the zone."},
    {"T0404", note, "VertexSizeBoundary of a structured zone is not zero", "It has no meaning there."},
    {"T0405", error, "a zone has too few vertices for a cell", "Its cells cannot be right."},
    {"T0406", error, "VertexSizeBoundary is greater than the number of vertices", "Readers refuse the zone."},
    {"T0407", warning, "a zone has no coordinates", "Its points lie nowhere.", {}, error},
    {"T0408", warning, "the original coordinates have another name than the standard says",
     "Readers look for that name."},
    {"T0409", error, "there are fewer coordinates than PhysicalDimension", "The points are not determined."},
    {"T0410", warning, "the names of the coordinates are no complete system of the standard",
     "Readers cannot tell what they mean."},
    {"T0411", error, "element numbers are used twice",
     "Conditions and fields cannot tell which one is meant."},
    {"T0412", warning, "element numbers are left out between sections",
     "Many readers count elements and expect none missing."},
    {"T0413", warning, "element numbers do not begin at 1", "Many readers count elements from 1."},
    {"T0414", error, "an unstructured zone has cells but no section", "Nothing says what they are."},
    {"T0415", error, "the sections have another number of cells than the zone",
     "Fields at cells do not fit the cells."},
    {"T0416", warning, "no section has elements of CellDimension",
     "The cells of the zone are not described."},
    {"T0417", error, "elements have a higher dimension than CellDimension", "The base has no room for them."},
    {"T0418", warning, "a structured zone has sections", "The reference library refuses the file.", error},
    {"T0419", error, "there are cells of faces but no faces",
     "NFACE_n needs the faces of an NGON_n section."},
    {"T0420", warning, "cells of faces are in a base of surfaces",
     "Some programs write polygons of edges so; the standard has NGON_n sections of polygons."},

    {"T0501", error, "ElementRange is no range", "It must be 1 or more, and not end before it begins."},
    {"T0502", error, "the type of the elements is unknown", "Nobody can tell how many nodes they have."},
    {"T0503", error, "the connectivity is not as long as its elements need",
     "Elements are cut off, or what they mean is unclear."},
    {"T0504", error, "the connectivity is too short for its elements", "Elements are cut off."},
    {"T0505", error, "ElementStartOffset is missing",
     "From version 4 on readers find elements only with it."},
    {"T0506", note, "elements of one length have ElementStartOffset", "Nobody needs it."},
    {"T0507", error, "ElementSizeBoundary is not a number of elements of the section",
     "Readers look for boundary elements that are not there."},
    {"T0508", warning, "ParentElementsPosition stands without ParentElements", "It has nothing to refer to."},
    {"T0509",
     note,
     "ParentData is the old form of ParentElements",
     "Programs of today look for the new one.",
     {},
     {},
     warning},
    {"T0510", note, "elements that are no faces of cells have ParentElements",
     "Parents are only meant for elements one dimension below the cells."},
    {"T0511",
     note,
     "elements of several lengths are in the form before version 4",
     "Write it anew with a library of version 4.",
     {},
     {},
     warning},
    {"T0512",
     note,
     "the element type is numbered as in version 3.0",
     "Version 3.1 has other numbers: readers that do not look at the version take it for another type.",
     {},
     {},
     warning},
};

std::vector<Rule> all_rules() {
  std::vector<Rule> all;
  for (const auto some : {structure_rules(), extent_rules(), meaning_rules()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

std::span<const Rule> structure_rules() { return rules_of_structure; }

std::span<const Rule> tree_rules() {
  static const auto all = all_rules();
  return all;
}

}  // namespace pcgns::check

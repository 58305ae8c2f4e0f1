#include "pcgns/check/tree_rules.hpp"

namespace pcgns::check {

namespace {

using enum Severity;

constexpr Rule rules_of_meaning[] = {
    {"T0901", warning, "a family that is named is not there", "What it says of its members is lost."},
    {"T0902", error, "a condition is left to a family that is not there", "Nobody can tell its type."},
    {"T0903", error, "a condition is left to a family but names none", "Nobody can tell its type."},
    {"T0904", warning, "a condition is left to a family that says nothing about it",
     "The family has no FamilyBC: nobody can tell the type of the condition."},
    {"T0905", note, "a family is named by nothing", "It has no members."},

    {"T1001", error, "the number of steps is negative", "Readers refuse the file."},
    {"T1002", warning, "the number of steps is zero", "There is nothing to go on from."},
    {"T1003", warning, "steps have neither times nor iterations", "The reference library refuses the file.",
     error},
    {"T1004", error, "names of steps come without their numbers",
     "ZonePointers needs NumberOfZones, FamilyPointers NumberOfFamilies."},
    {"T1005", error, "the table of names of steps has not as many rows as it needs",
     "It needs as many as the step with the most."},
    {"T1006",
     warning,
     "a step names a zone or family that is not there",
     "The step is not complete.",
     {},
     error},
    {"T1007", error, "a number of zones or families of a step is negative", "The table cannot be read."},
    {"T1008", error, "a zone has steps but its base has none",
     "Readers do not know how many steps there are."},
    {"T1009",
     warning,
     "a step names a node that is not there",
     "Readers do not find the values of the step.",
     {},
     error},
    {"T1010", note, "a solution belongs to no step", "Readers that follow the steps do not see it."},

    {"T1101",
     note,
     "a quantity with dimensions has no units",
     "Nobody can tell how much it is.",
     {},
     {},
     warning},
    {"T1102", warning, "a quantity without dimensions has units or exponents", "One of the two is wrong."},
    {"T1103", warning, "the exponents are not those of the standard for this quantity",
     "Programs that convert units get wrong values."},
    {"T1104", warning, "a conversion multiplies by zero", "All values become the same."},
    {"T1105", note, "a conversion belongs to data that are not normalized", "It has no meaning there."},
    {"T1106", note, "a name looks like one of the standard",
     "Other programs do not know it when written so."},
    {"T1107",
     note,
     "a base does not say what class its data are of",
     "Nobody can tell whether they have dimensions.",
     {},
     {},
     warning},

    {"T1201", error, "the dimension of the equations is not 1, 2 or 3", "It cannot be right."},
    {"T1202", error, "a flag of the diffusion model is neither 0 nor 1", "It cannot be right."},
    {"T1203", warning, "a history has not one value for each iteration",
     "Its values belong to no iteration."},
    {"T1204", error, "a number of iterations is negative", "It cannot be right."},
    {"T1205", error, "a mesh around an axis does not have two dimensions", "Readers refuse the file."},
    {"T1206", warning, "an axis has no direction", "Its vector is zero."},
    {"T1207", warning, "a rigid motion has no OriginLocation", "The reference library refuses the file.",
     error},
    {"T1208", warning, "the format of a geometry file has more than 32 characters",
     "The reference library refuses the file.", error},
};

}  // namespace

std::span<const Rule> meaning_rules() { return rules_of_meaning; }

}  // namespace pcgns::check

// Families: whether those that are named are there, and say what they are named for.
#include "pcgns/check/tree_place.hpp"

namespace pcgns::check {

namespace {

/// True for a condition that its family decides.
bool is_family_specified(const tree::Node& bc) { return bc.label == "BC_t" && text(bc) == "FamilySpecified"; }

}  // namespace

void check_family_name(const Place& name) {
  const auto wanted = text(name.node);
  const auto& owner = name.parent();
  // Of users' data, and of families themselves (trees of families), nothing depends on the name.
  if (!wanted || name.base == nullptr || owner.label == "Family_t" || owner.label == "UserDefinedData_t") {
    return;
  }
  if (name.file.has_family(name.base_name(), *wanted)) return;
  const bool decides = is_family_specified(owner) && name.node.label == "FamilyName_t";
  name.report(decides ? "T0902" : "T0901", {.found = *wanted});
}

void check_family_condition(const Place& bc) {
  if (!is_family_specified(bc.node) || bc.base == nullptr) return;
  const auto name = text_of_child(bc.node, "FamilyName");
  if (!name) return bc.report("T0903");
  const auto* const family = bc.file.family(bc.base_name(), *name);
  if (family != nullptr && family->child_labelled("FamilyBC_t") == nullptr) {
    bc.report("T0904", {.found = *name});
  }
}

void check_family(const Place& family) {
  if (family.base == nullptr) return;
  const auto& used = family.base->used_families;
  const auto name = tree::join(family.base->node->name, family.node.name);
  // "/Base/Walls/Upper" is called "Walls/Upper", or by its own name.
  const auto full = family.path.substr(family.base->node->name.size() + 2);
  const bool above = family.parent().label == "Family_t" || family.node.child_labelled("Family_t") != nullptr;
  if (above || used.contains(family.node.name) || used.contains(full)) return;
  if (used.contains(name) || family.file.elsewhere->used_families.contains(name)) return;
  family.report("T0905");
}

}  // namespace pcgns::check

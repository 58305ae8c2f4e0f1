#include "pcgns/restripe/plan/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/restripe/plan/convert_nodes.hpp"

namespace pcgns::restripe {

namespace {

using cgns::DataType;
using cgns::Derived;
using cgns::Node;

double version_of(const Node& root) { return cgns::version_in(root.child_labelled("CGNSLibraryVersion_t")); }

/// Null if there is none that gives two numbers.
const Node* range_of(const Node& section) {
  const auto* range = section.child("ElementRange");
  const bool has_numbers = range != nullptr && cgns::is_integer(range->type) && !range->data.empty() &&
                           cgns::count_of(range->dims) == 2;
  return has_numbers ? range : nullptr;
}

std::int64_t element_count(const cgns::InputSet& inputs, const Node& section, const std::string& path) {
  const auto* range = range_of(section);
  if (range == nullptr) throw wrong(inputs, path, "has no ElementRange, so its elements cannot be numbered");
  const auto ends = cgns::integers_of(*range);
  if (ends[0] < 0 || ends[1] < ends[0] - 1 || ends[1] == std::numeric_limits<std::int64_t>::max())
    throw wrong(inputs, path + "/ElementRange", "is not a range");
  return ends[1] - ends[0] + 1;
}

/// Version 3.0 numbers some types otherwise.
std::int64_t type_of_today(const cgns::InputSet& inputs, const Node& section) {
  return cgns::number_of_today(cgns::integers_of(section).front(), version_of(inputs.trees.front()));
}

/// True for sections whose form depends on the version.
bool is_section_with_lengths(const cgns::InputSet& inputs, const Node& node) {
  return node.label == "Elements_t" && cgns::is_integer(node.type) && !node.data.empty() &&
         cgns::is_ragged(type_of_today(inputs, node));
}

/// Throws if a section must change to `form`, but not where its arrays are: other nodes use these, too.
void require_own_arrays(const cgns::InputSet& inputs, const Node& section, const std::string& path,
                        ElementForm form) {
  const auto* offsets = section.child("ElementStartOffset");
  if ((offsets == nullptr) != (form == ElementForm::new_form)) return;
  for (const auto* array : {section.child("ElementConnectivity"), offsets}) {
    if (array != nullptr && array->link)
      throw wrong(inputs, cgns::join(path, array->name),
                  "is a link, whose target would have to change with the section; add --links copy");
  }
}

/// Nothing if there is no connectivity.
std::optional<cgns::Section> section_of(const cgns::InputSet& inputs, const Node& node,
                                        const std::string& path) {
  if (!is_section_with_lengths(inputs, node)) return std::nullopt;
  const auto type = type_of_today(inputs, node);
  const auto* connectivity = node.child("ElementConnectivity");
  if (connectivity == nullptr || !connectivity->is_bulk() || !cgns::is_integer(connectivity->type))
    return std::nullopt;
  const auto* offsets = node.child("ElementStartOffset");
  if (offsets != nullptr && (!offsets->is_bulk() || !cgns::is_integer(offsets->type))) return std::nullopt;
  return cgns::Section{.path = path,
                       .connectivity = connectivity->array,
                       .offsets = offsets == nullptr ? -1 : offsets->array,
                       .elements = element_count(inputs, node, path),
                       .mixed = type == cgns::element_type::mixed};
}

void set_extent(cgns::Array& array, Node& node, std::int64_t values) {
  cgns::set_extent(array, values);
  node.dims = array.dims;
  node.data.clear();
}

void make_new(cgns::InputSet& inputs, Node& node, const cgns::Section& section,
              const std::vector<std::int64_t>& begins) {
  const auto values = begins.back();
  const auto place = std::find_if(node.children.begin(), node.children.end(),
                                  [](const Node& child) { return child.name == "ElementConnectivity"; });
  Node offsets{.name = "ElementStartOffset", .label = "DataArray_t", .array = place->array};
  auto& starts =
      derive(inputs, offsets, {.kind = Derived::Kind::offsets, .mixed = section.mixed, .begins = begins});
  starts.path = cgns::join(section.path, offsets.name);
  starts.filters.clear();
  if (values > std::numeric_limits<std::int32_t>::max()) starts.type = DataType::I8;
  set_extent(starts, offsets, section.elements + 1);
  offsets.type = starts.type;
  if (!section.mixed) {
    auto& connectivity = derive(inputs, *place, {.kind = Derived::Kind::connectivity, .begins = begins});
    set_extent(connectivity, *place, values);
  }
  node.children.insert(place, std::move(offsets));
}

void remove_offsets(Node& node) {
  std::erase_if(node.children, [](const Node& child) { return child.name == "ElementStartOffset"; });
}

void make_old(cgns::InputSet& inputs, Node& node, const cgns::Section& section,
              const std::vector<std::int64_t>& begins) {
  auto* connectivity = node.child("ElementConnectivity");
  if (!section.mixed) {
    auto& array =
        derive(inputs, *connectivity,
               {.kind = Derived::Kind::old_connectivity, .offsets = section.offsets, .begins = begins});
    set_extent(array, *connectivity, begins.back() + section.elements);
  }
  remove_offsets(node);
}

/// The first version with ElementStartOffset, and the last one certainly without it. Library 3.4.0 expects it
/// in files of version 3.4 and crashes if it is missing; 3.4.1 does not.
constexpr double first_new_version = 4.0;
constexpr double last_old_version = 3.3;
constexpr double trial_version = 3.4;
/// The first version with particles; with today's element types, ParentElements and integers of 64 bits.
constexpr double first_version_of_particles = 4.5;
constexpr double first_version_of_complex = 4.2;
constexpr double first_version_of_numbers = 3.1;
/// Versions are stored as R4.
constexpr double rounding = 0.0005;

bool is_older(double version, double than) { return version < than - rounding; }

/// Sets a version with this form, unless the file has one.
void adapt_version(cgns::InputSet& inputs, ElementForm form) {
  const auto old = version_of(inputs.trees.front());
  const bool is_new = form == ElementForm::new_form;
  if (is_new && old < first_new_version) set_version(inputs, first_new_version);
  if (!is_new && old > last_old_version + 0.001) set_version(inputs, last_old_version);
}

/// True for a section whose form depends on the version, but without elements and values. One without any
/// node for values, or without a range, is incomplete, and stays so.
bool is_empty_section(const cgns::InputSet& inputs, const Node& node, const std::string& path) {
  const auto* connectivity = node.child("ElementConnectivity");
  if (connectivity == nullptr || range_of(node) == nullptr || !is_section_with_lengths(inputs, node))
    return false;
  const bool has_values = connectivity->type != DataType::MT && cgns::count_of(connectivity->dims) > 0;
  return !has_values && element_count(inputs, node, path) == 0;
}

/// True for mixed elements with numbers that no other version has: they are among the values.
bool is_numbered_otherwise(const cgns::InputSet& inputs, const Node& section) {
  const auto type = type_of_today(inputs, section);
  return type == cgns::element_type::mixed && cgns::integers_of(section).front() != type;
}

Error wrong_numbers(const cgns::InputSet& inputs, const std::string& path) {
  return wrong(
      inputs, path,
      fmt::format("its mixed elements have the numbers of version {:.1f}, so neither its form nor the "
                  "version can change",
                  version_of(inputs.trees.front())));
}

/// Gives sections of version 3.0 the types that they have in `version`. Throws if those do not last.
void renumber_types(cgns::InputSet& inputs, double version) {
  const bool differ = cgns::polygon_types_differ(version_of(inputs.trees.front()), version);
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (node.label != "Elements_t" || !cgns::is_integer(node.type) || node.data.empty()) return;
    auto values = cgns::integers_of(node);
    const auto type = type_of_today(inputs, node);
    if (differ && type > cgns::element_type::nface)
      throw wrong(inputs, path, fmt::format("its type, {}, {}", type, cgns::is_polygon_before));
    if (cgns::number_of_today(values.front(), version) == type) return;
    if (is_numbered_otherwise(inputs, node)) throw wrong_numbers(inputs, path);
    values.front() = type;
    node.data = cgns::integer_node({}, {}, node.dims, values, node.type).data;
  });
}

/// Why `version` cannot express a section, or empty.
std::string_view foreign_elements(const cgns::InputSet& inputs, const Node& section, double version) {
  if (!cgns::is_integer(section.type) || section.data.empty()) return {};
  const auto type = type_of_today(inputs, section);
  if (section.child("ParentElements") != nullptr)
    return "ParentElements, which older files have as ParentData";
  if (type == cgns::element_type::mixed) return "mixed elements, whose types older files number otherwise";
  const bool is_known =
      is_older(version, 3) ? type < cgns::element_type::mixed : cgns::number_of_today(type, 3) == type;
  return is_known ? std::string_view() : "a type that older files number otherwise";
}

/// Why `version` cannot express `node`, or empty.
std::string_view foreign_to(const cgns::InputSet& inputs, const Node& node, const Node& parent,
                            double version) {
  if (is_older(version, first_version_of_particles) && node.label == "ParticleZone_t")
    return "particles, which exist since version 4.5";
  if (is_older(version, first_version_of_complex) && (node.type == DataType::X4 || node.type == DataType::X8))
    return "complex numbers, which exist since version 4.2";
  if (!is_older(version, first_version_of_numbers)) return {};
  if (is_index(node, parent) && node.type == DataType::I8) return "integers of 64 bits; add --index i4";
  return node.label == "Elements_t" ? foreign_elements(inputs, node, version) : std::string_view();
}

void require_expressible(const cgns::InputSet& inputs, double version) {
  const auto& root = inputs.trees.front();
  if (!is_older(version, version_of(root))) return;
  for_each(root, "/", [&](const Node& node, const std::string& path, const Node& parent) {
    const auto why = foreign_to(inputs, node, parent, version);
    if (!why.empty())
      throw wrong(inputs, path, fmt::format("has no form in version {:.1f}: {}", version, why));
  });
}

/// True for a set of faces that is numbered as in Elements_t.
bool is_element_set(const Node& node) { return node.name == "ElementList" || node.name == "ElementRange"; }

/// What the first versions, whose families are names of nodes, store otherwise, or empty.
std::string_view first_form_of(const Node& node, const Node& parent) {
  const auto rank = node.dims.size();
  if (node.label == "CGNSBase_t" && cgns::count_of(node.dims) == 1) return "one dimension";
  if (node.label == "Zone_t" && rank == 2 && node.dims[1] == 2) return "no number of boundary vertices";
  if (node.name == "ElementConnectivity" && rank == 2) return "two extents";
  if (node.label == "StructuredDonor_t" || node.label == "UnstructuredDonor_t") return "a node for the donor";
  if (parent.label != "BC_t") return {};
  if (is_element_set(node) && rank == 1) return "one extent";
  const bool is_located = node.label == "BCDataSet_t" && node.child_labelled("GridLocation_t") != nullptr;
  return is_located && cgns::location_of(node) != cgns::location_of(parent)
             ? "with the location of the condition"
             : std::string_view();
}

void require_no_first_form(const cgns::InputSet& inputs) {
  for_each(inputs.trees.front(), "/", [&](const Node& node, const std::string& path, const Node& parent) {
    const auto form = first_form_of(node, parent);
    if (!form.empty())
      throw wrong(inputs, path,
                  fmt::format("is stored as before version 1.27 ({}), so the version cannot change", form));
  });
}

}  // namespace

ElementForm form_of(double version) {
  const bool is_trial = !is_older(version, trial_version) && !is_older(trial_version, version);
  return is_trial || !is_older(version, first_new_version) ? ElementForm::new_form : ElementForm::old_form;
}

std::vector<cgns::Section> sections_to_rewrite(const cgns::InputSet& inputs, ElementForm form) {
  std::vector<cgns::Section> sections;
  for_each(inputs.trees.front(), "/", [&](const Node& node, const std::string& path, const Node&) {
    if (is_section_with_lengths(inputs, node)) require_own_arrays(inputs, node, path, form);
    const auto section = section_of(inputs, node, path);
    if (!section || section->is_old() != (form == ElementForm::new_form)) return;
    if (is_numbered_otherwise(inputs, node)) throw wrong_numbers(inputs, path);
    sections.push_back(*section);
  });
  return sections;
}

std::vector<cgns::Section> mixed_sections(const cgns::InputSet& inputs, ElementForm form, double version) {
  const auto old = version_of(inputs.trees.front());
  if (version == 0) version = form == ElementForm::new_form ? std::max(old, first_new_version) : old;
  std::vector<cgns::Section> sections;
  if (!cgns::polygon_types_differ(old, version)) return sections;
  for_each(inputs.trees.front(), "/", [&](const Node& node, const std::string& path, const Node&) {
    auto section = section_of(inputs, node, path);
    if (!section || !section->mixed || is_numbered_otherwise(inputs, node)) return;
    section->offsets = -1;  // the types are in the connectivity, in both forms
    section->changes_types = true;
    sections.push_back(*section);
  });
  return sections;
}

namespace {

/// True if there was any section without elements in the other form.
bool rewrite_empty(cgns::InputSet& inputs, ElementForm form) {
  bool changes = false;
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (!is_empty_section(inputs, node, path)) return;
    const bool has_offsets = node.child("ElementStartOffset") != nullptr;
    if (has_offsets == (form == ElementForm::new_form)) return;
    changes = true;
    if (has_offsets) return remove_offsets(node);
    const auto place = std::find_if(node.children.begin(), node.children.end(),
                                    [](const Node& child) { return child.name == "ElementConnectivity"; });
    const auto type = node.child("ElementRange")->type;
    node.children.insert(place, cgns::integer_node("ElementStartOffset", "DataArray_t", {1}, {0}, type));
  });
  return changes;
}

}  // namespace

void rewrite(cgns::InputSet& inputs, ElementForm form, const std::vector<cgns::Section>& sections,
             const std::vector<std::vector<std::int64_t>>& begins, double version) {
  std::size_t next = 0;
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (next == sections.size() || path != sections[next].path) return;
    const auto& section = sections[next];
    section.is_old() ? make_new(inputs, node, section, begins[next])
                     : make_old(inputs, node, section, begins[next]);
    ++next;
  });
  const bool changes = rewrite_empty(inputs, form) || !sections.empty();
  if (changes && version == 0) adapt_version(inputs, form);
}

namespace {

/// True if a section of a file of `version` may need another form in one of the version `wanted`.
bool may_change_sections(double version, double wanted) {
  const bool needs_older_numbers =
      is_older(wanted, first_version_of_numbers) && !is_older(version, first_version_of_numbers);
  return cgns::may_change_meaning(version, wanted) || form_of(version) != form_of(wanted) ||
         needs_older_numbers;
}

/// The same for anything in a base or a zone.
bool may_change_zones(double version, double wanted) {
  const auto loses = [&](double first) { return is_older(wanted, first) && !is_older(version, first); };
  return may_change_sections(version, wanted) || loses(first_version_of_complex) ||
         loses(first_version_of_particles) ||
         cgns::families_are_node_names(version) != cgns::families_are_node_names(wanted);
}

}  // namespace

std::vector<std::string> links_left_behind(const cgns::InputSet& inputs, const StorageRequest& request) {
  std::vector<std::string> paths;
  const auto& root = inputs.trees.front();
  const auto version = version_of(root);
  const auto wanted = request.cgns_version > 0 ? request.cgns_version : version;
  const bool of_sections = request.elements || may_change_sections(version, wanted);
  const bool of_zones = of_sections || may_change_zones(version, wanted);
  for_each(root, "/", [&](const Node& node, const std::string& path, const Node&) {
    if (!node.link || node.link->file.empty() || request.renamed.contains(node.link->file)) return;
    const bool is_zone = node.label == "CGNSBase_t" || cgns::is_zone(node.label);
    if ((is_zone && of_zones) || (node.label == "Elements_t" && of_sections)) paths.push_back(path);
  });
  return paths;
}

void set_version(cgns::InputSet& inputs, double version) {
  auto& root = inputs.trees.front();
  const auto found = std::find_if(root.children.begin(), root.children.end(),
                                  [](const Node& node) { return node.label == "CGNSLibraryVersion_t"; });
  if (found == root.children.end() || !cgns::is_real(found->type) || found->data.empty())
    throw wrong(inputs, "/", "does not contain a CGNS version");
  require_expressible(inputs, version);
  renumber_types(inputs, version);
  if (cgns::families_are_node_names(version_of(root))) {
    require_no_first_form(inputs);
    cgns::name_families(root);
  }
  auto changed = cgns::real_node(found->name, found->label, {1}, {version}, DataType::R4);
  found->type = changed.type;
  found->dims = std::move(changed.dims);
  found->data = std::move(changed.data);
}

}  // namespace pcgns::restripe

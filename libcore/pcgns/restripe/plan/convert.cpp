#include "pcgns/restripe/plan/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/kernel/digest.hpp"

namespace pcgns::restripe {

namespace {

using cgns::DataType;
using cgns::Derived;
using cgns::Node;

/// Calls `visit(node, path, parent)` for every node below `parent`; it may change the children of `node`.
template <typename SomeNode, typename Visit>
void for_each(SomeNode& parent, const std::string& path, const Visit& visit) {
  for (auto& child : parent.children) {
    const auto child_path = cgns::join(path, child.name);
    visit(child, child_path, parent);
    for_each(child, child_path, visit);
  }
}

Error wrong(const cgns::InputSet& inputs, const std::string& path, const std::string& why) {
  return input_error(inputs.files.front().path, path, why);
}

/// Replaces the array of `node` by one derived from it.
cgns::Array& derive(cgns::InputSet& inputs, Node& node, Derived derived) {
  derived.source = node.array;
  auto array = cgns::derived_array(inputs, std::move(derived));
  node.array = static_cast<int>(inputs.arrays.size());
  return inputs.arrays.emplace_back(std::move(array));
}

std::vector<std::byte> widened(DataType from, const std::vector<std::byte>& values) {
  std::vector<std::byte> wide(2 * values.size());
  kernel::widen(from == DataType::I4 ? kernel::Narrow::signed32 : kernel::Narrow::real32, values, wide);
  return wide;
}

template <typename Wide>
std::vector<Wide> as(const std::vector<std::byte>& bytes) {
  std::vector<Wide> values(bytes.size() / sizeof(Wide));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Nothing if a value does not fit.
std::optional<std::vector<std::byte>> narrowed(const std::vector<std::byte>& values) {
  const auto wide = as<std::int64_t>(values);
  std::vector<std::int32_t> narrow(wide.size());
  if (kernel::narrow(wide, narrow)) return std::nullopt;
  const auto bytes = std::as_bytes(std::span(narrow));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

double version_of(const Node& root) { return cgns::version_in(root.child_labelled("CGNSLibraryVersion_t")); }

std::int64_t element_count(const cgns::InputSet& inputs, const Node& section, const std::string& path) {
  const auto* range = section.child("ElementRange");
  if (range == nullptr || !cgns::is_integer(range->type) || range->data.empty() ||
      cgns::count_of(range->dims) != 2) {
    throw wrong(inputs, path, "has no ElementRange, so its elements cannot be numbered");
  }
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

void make_old(cgns::InputSet& inputs, Node& node, const cgns::Section& section,
              const std::vector<std::int64_t>& begins) {
  auto* connectivity = node.child("ElementConnectivity");
  if (!section.mixed) {
    auto& array =
        derive(inputs, *connectivity,
               {.kind = Derived::Kind::old_connectivity, .offsets = section.offsets, .begins = begins});
    set_extent(array, *connectivity, begins.back() + section.elements);
  }
  std::erase_if(node.children, [](const Node& child) { return child.name == "ElementStartOffset"; });
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

bool is_index_label(std::string_view label) {
  return cgns::is_zone(label) || label == "IndexRange_t" || label == "IndexArray_t";
}

/// True for numbers or counts of mesh entities. (An IndexArray_t may also hold reals: InwardNormalList.)
bool is_index(const Node& node, const Node& parent) {
  if (!cgns::is_integer(node.type)) return false;
  return is_index_label(node.label) || (node.label == "DataArray_t" && parent.label == "Elements_t");
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

bool fits(const Extremes& extremes) {
  return extremes.least >= std::numeric_limits<std::int32_t>::min() &&
         extremes.largest <= std::numeric_limits<std::int32_t>::max();
}

/// Sets `type` for the array and, where they are in the tree, for the values of `node`.
cgns::Array& retype(cgns::InputSet& inputs, Node& node, DataType type, Derived derived) {
  auto& array = derive(inputs, node, std::move(derived));
  array.type = node.type = type;
  return array;
}

void set_width(cgns::InputSet& inputs, Node& node, const std::string& path, bool narrow) {
  const auto type = narrow ? DataType::I4 : DataType::I8;
  if (node.type == type) return;
  if (!node.data.empty()) {
    auto values = narrow ? narrowed(node.data) : widened(node.type, node.data);
    if (!values)
      throw wrong(inputs, path, "has values that do not fit in I4; --index auto keeps it unchanged");
    node.data = std::move(*values);
  }
  node.is_bulk() ? void(retype(inputs, node, type, {})) : void(node.type = type);
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

void rewrite(cgns::InputSet& inputs, const std::vector<cgns::Section>& sections,
             const std::vector<std::vector<std::int64_t>>& begins, double version) {
  if (sections.empty()) return;
  std::size_t next = 0;
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (next == sections.size() || path != sections[next].path) return;
    const auto& section = sections[next];
    section.is_old() ? make_new(inputs, node, section, begins[next])
                     : make_old(inputs, node, section, begins[next]);
    ++next;
  });
  if (version > 0) return;
  const auto old = version_of(inputs.trees.front());
  const bool now_new = sections.front().is_old();
  if (now_new && old < first_new_version) set_version(inputs, first_new_version);
  if (!now_new && old > last_old_version + 0.001) set_version(inputs, last_old_version);
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

std::vector<int> arrays_to_measure(const cgns::InputSet& inputs, IndexWidth width) {
  std::vector<int> arrays;
  if (width != IndexWidth::automatic) return arrays;
  for_each(inputs.trees.front(), "/", [&](const Node& node, const std::string&, const Node& parent) {
    if (is_index(node, parent) && node.is_bulk() && node.type == DataType::I8) arrays.push_back(node.array);
  });
  return arrays;
}

void set_index_width(cgns::InputSet& inputs, IndexWidth width, const std::vector<int>& measured,
                     const std::vector<Extremes>& extremes) {
  std::map<int, Extremes> found;
  for (std::size_t i = 0; i < measured.size(); ++i) found[measured[i]] = extremes[i];
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node& parent) {
    if (!is_index(node, parent)) return;
    if (width != IndexWidth::automatic) return set_width(inputs, node, path, width == IndexWidth::i4);
    const bool narrow = node.is_bulk() ? node.type == DataType::I4 || fits(found.at(node.array))
                                       : node.type == DataType::I4 || narrowed(node.data).has_value();
    if (narrow) set_width(inputs, node, path, true);
  });
}

std::vector<Rounded> set_reals(cgns::InputSet& inputs, DataType type) {
  std::vector<Rounded> rounded;
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string& path, const Node&) {
    if (!node.is_bulk() || !cgns::is_real(node.type) || node.type == type) return;
    Derived derived;
    if (type == DataType::R4) {
      derived.rounding = std::make_shared<kernel::Rounding>();
      rounded.push_back({path, derived.rounding});
      // Small arrays are moved like large ones, because rounding happens there.
      node.data.clear();
    } else if (!node.data.empty()) {
      node.data = widened(node.type, node.data);
    }
    retype(inputs, node, type, std::move(derived));
  });
  return rounded;
}

void reverse_bytes(cgns::InputSet& inputs) {
  for_each(inputs.trees.front(), "/", [&](Node& node, const std::string&, const Node&) {
    if (node.is_bulk() && cgns::word_size(node.type) > 1) derive(inputs, node, {.reversed = true});
  });
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

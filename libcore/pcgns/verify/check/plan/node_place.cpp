#include "pcgns/verify/check/plan/node_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/whole_name.hpp"
#include "pcgns/verify/check/plan/check_tree.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;

constexpr int most_dimensions = 3;

std::optional<int> dimension(const std::vector<std::int64_t>& values, std::size_t at) {
  if (at >= values.size() || values[at] < 1 || values[at] > most_dimensions) return std::nullopt;
  return static_cast<int>(values[at]);
}

ZoneKind kind_of(const Node& zone) {
  if (zone.label == "ParticleZone_t") return ZoneKind::particles;
  const auto* const type = zone.child_labelled("ZoneType_t");
  if (type == nullptr) return ZoneKind::unknown;
  const auto word = text(*type);
  if (word == "Structured") return ZoneKind::structured;
  return word == "Unstructured" ? ZoneKind::unstructured : ZoneKind::unknown;
}

void read_sizes(ZoneFacts& zone) {
  const auto sizes = integers(*zone.node);
  if (!sizes || !zone.dimension || !std::all_of(sizes->begin(), sizes->end(), is_size)) return;
  const auto n = *zone.dimension;
  if (zone.kind == ZoneKind::particles) {
    if (sizes->size() == 1) zone.vertices = zone.cells = {sizes->front()};
    return;
  }
  if (zone.node->dims != Extents{n, 3}) return;
  zone.vertices.assign(sizes->begin(), sizes->begin() + n);
  zone.cells.assign(sizes->begin() + n, sizes->begin() + 2 * n);
  zone.boundary.assign(sizes->begin() + 2 * n, sizes->end());
}

/// True unless the type of the elements says that they are only sides of cells.
bool may_have_cells(const Node& section, int cell_dimension) {
  const auto head = integers(section);
  const auto* const type = head ? cgns::element_type_of(head->front()) : nullptr;
  return type == nullptr || type->dimension < 0 || type->dimension >= cell_dimension;
}

bool is_of_polygons(const Node& section) {
  const auto head = integers(section);
  return head && head->front() == cgns::element_type::ngon;
}

/// Number of elements; 0 if the ends of their range are not valid.
std::int64_t count_between(std::int64_t first, std::int64_t last) {
  return first >= 1 && is_size(last) && first <= last ? last - first + 1 : 0;
}

/// CellSize; 0 if it is invalid.
std::int64_t cells_of(const Node& zone) {
  const auto sizes = integers(zone);
  return sizes && sizes->size() == 3 && is_size((*sizes)[1]) ? (*sizes)[1] : 0;
}

ZoneFacts zone_facts(const Node& node, const BaseFacts& base) {
  ZoneFacts zone{.node = &node, .kind = kind_of(node)};
  if (zone.structured()) zone.dimension = base.cell_dimension;
  if (zone.unstructured() || zone.kind == ZoneKind::particles) zone.dimension = 1;
  read_sizes(zone);
  const auto last = last_numbers(node, base.cell_dimension.value_or(most_dimensions));
  zone.elements = last.element;
  zone.last_cell = last.cell;
  return zone;
}

void add_families(const Node& node, const std::string& above, BaseFacts& base) {
  for (const auto& child : node.children) {
    if (child.label != "Family_t") continue;
    const auto path = above.empty() ? child.name : above + "/" + child.name;
    base.families.emplace(path, &child);
    add_families(child, path, base);
  }
}

/// Families of other bases and of families are named from the root: "/Base/Walls/Upper".
std::string_view from_root(std::string_view name) { return name.starts_with('/') ? name.substr(1) : name; }

void add_used_families(const Node& node, BaseFacts& base) {
  for (const auto& child : node.children) {
    if (child.label == "FamilyName_t" || child.label == "AdditionalFamilyName_t") {
      if (const auto name = text(child)) base.used_families.emplace(from_root(*name));
    }
    if (child.label == "DataArray_t" && child.name == "FamilyPointers") {
      if (const auto rows = names(child)) base.used_families.insert(rows->begin(), rows->end());
    }
    add_used_families(child, base);
  }
}

BaseFacts base_facts(const Node& node) {
  BaseFacts base{.node = &node};
  if (const auto sizes = integers(node)) {
    base.cell_dimension = dimension(*sizes, 0);
    base.physical_dimension = dimension(*sizes, 1);
  }
  if (const auto* const iterative = node.child_labelled("BaseIterativeData_t")) {
    base.steps = one_integer(*iterative);
  }
  for (const auto& child : node.children) {
    if (cgns::is_zone(child.label)) base.zones.emplace(child.name, zone_facts(child, base));
  }
  add_families(node, "", base);
  add_used_families(node, base);
  return base;
}

/// "Base/Zone/Label/Node", with the name of the whole zone.
std::string key_in_pieces(std::string_view base, const Node& piece, std::string_view label,
                          std::string_view name) {
  return fmt::format("{}/{}/{}/{}", base, fileset::whole_name(piece), label, name);
}

/// Adds "Base/Label/Name" of what time steps list.
void add_listed(const BaseFacts& base, std::set<std::string>& listed) {
  for (const auto& [name, zone] : base.zones)
    listed.insert(fmt::format("{}/{}/{}", base.node->name, zone.node->label, name));
  for (const auto& [name, node] : base.families)
    listed.insert(fmt::format("{}/{}/{}", base.node->name, node->label, name));
}

struct Split {
  std::string_view base;
  std::string_view name;
};
Split split(std::string_view base, std::string_view name) {
  name = from_root(name);
  const auto slash = name.find('/');
  if (slash == std::string_view::npos) return {base, name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace

LastNumbers last_numbers(const Node& zone, int cell_dimension) {
  LastNumbers last;
  bool has_parents = false;
  std::int64_t implied = cells_of(zone);
  for (const auto& section : zone.children) {
    if (section.label != "Elements_t") continue;
    const auto* const range = section.child("ElementRange");
    const auto ends = range == nullptr ? std::nullopt : integers(*range);
    last.is_known = last.is_known && ends && ends->size() == 2;
    if (!ends || ends->size() != 2) continue;
    last.element = std::max(last.element, ends->back());
    if (may_have_cells(section, cell_dimension)) {
      last.cell = std::max(last.cell, ends->back());
      implied -= std::min(implied, count_between(ends->front(), ends->back()));
    }
    has_parents = has_parents || (is_of_polygons(section) && cgns::parents_node(section) != nullptr);
  }
  if (has_parents && implied > 0 && is_size(last.element)) {
    last.cell = last.element + implied;
  } else if (last.cell == 0) {
    last.cell = last.element;
  }
  return last;
}

const ZoneFacts* FileFacts::zone(std::string_view base, std::string_view name) const {
  const auto [where, zone] = split(base, name);
  const auto found = bases.find(where);
  if (found == bases.end()) return nullptr;
  const auto place = found->second.zones.find(zone);
  return place == found->second.zones.end() ? nullptr : &place->second;
}

bool FileFacts::has_zone(std::string_view base, std::string_view name) const {
  if (zone(base, name) != nullptr) return true;
  const auto [where, what] = split(base, name);
  return elsewhere != nullptr && elsewhere->there.contains(fmt::format("{}/{}", where, what));
}

const Node* FileFacts::family(std::string_view base, std::string_view name) const {
  const auto in = [&](std::string_view where, std::string_view what) -> const Node* {
    const auto found = bases.find(where);
    if (found == bases.end()) return nullptr;
    const auto place = found->second.families.find(what);
    return place == found->second.families.end() ? nullptr : place->second;
  };
  if (const auto* const here = in(base, name)) return here;
  const auto [where, what] = split(base, name);
  return in(where, what);
}

bool FileFacts::has_family(std::string_view base, std::string_view name) const {
  if (family(base, name) != nullptr) return true;
  return elsewhere != nullptr && (elsewhere->there.contains(fmt::format("{}/{}", base, name)) ||
                                  elsewhere->there.contains(std::string(from_root(name))));
}

std::int64_t FileFacts::count_listed(std::string_view base, std::string_view label) const {
  const auto begins = fmt::format("{}/{}/", base, label);
  static const std::set<std::string> none;
  const auto& listed = elsewhere == nullptr ? none : elsewhere->listed;
  std::int64_t count = 0;
  for (auto at = listed.lower_bound(begins); at != listed.end() && at->starts_with(begins); ++at) ++count;
  std::set<std::string> own;
  const auto found = bases.find(base);
  if (found != bases.end()) add_listed(found->second, own);
  return count + std::ranges::count_if(own, [&](const std::string& name) {
           return name.starts_with(begins) && !listed.contains(name);
         });
}

bool FileFacts::is_in_pieces(std::string_view base, const Node& piece, std::string_view label,
                             std::string_view name) const {
  return elsewhere != nullptr && elsewhere->in_pieces.contains(key_in_pieces(base, piece, label, name));
}

FileFacts facts_of(const Node& root) {
  FileFacts facts;
  for (const auto& child : root.children) {
    if (child.name == "CGNSLibraryVersion") {
      if (const auto version = reals(child)) facts.version = version->front();
    }
    if (child.label == "CGNSBase_t") facts.bases.emplace(child.name, base_facts(child));
  }
  return facts;
}

void SetNames::add(const Node& root) {
  for (const auto& [base, facts] : facts_of(root).bases) {
    for (const auto& [zone, zone_facts] : facts.zones) {
      there.insert(cgns::join(base, zone));
      if (zone_facts.node->child(fileset::numbering_name) == nullptr) continue;
      for (const auto& child : zone_facts.node->children)
        in_pieces.insert(key_in_pieces(base, *zone_facts.node, child.label, child.name));
    }
    add_listed(facts, listed);
    for (const auto& [family, node] : facts.families) there.insert(cgns::join(base, family));
    for (const auto& family : facts.used_families) used_families.insert(cgns::join(base, family));
  }
}

using cgns::DataType;
using cgns::Node;

std::optional<std::int64_t> count_of(const Node& node) {
  if (node.dims.empty()) return 0;
  std::int64_t count = 1;
  for (const auto extent : node.dims) {
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

bool has_values(const Node& node) {
  const auto count = count_of(node);
  const auto size = cgns::size_of(node.type);
  return count && size > 0 && *count > 0 && *count <= std::numeric_limits<std::int64_t>::max() / size &&
         static_cast<std::int64_t>(node.data.size()) == *count * size;
}

std::optional<std::vector<std::int64_t>> integers(const Node& node) {
  const bool is_integer = cgns::is_integer(node.type);
  if (!is_integer || !has_values(node)) return std::nullopt;
  return cgns::integers_of(node);
}

bool is_size(std::int64_t value) {
  return value >= 0 && value <= std::numeric_limits<std::int64_t>::max() / 4;
}

std::optional<std::vector<double>> reals(const Node& node) {
  const bool is_real = cgns::is_real(node.type);
  if (!is_real || !has_values(node)) return std::nullopt;
  return cgns::reals_of(node);
}

std::optional<std::int64_t> one_integer(const Node& node) {
  const auto values = integers(node);
  if (!values || values->size() != 1) return std::nullopt;
  return values->front();
}

std::optional<std::string> text(const Node& node) {
  if (node.type != DataType::C1 || !has_values(node)) return std::nullopt;
  return cgns::text_of(node);
}

std::optional<std::vector<std::string>> names(const Node& node) {
  constexpr std::int64_t width = 32;
  if (node.type != DataType::C1 || !has_values(node) || node.dims.front() != width) return std::nullopt;
  return cgns::rows_of(node);
}

std::optional<std::string> text_of_child(const Node& node, std::string_view name) {
  const auto* const found = node.child(name);
  return found == nullptr ? std::nullopt : text(*found);
}

const Node* child(const Node& node, std::string_view name, std::string_view label) {
  const auto found = std::find_if(node.children.begin(), node.children.end(), [&](const Node& candidate) {
    return candidate.name == name && candidate.label == label;
  });
  return found == node.children.end() ? nullptr : &*found;
}

std::string to_text(const std::vector<std::int64_t>& extents) {
  return fmt::format("({})", fmt::join(extents, ", "));
}

}  // namespace pcgns::verify::check

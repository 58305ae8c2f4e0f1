#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/cgns/elements.hpp"

namespace pcgns::capi {

namespace {

using cgns::DataType;

cgns::Node numbers(Document& document, const char* name, std::int64_t count, DataType type,
                   const cgsize_t* values) {
  return values == nullptr ? document.with_room(name, "DataArray_t", type, {count})
                           : node_with(name, "DataArray_t", DataType::I8, {count}, values);
}

/// Throws Error{usage} unless it is a section of `count` elements that the zone can have.
void require_section(Document& document, const Spot& zone, const NewSection& section, std::int64_t count,
                     std::int64_t connectivity) {
  const auto path = cgns::join(zone.path, name_from(section.name));
  if (section.start < 1 || count < 1 || connectivity < 0)
    refuse(document, path, "an ascending range of elements from 1",
           fmt::format("{} to {}", section.start, section.end));
  if (section.boundary > count)
    refuse(document, path, fmt::format("at most {} boundary elements", count),
           fmt::format("{}", section.boundary));
  if (zone_size(document, zone).structured)
    refuse(document, path, "an unstructured zone for elements", "a structured one");
  const auto version = stated_version(document);
  const auto hexa = static_cast<std::int64_t>(CGNS_ENUMV(HEXA_8));
  if (cgns::number_of_today(hexa, version) != hexa)
    refuse(document, path,
           "a file of CGNS 3.1 or later, as the types of elements have numbers of their own before",
           fmt::format("one of CGNS {}", version));
}

/// Nodes of an element of MIXED, after its type.
void require_mixed(Document& document, const std::string& path, std::span<const cgsize_t> element) {
  if (element.empty()) refuse(document, path, "the type of an element of MIXED", "no values");
  const auto* type = cgns::element_type_of(element[0]);
  if (type == nullptr || type->nodes == 0)
    refuse(document, path, "types of elements with a fixed number of nodes", fmt::format("{}", element[0]));
  const auto nodes = std::ssize(element) - 1;
  if (nodes != type->nodes)
    refuse(document, path, fmt::format("{} nodes of an element of type {}", type->nodes, element[0]),
           fmt::format("{}", nodes));
}

}  // namespace

void require_element_values(Document& document, const std::string& path, std::int64_t type,
                            std::int64_t count, const cgsize_t* elements, const cgsize_t* offsets) {
  if (offsets[0] != 0) refuse(document, path, "offsets from 0", fmt::format("{}", offsets[0]));
  for (std::int64_t i = 0; i < count; ++i) {
    if (offsets[i + 1] < offsets[i])
      refuse(document, path, "ascending offsets", fmt::format("{} after {}", offsets[i + 1], offsets[i]));
    if (type == cgns::element_type::mixed)
      require_mixed(document, path, {elements + offsets[i], elements + offsets[i + 1]});
  }
}

Section section_at(Document& document, int B, int Z, int S) {
  Section section;
  section.node = child_at(document, zone_at(document, B, Z), "Elements_t", S);
  const auto kind = integers(document, section.node);
  const auto range = child_named(section.node, "ElementRange");
  const auto bounds = range ? integers(document, range) : std::vector<std::int64_t>{};
  if (kind.empty() || bounds.size() != 2)
    throw input_error(document.path(), section.node.path, "a section needs its type and its range");
  section.type = cgns::number_of_today(kind[0], stated_version(document));
  section.boundary = kind.size() > 1 ? kind[1] : 0;
  section.first = bounds[0];
  section.last = bounds[1];
  return section;
}

std::int64_t nodes_of(const Section& section) {
  const auto* type = cgns::element_type_of(section.type);
  return type == nullptr ? 0 : type->nodes;
}

Transfers elements_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                       const cgsize_t* elements) {
  if (elements == nullptr) return {};
  const auto nodes = nodes_of(section);
  const auto connectivity = child_named(section.node, "ElementConnectivity");
  if (nodes == 0 || !connectivity)
    throw input_error(document.path(), section.node.path, "its elements are not all of the same type");
  if (start < section.first || end > section.last || start > end)
    throw Error(ErrorKind::usage, at(document.path(), section.node.path,
                                     fmt::format("the elements {} to {} are not within {} to {}", start, end,
                                                 section.first, section.last)));
  return {integer_box(connectivity, {(start - section.first) * nodes}, {(end - start + 1) * nodes}, {1},
                      elements)};
}

int put_section(Document& document, const Spot& zone, const NewSection& section, std::int64_t connectivity,
                const cgsize_t* elements, const cgsize_t* offsets) {
  const auto count = section.end - section.start + 1;
  require_section(document, zone, section, count, connectivity);
  if (child_named(zone, name_from(section.name)) && document.mode() == Mode::write)
    throw input_error(document.path(), cgns::join(zone.path, section.name), "already exists");
  auto node = cgns::integer_node(section.name, "Elements_t", {2}, {section.type, section.boundary});
  node.children.push_back(cgns::integer_node("ElementRange", "IndexRange_t", {2},
                                             {section.start, section.end}, section.integers));
  if (cgns::is_ragged(section.type))
    node.children.push_back(numbers(document, "ElementStartOffset", count + 1, section.integers, offsets));
  node.children.push_back(numbers(document, "ElementConnectivity", connectivity, section.integers, elements));
  return number_of(zone, document.put(zone, std::move(node)));
}

}  // namespace pcgns::capi

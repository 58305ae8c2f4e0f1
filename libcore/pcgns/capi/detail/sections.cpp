#include "pcgns/capi/detail/nodes.hpp"

#include <fmt/format.h>

#include "pcgns/cgns/elements.hpp"

namespace pcgns::capi {

namespace {

using cgns::DataType;

cgns::Node numbers(Document& document, const char* name, std::int64_t count, DataType type,
                   const cgsize_t* values) {
  return values == nullptr ? document.with_room(name, "DataArray_t", type, {count})
                           : node_with(name, "DataArray_t", DataType::I8, {count}, values);
}

}  // namespace

Section section_at(Document& document, int B, int Z, int S) {
  Section section;
  section.node = child_at(document, zone_at(document, B, Z), "Elements_t", S);
  const auto kind = integers(document, section.node);
  const auto range = child_named(section.node, "ElementRange");
  const auto bounds = range ? integers(document, range) : std::vector<std::int64_t>{};
  if (kind.empty() || bounds.size() != 2)
    throw input_error(document.path(), section.node.path, "a section needs its type and its range");
  section.type = kind[0];
  section.boundary = kind.size() > 1 ? kind[1] : 0;
  section.first = bounds[0];
  section.last = bounds[1];
  return section;
}

bool has_offsets(std::int64_t type) {
  using namespace cgns::element_type;
  return type == mixed || type == ngon || type == nface;
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
  if (section.start < 1 || count < 1 || connectivity < 0)
    throw Error(ErrorKind::usage,
                fmt::format("a section of the elements {} to {}", section.start, section.end));
  if (child_named(zone, name_from(section.name)) && document.mode() == Mode::write)
    throw input_error(document.path(), cgns::join(zone.path, section.name), "already exists");
  auto node = cgns::integer_node(section.name, "Elements_t", {2}, {section.type, section.boundary});
  node.children.push_back(cgns::integer_node("ElementRange", "IndexRange_t", {2},
                                             {section.start, section.end}, section.integers));
  if (has_offsets(section.type))
    node.children.push_back(numbers(document, "ElementStartOffset", count + 1, section.integers, offsets));
  node.children.push_back(numbers(document, "ElementConnectivity", connectivity, section.integers, elements));
  return number_of(zone, document.put(zone, std::move(node)));
}

}  // namespace pcgns::capi

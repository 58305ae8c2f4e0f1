// elements.cpp: sections and their element data.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/element_values.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

void require_elements(Document& document, const Section& section, cgsize_t start, cgsize_t end) {
  if (start >= section.first && end <= section.last && start <= end) return;
  throw Error(ErrorKind::usage, at(document.path(), section.node.path,
                                   fmt::format("the elements {} to {} are not within {} to {}", start, end,
                                               section.first, section.last)));
}

/// Offsets of elements start, …, end + 1. Neighbours write the first and last one, too, so these are separate
/// boxes and the others are not contested.
Transfers offsets_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                      const cgsize_t* offsets) {
  require_elements(document, section, start, end);
  const auto node = child_of(document, section, "ElementStartOffset");
  const auto begin = start - section.first;
  const auto count = end - start + 2;
  Transfers all;
  for (const auto& [from, number] :
       {std::pair<std::int64_t, std::int64_t>{0, 1}, {1, count - 2}, {count - 1, 1}}) {
    if (number > 0) all.push_back(integer_box(node, {begin + from}, {number}, {1}, offsets + from));
  }
  return all;
}

/// Values of ElementConnectivity that offsets[0], …, offsets[end - start + 1] span.
Transfers spanned_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                      const cgsize_t* offsets, const cgsize_t* elements) {
  require_elements(document, section, start, end);
  const auto node = child_of(document, section, "ElementConnectivity");
  const auto first = offsets[0];
  const auto count = offsets[end - start + 1] - first;
  if (first < 0 || count < 0)
    throw Error(ErrorKind::usage,
                at(document.path(), node.path, "the offsets of elements are not ascending"));
  return {integer_box(node, {first}, {count}, {1}, elements)};
}

/// Throws unless the offsets ascend and count from the first element of the section. If each rank counts from
/// 0, all ranks write to the same place.
void require_offsets_of_section(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                                const cgsize_t* offsets) {
  require_elements(document, section, start, end);
  const auto path = cgns::join(section.node.path, "ElementStartOffset");
  if (!std::is_sorted(offsets, offsets + (end - start + 2)))
    throw Error(ErrorKind::usage, at(document.path(), path, "the offsets of elements are not ascending"));
  const bool is_first = start == section.first;
  if (is_first == (offsets[0] == 0)) return;
  refuse(document, path,
         fmt::format("an offset {} for element {}, counted from the first element of the section",
                     is_first ? "of 0" : "above 0", start),
         fmt::format("{}", offsets[0]));
}

/// Of a section from before CGNS 4, which each rank reads alone.
void give_old_offsets(Document& document, const Section& section, const ElementValues& old, cgsize_t start,
                      cgsize_t end, cgsize_t* offsets) {
  require_elements(document, section, start, end);
  std::copy_n(old.offsets.begin() + (start - section.first), end - start + 2, offsets);
}

void give_old_elements(Document& document, const Section& section, const ElementValues& old, cgsize_t start,
                       cgsize_t end, const cgsize_t* offsets, cgsize_t* elements) {
  require_elements(document, section, start, end);
  const auto first = offsets[0];
  const auto last = offsets[end - start + 1];
  if (first < 0 || last < first || last > std::ssize(old.elements))
    refuse(document, section.node.path, fmt::format("offsets from 0 to {}", old.elements.size()),
           fmt::format("{} to {}", first, last));
  std::copy(old.elements.begin() + first, old.elements.begin() + last, elements);
}

/// `parents` holds `columns` columns of end - start + 1 values: the first two for ParentElements, the next
/// two for ParentElementsPosition.
Transfers parents_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                      const cgsize_t* parents, int columns) {
  if (parents == nullptr) return {};
  require_elements(document, section, start, end);
  const auto rows = end - start + 1;
  const bool has_both = child_named(section.node, "ParentData").node != nullptr;  // Only read.
  Transfers all{integer_box(child_of(document, section, has_both ? "ParentData" : "ParentElements"),
                            {start - section.first, 0}, {rows, 2}, {1, rows}, parents)};
  if (columns == 4)
    all.push_back(integer_box(child_of(document, section, "ParentElementsPosition"),
                              {start - section.first, 0}, {rows, 2}, {1, rows}, parents + 2 * rows));
  return all;
}

/// Creates missing nodes: all ranks call this, including those without values.
void ensure_parents(Document& document, int B, int Z, int S, int columns) {
  const auto section = section_at(document, B, Z, S);
  require_no_parent_data(document, section);
  for (const char* name : {"ParentElements", "ParentElementsPosition"}) {
    if (columns == 2 && std::string_view(name) == "ParentElementsPosition") continue;
    if (child_named(section.node, name)) continue;
    document.put(section.node,
                 document.with_room(name, "DataArray_t", cgns::DataType::I8, {section.count(), 2}),
                 Children::go, Room::fresh);
  }
}

int write_parents(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, const cgsize_t* parents,
                  int columns) {
  return move_values(fn, Direction::write, [=](Document& document) {
    ensure_parents(document, B, Z, S, columns);
    return parents_box(document, section_at(document, B, Z, S), start, end, parents, columns);
  });
}

/// Copies all integers of a node of a section to the caller's memory, whose size it has asked for.
void give_all(Document& document, const Section& section, const char* name, cgsize_t* to) {
  const auto values = integers(document, child_of(document, section, name));
  std::copy(values.begin(), values.end(), to);
}

/// The same for a node of `count` integers.
void give_counted(Document& document, const Section& section, const char* name, std::int64_t count,
                  cgsize_t* to) {
  const auto values = integers(document, child_of(document, section, name), count);
  std::copy(values.begin(), values.end(), to);
}

void give_parents(Document& document, const Section& section, cgsize_t* to) {
  if (to == nullptr) return;
  if (child_named(section.node, "ParentData"))  // Until version 3.
    return give_counted(document, section, "ParentData", 4 * section.count(), to);
  if (!child_named(section.node, "ParentElements")) return;
  give_counted(document, section, "ParentElements", 2 * section.count(), to);
  if (child_named(section.node, "ParentElementsPosition"))
    give_counted(document, section, "ParentElementsPosition", 2 * section.count(), to + 2 * section.count());
}

}  // namespace

int cgp_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type, cgsize_t start,
                      cgsize_t end, int nbndry, int* S) {
  return cg_section_write(fn, B, Z, name, type, start, end, nbndry, nullptr, S);
}

int cgp_elements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                            const cgsize_t* elements) {
  return move_values(fn, Direction::write, [=](Document& document) {
    return elements_box(document, section_at(document, B, Z, S), start, end, elements);
  });
}

int cgp_elements_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements) {
  return move_values(fn, Direction::read, [=](Document& document) {
    return elements_box(document, section_at(document, B, Z, S), start, end, elements);
  });
}

int cgp_poly_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                           cgsize_t start, cgsize_t end, cgsize_t maxoffset, int nbndry, int* S) {
  return guarded([&] {
    auto& document = document_of(fn);
    if (!cgns::is_ragged(type)) throw Error(ErrorKind::usage, "only MIXED, NGON_n and NFACE_n have offsets");
    give(S, put_section(document, zone_at(document, B, Z), {name, type, start, end, nbndry}, maxoffset,
                        nullptr, nullptr));
  });
}

int cgp_poly_elements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 const cgsize_t* elements, const cgsize_t* offsets) {
  return move_values(fn, Direction::write, [=](Document& document) -> Transfers {
    if (elements == nullptr || offsets == nullptr) return {};
    const auto section = section_at(document, B, Z, S);
    require_offsets_of_section(document, section, start, end, offsets);
    auto all = offsets_box(document, section, start, end, offsets);
    for (auto& box : spanned_box(document, section, start, end, offsets, elements)) all.push_back(box);
    return all;
  });
}

int cgp_poly_elements_read_data_offsets(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                        cgsize_t* offsets) {
  return move_values(fn, Direction::read, [=](Document& document) -> Transfers {
    if (offsets == nullptr) return {};
    const auto section = section_at(document, B, Z, S);
    const auto old = from_old_form(document, section);
    if (!old) return offsets_box(document, section, start, end, offsets);
    give_old_offsets(document, section, *old, start, end, offsets);
    return {};
  });
}

int cgp_poly_elements_read_data_elements(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                         const cgsize_t* offsets, cgsize_t* elements) {
  return move_values(fn, Direction::read, [=](Document& document) -> Transfers {
    if (elements == nullptr || offsets == nullptr) return {};
    const auto section = section_at(document, B, Z, S);
    const auto old = from_old_form(document, section);
    if (!old) return spanned_box(document, section, start, end, offsets, elements);
    give_old_elements(document, section, *old, start, end, offsets, elements);
    return {};
  });
}

int cgp_parent_data_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                          const cgsize_t* parent_data) {
  return write_parents(fn, B, Z, S, start, end, parent_data, 4);
}

int cgp_parentelements_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  cgsize_t* parentelements) {
  return write_parents(fn, B, Z, S, start, end, parentelements, 2);
}

int cgp_parentelements_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 cgsize_t* parentelements) {
  return move_values(fn, Direction::read, [=](Document& document) {
    return parents_box(document, section_at(document, B, Z, S), start, end, parentelements, 2);
  });
}

int cgp_section_write_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                           const cgsize_t* elements) {
  return cgp_elements_write_data(fn, B, Z, S, start, end, elements);
}

int cgp_section_read_data(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements) {
  return cgp_elements_read_data(fn, B, Z, S, start, end, elements);
}

int cg_nsections(int fn, int B, int Z, int* nsections) {
  return guarded([&] { *nsections = count_labelled(zone_at(document_of(fn), B, Z), "Elements_t"); });
}

int cg_section_read(int fn, int B, int Z, int S, char* name, CGNS_ENUMT(ElementType_t) * type,
                    cgsize_t* start, cgsize_t* end, int* nbndry, int* parent_flag) {
  return guarded([&] {
    const auto section = section_at(document_of(fn), B, Z, S);
    give_name(name, section.node->name);
    give(type, section.type);
    give(start, section.first);
    give(end, section.last);
    give(nbndry, section.boundary);
    give(parent_flag, cgns::parents_node(*section.node.node) != nullptr ? 1 : 0);
  });
}

int cg_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type, cgsize_t start,
                     cgsize_t end, int nbndry, const cgsize_t* elements, int* S) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto* shape = cgns::element_type_of(type);
    if (shape == nullptr || shape->nodes == 0)
      throw Error(ErrorKind::usage,
                  "the elements of a section have one type with a fixed number of nodes; "
                  "cgp_poly_section_write is for others");
    give(S, put_section(document, zone_at(document, B, Z), {name, type, start, end, nbndry},
                        (end - start + 1) * shape->nodes, elements, nullptr));
  });
}

int cg_poly_section_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                          cgsize_t start, cgsize_t end, int nbndry, const cgsize_t* elements,
                          const cgsize_t* offsets, int* S) {
  if (const auto* shape = cgns::element_type_of(type); shape != nullptr && shape->nodes > 0)
    return cg_section_write(fn, B, Z, name, type, start, end, nbndry, elements, S);
  return guarded([&] {
    auto& document = document_of(fn);
    if (!cgns::is_ragged(type) || elements == nullptr || offsets == nullptr || end < start)
      throw Error(ErrorKind::usage, "a section of MIXED, NGON_n or NFACE_n has elements and offsets");
    const auto zone = zone_at(document, B, Z);
    const auto count = end - start + 1;
    require_element_values(document, cgns::join(zone.path, name_from(name)), type, count, elements, offsets);
    give(S, put_section(document, zone, {name, type, start, end, nbndry}, offsets[count], elements, offsets));
  });
}

int cg_elements_read(int fn, int B, int Z, int S, cgsize_t* elements, cgsize_t* parent_data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto section = section_at(document, B, Z, S);
    give_all(document, section, "ElementConnectivity", elements);
    give_parents(document, section, parent_data);
  });
}

int cg_poly_elements_read(int fn, int B, int Z, int S, cgsize_t* elements, cgsize_t* offsets,
                          cgsize_t* parent_data) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto section = section_at(document, B, Z, S);
    if (const auto old = from_old_form(document, section)) {
      std::ranges::copy(old->elements, elements);
      std::ranges::copy(old->offsets, offsets);
      return give_parents(document, section, parent_data);
    }
    give_all(document, section, "ElementConnectivity", elements);
    if (cgns::is_ragged(section.type))
      give_counted(document, section, "ElementStartOffset", section.count() + 1, offsets);
    give_parents(document, section, parent_data);
  });
}

int cg_ElementDataSize(int fn, int B, int Z, int S, cgsize_t* size) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto section = section_at(document, B, Z, S);
    const auto connectivity = child_of(document, section, "ElementConnectivity");
    const auto old = from_old_form(document, section);
    *size = old ? std::ssize(old->elements) : cgns::count_of(document.dims_of(*connectivity.node));
  });
}

int cg_npe(CGNS_ENUMT(ElementType_t) type, int* npe) {
  return guarded([&] {
    const auto* shape = cgns::element_type_of(type);
    *npe = shape == nullptr ? 0 : shape->nodes;
  });
}

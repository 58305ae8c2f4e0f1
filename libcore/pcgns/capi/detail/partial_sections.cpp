// partial_sections.cpp: parts of the elements of sections, on this rank alone.
#include <fmt/format.h>

#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/element_values.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

int in_section(int fn, int B, int Z, int S, const std::function<void(Document&, const Section&)>& step) {
  return guarded_on(fn, [&](Document& document) { step(document, section_at(document, B, Z, S)); });
}

/// Reads rows of an array of integers with `type` in memory: of all columns, or of two from `column` on.
void read_rows(Document& document, const Spot& array, ValueRange rows, cgns::DataType type, void* to,
               std::optional<std::int64_t> column = {}) {
  if (to == nullptr) throw Error(ErrorKind::usage, at(document.path(), array.path, "the memory is NULL"));
  auto box = rows_of(document, array, rows, type, to);
  if (column) {
    box.slab.box.begin[1] = *column;
    box.slab.box.count[1] = 2;
  }
  document.move_alone(Direction::read, {&box, 1});
}

/// Both columns of ParentElements or ParentElementsPosition, which ParentData has side by side.
void read_parents(Document& document, const Section& section, ValueRange elements, std::string_view name,
                  cgns::DataType type, void* to) {
  const auto both = child_named(section.node, "ParentData");
  const auto array = both ? both : child_named(section.node, name);
  if (!array) throw input_error(document.path(), section.node.path, fmt::format("has no {}", name));
  const std::int64_t columns = both ? 4 : 2;
  if (document.dims_of(*array.node) != std::vector<std::int64_t>{section.count(), columns})
    throw input_error(document.path(), array.path,
                      fmt::format("does not have {} values for each element", columns));
  read_rows(document, array, elements, type, to, both && name == "ParentElementsPosition" ? 2 : 0);
}

void read_parent_data(Document& document, const Section& section, ValueRange elements, cgsize_t* to) {
  const auto* parents = cgns::parents_node(*section.node.node);
  if (to == nullptr || parents == nullptr) return;
  read_parents(document, section, elements, "ParentElements", cgns::DataType::I8, to);
  if (parents->name == "ParentData" || child_named(section.node, "ParentElementsPosition"))
    read_parents(document, section, elements, "ParentElementsPosition", cgns::DataType::I8,
                 to + 2 * elements.count());
}

/// Offsets of the elements from 0, as 64-bit integers, and the place of their values.
struct Spanned {
  std::vector<std::int64_t> offsets;
  ValueRange values;
};

Spanned spanned_by(Document& document, const Section& section, ValueRange elements) {
  Spanned result;
  result.offsets.resize(static_cast<std::size_t>(elements.count() + 1));
  read_rows(document, child_of(document, section, "ElementStartOffset"), {elements.begin, elements.end + 1},
            cgns::DataType::I8, result.offsets.data());
  result.values = {result.offsets.front(), result.offsets.back()};
  for (auto& offset : result.offsets) offset -= result.values.begin;
  return result;
}

/// Values of a section with a fixed number of nodes per element.
ValueRange fixed_values(Document& document, const Section& section, ValueRange elements) {
  const auto nodes = nodes_of(section);
  if (nodes == 0)
    throw Error(ErrorKind::usage,
                at(document.path(), section.node.path, "its elements are not all of the same type"));
  return {elements.begin * nodes, elements.end * nodes};
}

void read_elements(Document& document, const Section& section, ValueRange values, cgns::DataType type,
                   void* to) {
  read_rows(document, child_of(document, section, "ElementConnectivity"), values, type, to);
}

int read_general_parents(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                         CGNS_ENUMT(DataType_t) m_type, void* to, const char* name) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    read_parents(document, section, elements_in(document, section, start, end), name, integer_type(m_type),
                 to);
  });
}

}  // namespace

int cg_section_partial_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                             cgsize_t start, cgsize_t end, int nbndry, int* S) {
  int number = 0;
  const int made = cg_section_general_write(fn, B, Z, name, type, CGNS_ENUMV(LongInteger), start, end,
                                            2 * (end - start + 1), nbndry, &number);
  if (made != CG_OK) return made;
  give(S, number);
  return cg_section_initialize(fn, B, Z, number);
}

int cg_section_general_write(int fn, int B, int Z, const char* name, CGNS_ENUMT(ElementType_t) type,
                             CGNS_ENUMT(DataType_t) elements_type, cgsize_t start, cgsize_t end,
                             cgsize_t elements_size, int nbndry, int* S) {
  return in_zone(fn, B, Z, [&](Document& document, const Spot& zone) {
    const auto* shape = cgns::element_type_of(type);
    const bool is_fixed = shape != nullptr && shape->nodes > 0;
    if (!is_fixed && (!cgns::is_ragged(type) || elements_size < 2 * (end - start + 1)))
      throw Error(ErrorKind::usage, fmt::format("{}: an element of {} needs at least 2 values",
                                                name_from(name), cg_ElementTypeName(type)));
    NewSection section{name, type, start, end, nbndry};
    section.integers = integer_type(elements_type);
    give(S, put_section(document, zone, section, is_fixed ? (end - start + 1) * shape->nodes : elements_size,
                        nullptr, nullptr));
  });
}

int cg_section_initialize(int fn, int B, int Z, int S) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    if (!cgns::is_ragged(section.type)) return;
    const auto values = empty_elements(section.type, section.count());
    write_values(document, child_of(document, section, "ElementStartOffset"), values.offsets, 0);
    write_values(document, child_of(document, section, "ElementConnectivity"), values.elements, 0);
  });
}

int cg_elements_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                              const cgsize_t* elements) {
  return cg_elements_general_write(fn, B, Z, S, start, end, CGNS_ENUMV(LongInteger), elements);
}

int cg_elements_general_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                              CGNS_ENUMT(DataType_t) m_type, const void* elements) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    const auto nodes = nodes_of(section);
    static_cast<void>(fixed_values(document, section, {0, 1}));
    require_range(document, section, start, end, elements);
    ElementValues values;
    values.elements = integers_in(elements, (end - start + 1) * nodes, integer_type(m_type));
    write_elements(document, section, start, values);
  });
}

int cg_poly_elements_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                   const cgsize_t* elements, const cgsize_t* offsets) {
  return cg_poly_elements_general_write(fn, B, Z, S, start, end, CGNS_ENUMV(LongInteger), elements, offsets);
}

int cg_poly_elements_general_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                   CGNS_ENUMT(DataType_t) m_type, const void* elements, const void* offsets) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    if (!cgns::is_ragged(section.type))
      throw Error(ErrorKind::usage, "only elements of MIXED, NGON_n and NFACE_n have offsets");
    require_range(document, section, start, end, elements);
    require_range(document, section, start, end, offsets);
    ElementValues values;
    values.offsets = integers_in(offsets, end - start + 2, integer_type(m_type));
    const auto first = values.offsets.front();
    for (auto& offset : values.offsets) offset -= first;
    if (!std::is_sorted(values.offsets.begin(), values.offsets.end()))
      throw Error(ErrorKind::usage, "the offsets of elements are not ascending");
    values.elements = integers_in(elements, values.offsets.back(), integer_type(m_type));
    write_elements(document, section, start, values);
  });
}

int cg_elements_partial_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* elements,
                             cgsize_t* parent_data) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    const auto range = elements_in(document, section, start, end);
    read_elements(document, section, fixed_values(document, section, range), cgns::DataType::I8, elements);
    read_parent_data(document, section, range, parent_data);
  });
}

int cg_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                             CGNS_ENUMT(DataType_t) m_type, void* elements) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    const auto range = elements_in(document, section, start, end);
    read_elements(document, section, fixed_values(document, section, range), integer_type(m_type), elements);
  });
}

int cg_poly_elements_partial_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  cgsize_t* elements, cgsize_t* offsets, cgsize_t* parent_data) {
  const int status =
      cg_poly_elements_general_read(fn, B, Z, S, start, end, CGNS_ENUMV(LongInteger), elements, offsets);
  if (status != CG_OK) return status;
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    read_parent_data(document, section, elements_in(document, section, start, end), parent_data);
  });
}

int cg_poly_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                  CGNS_ENUMT(DataType_t) m_type, void* elements, void* offsets) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    const auto type = integer_type(m_type);
    const auto range = elements_in(document, section, start, end);
    if (const auto old = from_old_form(document, section)) {
      const auto some = some_of(*old, range, 0);
      if (elements == nullptr || offsets == nullptr)
        throw Error(ErrorKind::usage, at(document.path(), section.node.path, "the memory is NULL"));
      give_as(some.elements, type, elements);
      return give_as(some.offsets, type, offsets);
    }
    const auto spanned = spanned_by(document, section, range);
    read_elements(document, section, spanned.values, type, elements);
    if (offsets == nullptr) throw Error(ErrorKind::usage, "the memory for offsets is NULL");
    give_as(spanned.offsets, type, offsets);
  });
}

int cg_ElementPartialSize(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end, cgsize_t* size) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    const auto range = elements_in(document, section, start, end);
    if (const auto old = from_old_form(document, section))
      return give(size, std::ssize(some_of(*old, range, 0).elements));
    if (range.begin == 0 && range.end == section.count()) {
      const auto all = child_of(document, section, "ElementConnectivity");
      return give(size, cgns::count_of(document.dims_of(*all.node)));
    }
    give(size, cgns::is_ragged(section.type) ? spanned_by(document, section, range).values.count()
                                             : fixed_values(document, section, range).count());
  });
}

int cg_parent_data_write(int fn, int B, int Z, int S, const cgsize_t* parent_data) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    write_parent_data(document, section, {0, section.count()}, parent_data);
  });
}

int cg_parent_data_partial_write(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                 const cgsize_t* parent_data) {
  return in_section(fn, B, Z, S, [&](Document& document, const Section& section) {
    write_parent_data(document, section, elements_in(document, section, start, end), parent_data);
  });
}

int cg_parent_elements_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                    CGNS_ENUMT(DataType_t) m_type, void* parents) {
  return read_general_parents(fn, B, Z, S, start, end, m_type, parents, "ParentElements");
}

int cg_parent_elements_position_general_read(int fn, int B, int Z, int S, cgsize_t start, cgsize_t end,
                                             CGNS_ENUMT(DataType_t) m_type, void* positions) {
  return read_general_parents(fn, B, Z, S, start, end, m_type, positions, "ParentElementsPosition");
}

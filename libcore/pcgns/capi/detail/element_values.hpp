// element_values.hpp: values of elements in memory, and how part of a section is replaced by them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/capi/detail/nodes.hpp"

namespace pcgns::capi {

/// Half open, from 0: elements of a section, or values of an array.
struct ValueRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] std::int64_t count() const { return end - begin; }
};

/// Elements one after the other. `offsets`: one more than there are elements, from 0; empty if each has the
/// same number of nodes.
struct ElementValues {
  std::vector<std::int64_t> elements = {};
  std::vector<std::int64_t> offsets = {};
};

/// The elements `start` to `end` of a section; throws Error{usage} if they are not all in it.
[[nodiscard]] ValueRange elements_in(Document& document, const Section& section, cgsize_t start,
                                     cgsize_t end);
/// Throws Error{usage} for an empty range or null data.
void require_range(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                   const void* data);

/// Throws Error{usage} unless it is Integer or LongInteger.
[[nodiscard]] cgns::DataType integer_type(CGNS_ENUMT(DataType_t) type);
[[nodiscard]] std::vector<std::int64_t> integers_in(const void* data, std::int64_t count,
                                                    cgns::DataType type);
/// Throws Error{usage} if a number does not fit.
void give_as(const std::vector<std::int64_t>& values, cgns::DataType type, void* to);

/// A child of a section; throws Error{input} without it.
[[nodiscard]] Spot child_of(Document& document, const Section& section, const char* name);
/// A range of the first index of an array, and all of the others, in memory that holds just that.
[[nodiscard]] Transfer rows_of(Document& document, const Spot& array, ValueRange rows, cgns::DataType type,
                               const void* data);
void write_values(Document& document, const Spot& array, const std::vector<std::int64_t>& values,
                  std::int64_t begin);

/// `count` elements of no use, of a type with offsets: 2 values each.
[[nodiscard]] ElementValues empty_elements(std::int64_t type, std::int64_t count);

/// All elements of a section of MIXED, NGON_n or NFACE_n from before CGNS 4, with the offsets that it has
/// today: polygons and polyhedra had the lengths among their values. Nothing for other sections. Throws
/// Error{input} if the values are not those of elements.
[[nodiscard]] std::optional<ElementValues> from_old_form(Document& document, const Section& section);
/// Some elements of `all`, counted from 0.
[[nodiscard]] ElementValues some_of(const ElementValues& all, ValueRange elements, std::int64_t nodes);

/// Replaces the elements from number `start` on by `values`; elements beyond the range of the section extend
/// it.
void write_elements(Document& document, const Section& section, cgsize_t start, const ElementValues& values);

/// Throws Error{usage} for a section with the form of parents before CGNS 3.1, which would hide others.
void require_no_parent_data(Document& document, const Section& section);

/// Two columns of ParentElements, then two of ParentElementsPosition, which are created if they are missing.
void write_parent_data(Document& document, const Section& section, ValueRange elements,
                       const cgsize_t* parent_data);

}  // namespace pcgns::capi

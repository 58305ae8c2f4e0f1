// convert.hpp: converts a tree to another version of the standard, or to what another program expects.
//
// Only the nodes change: they refer to arrays derived from those in the files (cgns::Derived). Values are
// converted as they are read, piece by piece, so any code that moves arrays handles them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/restripe/storage.hpp"

namespace pcgns::restripe {

/// Sections in the other form than `form`. Throws Error{input} if one lacks an ElementRange or has links for
/// arrays.
[[nodiscard]] std::vector<cgns::Section> sections_to_rewrite(const cgns::InputSet& inputs, ElementForm form);

/// Sections of mixed elements whose types may have another meaning in `version` (0: the one that rewrite()
/// sets). begins_of() refuses those that do. Throws like sections_to_rewrite().
[[nodiscard]] std::vector<cgns::Section> mixed_sections(const cgns::InputSet& inputs, ElementForm form,
                                                        double version);

/// Converts `sections`, and those without elements, to `form`. `begins`: Derived::begins of each. If
/// any section changes, adapts CGNSLibraryVersion to a version with this form, unless it is to become
/// `version` (0: none) by set_version().
void rewrite(cgns::InputSet& inputs, ElementForm form, const std::vector<cgns::Section>& sections,
             const std::vector<std::vector<std::int64_t>>& begins, double version = 0);

/// Links to bases, zones and sections of other files, which `request` keeps and whose targets therefore do
/// not get the form that it asks for, or that its version may need.
[[nodiscard]] std::vector<std::string> links_left_behind(const cgns::InputSet& inputs,
                                                         const StorageRequest& request);

/// Arrays whose extremes decide their width: with IndexWidth::automatic those of I8.
[[nodiscard]] std::vector<int> arrays_to_measure(const cgns::InputSet& inputs, IndexWidth width);

/// Applies `width`. `extremes`: of the arrays `measured`. Throws Error{input} naming a small node whose
/// values do not fit in I4; bulk arrays are checked when read.
void set_index_width(cgns::InputSet& inputs, IndexWidth width, const std::vector<int>& measured,
                     const std::vector<Extremes>& extremes);

/// A bulk array of reals, and the rounding this rank saw when narrowing it.
struct Rounded {
  std::string path = {};
  std::shared_ptr<kernel::Rounding> rounding = {};
};

/// Converts all bulk arrays of reals to `type` (R4 or R8). Returns those that become narrower, in tree order.
std::vector<Rounded> set_reals(cgns::InputSet& inputs, cgns::DataType type);

/// Reverses the byte order of the values of all bulk arrays.
void reverse_bytes(cgns::InputSet& inputs);

/// Sets CGNSLibraryVersion of the only tree. Throws Error{input} if the tree lacks one and would change, or
/// naming a node that an older version stores differently.
void set_version(cgns::InputSet& inputs, double version);

}  // namespace pcgns::restripe

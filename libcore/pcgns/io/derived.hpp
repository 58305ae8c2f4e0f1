// derived.hpp: reads arrays that are computed from others (cgns::Derived).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::io {

class Source;

/// Reads the values `elements` of the derived array `array`, in their output form. Throws Error{input} with
/// file and node if that is not possible: value too large, incomplete elements.
void read_derived(Source& source, const cgns::InputSet& inputs, int array, Range elements,
                  std::span<std::byte> to);

/// Converts source values to those of `array`, which must be derived value by value. `first`: position of the
/// first value in the array.
void convert_values(const cgns::InputSet& inputs, int array, std::int64_t first,
                    std::span<const std::byte> from, std::span<std::byte> to);

/// Derived::begins of each section, each computed by one rank. Throws Error{input} on every rank if the
/// elements of a section do not match its range. @note Collective.
[[nodiscard]] std::vector<std::vector<std::int64_t>> begins_of(par::Session& session,
                                                               const cgns::InputSet& inputs,
                                                               const std::vector<cgns::Section>& sections,
                                                               Budget memory);

/// Minimum and maximum of each of `arrays`, which hold integers; all ranks read a portion. @note Collective.
[[nodiscard]] std::vector<Extremes> extremes_of(par::Session& session, const cgns::InputSet& inputs,
                                                const std::vector<int>& arrays, Budget memory);

}  // namespace pcgns::io

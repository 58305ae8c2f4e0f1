// derived.hpp: arrays that are made of others while they are read (tree::Derived).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/convert.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::move {

class Source;

/// The values `elements` of array `array`, which is derived, as they will stand in the output. Throws
/// Error{input} that names file and node where they cannot be so: too large, no whole elements.
void read_derived(Source& source, const tree::InputSet& inputs, int array, Range elements,
                  std::span<std::byte> to);

/// The values `from`, from value `first` of the array on, as `array`, which is derived of them value by
/// value, has them.
void convert_values(const tree::InputSet& inputs, int array, std::int64_t first,
                    std::span<const std::byte> from, std::span<std::byte> to);

/// Derived::begins of each section, each found by one rank. Throws Error{input} on every rank if the elements
/// of one are not those that its range tells. @note Collective.
[[nodiscard]] std::vector<std::vector<std::int64_t>> begins_of(par::Session& session,
                                                               const tree::InputSet& inputs,
                                                               const std::vector<plan::Section>& sections,
                                                               std::int64_t memory);

/// The least and the largest value of each of `arrays`, of integers; all ranks read some. @note Collective.
[[nodiscard]] std::vector<plan::Extremes> extremes_of(par::Session& session, const tree::InputSet& inputs,
                                                      const std::vector<int>& arrays, std::int64_t memory);

}  // namespace pcgns::move

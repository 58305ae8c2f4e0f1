// cell_field.hpp: an array with a value for each cell of an unstructured zone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"

namespace pcgns::deal {

/// The array called `name` ("Field", or "Node/Field") of a solution at cells or of user data of `zone`, whose
/// path is `path`. Throws Error{input} if there is none with `cells` values.
[[nodiscard]] const tree::Node& cell_field(const plan::Plan& plan, const tree::Node& zone,
                                           const std::string& path, std::int64_t cells,
                                           const std::string& name);

/// The values of the cells `mine`. Throw Error{input} for an array of other types than I4, I8, R4 and R8.
/// As integers: -1 for what is none, or negative. @note Collective.
[[nodiscard]] std::vector<std::int64_t> integers_of(par::Session& session, const mesh::Dataset& dataset,
                                                    const tree::Node& field, Range mine);
[[nodiscard]] std::vector<double> reals_of(par::Session& session, const mesh::Dataset& dataset,
                                           const tree::Node& field, Range mine);

}  // namespace pcgns::deal

// zone_patches.hpp: the parts of a zone's surface that boundary conditions and joins name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::verify {

/// A BC_t, or a node that joins the zone to another.
struct Patch {
  enum class Names : std::uint8_t { vertices, elements };
  std::string name = {};
  std::string path = {};
  bool is_join = false;
  Names names = Names::vertices;
  std::string location = {};
  int list = -1;     ///< The target of a list of points; -1: a range.
  Range range = {};  ///< 1-based, half-open.
};

struct Patches {
  std::vector<Patch> all;
  bool has_overset = false;  ///< Faces at an overset join belong to nothing.
};

/// Those with a list or a range of one index.
[[nodiscard]] Patches patches_of(const plan::Plan& plan, const mesh::Zone& zone);

/// What a patch names: a vertex or an element, 1-based.
struct Claim {
  std::int64_t number = 0;
  std::int64_t patch = 0;  ///< Index into Patches::all.
  std::int64_t index = 0;  ///< In the list, from 0.

  friend auto operator<=>(const Claim&, const Claim&) = default;
};

/// This rank's share of what all patches that name `names` name; of ranges what is below `end`.
/// @note Collective.
[[nodiscard]] std::vector<Claim> claims_of(par::Session& session, const mesh::Dataset& dataset,
                                           const Patches& patches, Patch::Names names, std::int64_t end);

}  // namespace pcgns::verify

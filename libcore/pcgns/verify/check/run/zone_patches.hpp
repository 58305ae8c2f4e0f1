// zone_patches.hpp: reads the surface patches of a zone: boundary conditions and interfaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/verify/check/plan/boundary_structured.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

/// A BC_t, or an interface of the zone.
struct Patch {
  enum class Names : std::uint8_t { vertices, elements };
  std::string name = {};
  std::string path = {};
  bool is_interface = false;
  Names names = Names::vertices;
  std::string location = {};
  int list = -1;     ///< Target of the point list; -1: a range.
  Range range = {};  ///< 1-based, half-open.
};

struct Patches {
  std::vector<Patch> all;
  bool has_overset = false;  ///< Faces at an overset interface need no patch.
};

/// Patches with a list or range of one index.
[[nodiscard]] Patches patches_of(const plan::Plan& plan, const mesh::Zone& zone);

/// A vertex or element (1-based) that a patch names.
struct Claim {
  std::int64_t number = 0;
  std::int64_t patch = 0;  ///< Index into Patches::all.
  std::int64_t index = 0;  ///< Position in the list, 0-based.

  friend auto operator<=>(const Claim&, const Claim&) = default;
};

/// This rank's share of the entries of all patches that name `names`; of ranges, only numbers below `end`.
/// @note Collective.
[[nodiscard]] std::vector<Claim> claims_of(par::Session& session, const mesh::Dataset& dataset,
                                           const Patches& patches, Patch::Names names, std::int64_t end);

/// Index of a zone among the children of its base.
[[nodiscard]] std::int64_t place_in(const cgns::Node& base, const cgns::Node& zone);

}  // namespace pcgns::verify::check

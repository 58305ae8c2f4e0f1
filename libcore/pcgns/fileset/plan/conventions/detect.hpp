// detect.hpp: recognises pieces of zones by the conventions of known writers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/parts.hpp"
#include "pcgns/fileset/plan/structured/box_numbers.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// Which files, and how they become whole zones.
struct Request {
  /// Files, "@list" (a text file with one name a line), or patterns such as "out_%04d.cgns".
  std::vector<std::string> names = {};
  std::optional<Convention> convention;  ///< Consider this convention only.
  std::string assembly;                  ///< Text of an assembly file (JSON); empty if there is none.
  std::string assembly_path;             ///< Path of the assembly file, for messages.
  bool allow_missing = false;            ///< Accept missing pieces and note them.
  bool keep_zones = false;               ///< Keep pieces as separate zones.
  /// Merge zones without metadata that several files have by matching their coordinates.
  bool match_coordinates = false;
  double tolerance = 0;  ///< Distance within which coordinates match; 0: same bits.
  plan::SharedPoints shared = plan::SharedPoints::first;
  SingleValues numbers = {};  ///< Values at the places that `numbers_to_read` returns.
};

/// Small arrays that `detect` and `structured_zone` read: partition metadata and point lists of structured
/// zones. Their values must be in the nodes before either is called.
[[nodiscard]] std::vector<int> arrays_to_read(const cgns::InputSet& inputs, const Request& request);

/// Throws Error{input} naming file, zone and reason if partition metadata are incomplete or contradictory, or
/// if pieces overlap, leave a hole, are duplicated or are missing.
[[nodiscard]] PartSet detect(const cgns::InputSet& inputs, const Request& request, Notes& notes);

/// Throws Error{input} unless the pieces of every structured zone cover each of its cells exactly once.
void require_complete(const cgns::InputSet& inputs, const PartSet& parts, const Request& request,
                      Notes& notes);

}  // namespace pcgns::fileset

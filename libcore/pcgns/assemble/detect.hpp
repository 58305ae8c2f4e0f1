// detect.hpp: finds the parts, by the conventions of the writers in use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/assemble/box_numbers.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::assemble {

struct Request {
  std::optional<Convention> convention;  ///< Only this one counts.
  std::string assembly;                  ///< The text of an assembly file (JSON); empty if there is none.
  std::string assembly_path;             ///< For messages.
  bool allow_missing = false;            ///< Parts may be missing; a note says which.
  bool keep_zones = false;               ///< Parts stay zones of their own.
  /// Zones without marks that several files have are parts, which coordinates put together.
  bool match_coordinates = false;
  SingleValues numbers = {};  ///< Those that `numbers_to_read` asks for.
};

/// Small arrays whose values `detect` and `structured_zone` look at: marks of conventions, point lists of
/// structured zones. Their values must be in the nodes before.
[[nodiscard]] std::vector<int> arrays_to_read(const tree::InputSet& inputs, const Request& request);

/// Throws Error{input} naming file, zone and reason: a convention that is there in half, marks that
/// contradict each other, parts that overlap, leave a hole, are there twice or are missing.
[[nodiscard]] PartSet detect(const tree::InputSet& inputs, const Request& request, plan::Notes& notes);

/// Throws Error{input} unless the parts of every structured zone cover each of its cells exactly once.
void require_complete(const tree::InputSet& inputs, const PartSet& parts, const Request& request,
                      plan::Notes& notes);

}  // namespace pcgns::assemble

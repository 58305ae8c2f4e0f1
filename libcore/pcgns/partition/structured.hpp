// structured.hpp: what the stages that cut one part out of a structured zone share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/mesh.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::partition {

using assemble::Location;

/// "Zone.P3.N0" or as Mesh::style has it, of at most 32 characters.
[[nodiscard]] std::string name_of(const Mesh& mesh, const Part& part);

/// One part of a zone on its way into its file. `below` are paths from the zone on.
struct PartJob {
  const Mesh& mesh;
  const Part& part;
  FileBuilder& file;
  plan::Notes& notes;
  /// Planes at each side of the zone that are ghosts from beyond a join, in any container so far.
  assemble::Rind join_ghosts = {};

  [[nodiscard]] const tree::Node& zone() const { return *mesh.zones[static_cast<std::size_t>(part.zone)]; }
  [[nodiscard]] const ZoneSize& size() const {
    return mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  }
  [[nodiscard]] std::size_t dimension() const { return static_cast<std::size_t>(size().dimension); }
  /// Of the zone before it was cut.
  [[nodiscard]] Error error(std::string_view below, std::string_view why) const {
    return Error(ErrorKind::input, size().path + "/" + std::string(below) + ": " + std::string(why));
  }
};

/// The points of `cells` at `location`.
[[nodiscard]] Block points_of(const Block& cells, const Location& location, std::size_t dimension);

/// The Zone_t of the part.
[[nodiscard]] tree::Node cut_zone(PartJob& job);

/// The values of an I4 or I8 node. Throws Error{input} if it is none, or if they are not at hand.
[[nodiscard]] std::vector<std::int64_t> integers_of(const PartJob& job, const tree::Node& node,
                                                    std::string_view below);

/// BC_t, OversetHoles_t, ZoneSubRegion_t, a FlowSolution_t or user data with points of its own; nothing if
/// the part has none of them.
[[nodiscard]] std::optional<tree::Node> cut_point_set(PartJob& job, const tree::Node& node,
                                                      const std::string& below);
/// The GridLocation of the points that `set` below `parent` names.
[[nodiscard]] std::string location_text(const tree::Node& parent, const tree::Node& set);
/// Where the points of `range` lie: which direction a face is normal to shows in it, where it is one plane.
[[nodiscard]] Location location_of_range(const ZoneSize& zone, std::string_view text, const Block& range);

/// True for a node that has points of its own.
[[nodiscard]] bool has_points(const tree::Node& node);

/// Why a join of the zone cannot be cut; empty if it can. `why_uncut_general`: a GridConnectivity_t.
[[nodiscard]] std::string why_uncut(const PartJob& job, const tree::Node& join, const std::string& below);
[[nodiscard]] std::string why_uncut_general(const PartJob& job, const tree::Node& join,
                                            const std::string& below);

/// What the part has of a GridConnectivity_t of its zone, in `joins`: a node for each part of the donor.
void cut_general_join(PartJob& job, const tree::Node& join, const std::string& below, tree::Node& joins);

/// ZoneGridConnectivity_t with the joins that the cut makes; nothing if none is left.
[[nodiscard]] std::optional<tree::Node> cut_joins(PartJob& job, const tree::Node* node);

}  // namespace pcgns::partition

// structured.hpp: what the stages that cut one part out of a structured zone share.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/partition/dealt_zone.hpp"
#include "pcgns/partition/decomposition.hpp"
#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/part_index.hpp"
#include "pcgns/partition/style.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::partition {

using assemble::Location;

/// Of a name in CGNS.
inline constexpr std::size_t most_characters = 32;

/// The numbers of all points of a zone, each kind in the order of its indices: indices into
/// InputSet::arrays, -1 for what it has not.
struct ZoneNumbers {
  int vertices = -1;
  int cells = -1;
  std::array<int, 3> faces = {-1, -1, -1};  ///< Those across i, then those across j and k.
};

/// All zones, and who has which part of them.
struct Mesh {
  const tree::Node* root = nullptr;
  Decomposition decomposition;
  std::vector<const tree::Node*> bases;  ///< Of each zone of the decomposition.
  std::vector<const tree::Node*> zones;
  std::vector<std::vector<int>> parts_of_zone;  ///< Indices into Decomposition::parts.
  std::vector<std::vector<int>> parts_of_rank;  ///< The same; by zone.
  std::vector<PartIndex> near;                  ///< The parts of each zone.
  Style style = Style::maia;
  std::int64_t ghosts = 0;                          ///< Layers of cells beyond cuts, as Rind.
  std::vector<std::string> names;                   ///< Of all parts.
  std::vector<ZoneNumbers> numbers;                 ///< Of each zone, if parts are to have theirs.
  std::map<std::string, int, std::less<>> by_path;  ///< "Base/Zone".
  std::vector<DealtZone> unstructured;              ///< Beside those of the decomposition.
  std::map<const tree::Node*, std::size_t> places;  ///< Of each zone, in `zones` or in `unstructured`.

  [[nodiscard]] const Part& part(int index) const {
    return decomposition.parts[static_cast<std::size_t>(index)];
  }
  /// Index of the zone that a join below a zone of `base` names, as "Zone" or "Base/Zone"; -1 if it is none.
  [[nodiscard]] int zone_named(const tree::Node& base, std::string_view name) const;
};

/// "Zone.P3.N0" or as Mesh::style has it, of at most 32 characters.
[[nodiscard]] std::string name_of(const Mesh& mesh, const Part& part);

/// One part of a zone on its way into its file. `below` are paths from the zone on.
struct PartJob {
  const Mesh& mesh;
  const Part& part;
  FileBuilder& file;
  plan::Notes& notes;

  [[nodiscard]] const tree::Node& zone() const { return *mesh.zones[static_cast<std::size_t>(part.zone)]; }
  [[nodiscard]] const ZoneSize& size() const {
    return mesh.decomposition.zones[static_cast<std::size_t>(part.zone)];
  }
  /// A loss of the zone, not of the part alone: told once.
  void lose(const std::string& topic, std::string_view below, std::string_view why) const {
    if (&mesh.part(mesh.parts_of_zone[static_cast<std::size_t>(part.zone)].front()) != &part) return;
    notes.add(plan::Note::Kind::loss, topic,
              size().path + "/" + std::string(below) + ": " + std::string(why));
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
/// True for a node that has points of its own.
[[nodiscard]] bool has_points(const tree::Node& node);

/// What the part has of a GridConnectivity_t of its zone, in `joins`: a node for each part of the donor.
void cut_general_join(PartJob& job, const tree::Node& join, const std::string& below, tree::Node& joins);

/// ZoneGridConnectivity_t with the joins that the cut makes; nothing if none is left.
[[nodiscard]] std::optional<tree::Node> cut_joins(PartJob& job, const tree::Node* node);

}  // namespace pcgns::partition

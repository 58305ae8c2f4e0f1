// unstructured.hpp: an unstructured zone on its way into the output; what the files unstructured_*.cpp share.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/assemble/unstructured_mesh.hpp"
#include "pcgns/plan/merge_per_rank.hpp"

namespace pcgns::assemble {

/// A node of a part.
struct PartNode {
  int part = 0;  ///< Index into Original::parts.
  const tree::Node* node = nullptr;
  std::string path;        ///< In its file.
  std::size_t parent = 0;  ///< The node above: index into the nodes that `grouped` was given.
};
using PartNodes = std::vector<PartNode>;

/// Nodes that become one.
struct PartGroup {
  std::string name;
  PartNodes nodes;

  [[nodiscard]] const std::string& label() const { return nodes.front().node->label; }
};

struct ZoneJob {
  Job& job;
  const Facts& facts;
  int original = 0;            ///< Index into PartSet::originals.
  std::map<int, Mesh> meshes;  ///< Of this zone, and of donors.
  plan::PerRank per_rank;
  std::deque<tree::Node> made = {};  ///< Nodes of parts without what is not in the whole.
  std::vector<int> turned =
      {};  ///< By part: index into Job::turned, or -1; empty until `turned_of` is asked.

  [[nodiscard]] Mesh& mesh_of(int index);
  [[nodiscard]] Mesh& mesh() { return mesh_of(original); }
  [[nodiscard]] const tree::InputSet& inputs() const { return job.merge.inputs; }
};

/// What the values of arrays belong to: all points of a list, the cells of a zone, ...
struct Entities {
  std::string what;        ///< "vertices", for messages.
  std::int64_t total = 0;  ///< In the whole zone.
  bool may_share = false;
  struct Share {
    int part = 0;
    Numbers numbers;
    std::int64_t count = 0;   ///< That the part has.
    std::int64_t ghosts = 0;  ///< That follow in its arrays.
  };
  std::vector<Share> shares;  ///< One for each of the nodes that have the arrays.
};

/// How an array is moved.
struct Move {
  int width = 1;         ///< Values of an entity.
  bool columns = false;  ///< They are `width` columns.
  bool flat = false;     ///< They lie one after the other in a single extent.
  bool fills_zeros = false;
  std::int64_t largest = 0;  ///< The largest value there can be, where they are numbers.
  std::function<int(const PartNode&)> numbering = {};  ///< Of the values; none: they stay as they are.
  std::function<int(const PartNode&)> turned = {};     ///< Indexed::turned.
};

[[nodiscard]] Error error_at(ZoneJob& zone, const PartNode& at, std::string_view why);

/// The children of `parents` by name (or as `name_of` calls them), without marks and Rind_t, in the order in
/// which they are seen first.
[[nodiscard]] std::vector<PartGroup> grouped(const PartNodes& parents,
                                             const std::function<std::string(const PartNode&)>& name_of = {});
/// The same for a single name; no nodes if there are none.
[[nodiscard]] PartGroup group_called(const PartNodes& parents, std::string_view name);

/// One node of `group`, at `path` of the whole zone, without children. Throws Error{input} if the nodes
/// differ.
[[nodiscard]] tree::Node united_alone(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// What means the same in all parts, with all below it; appended to `children`.
void unite_into(ZoneJob& zone, const PartGroup& group, const PartNodes& parents, const std::string& path,
                std::vector<tree::Node>& children);

/// GridLocation of all nodes of `group`. Throws Error{input} if they differ.
[[nodiscard]] std::string location_of_all(ZoneJob& zone, const PartGroup& group);

/// An array that the arrays of `group` make up. Throws Error{input} if one is missing, or has not the type
/// and extents it must have.
[[nodiscard]] tree::Node moved_array(ZoneJob& zone, const PartGroup& group, const std::string& path,
                                     const Entities& entities, const Move& move = {});
/// I8 if one of the inputs is, or `largest` does not fit in I4; that is noted.
[[nodiscard]] tree::DataType integer_type(ZoneJob& zone, const PartGroup& group, const std::string& path,
                                          std::int64_t largest);
/// A node whose array `composite` makes up; nothing is made up of nothing.
void set_composite(ZoneJob& zone, tree::Node& node, const std::string& path, tree::DataType type,
                   std::vector<std::int64_t> dims, plan::Composite composite);

/// The section of `view` that has the faces (or in 2-D the edges) and says between which cells they are; null
/// if none, or several, do.
[[nodiscard]] const LocalSection* face_section(const PartView& view);
/// Index into Job::turned of the faces that `part` shares with others; -1 if there are none.
[[nodiscard]] int turned_of(ZoneJob& zone, int part);

[[nodiscard]] tree::Node united_section(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// GridCoordinates_t, FlowSolution_t and their like.
[[nodiscard]] tree::Node united_fields(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// True for a node that holds one value for each point of something.
[[nodiscard]] bool holds_fields(const PartGroup& group);

[[nodiscard]] tree::Node united_zone_bc(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// Nothing if the parts have no joins but those between them.
[[nodiscard]] std::optional<tree::Node> united_joins(ZoneJob& zone, const PartGroup& group,
                                                     const std::string& path);
/// The points of the lists that the nodes of `group` have, at `path`. Throws Error{input} without numbers.
[[nodiscard]] Entities listed_points(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// The list itself.
[[nodiscard]] tree::Node united_list(ZoneJob& zone, const PartGroup& list, const PartGroup& owner,
                                     const std::string& path, const Entities& entities);

}  // namespace pcgns::assemble

// unstructured.hpp: state and functions of merging one unstructured zone, shared by unstructured_*.cpp.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"
#include "pcgns/fileset/plan/unstructured/part_view.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"

namespace pcgns::fileset {

/// The number sets of all zones, with the facts found by reading them.
class Facts {
 public:
  explicit Facts(const Job& job);

  /// Null if zone `original` has no set with this NumberSet::what.
  [[nodiscard]] const NumberFacts* find(int original, std::string_view what) const;

 private:
  const Job& job_;
  std::vector<NumberSet> own_;
  const std::vector<NumberSet>* sets_;
};

struct WholeSection {
  SectionGroup group;
  std::int64_t first = 1;  ///< Begin of its ElementRange.
  NumberFacts facts;       ///< facts.total: number of elements.
};

class Mesh {
 public:
  Mesh(Job& job, const Facts& facts, int original);

  [[nodiscard]] const Original& original() const { return original_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::vector<PartView>& parts() const { return parts_; }
  [[nodiscard]] const PartView& part(int index) const { return parts_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const std::vector<WholeSection>& sections() const { return sections_; }
  [[nodiscard]] std::int64_t vertices() const { return vertices_; }
  [[nodiscard]] std::int64_t cells() const { return cells_; }
  /// The largest element number, including cells that only ParentElements references.
  [[nodiscard]] std::int64_t last_element() const;
  [[nodiscard]] int cell_dimension() const { return parts_.front().cell_dimension; }
  /// Facts of the set `what` of this zone. Throws Error{internal} if there is no such set.
  [[nodiscard]] const NumberFacts& facts(std::string_view what) const;

  /// Index into Job::numberings for the vertices, or elements, of a piece; created on first use.
  [[nodiscard]] int vertex_numbering(int part);
  [[nodiscard]] int element_numbering(int part);
  /// Numbering for the entries of a PointList with this GridLocation.
  [[nodiscard]] int numbering_at(const std::string& location, int part);
  /// The largest valid value of such a list.
  [[nodiscard]] std::int64_t largest_at(const std::string& location) const;

  /// True if faces of the piece reference cells that no section lists.
  [[nodiscard]] bool has_unlisted_cells(const PartView& view) const;

 private:
  [[nodiscard]] plan::Numbering numbering_of_elements(const PartView& view) const;
  [[nodiscard]] std::int64_t listed_elements() const;
  [[nodiscard]] std::int64_t counted_cells() const;

  Job& job_;
  const Facts& facts_;
  int index_;
  const Original& original_;
  std::string path_;
  std::vector<PartView> parts_;
  std::vector<WholeSection> sections_;
  std::int64_t vertices_ = 0;
  std::int64_t cells_ = 0;
  std::vector<int> vertex_numberings_;
  std::vector<int> element_numberings_;
};

/// A node of a piece.
struct PartNode {
  int part = 0;  ///< Index into Original::parts.
  const cgns::Node* node = nullptr;
  std::string path;        ///< Path in its file.
  std::size_t parent = 0;  ///< Parent: index into the nodes passed to `grouped`.
};
using PartNodes = std::vector<PartNode>;

/// Nodes that become one.
struct PartGroup {
  std::string name;
  PartNodes nodes;

  [[nodiscard]] const std::string& label() const { return nodes.front().node->label; }
  /// True if their values can be moved: neither text nor behind a link.
  [[nodiscard]] bool is_array() const {
    const auto& first = *nodes.front().node;
    return label() == "DataArray_t" && !first.link && first.type != cgns::DataType::C1;
  }
};

struct ZoneJob {
  Job& job;
  const Facts& facts;
  int original = 0;            ///< Index into PartSet::originals.
  std::map<int, Mesh> meshes;  ///< Of this zone, and of donors.
  PerRank per_rank;
  std::deque<cgns::Node> made = {};  ///< Nodes of pieces without what the whole zone does not have.
  std::vector<int> turned = {};      ///< By piece: index into Job::turned, or -1; set by `turned_of`.

  [[nodiscard]] Mesh& mesh_of(int index);
  [[nodiscard]] Mesh& mesh() { return mesh_of(original); }
  [[nodiscard]] const cgns::InputSet& inputs() const { return job.merge.inputs; }
};

/// The entities that array values belong to: points of a list, cells of a zone, ...
struct Entities {
  std::string what;        ///< "vertices", for messages.
  std::int64_t total = 0;  ///< Number in the whole zone.
  bool may_share = false;
  struct Share {
    int part = 0;
    Numbers numbers;
    std::int64_t count = 0;   ///< Number in the piece.
    std::int64_t ghosts = 0;  ///< Ghosts that follow in its arrays.
  };
  std::vector<Share> shares;  ///< One for each node that has the arrays.
};

/// How to move an array.
struct Move {
  int width = 1;         ///< Values per entity.
  bool columns = false;  ///< The values are `width` columns.
  bool flat = false;     ///< The values of all entities share a single extent.
  bool fills_zeros = false;
  std::int64_t largest = 0;                            ///< For global numbers: the largest possible value.
  std::function<int(const PartNode&)> numbering = {};  ///< Renumbers the values; none: copy them.
  std::function<int(const PartNode&)> turned = {};     ///< Indexed::turned.
};

[[nodiscard]] Error error_at(ZoneJob& zone, const PartNode& at, std::string_view why);

/// Children of `parents` by name (or by `name_of`), without partition metadata and Rind_t, in order of first
/// occurrence.
[[nodiscard]] std::vector<PartGroup> grouped(const PartNodes& parents,
                                             const std::function<std::string(const PartNode&)>& name_of = {});
/// The same for a single name; empty group if there is none.
[[nodiscard]] PartGroup group_called(const PartNodes& parents, std::string_view name);

/// Unites `group` into one node at `path` of the whole zone, without children. Throws Error{input} if the
/// nodes differ.
[[nodiscard]] cgns::Node united_alone(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// Unites what is identical in all pieces, with its descendants; appended to `children`.
void unite_into(ZoneJob& zone, const PartGroup& group, const PartNodes& parents, const std::string& path,
                std::vector<cgns::Node>& children);

/// GridLocation of all nodes in `group`. Throws Error{input} if they differ.
[[nodiscard]] std::string location_of_all(ZoneJob& zone, const PartGroup& group);

/// Merges the arrays of `group`. Throws Error{input} if one is missing or has the wrong type or extents.
[[nodiscard]] cgns::Node moved_array(ZoneJob& zone, const PartGroup& group, const std::string& path,
                                     const Entities& entities, const Move& move = {});
/// I8 if an input is I8 or `largest` does not fit in I4; the latter is noted.
[[nodiscard]] cgns::DataType integer_type(ZoneJob& zone, const PartGroup& group, const std::string& path,
                                          std::int64_t largest);
/// Sets the array of `node` to `composite`; an empty composite makes no array.
void set_composite(ZoneJob& zone, cgns::Node& node, const std::string& path, cgns::DataType type,
                   std::vector<std::int64_t> dims, plan::Composite composite);

/// The section of `view` with the faces (edges in 2-D) and their parent cells; null if there is none or more
/// than one.
[[nodiscard]] const LocalSection* face_section(const PartView& view);
/// Index into Job::turned of the faces that `part` shares with others; -1 if there are none.
[[nodiscard]] int turned_of(ZoneJob& zone, int part);

[[nodiscard]] cgns::Node united_section(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// Merges GridCoordinates_t, FlowSolution_t and similar containers.
[[nodiscard]] cgns::Node united_fields(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// True for a node with one value per entity.
[[nodiscard]] bool holds_fields(const PartGroup& group);

[[nodiscard]] cgns::Node united_zone_bc(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// Empty if the pieces only have interfaces between each other.
[[nodiscard]] std::optional<cgns::Node> united_interfaces(ZoneJob& zone, const PartGroup& group,
                                                          const std::string& path);
/// Points of the lists in the nodes of `group`, at `path`. Throws Error{input} if their numbers are missing.
[[nodiscard]] Entities listed_points(ZoneJob& zone, const PartGroup& group, const std::string& path);
/// The merged list itself.
[[nodiscard]] cgns::Node united_list(ZoneJob& zone, const PartGroup& list, const PartGroup& owner,
                                     const std::string& path, const Entities& entities);

}  // namespace pcgns::fileset

// zone.hpp: state and functions of merging one unstructured zone, shared by the files of this folder.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"
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
  [[nodiscard]] const std::vector<PieceView>& pieces() const { return pieces_; }
  [[nodiscard]] const PieceView& piece(int index) const { return pieces_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const std::vector<WholeSection>& sections() const { return sections_; }
  [[nodiscard]] std::int64_t vertices() const { return vertices_; }
  [[nodiscard]] std::int64_t cells() const { return cells_; }
  /// The largest element number, including cells that only ParentElements references.
  [[nodiscard]] std::int64_t last_element() const;
  [[nodiscard]] int cell_dimension() const { return pieces_.front().cell_dimension; }
  /// Facts of the set `what` of this zone. Throws Error{internal} if there is no such set.
  [[nodiscard]] const NumberFacts& facts(std::string_view what) const;

  /// Index into Job::numberings for the vertices, or elements, of a piece; created on first use.
  [[nodiscard]] int vertex_numbering(int piece);
  [[nodiscard]] int element_numbering(int piece);
  /// The same of cells alone: for the parents of faces.
  [[nodiscard]] int cell_numbering(int piece);
  /// Numbering for the entries of a PointList with this GridLocation.
  [[nodiscard]] int numbering_at(const std::string& location, int piece);
  /// The largest valid value of such a list.
  [[nodiscard]] std::int64_t largest_at(const std::string& location) const;

  /// True if faces of the piece reference cells that no section lists.
  [[nodiscard]] bool has_unlisted_cells(const PieceView& view) const;

 private:
  [[nodiscard]] bool is_of_cells(int type) const;
  [[nodiscard]] plan::Numbering numbering_of_elements(const PieceView& view, bool only_cells) const;
  [[nodiscard]] std::int64_t listed_elements() const;
  [[nodiscard]] std::int64_t cells_of_pieces(std::int64_t elements) const;
  [[nodiscard]] std::int64_t counted_cells() const;
  void require_numbers_of_elements() const;

  Job& job_;
  const Facts& facts_;
  int index_;
  const Original& original_;
  std::string path_;
  std::vector<PieceView> pieces_;
  std::vector<WholeSection> sections_;
  std::int64_t vertices_ = 0;
  std::int64_t cells_ = 0;
  std::vector<int> vertex_numberings_;
  std::vector<int> element_numberings_;
  std::vector<int> cell_numberings_;
};

struct ZoneJob {
  Job& job;
  const Facts& facts;
  int original = 0;            ///< Index into PieceSet::originals.
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
  bool compares_ghosts = false;  ///< With the values of their owners.
  struct InPiece {
    int piece = 0;
    Numbers numbers;
    std::int64_t count = 0;   ///< Number in the piece.
    std::int64_t ghosts = 0;  ///< Ghosts that follow in its arrays.
  };
  std::vector<InPiece> in_pieces;  ///< One for each node that has the arrays.
};

/// How to move an array.
struct Move {
  int width = 1;             ///< Values per entity.
  int numbered_columns = 0;  ///< As in plan::Indexed.
  bool columns = false;      ///< The values are `width` columns.
  bool flat = false;         ///< The values of all entities share a single extent.
  bool fills_zeros = false;
  std::int64_t largest = 0;                             ///< For global numbers: the largest possible value.
  std::function<int(const PieceNode&)> numbering = {};  ///< Renumbers the values; none: copy them.
  std::function<int(const PieceNode&)> turned = {};     ///< Indexed::turned.
  std::function<std::int64_t(const PieceNode&)> first_face = {};  ///< Indexed::first_face.
};

[[nodiscard]] Error error_at(ZoneJob& zone, const PieceNode& at, std::string_view why);

/// As `grouped`, without partition metadata and the Rind_t of nodes with values of points.
[[nodiscard]] std::vector<PieceGroup> grouped_data(
    const PieceNodes& parents, const std::function<std::string(const PieceNode&)>& name_of = {});
/// The same for a single name; empty group if there is none.
[[nodiscard]] PieceGroup group_called(const PieceNodes& parents, std::string_view name);

/// Unites `group` into one node at `path` of the whole zone, without children. Throws Error{input} if the
/// nodes differ.
[[nodiscard]] cgns::Node united_alone(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// Unites what is identical in all pieces, with its descendants; appended to `children`.
void unite_into(ZoneJob& zone, const PieceGroup& group, const PieceNodes& parents, const std::string& path,
                std::vector<cgns::Node>& children);

/// `node`, made from those of `group` for `path` of the whole zone, with their extras and what is below them,
/// united as unite_into() does.
[[nodiscard]] cgns::Node completed(ZoneJob& zone, cgns::Node node, const PieceGroup& group,
                                   const std::string& path);

/// GridLocation of all nodes in `group`. Throws Error{input} if they differ.
[[nodiscard]] std::string location_of_all(ZoneJob& zone, const PieceGroup& group);

/// Merges the arrays of `group`. Throws Error{input} if one is missing or has the wrong type or extents.
/// Without `move`, entities have one value each or, with several extents, as many as the arrays say.
[[nodiscard]] cgns::Node moved_array(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                                     const Entities& entities, const std::optional<Move>& move = {});
/// I8 if an input is I8 or `largest` does not fit in I4; the latter is noted.
[[nodiscard]] cgns::DataType integer_type(ZoneJob& zone, const PieceGroup& group, const std::string& path,
                                          std::int64_t largest);
/// Sets the array of `node` to `composite`; an empty composite makes no array.
void set_composite(ZoneJob& zone, cgns::Node& node, const std::string& path, cgns::DataType type,
                   std::vector<std::int64_t> dims, plan::Composite composite);

/// The sections of `view` with faces (edges in 2-D) whose parent cells are known.
[[nodiscard]] std::vector<const LocalSection*> face_sections(const PieceView& view);
[[nodiscard]] bool has_polyhedra(const PieceView& view);
/// Index into Job::turned of the faces that `piece` shares with others; -1 if there are none.
[[nodiscard]] int turned_of(ZoneJob& zone, int piece);

[[nodiscard]] cgns::Node united_section(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// The pieces of `group` without those of a ZoneSubRegion_t on interfaces that the whole zone does not get,
/// which are kept as the pieces have them.
[[nodiscard]] PieceGroup without_lost_regions(ZoneJob& zone, const PieceGroup& group,
                                              const std::string& path);
/// Merges GridCoordinates_t, FlowSolution_t and similar containers.
[[nodiscard]] cgns::Node united_fields(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// True for a node with one value per entity.
[[nodiscard]] bool holds_fields(const PieceGroup& group);
/// True for user data that have points of their own in a piece.
[[nodiscard]] bool has_points(const PieceGroup& group);

/// Position of an interface piece's donor.
[[nodiscard]] PieceId donor_of(ZoneJob& zone, const PieceNode& interface);
/// PointListDonor in indices of a structured donor zone.
[[nodiscard]] cgns::Node donor_indices(ZoneJob& zone, const PieceGroup& list, const PieceGroup& interface,
                                       const std::string& path, const Entities& entities,
                                       const Original& donor);

[[nodiscard]] cgns::Node united_zone_bc(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// True for an interface that the whole zone does not get: one between pieces, or one to a piece that is
/// missing with permission, whose points have no numbers in a whole zone.
[[nodiscard]] bool is_left_out(ZoneJob& zone, const PieceNode& interface);
/// Empty if the pieces only have interfaces between each other.
[[nodiscard]] std::optional<cgns::Node> united_interfaces(ZoneJob& zone, const PieceGroup& group,
                                                          const std::string& path);
/// True if arrays have fewer values than points, so that one value holds for all. With one point per piece
/// values of points are assumed, unless its writer recorded something else.
[[nodiscard]] bool is_for_all_points(ZoneJob& zone, const PieceGroup& group, const Entities& entities);
/// True if the last extent, or the first of two, is the number of entities.
[[nodiscard]] bool has_value_for_each(const cgns::Node& array, std::int64_t entities);
/// Merges arrays with values of each point, even small ones; nothing if they are not such.
[[nodiscard]] std::optional<cgns::Node> moved_values(ZoneJob& zone, const PieceGroup& group,
                                                     const std::string& path, const Entities& entities);
/// Points of the lists in the nodes of `group`, at `path`. Throws Error{input} if their numbers are missing.
[[nodiscard]] Entities listed_points(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// The same of BC_t nodes, which may also cover a whole section, without lists.
[[nodiscard]] Entities points_of_bc(ZoneJob& zone, const PieceGroup& group, const std::string& path);
/// The merged list itself.
[[nodiscard]] cgns::Node united_list(ZoneJob& zone, const PieceGroup& list, const PieceGroup& owner,
                                     const std::string& path, const Entities& entities);

}  // namespace pcgns::fileset

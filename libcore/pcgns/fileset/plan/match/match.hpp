// match.hpp: finds what pieces without global numbers share, step by step.
//
// The first step compares vertices by their coordinates. Later steps compare elements by their vertices,
// cells by their faces, and then the points of lists. Entities that matched in an earlier step have the same
// class. Class 0 means unmatched: nothing built from it can be in two pieces. The resulting numbers go into
// the trees in Maia's form, so that all later stages find them there.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// Entities of all pieces of one zone: its vertices, the elements of a section, or the points of a list.
struct MatchSet {
  enum class Kind : std::uint8_t {
    vertices,  ///< Two equal ones in one piece are an error.
    surfaces,  ///< Two equal ones in one piece are an error if another piece has the same one.
    cells,     ///< Two pieces with the same cell are an error.
    list,      ///< Like surfaces, but a piece may hold several fragments of one interface.
    common,    ///< Vertices of a zone among those of other zones, which may have the same.
  };
  /// The entities that an entity is made of.
  struct References {
    int array = -1;    ///< Index into InputSet::arrays: local numbers, I4 or I8; signs are ignored.
    int offsets = -1;  ///< Index of the start offsets, count + 1 values; -1: each entity has `width` numbers.
    int width = 1;
    bool has_heads = false;        ///< The first value is the element type or the number of nodes.
    plan::Numbering classes = {};  ///< Maps the local numbers to classes.
    std::int64_t owner = 0;        ///< Identifies the piece that the numbers belong to; unique to it.
  };
  struct Member {
    int piece = 0;       ///< Index into Original::pieces.
    ZoneView zone = {};  ///< The piece.
    std::int64_t count = 0;
    std::int64_t first = 1;             ///< Local number of the first entity.
    std::vector<int> coordinates = {};  ///< Vertices: indices into InputSet::arrays, R4 or R8.
    /// Other entities: two are equal if all their references are. An entity is unmatched if all its
    /// references are.
    std::vector<References> references = {};
    std::string node = {};  ///< Path below the zone of the node that the numbers belong to; empty: the zone
                            ///< itself.
  };
  std::string what;  ///< For messages: "/Base/Zone: vertices".
  Kind kind = Kind::vertices;
  int original = 0;  ///< Index into PieceSet::originals.
  int space = 0;     ///< Sets with the same value are compared with each other.
  std::vector<Member> members;
};

/// Result of comparing.
struct Matched {
  struct Member {
    int numbers = -1;         ///< Index into InputSet::arrays: 1-based numbers in the set; -1: `count` is 0.
    int classes = -1;         ///< Index into InputSet::arrays: classes; -1: `count` is 0.
    std::int64_t shared = 0;  ///< Entities that another piece has, too.
  };
  struct Set {
    std::vector<Member> members;  ///< Same order as MatchSet::members.
    std::int64_t total = 0;       ///< Distinct entities.
    std::int64_t shared = 0;      ///< Distinct entities that several pieces have.
  };
  /// Entities that two pieces share: entry i of `here` matches entry i of `there`.
  struct Interface {
    int set = 0;
    int a = 0;  ///< Indices into MatchSet::members; a < b.
    int b = 0;
    int here = -1;  ///< Index into InputSet::arrays: numbers in piece a, ascending.
    int there = -1;
  };
  std::vector<Set> sets;  ///< Same order as the sets that were compared.
  std::vector<Interface> interfaces;
};

/// The vertices of zone `original`; `extents`: vertices of each piece in each direction.
[[nodiscard]] MatchSet vertex_set(const cgns::InputSet& inputs, const PieceSet& pieces, int original,
                                  const std::vector<std::vector<std::int64_t>>& extents);

/// Steps of matching all zones of `pieces` whose convention is Convention::coordinates, and the lists without
/// numbers of the others.
class Matching {
 public:
  /// Keeps references to both arguments. @pre Zone nodes keep their addresses; nodes below them may move.
  Matching(cgns::InputSet& inputs, PieceSet& pieces);

  static constexpr int steps = 4;
  /// The sets to compare in `step`, given the results passed to `take` for earlier steps. Throws
  /// Error{input}.
  [[nodiscard]] std::vector<MatchSet> sets(int step) const;
  /// Stores the classes; adds the numbers to the trees if `with_metadata`.
  void take(const std::vector<MatchSet>& sets, const Matched& matched, bool with_metadata = true);

  /// Arrays whose leading values `runs` reads (cgns::Array::first): the first types of MIXED sections.
  [[nodiscard]] std::vector<int> arrays_to_begin() const;
  /// Number arrays that need no comparison: cells that no single section holds, and point lists that are
  /// ranges in the pieces, also where these have global numbers. Call after the element steps and before the
  /// lists.
  [[nodiscard]] std::vector<std::vector<plan::NumberRun>> runs();
  /// Adds them to the trees; `arrays` are indices into InputSet::arrays.
  void take_runs(const std::vector<int>& arrays);

 private:
  struct RunNode {
    int file = 0;
    std::string path;  ///< Path in the file of the node that gets the array.
    bool is_range = false;
  };
  [[nodiscard]] std::vector<PieceView> views_of(int original) const;
  [[nodiscard]] plan::Numbering vertex_classes(int original, const PieceView& view) const;
  [[nodiscard]] plan::Numbering element_classes(int original, const PieceView& view) const;
  /// Classes of elements that have global numbers.
  [[nodiscard]] plan::Numbering numbered_elements(int original, const PieceView& view) const;
  [[nodiscard]] std::set<std::string> numbered_lists(int original, const std::vector<PieceView>& views) const;
  [[nodiscard]] bool has_numbers(int original) const;
  void add_vertices(int original, std::vector<MatchSet>& sets) const;
  void add_elements(int original, bool of_faces, std::vector<MatchSet>& sets) const;
  void add_lists(int original, std::vector<MatchSet>& sets) const;
  [[nodiscard]] MatchSet::References references_of(int original, const PieceView& view,
                                                   const LocalSection& section) const;
  [[nodiscard]] MatchSet::References list_references(int original, const PieceView& view,
                                                     const cgns::Node& list, std::string_view location) const;
  void add_donors(const PieceView& view, const cgns::Node& interface, MatchSet::Member& member) const;
  void add_cell_runs(int original, std::vector<std::vector<plan::NumberRun>>& runs);
  void add_range_runs(int original, std::vector<std::vector<plan::NumberRun>>& runs);
  [[nodiscard]] cgns::Node& zone_of(const Piece& piece) const;

  cgns::InputSet& inputs_;
  PieceSet& pieces_;
  std::vector<int> originals_;  ///< The zones to match.
  /// Zones with global numbers, of which only lists may have to be matched, and the names of their sections.
  std::map<int, std::set<std::string>> numbered_;
  /// Classes of the vertices and of each section's elements (by path below the zone), for one piece of one
  /// original.
  struct Classes {
    int vertices = -1;
    std::map<std::string, int> sections = {};
  };
  std::map<std::pair<int, int>, Classes> classes_;
  std::vector<RunNode> run_nodes_;
};

/// Notes the surfaces of `interfaces` as shared by their pieces (Piece::shared_faces).
void add_shared_faces(PieceSet& pieces, const std::vector<MatchSet>& sets,
                      const std::vector<Matched::Interface>& interfaces);

/// Throws Error{input} if a piece shares no vertex with another piece of its zone, because nothing then shows
/// that it belongs there. @pre `sets` are those of the first step.
void require_contact(const cgns::InputSet& inputs, const PieceSet& pieces, const std::vector<MatchSet>& sets,
                     const Matched& matched, double tolerance);

/// Adds the number of shared vertices to Original::evidence. `tolerance` 0: bitwise comparison.
void explain(PieceSet& pieces, const std::vector<MatchSet>& sets, const Matched& matched, double tolerance);

}  // namespace pcgns::fileset

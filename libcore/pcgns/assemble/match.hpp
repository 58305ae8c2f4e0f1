// match.hpp: parts that carry no global numbers, and what of them is compared to find out what they share.
//
// First vertices are compared, by their coordinates. Then elements, by the vertices that they are made of,
// then cells of faces, then the points of lists: in each step, what was the same in an earlier one has the
// same class. What nobody else has has the class 0, and nothing made of it can be in two parts. The numbers
// that come out of it are put into the trees as Maia writes them, so that all that follows finds them there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pcgns/assemble/part_view.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::assemble {

/// Things of the parts of one zone: its vertices, the elements of a section, the points of a list.
struct MatchSet {
  enum class Kind : std::uint8_t {
    vertices,  ///< Two of one part that are the same are an error.
    surfaces,  ///< So are two of one part, if another part has it, too.
    cells,     ///< Two parts with the same are an error.
    list,      ///< As surfaces, but that a join may come in several pieces in a part.
  };
  /// What a thing is made of.
  struct References {
    int array = -1;    ///< Index into InputSet::arrays: numbers of the part, I4 or I8; signs do not count.
    int offsets = -1;  ///< Where each begins, count + 1 values; -1: every one has `width` numbers.
    int width = 1;
    bool has_types = false;        ///< MIXED: the first number is none.
    plan::Numbering classes = {};  ///< Of the numbers.
    std::int64_t owner = 0;        ///< Says whose numbers these are: the same in no two parts.
  };
  struct Member {
    int part = 0;  ///< Index into Original::parts.
    std::int64_t count = 0;
    std::int64_t first = 1;             ///< The number of the first in the part.
    std::vector<int> coordinates = {};  ///< Vertices: indices into InputSet::arrays, R4 or R8.
    /// Others. A thing is the same where all references are; it is alone if all are made of what is alone.
    std::vector<References> references = {};
    std::string node = {};  ///< Path below the zone of the node that the numbers belong to; empty: the zone.
  };
  std::string what;  ///< For messages: "/Base/Zone: vertices".
  Kind kind = Kind::vertices;
  int original = 0;  ///< Index into PartSet::originals.
  int space = 0;     ///< Sets with the same one are compared with each other.
  std::vector<Member> members;
};

/// What comparing showed.
struct Matched {
  struct Member {
    int numbers = -1;  ///< Index into InputSet::arrays: numbers in the set, from 1 on; -1: `count` is 0.
    int classes = -1;  ///< The same: classes.
    std::int64_t shared = 0;  ///< Things that another part has, too.
  };
  struct Set {
    std::vector<Member> members;  ///< As MatchSet::members.
    std::int64_t total = 0;       ///< Different things,
    std::int64_t shared = 0;      ///< and how many of them several parts have.
  };
  /// What two parts have both: the i-th of `here` is the i-th of `there`.
  struct Border {
    int set = 0;
    int a = 0;  ///< Indices into MatchSet::members; a < b.
    int b = 0;
    int here = -1;  ///< Index into InputSet::arrays: numbers of part a, ascending.
    int there = -1;
  };
  std::vector<Set> sets;  ///< As those that were compared.
  std::vector<Border> borders;
};

/// The numbers first, first + 1, ..., first + count - 1.
struct Run {
  std::int64_t first = 1;
  std::int64_t count = 0;
};

/// The steps of matching all zones of `parts` whose convention is Convention::coordinates.
class Matching {
 public:
  /// Both must live as long. @pre The nodes of zones do not move; what is below them does.
  Matching(tree::InputSet& inputs, PartSet& parts);

  static constexpr int steps = 4;
  /// What is compared in a step, given what `take` was given of those before. Throws Error{input}.
  [[nodiscard]] std::vector<MatchSet> sets(int step) const;
  /// Remembers the classes, and puts the numbers into the trees if `with_marks`.
  void take(const std::vector<MatchSet>& sets, const Matched& matched, bool with_marks = true);

  /// Arrays whose first values `runs` looks at (tree::Array::first): the types that MIXED sections begin
  /// with.
  [[nodiscard]] std::vector<int> arrays_to_begin() const;
  /// After the elements, before the lists. Arrays of numbers that need no comparing: those of cells where no
  /// single section has them; lists of points that are ranges in the parts.
  [[nodiscard]] std::vector<std::vector<Run>> runs();
  /// Puts them into the trees; `arrays` are indices into InputSet::arrays.
  void take_runs(const std::vector<int>& arrays);

 private:
  struct RunNode {
    int file = 0;
    std::string path;  ///< In the file, of the node that gets the array.
    bool is_range = false;
  };
  [[nodiscard]] std::vector<PartView> views_of(int original) const;
  [[nodiscard]] plan::Numbering vertex_classes(int original, int part) const;
  [[nodiscard]] plan::Numbering element_classes(int original, const PartView& view) const;
  void add_vertices(int original, std::vector<MatchSet>& sets) const;
  void add_elements(int original, bool of_faces, std::vector<MatchSet>& sets) const;
  void add_lists(int original, std::vector<MatchSet>& sets) const;
  [[nodiscard]] MatchSet::References references_of(int original, const PartView& view,
                                                   const LocalSection& section) const;
  [[nodiscard]] MatchSet::References list_references(int original, const PartView& view,
                                                     const tree::Node& list, std::string_view location) const;
  void add_donors(const PartView& view, const tree::Node& join, MatchSet::Member& member) const;
  void add_cell_runs(int original, std::vector<std::vector<Run>>& runs);
  void add_range_runs(int original, std::vector<std::vector<Run>>& runs);
  [[nodiscard]] tree::Node& zone_of(const Part& part) const;

  tree::InputSet& inputs_;
  PartSet& parts_;
  std::vector<int> originals_;  ///< Those that are matched.
  /// By original and part: of the vertices, and of the elements of each section (by path below the zone).
  struct Classes {
    int vertices = -1;
    std::map<std::string, int> sections = {};
  };
  std::map<std::pair<int, int>, Classes> classes_;
  std::vector<RunNode> run_nodes_;
};

/// Throws Error{input} if a part has no vertex that another part of its zone has: then nothing says that it
/// belongs there. @pre `sets` are those of the first step.
void require_contact(const tree::InputSet& inputs, const PartSet& parts, const std::vector<MatchSet>& sets,
                     const Matched& matched, double tolerance);

/// Says how many vertices are shared, in Original::evidence. `tolerance`: 0 means exact bits.
void explain(PartSet& parts, const std::vector<MatchSet>& sets, const Matched& matched, double tolerance);

}  // namespace pcgns::assemble

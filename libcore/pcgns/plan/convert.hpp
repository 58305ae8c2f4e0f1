// convert.hpp: a tree as another version of the standard, or another program, wants it.
//
// What changes is what the nodes name: arrays that are derived of those in the files (tree::Derived). So
// whatever moves arrays moves these too, and converts a piece of an array whenever it reads one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/tree/input_set.hpp"

namespace pcgns::plan {

/// A section of elements of various lengths, in one of two forms: with ElementStartOffset (from CGNS 4.0 on),
/// or without.
struct Section {
  std::string path = {};
  int connectivity = 0;  ///< Index into InputSet::arrays.
  int offsets = -1;      ///< The same, of ElementStartOffset; -1 in the old form.
  std::int64_t elements = 0;
  bool mixed = false;  ///< The type of each element stands before its nodes, in both forms.

  [[nodiscard]] bool is_old() const { return offsets < 0; }
};

enum class ElementForm : std::uint8_t { old_form, new_form };

/// Those in the other form than `form`. Throws Error{input} if one has no ElementRange.
[[nodiscard]] std::vector<Section> sections_to_rewrite(const tree::InputSet& inputs, ElementForm form);

/// Gives them the other form. `begins`: Derived::begins of each. Where there is any, the version of the
/// standard that the file names is made one that has this form, unless it is already.
void rewrite(tree::InputSet& inputs, const std::vector<Section>& sections,
             const std::vector<std::vector<std::int64_t>>& begins);

/// How wide the integers are that number or count parts of the mesh: sizes of zones, ranges and lists of
/// points, connectivity, parents.
enum class IndexWidth : std::uint8_t { i4, i8, automatic };

struct Extremes {
  std::int64_t least = 0;
  std::int64_t largest = 0;
};

/// The arrays whose extremes decide how wide they become: with IndexWidth::automatic those of I8.
[[nodiscard]] std::vector<int> arrays_to_measure(const tree::InputSet& inputs, IndexWidth width);

/// `extremes`: of these arrays. Throws Error{input} that names a small node which does not fit in I4; bulk
/// arrays are looked at when they are read.
void set_index_width(tree::InputSet& inputs, IndexWidth width, const std::vector<int>& measured,
                     const std::vector<Extremes>& extremes);

/// A bulk array of reals, and what its rank has found in narrowing it.
struct Rounded {
  std::string path = {};
  std::shared_ptr<kernel::Rounding> rounding = {};
};

/// Makes all bulk arrays of reals `type`: R4 or R8. Those that become narrower, in the order of the tree.
std::vector<Rounded> set_reals(tree::InputSet& inputs, tree::DataType type);

/// Turns the bytes of the values of all bulk arrays round.
void reverse_bytes(tree::InputSet& inputs);

/// The version of the standard that the only tree names. Throws Error{input} if it names none, and is to be
/// changed.
void set_version(tree::InputSet& inputs, double version);

}  // namespace pcgns::plan

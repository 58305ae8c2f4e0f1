// file_builder.hpp: builds the plan of one output file from pieces of a whole mesh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/plan/blocks.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

using plan::Block;
using plan::Index3;

/// A contiguous range of the values of an array.
struct Run {
  std::int64_t begin = 0;  ///< 0-based.
  std::int64_t count = 0;
};

/// Until `finish`, Node::array of the nodes it returns is an index private to the builder.
class FileBuilder {
 public:
  /// `whole`: the mesh in whole zones; Node::array of its tree is an index into its targets.
  explicit FileBuilder(const plan::Plan& whole) : whole_(whole) {}

  /// `node` and everything below it, unchanged.
  [[nodiscard]] cgns::Node copied(const cgns::Node& node);
  /// Gives `to`, made of `from`, its extras and copies of its children.
  void add_what_is_below(const cgns::Node& from, cgns::Node& to);
  /// `node` without its children.
  [[nodiscard]] cgns::Node copied_alone(const cgns::Node& node);

  /// The `region` of an array that covers `extents`. The array holds `width` values per point, as its first
  /// index. Children are copied.
  [[nodiscard]] cgns::Node cut(const cgns::Node& node, const Block& extents, const Block& region,
                               std::int64_t width = 1);
  /// Points taken from another array of the mesh, in any orientation.
  struct BorrowedPoints {
    const cgns::Node* node = nullptr;
    Block extents;  ///< What `node` covers.
    Block points;   ///< In the indices of the borrowing array.
    Index3 axes;    ///< Axis of `node`, from 1, along each axis of the borrower; negative: reversed.
    Index3 first;   ///< The first of `points`, in the indices of `node`.
  };
  /// As `cut`, where `region` extends beyond `extents`: `borrowed` supplies the points outside.
  [[nodiscard]] cgns::Node cut_with_borrowed_points(const cgns::Node& node, const Block& extents,
                                                    const Block& region,
                                                    const std::vector<BorrowedPoints>& borrowed);

  /// The points `runs` of an array with `width` values per point; `dims` are the extents of the result.
  [[nodiscard]] cgns::Node picked(const cgns::Node& node, const std::vector<Run>& runs, std::int64_t width,
                                  std::vector<std::int64_t> dims);

  /// Concatenates boxes of several input arrays into one. `source` has one value per point of `extents`;
  /// `region` is taken.
  struct Taken {
    int source = 0;
    Index3 extents;
    Block region;
  };
  [[nodiscard]] cgns::Node taken(std::string name, cgns::DataType type, const std::vector<Taken>& boxes);

  /// Gives `node` the values of `transfers` and `direct`.
  void set_values(cgns::Node& node, std::vector<plan::Transfer> transfers,
                  std::vector<plan::Direct> direct = {}) {
    node.array = add({.made_of = {}, .transfers = std::move(transfers), .direct = std::move(direct)});
  }

  /// The plan whose tree is `root`.
  [[nodiscard]] plan::Plan finish(cgns::Node root);

 private:
  struct Values {
    plan::Composite made_of;
    std::vector<plan::Transfer> transfers;
    std::vector<plan::Direct> direct = {};
  };
  [[nodiscard]] int add(Values values);
  [[nodiscard]] Values all_of(const cgns::Node& node) const;
  void list(cgns::Node& node, const std::string& path, plan::Plan& plan);

  const plan::Plan& whole_;
  std::vector<Values> arrays_;
};

/// The boxes, out of an array of `extents`, that fill target `target` of `plan`; each value once. Throws
/// Error{internal} if the target is merged from numbered entities.
[[nodiscard]] std::vector<plan::Box> boxes_of(const plan::Plan& plan, int target, const Index3& extents);

}  // namespace pcgns::partition

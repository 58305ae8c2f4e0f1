// file_builder.hpp: the plan of one output file, made of pieces of a whole mesh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/assemble/blocks.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

using assemble::Block;
using plan::Index3;

/// Consecutive values of an array that are taken.
struct Run {
  std::int64_t begin = 0;  ///< 0-based.
  std::int64_t count = 0;
};

/// Nodes that it makes have Node::array as an index of its own until `finish`.
class FileBuilder {
 public:
  /// `whole`: every zone in one piece; Node::array of its tree is an index into its targets.
  explicit FileBuilder(const plan::Plan& whole) : whole_(whole) {}

  /// `node` with all below it, as it is.
  [[nodiscard]] tree::Node copied(const tree::Node& node);
  /// The same without its children.
  [[nodiscard]] tree::Node copied_alone(const tree::Node& node);

  /// An array of the whole that covers `extents`, cut down to `region` of it; `width` values a point, which
  /// are the first index. Its children are copied.
  [[nodiscard]] tree::Node cut(const tree::Node& node, const Block& extents, const Block& region,
                               std::int64_t width = 1);
  /// Points of another array of the whole, in any orientation.
  struct Loan {
    const tree::Node* node = nullptr;
    Block extents;  ///< That it covers.
    Block points;   ///< In the indices of the borrower.
    Index3 axes;    ///< Direction of `node`, from 1, along each of the borrower; negative: backwards.
    Index3 first;   ///< The first of `points`, in the indices of `node`.
  };
  /// The same as `cut` where `region` goes beyond `extents`: what `loans` have belongs to it too.
  [[nodiscard]] tree::Node cut_with_loans(const tree::Node& node, const Block& extents, const Block& region,
                                          const std::vector<Loan>& loans);

  /// The points of `runs` of an array with `width` values a point; `dims` are those of the result.
  [[nodiscard]] tree::Node picked(const tree::Node& node, const std::vector<Run>& runs, std::int64_t width,
                                  std::vector<std::int64_t> dims);

  /// One array of several boxes of points of input arrays, one after the other: `source` has a value for each
  /// of `extents`, of which those of `region` are taken.
  struct Taken {
    int source = 0;
    Index3 extents;
    Block region;
  };
  [[nodiscard]] tree::Node taken(std::string name, tree::DataType type, const std::vector<Taken>& boxes);

  /// `node` has the values that `transfers` bring, and those of `direct`.
  void set_values(tree::Node& node, std::vector<plan::Transfer> transfers,
                  std::vector<plan::Direct> direct = {}) {
    node.array = add({.made_of = {}, .transfers = std::move(transfers), .direct = std::move(direct)});
  }

  /// The plan that has `root` as its tree.
  [[nodiscard]] plan::Plan finish(tree::Node root);

 private:
  struct Values {
    plan::Composite made_of;
    std::vector<plan::Transfer> transfers;
    std::vector<plan::Direct> direct = {};
  };
  [[nodiscard]] int add(Values values);
  [[nodiscard]] Values all_of(const tree::Node& node) const;
  void list(tree::Node& node, const std::string& path, plan::Plan& plan);

  const plan::Plan& whole_;
  std::vector<Values> arrays_;
};

/// What brings the values of target `target` of `plan`, as boxes of an array of `extents`; each value once.
/// Throws Error{internal} if it is made up of numbered entities.
[[nodiscard]] std::vector<plan::Box> boxes_of(const plan::Plan& plan, int target, const Index3& extents);

}  // namespace pcgns::partition

// merge_copy.hpp: nodes of inputs as the output has them.
#pragma once

#include <string>

#include "pcgns/plan/merge_job.hpp"

namespace pcgns::plan {

/// `node` of input `file` with its extras, but without its children. Node::array stays an index into
/// InputSet::arrays until the whole output is there.
[[nodiscard]] tree::Node copied_alone(const Job& job, int file, const tree::Node& node);

/// The same with all below it but `left_out`.
[[nodiscard]] tree::Node copied(const Job& job, int file, const tree::Node& node,
                                const LeftOut& left_out = {});

/// One node of `sources`, which are the same in all files, with the extras of all.
[[nodiscard]] tree::Node copied_once(const Job& job, const Sources& sources, const LeftOut& left_out = {});

/// Adds the extras of `from` that `to` has not.
void add_extras(tree::Node& to, const tree::Node& from);

/// A node that is a link to `path` in input `file`.
[[nodiscard]] tree::Node link_to(const Job& job, int file, const tree::Node& node, const std::string& path);

/// Notes a loss for each extra below `node`, which stands at `path`, of which another input has a different
/// one.
void report_lost_extras(const tree::Node& node, const std::string& path, Notes& notes);

/// Notes as a loss the links within the output whose target is not in it.
void report_lost_links(const tree::Node& output, Notes& notes);

}  // namespace pcgns::plan

// read_trees.hpp: the trees of all input files, on every rank, each file opened and walked by one rank only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/par/session.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

struct ReadOptions {
  bool follow_links = true;       ///< false: a link stays a link; its target must exist all the same.
  bool look_at_links = true;      ///< false: nor need it exist; then the node of a link has no label.
  bool keep_lost_links = false;   ///< A link to a file or node that is not there stays one, without a label.
  std::int64_t inline_limit = 0;  ///< Bulk arrays up to this many bytes have their values in the tree too.
  bool find_chunks = false;       ///< Array::chunks is wanted.
};

/// Reads the file `path`, input `number`: gives what read_tree would give.
using ReadOne = std::function<tree::InputSet(const std::string& path, std::int64_t number)>;

/// Reads the trees of `paths`, in this order, shared out over the ranks. Arrays that are bulk by their role
/// (sids::is_bulk) become entries of InputSet::arrays; all other values are in the nodes.
/// Throws Error{input} on every rank if a file is not a CGNS file, is damaged, or has a link that leads
/// nowhere or round in a circle; the message names the file and the node or link.
/// `read_one`: who reads a file, if not this process itself (Guard).
/// @note Collective.
[[nodiscard]] tree::InputSet read_trees(par::Session& session, const std::vector<std::string>& paths,
                                        const ReadOptions& options, const ReadOne& read_one = {});

/// Throws Error{input} on every rank if a file of `inputs` has changed since it was read.
/// @note Collective.
void require_unchanged(par::Session& session, const tree::InputSet& inputs);

}  // namespace pcgns::file

// read_trees.hpp: the trees of all input files, on every rank; one rank opens and walks each file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::file {

class Guard;

struct ReadOptions {
  bool follow_links = true;      ///< false: links stay links; their targets must still exist.
  bool look_at_links = true;     ///< false: targets need not exist; link nodes then have no label.
  bool keep_lost_links = false;  ///< Dangling links stay links, without a label.
  bool mark_links = false;       ///< Nodes to which links lead have them in Node::link.
  /// Paths below zones. Not empty: links that stay have Link::end, and those to zones and bases
  /// Link::outline, with the zones of a base, the children of zones, and what zones have of these paths.
  std::vector<std::string> look_for = {};
  bool look_at_solutions = false;  ///< With `look_for`: the fields of solutions, too, and outlines of these.
  std::int64_t inline_limit = 0;   ///< Bulk arrays up to this many bytes are also loaded into the tree.
  bool find_chunks = false;        ///< Fill in Array::chunks.
  bool visit_chunks = false;       ///< Read the indices of chunks, which HDF5 needs for their values.
  bool plain = true;               ///< false: HDF5 reads everything, even what is read faster without it.
  std::vector<int> readers = {};   ///< The ranks that read, ascending; empty: all do.
  /// Reads the trees in a child process. Null: a damaged file may crash this one.
  Guard* guard = nullptr;
};

/// Reads the file `path`, input `number`; returns what read_tree would return.
using ReadOne = std::function<cgns::InputSet(const std::string& path, std::int64_t number)>;

/// Reads the trees of `paths`, in this order, with the files distributed over the ranks. Bulk arrays
/// (cgns::is_bulk) become entries of InputSet::arrays; all other values are loaded into the nodes.
/// Throws Error{input} on every rank if a file is not CGNS, is damaged, or has a dangling or circular link.
/// The message names the file and the node or link.
/// `read_one`: replaces all of this for each file.
/// @note Collective.
[[nodiscard]] cgns::InputSet read_trees(par::Session& session, const std::vector<std::string>& paths,
                                        const ReadOptions& options, const ReadOne& read_one = {});

/// Throws Error{input} on every rank if a file of `inputs` changed after it was read.
/// @note Collective.
void require_unchanged(par::Session& session, const cgns::InputSet& inputs);

/// Like read_trees, for one file on this rank alone. `trees` has one entry; file 0 is `path`.
[[nodiscard]] cgns::InputSet read_tree(const std::string& path, const ReadOptions& options);

}  // namespace pcgns::file

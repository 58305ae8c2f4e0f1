// observer.hpp: callbacks during the walk of a file.
#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/file/link_target.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

/// A group that the walk has reached, before its contents are validated.
struct GroupView {
  const OpenFile& file;
  const std::string& path;  ///< In that file; "/" for the root.
  hid_t group;
  const std::vector<h5::LinkEntry>& links;
  bool linked;  ///< Reached through a link, here or above.
};

class Observer {
 public:
  Observer() = default;
  virtual ~Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  Observer(Observer&&) = delete;
  Observer& operator=(Observer&&) = delete;

  /// The walk has reached the node at `path` of `file`, or its root.
  virtual void enter(const OpenFile& file, const std::string& path) = 0;
  /// Then, in an HDF5 file. Exceptions count as failure to read the node.
  virtual void at(const GroupView& node) = 0;
  /// The link at `path` of `file` was resolved.
  virtual void at_end_of(const OpenFile& file, const std::string& path, const cgns::Link& link,
                         const LinkTarget& target) = 0;
  /// Part of a node is done: one of its links was listed, or one of the chunks of its values found.
  virtual void at_part() = 0;
  /// `path` of `file` should be a node, but is not a group.
  virtual void at_stranger(const OpenFile& file, const std::string& path) = 0;
  /// A node cannot be read. Return true to continue the walk without it and its children.
  virtual bool at_failure(const InputError& error) = 0;
};

}  // namespace pcgns::file

// onlooker.hpp: who looks on while a file is walked.
#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/file/link_target.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

/// A group that the walk has come to, before anything in it was judged.
struct GroupView {
  const OpenFile& file;
  const std::string& path;  ///< In that file; "/" for the root.
  hid_t group;
  const std::vector<h5::LinkEntry>& links;
  bool linked;  ///< A link has led to it, or to what is above it.
};

class Onlooker {
 public:
  Onlooker() = default;
  virtual ~Onlooker() = default;
  Onlooker(const Onlooker&) = delete;
  Onlooker& operator=(const Onlooker&) = delete;
  Onlooker(Onlooker&&) = delete;
  Onlooker& operator=(Onlooker&&) = delete;

  /// A node, or the root, is about to be read; what is thrown is a failure to read it.
  virtual void at(const GroupView& node) = 0;
  /// `path` of `file` is a link whose end was found.
  virtual void at_end_of(const OpenFile& file, const std::string& path, const tree::Link& link,
                         const LinkTarget& target) = 0;
  /// `path` of `file` is where a node should be, but is no group.
  virtual void at_stranger(const OpenFile& file, const std::string& path) = 0;
  /// A node cannot be read. True: the walk goes on without it and what is below it.
  virtual bool at_failure(const InputError& error) = 0;
};

}  // namespace pcgns::file

// restart.hpp: a file set in the memory of the ranks that restart from it, with nothing written in between.
//
// The files are taken as a file set (pcgns/fileset/fileset.hpp): whole zones, whichever way they were cut.
// Its tree is the one that pcgns-merge would write; values are read when they are asked for, from wherever
// they lie. Each rank keeps the tree, the plan and its buffers. With OpenRequest::readers, some ranks read
// for all, in the same collective calls.
//
//   par::Session session(comm, {.program = "solver"});  // MPI is the solver's
//   restart::FileSet files(session, {.files = {.names = {"out_%04d.cgns"}}});
//   const auto& tree = files.tree();  // Node::array is an index into files.arrays()
//   files.read(wanted);               // boxes of arrays, any on each rank
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restart {

/// Values that a rank asks for, and where they go.
struct Wanted {
  int array = 0;       ///< Index into FileSet::arrays.
  io::Slab slab = {};  ///< Of its box, only begin and count: the array has the rest.
};

/// What a rank has done where only some ranks read.
struct ReadCounts {
  std::int64_t bytes_read = 0;       ///< From files, for any rank.
  std::int64_t bytes_received = 0;   ///< From readers.
  std::int64_t requests = 0;         ///< Sent to readers.
  std::int64_t served = 0;           ///< Requests of other ranks.
  std::int64_t largest_buffers = 0;  ///< Bytes of messages held at one time.
};

class FileSet {
 public:
  /// Opens the files, plans their whole zones, and compares the points that several pieces have. Throws the
  /// same Error on every rank, as pcgns-merge would; then no file is left open. `session` must outlive this
  /// object. @note Collective.
  FileSet(par::Session& session, const fileset::OpenRequest& request, const Listener& listener = {});
  /// @note Collective if some ranks read for all.
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  /// "out.cgns", or "out_0000.cgns (+7)" of several files.
  [[nodiscard]] std::string name() const;
  /// Whether a file of this path is read, by whatever name; also one that links lead to.
  [[nodiscard]] bool has(const std::string& path) const;
  /// What Extra::file of the nodes of the tree is an index into.
  [[nodiscard]] const std::vector<cgns::File>& files() const;
  [[nodiscard]] const cgns::Node& tree() const;
  [[nodiscard]] const std::vector<plan::Target>& arrays() const;
  /// The ranks that read the files, ascending, if OpenRequest::readers limits them; empty: all.
  [[nodiscard]] const std::vector<int>& readers() const;
  /// What this rank has read and asked for, if `readers` is not empty.
  [[nodiscard]] ReadCounts read_counts() const;
  /// The zones that were in pieces.
  [[nodiscard]] const std::vector<fileset::MergedZone>& merged_zones() const;

  /// Fills the memory of all slabs of all ranks, which may ask for different arrays, or for nothing.
  /// `failure`: why this rank cannot take part. Throws the same Error on every rank if any rank fails; the
  /// memory is undefined then. @note Collective.
  void read(std::span<const Wanted> wanted, const std::optional<Error>& failure = {});

  /// The same for this rank alone, which reads itself, and must see all files. The first time, reads all
  /// numbers of the pieces of an unstructured zone. @note Local.
  void read_alone(const Wanted& wanted);

 private:
  friend class Partition;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::restart

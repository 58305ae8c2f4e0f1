// source_digest.hpp: the digest of the whole mesh, which its parts record.
#pragma once

#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

class SourceDigest {
 public:
  /// `sums`: of arrays that need not be read again. If the digest `follows`, more of them are added while
  /// values move, and it is found only afterwards; otherwise now. `session`, `sums` and what `whole` refers
  /// to must outlive this.
  /// @note Collective.
  SourceDigest(par::Session& session, const mesh::Dataset& whole, const cgns::ArraySums& sums, bool follows);

  [[nodiscard]] bool follows() const { return follows_; }

  /// The digest, 32 digits. @note Collective.
  [[nodiscard]] const std::string& value();

  /// Lets the parts of `mesh` record the digest, or have a place for it if it follows.
  void enter(partition::Mesh& mesh) const;

  /// If it follows: writes it to its places in `task`, and adds the hashes of what this rank writes.
  /// @note Collective.
  void write(const io::Task& task, io::Sink& sink, std::vector<io::RunHash>& hashes);

  /// Reads `files` as pcgns-merge would. Throws Error{io} on every rank unless together they have the digest;
  /// `output` names them. @note Collective.
  void require_in(fileset::NumberedSet files, const std::string& output,
                  const fileset::WholeMeshOptions& options, const Listener& listener);

 private:
  par::Session& session_;
  mesh::Dataset whole_;
  const cgns::ArraySums& sums_;
  bool follows_;
  std::string value_;
};

}  // namespace pcgns::repartition

// chunks.hpp: the arrays of an output that come from chunks, or go into some.
#pragma once

#include <cstdint>
#include <vector>

#include "common/output.hpp"
#include "common/progress.hpp"
#include "pcgns/move/repack.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::tool {

/// Does with them what move::execute does with all others. All functions but the last are collective.
class Chunks {
 public:
  Chunks(par::Session& session, const Planned& planned, bool keep_hashes, Progress& progress);

  /// Before the nodes of the output are there.
  [[nodiscard]] file::ChunksInPlace pack(publish::StagedFile& staged);
  /// After that.
  void unpack(publish::StagedFile& staged);
  /// For --check full.
  void check(const publish::StagedFile& staged);

  /// Of the arrays that are left to move::execute; -1 for those that are not.
  [[nodiscard]] std::vector<std::int64_t> offsets_of_others(const publish::StagedFile& staged) const;
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }  ///< Of values that were brought.
  [[nodiscard]] double seconds_packing() const { return seconds_packing_; }

 private:
  par::Session& session_;
  const Planned& planned_;
  move::RepackTask task_;
  std::vector<bool> is_unpacked_;  ///< By target.
  move::Packed packed_;
  std::vector<move::UnitHash> hashes_;
  std::int64_t bytes_ = 0;
  double seconds_packing_ = 0;
};

}  // namespace pcgns::tool

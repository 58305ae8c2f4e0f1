// staged_set.hpp: many output files that appear together or not at all.
//
// Each is staged like a StagedFile and managed by one rank: file i by rank i mod ranks. Files are laid out
// and filled in groups. The files of a group form one byte space, so that a single move fills them all and
// small files need no rounds of their own.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/io/execute.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/part_file.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

class StagedSet {
 public:
  /// `outputs`: names in publishing order; StageOptions::output is ignored. Fails like preflight, and if
  /// there is no space for `bytes`. @note Collective.
  StagedSet(par::Session& session, StageOptions options, std::vector<std::string> outputs,
            const cgns::InputSet& inputs, std::int64_t bytes);
  /// Removes the incomplete staged files of this rank, unless they are to be kept. Local.
  ~StagedSet();
  StagedSet(const StagedSet&) = delete;
  StagedSet& operator=(const StagedSet&) = delete;

  /// Lays out, or finds, the next files. `plans` must live until `close_group`. @note Collective.
  void open_group(std::span<const plan::Plan> plans, std::int64_t alignment);

  /// Offset in the group's byte space of each target of plan::joined(plans); -1 if there is nothing to move.
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
  /// Size of the group's byte space.
  [[nodiscard]] std::int64_t end() const { return end_; }
  /// Ranges of it that an earlier run has written.
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// True if an earlier run has recorded any progress for the file that contains byte `offset`.
  [[nodiscard]] bool was_begun(std::int64_t offset) const;
  [[nodiscard]] io::Sink& sink();
  /// Reads bytes of the space back from the files.
  [[nodiscard]] io::ReadBack read_back() const;

  /// On rank 0: true if journal records are due.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes the data of all ranks durable, then records `written` in the journals. @note Collective.
  void checkpoint(Range written);

  /// The group is complete: syncs and closes its files on every rank. @note Collective.
  void finish_writing();
  /// Reopens the files of the group and compares their structure with the plans. @note Collective.
  void check_structure();
  /// Releases the plans of the group. @note Collective.
  void close_group();

  /// The staged path of each file, or its final path if an earlier run has published it.
  [[nodiscard]] std::vector<std::string> paths() const {
    auto paths = outputs_;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!was_published_[i]) paths[i] = part_path(outputs_[i]);
    }
    return paths;
  }

  /// Renames all files to their final names, in order. @note Collective.
  void publish();

 private:
  class Ways;
  struct Member;

  void share_states(std::span<const plan::Plan> plans);
  void append_state(std::size_t index, std::vector<std::int64_t>& numbers) const;
  void sync();
  [[nodiscard]] bool is_mine(std::size_t index) const;
  [[nodiscard]] const Member& member_at(std::int64_t offset) const;

  par::Session& session_;
  const StageOptions options_;
  const std::vector<std::string> outputs_;
  const cgns::InputSet& inputs_;
  std::vector<std::string> input_lines_;
  std::vector<std::unique_ptr<PartFile>> files_;  ///< By output; null for those of other ranks.
  std::vector<bool> was_published_;               ///< By output: published by an earlier run.
  std::size_t first_ = 0;                         ///< Index of the group's first output.
  std::span<const plan::Plan> plans_;
  std::vector<Member> members_;  ///< Of the group.
  std::vector<std::int64_t> offsets_;
  std::int64_t end_ = 0;
  std::vector<Range> done_;
  std::unique_ptr<Ways> ways_;
  std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
};

}  // namespace pcgns::publish

// staged_set.hpp: many output files that appear together or not at all.
//
// Each is staged as StagedFile stages one, and looked after by one rank: file i by rank i mod ranks. They are
// laid out and filled in groups. The files of a group lie one after the other in one space of bytes, so that
// one move fills them all, and small files cost no rounds of their own.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/move/execute.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/part_file.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

class StagedSet {
 public:
  /// `outputs`: the names, in the order in which they appear; StageOptions::output is of no meaning. Fails as
  /// preflight does, and where there is no room for `bytes`. @note Collective.
  StagedSet(par::Session& session, StageOptions options, std::vector<std::string> outputs,
            const tree::InputSet& inputs, std::int64_t bytes);
  /// Removes the unfinished part files of this rank, unless they are to be kept. Local.
  ~StagedSet();
  StagedSet(const StagedSet&) = delete;
  StagedSet& operator=(const StagedSet&) = delete;

  /// Lays out, or finds, the next files. `plans` must live until `close_group`. @note Collective.
  void open_group(std::span<const plan::Plan> plans, std::int64_t alignment);

  /// Of the targets of plan::joined(plans), in the space of the group; -1 where there is nothing to move.
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
  /// Bytes of that space.
  [[nodiscard]] std::int64_t end() const { return end_; }
  /// What an earlier run has written of it.
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// Whether an earlier run has entered something of the file that byte `offset` of the space is in.
  [[nodiscard]] bool was_begun(std::int64_t offset) const;
  [[nodiscard]] move::Sink& sink();
  /// Bytes of that space, from the files.
  [[nodiscard]] move::ReadBack read_back() const;

  /// True, on rank 0, if it is time for entries in the journals.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes durable what all ranks have written of the space, then enters it in the journals. @note
  /// Collective.
  void checkpoint(Range written);

  /// All of the group has been written: every rank syncs and closes its ways into the files. @note
  /// Collective.
  void finish_writing();
  /// Reopens the files of the group and compares them with their plans. @note Collective.
  void check_structure();
  /// The plans of the group are needed no more. @note Collective.
  void close_group();

  /// Where each file lies until it has its name; where it is, if an earlier run gave it.
  [[nodiscard]] std::vector<std::string> paths() const {
    auto paths = outputs_;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!was_published_[i]) paths[i] = part_path(outputs_[i]);
    }
    return paths;
  }

  /// Gives all files their names, in order. @note Collective.
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
  const tree::InputSet& inputs_;
  std::vector<std::string> input_lines_;
  std::vector<std::unique_ptr<PartFile>> files_;  ///< By output; those of this rank.
  std::vector<bool> was_published_;               ///< By output, by an earlier run.
  std::size_t first_ = 0;                         ///< Of the group.
  std::span<const plan::Plan> plans_;
  std::vector<Member> members_;  ///< Of the group.
  std::vector<std::int64_t> offsets_;
  std::int64_t end_ = 0;
  std::vector<Range> done_;
  std::unique_ptr<Ways> ways_;
  std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
};

}  // namespace pcgns::publish

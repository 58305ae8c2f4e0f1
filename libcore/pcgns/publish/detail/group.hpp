// group.hpp: staged files that are written together, as one byte space.
//
// A single move fills all of them, so that small files need no rounds of their own. File i is managed by rank
// i mod ranks.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/io/cloning.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/detail/part_file.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::publish {

/// The files of all groups so far.
struct Outputs::Staged {
  Listener listener = {};
  std::vector<std::string> names = {};                ///< In publishing order.
  std::vector<bool> was_published = {};               ///< By name: by an earlier run.
  std::string unchecked = {};                         ///< See Outputs::require_checked.
  std::vector<std::unique_ptr<PartFile>> files = {};  ///< Those that this rank manages.
  std::chrono::steady_clock::time_point last_checkpoint = std::chrono::steady_clock::now();
};

class Group {
 public:
  struct Member {
    std::string path;          ///< Of the staged file.
    PartFile* file = nullptr;  ///< On the rank that manages it.
    bool was_published = false;
    bool is_unchecked = false;       ///< See PartFile.
    bool is_marked_checked = false;  ///< See PartFile.
    file::Layout layout = {};
    std::int64_t begin = 0;                     ///< In the byte space.
    std::vector<Range> done = {};               ///< Of the file, by an earlier run.
    std::vector<cgns::ChunkTable> chunks = {};  ///< By target, by an earlier run.

    [[nodiscard]] Range bytes() const { return {begin, begin + layout.end}; }
  };

  /// Creates the staged files, or finds those of an earlier run, and writes the nodes of those without
  /// chunks. All arguments must live as long as the group. @note Collective.
  Group(par::Session& session, const StageOptions& options, const PlannedOutputs& planned,
        Outputs::Staged& staged);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  [[nodiscard]] const std::vector<Member>& members() const { return members_; }
  /// Of all groups.
  [[nodiscard]] const Listener& listener() const { return staged_.listener; }
  /// True if an earlier run has published all files.
  [[nodiscard]] bool was_published() const;
  /// True if an interrupted run has published one, whose checks are not known.
  [[nodiscard]] bool is_unchecked() const;
  /// The first one that is not marked as checked either; empty if there is none.
  [[nodiscard]] std::string unchecked() const;
  /// How the first file was created; on rank 0.
  [[nodiscard]] Striped striped() const {
    const auto* file = members_.front().file;
    return file == nullptr ? Striped{} : file->striped();
  }

  /// Writes the nodes of the files with chunks. `chunks`: by file. @note Collective.
  void lay_out(const std::vector<file::ChunksInPlace>& chunks);

  /// Offset in the byte space of each target of plan::joined; -1 if there is nothing to move.
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
  /// Size of the byte space.
  [[nodiscard]] std::int64_t end() const { return members_.back().bytes().end; }
  /// Ranges of it that an earlier run has written.
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// True if an earlier run has recorded any progress for the file that contains byte `offset`.
  [[nodiscard]] bool was_begun(std::int64_t offset) const { return !member_at(offset).done.empty(); }

  /// What this run may clone into the files.
  [[nodiscard]] std::vector<io::CloneRun> clone_runs() const;

  [[nodiscard]] io::Sink& sink();
  /// A file alone, from its own byte 0. @note Collective.
  [[nodiscard]] io::Sink& sink_of(const Member& member);
  /// Reads bytes of the space back from the files.
  [[nodiscard]] io::ReadBack read_back() const;

  /// On rank 0: true if journal records are due.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes the data of all ranks durable, then records them in the journals: bytes of the space, or chunks of
  /// `member`. @note Collective.
  void checkpoint(const io::Checkpoint& reached, const Member& member);

  /// Syncs and closes the files on every rank. @note Collective.
  void finish_writing();
  /// Reopens the files and compares their structure with the plans. @note Collective.
  void check_structure();
  /// Marks the files as complete and checked, which releases the plans and the locks. @note Collective.
  void settle();

 private:
  class Sinks;

  void open();
  void create_nodes(const std::vector<std::size_t>& files, const std::vector<file::ChunksInPlace>& chunks);
  [[nodiscard]] file::Layout create_nodes(std::size_t index, const file::ChunksInPlace& chunks,
                                          const file::Ranks& ranks);
  void take_up(std::size_t index, file::Layout layout, const file::ChunksInPlace& chunks);
  void share();
  void sync();
  [[nodiscard]] bool is_mine(std::size_t index) const;
  [[nodiscard]] const Member& member_at(std::int64_t offset) const;
  /// Position of a file among those of all groups.
  [[nodiscard]] long number_of(std::size_t index) const { return static_cast<long>(first_ + index); }

  par::Session& session_;
  const StageOptions& options_;
  const PlannedOutputs& planned_;
  Outputs::Staged& staged_;
  const std::size_t first_;      ///< Number of files in earlier groups,
  const std::size_t first_own_;  ///< and of those that this rank manages.
  const InputLines input_lines_;
  const Clonable clonable_;
  std::vector<Member> members_;
  std::vector<std::int64_t> offsets_;
  std::vector<Range> done_;
  std::vector<std::string>
      created_;  ///< Files whose nodes were created together, not yet synced by this rank.
  std::unique_ptr<Sinks> sinks_;
};

}  // namespace pcgns::publish

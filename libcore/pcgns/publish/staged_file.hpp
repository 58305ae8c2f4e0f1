// staged_file.hpp: an output file that appears complete or not at all.
//
// It is staged as `.<name>.pcgns-part` in the same folder, and renamed after everything is written, synced
// and checked. The journal `.<name>.pcgns-journal` beside it records what an interrupted run has written.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/file/skeleton.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/part_file.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Checks in advance that the output is possible. Throws if its folder is missing or not writable, it exists
/// and may not be overwritten, it is one of `inputs`, or another run's staged file exists.
/// @note Collective.
void preflight(par::Session& session, const StageOptions& options, const std::vector<std::string>& inputs);

/// The same for `options.output` alone, on this rank. If a run is resumed and `is_one_of_many`, an output
/// that it has already published is accepted. @note Local.
void require_possible(const StageOptions& options, const std::vector<std::string>& inputs,
                      bool is_one_of_many);

class StagedFile;
/// Writes the chunks of a plan, except those already written. @note Collective.
using Pack = std::function<file::ChunksInPlace(StagedFile&)>;

class StagedFile {
 public:
  /// Creates the staged file, which must not exist, calls `pack` if the plan has chunks, and writes the
  /// skeleton. To resume, finds the existing one instead. Throws on every rank if space is insufficient or
  /// the staged file belongs to another run. @note Collective.
  StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
             const cgns::InputSet& inputs, std::int64_t alignment, const Pack& pack = {});

  [[nodiscard]] const file::Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// Chunks that an earlier run has written, by target.
  [[nodiscard]] const std::vector<cgns::ChunkTable>& chunks() const { return chunks_; }
  /// True if an earlier run has renamed the file; then only publish() remains.
  [[nodiscard]] bool was_published() const { return was_published_; }
  [[nodiscard]] const std::string& path() const { return part_; }
  /// How the staged file is striped; valid on rank 0.
  [[nodiscard]] const Striped& striped() const { return striped_; }
  [[nodiscard]] io::Sink& sink() { return *sink_; }

  /// On rank 0: true if a journal record is due.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes the data of all ranks durable, then records `written` in the journal. @note Collective.
  void checkpoint(Range written);
  /// The same for chunks, which precede all other data: all so far, by target. @note Collective.
  void checkpoint(const std::vector<cgns::ChunkTable>& chunks);

  /// Syncs and closes the file on every rank. @note Collective.
  void finish_writing();
  /// Reopens the file and compares its structure with the plan. @note Collective.
  void check_structure();
  /// Marks the file as complete and checked, which releases the plan and the lock.
  /// @note Collective.
  void settle();
  /// Renames the file to its final name. @note Collective.
  void publish();

 private:
  friend void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files);
  void sync(par::Stops stops);
  void share_state();
  void share_chunks();

  par::Session& session_;
  const StageOptions options_;
  const plan::Plan& plan_;
  std::vector<std::string> input_lines_;
  std::string part_;
  std::unique_ptr<PartFile> file_;  ///< Rank 0 only. Deletes an incomplete staged file with it, unless it is
                                    ///< to be kept.
  Striped striped_;
  file::Layout layout_;
  std::vector<Range> done_;
  std::vector<cgns::ChunkTable> chunks_;
  bool was_published_ = false;
  std::unique_ptr<io::Sink> sink_;
  std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
};

/// Publishes all settled files in order: all or, on failure, none (see give_names).
/// @note Collective.
void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files);

}  // namespace pcgns::publish

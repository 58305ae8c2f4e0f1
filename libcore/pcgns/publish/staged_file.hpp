// staged_file.hpp: an output file that appears whole or not at all.
//
// It is made under another name, `.<name>.pcgns-part` in the same folder, and renamed when everything has
// been written, synced and checked. `.<name>.pcgns-journal` beside it says what an interrupted run has
// written already.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/file/skeleton.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/part_file.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Fails before any work is done where the output cannot be: its folder is missing or not writable, it exists
/// and may not be overwritten, it is one of `inputs`, or the part file of another run is there.
/// @note Collective.
void preflight(par::Session& session, const StageOptions& options, const std::vector<std::string>& inputs);

/// The same for `options.output` alone, on this rank. An output that an interrupted run has published already
/// is none that exists, if that run is resumed and `is_one_of_many`. @note Local.
void require_possible(const StageOptions& options, const std::vector<std::string>& inputs,
                      bool is_one_of_many);

class StagedFile;
/// Writes the chunks of a plan that has some, but for those that are there. @note Collective.
using Pack = std::function<file::ChunksInPlace(StagedFile&)>;

class StagedFile {
 public:
  /// Opens the part file, which must not exist, lets `pack` write the chunks where the plan has some, and
  /// writes the skeleton; or, to resume, finds what is there already. Throws on every rank if there is no
  /// room, or the part file belongs to another run. @note Collective.
  StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
             const tree::InputSet& inputs, std::int64_t alignment, const Pack& pack = {});

  [[nodiscard]] const file::Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// By target, the chunks that an earlier run has written.
  [[nodiscard]] const std::vector<tree::ChunkTable>& chunks() const { return chunks_; }
  /// True if an earlier run has given it its name: then there is nothing else to do here but to publish.
  [[nodiscard]] bool was_published() const { return was_published_; }
  [[nodiscard]] const std::string& path() const { return part_; }
  /// How the part file was spread; of meaning on rank 0.
  [[nodiscard]] const storage::Striped& striped() const { return striped_; }
  [[nodiscard]] move::Sink& sink() { return *sink_; }

  /// True, on rank 0, if it is time for a journal entry.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes durable what all ranks have written, then enters it in the journal. @note Collective.
  void checkpoint(Range written);
  /// The same, of chunks, which come before all else: all so far, by target. @note Collective.
  void checkpoint(const std::vector<tree::ChunkTable>& chunks);

  /// Every rank syncs and closes its way into the file. @note Collective.
  void finish_writing();
  /// Reopens the file and compares it with the plan. @note Collective.
  void check_structure();
  /// All has been written and checked: the plan is needed no more, nor do others have to be kept away.
  /// @note Collective.
  void settle();
  /// Gives the file its name. @note Collective.
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
  std::unique_ptr<PartFile> file_;  ///< Rank 0's. What is unfinished goes with it, unless it is to be kept.
  storage::Striped striped_;
  file::Layout layout_;
  std::vector<Range> done_;
  std::vector<tree::ChunkTable> chunks_;
  bool was_published_ = false;
  std::unique_ptr<move::Sink> sink_;
  std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
};

/// Gives all settled files their names, in their order: all or, if one fails, none (as give_names does).
/// @note Collective.
void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files);

}  // namespace pcgns::publish

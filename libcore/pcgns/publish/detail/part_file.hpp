// part_file.hpp: one staged file and its journal, managed by one rank. Nothing here is collective.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/clonable.hpp"
#include "pcgns/publish/detail/completion.hpp"
#include "pcgns/publish/detail/journal.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// Throws Error{io} unless the file system of `folder` has space for `bytes` and a small reserve.
void require_room(const std::string& folder, std::int64_t bytes);

/// True if an interrupted run has published `output` and left its journal.
[[nodiscard]] bool was_published(const std::string& output);

/// True if what an interrupted run has published may be the output of this one.
[[nodiscard]] bool accepts_published(const StageOptions& options);

/// The error for the existing staged file of `output`: how to continue, where that is possible.
[[nodiscard]] Error part_exists(const std::string& output);

/// Where arrays of an output must lie, so that as much as possible can be cloned.
[[nodiscard]] file::Congruence congruence_of(const StageOptions& options, const plan::Plan& plan,
                                             const cgns::InputSet& inputs, const Clonable& clonable);

class PartFile {
 public:
  /// `alignment`: Machine::alignment. All references must live until `settle`, and `listener` as long as
  /// this.
  PartFile(StageOptions options, const plan::Plan& plan, std::int64_t alignment, const cgns::InputSet& inputs,
           const InputLines& input_lines, const Clonable& clonable, const Listener& listener);
  /// Removes an incomplete staged file, unless it is to be kept; warns if it cannot.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// Creates the staged file, or finds the existing one to resume. One of many outputs may have been
  /// published by an earlier run; then nothing remains to be done. Throws if the staged file belongs to
  /// another run.
  void open(const Striping& striping);
  /// True after `open` if the nodes are not written yet.
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// The skeleton is written: allocates space for the values.
  void take_up(file::Layout layout, const file::ChunksInPlace& chunks);

  [[nodiscard]] const file::Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// Chunks that an earlier run has written, by target.
  [[nodiscard]] const std::vector<cgns::ChunkTable>& chunks() const { return chunks_; }
  [[nodiscard]] const Striped& striped() const { return striped_; }
  /// True if an earlier run has published it.
  [[nodiscard]] bool was_published() const { return was_published_; }
  /// True if that was an interrupted run, whose checks are not known.
  [[nodiscard]] bool is_unchecked() const { return was_published_ && is_ours_; }
  /// True if the mark of such a file says that it was checked at least like this.
  [[nodiscard]] bool is_marked_checked() const { return is_marked_checked_; }

  /// Records in the journal that `written` is durable. `durable`: make the record durable, too.
  void enter(Range written, bool durable = true);
  /// The same for chunks, which precede all other data: all so far, by target.
  void enter(std::span<const cgns::ChunkTable> chunks);
  /// All data are durable: other ranks need neither the plan nor the lock.
  void settle();
  /// Records a settled file as complete, unless already recorded.
  void enter_all(bool durable);

  /// Call once the output has its final name. Throws Error{io} if the journal cannot be removed.
  void mark_published();

 private:
  [[nodiscard]] FileDescriptor make() const;
  [[nodiscard]] FileDescriptor make_striped(const Striping& striping);
  /// Whether this very run has been done. Throws Error{usage} if the output is of another one.
  [[nodiscard]] bool is_completed() const;
  /// What a run that continues another one must have in common with it, besides the inputs.
  [[nodiscard]] std::string plan_line() const;
  void begin();
  void resume(FileDescriptor part, const Journal& journal);
  [[nodiscard]] const Identity& identity();
  [[nodiscard]] std::string chunks_to_enter();
  void enter(const std::string& lines, bool durable);
  /// `path`: of the file that `journal` is about.
  void require_same(const std::string& path, const Journal& journal, Identity identity) const;
  [[nodiscard]] bool is_to_be_kept() const;
  void mark_checked() const;

  const StageOptions options_;
  const plan::Plan* plan_;
  const std::int64_t alignment_;
  const cgns::InputSet& inputs_;
  const InputLines& input_lines_;
  const Clonable& clonable_;
  const Listener& listener_;
  std::string part_;
  std::string journal_;
  FileDescriptor lock_;  ///< Held as long as this program may write.
  std::unique_ptr<Identity> identity_;
  Making making_;              ///< After `settle`.
  uid_t owner_ = ::geteuid();  ///< Of the staged file: some file systems give files to another user.
  Striped striped_;
  file::Layout layout_;
  std::vector<Range> done_;
  std::vector<cgns::ChunkTable> chunks_;
  std::vector<std::size_t> entered_;  ///< By target: number of its chunks in the journal.
  bool is_ours_ = false;
  bool is_empty_ = false;
  bool has_journal_ = false;
  bool has_all_entered_ = false;
  bool is_settled_ = false;
  bool was_taken_up_ = false;  ///< A failure of this run must not delete the work of an earlier one.
  bool was_published_ = false;
  bool is_marked_checked_ = false;
  bool is_published_ = false;
};

}  // namespace pcgns::publish

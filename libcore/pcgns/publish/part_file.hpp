// part_file.hpp: an output under its other name, and its journal, as the one rank sees them that looks after
// both. Nothing here is collective.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/journal.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/storage/striping.hpp"

namespace pcgns::publish {

/// Throws Error{io} unless the file system of `folder` has room for `bytes`, and a little more.
void require_room(const std::string& folder, std::int64_t bytes);

/// True if an interrupted run has given `output` its name, and has left its journal.
[[nodiscard]] bool was_published(const std::string& output);

class PartFile {
 public:
  /// `plan` must live until `settle`, the rest as long as this.
  PartFile(StageOptions options, const plan::Plan& plan, const tree::InputSet& inputs,
           const std::vector<std::string>& input_lines);
  /// Removes an unfinished part file, unless it is to be kept.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// Makes the part file, or, to resume, finds what is there already. Of outputs that appear together an
  /// earlier run may have published some: then there is no more to do. Throws if it belongs to another run.
  void open(bool may_be_published);
  /// True after `open` if the nodes are still to be written.
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// Writes the skeleton, and takes the room for the values.
  void lay_out(std::int64_t alignment, const file::ChunksInPlace& chunks);

  [[nodiscard]] const file::Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  /// By target, the chunks that an earlier run has written.
  [[nodiscard]] const std::vector<tree::ChunkTable>& chunks() const { return chunks_; }
  [[nodiscard]] const storage::Striped& striped() const { return striped_; }
  /// An earlier run has given it its name.
  [[nodiscard]] bool was_published() const { return was_published_; }

  /// Enters in the journal that `written` is on the device. `durable`: so is the entry.
  void enter(Range written, bool durable = true);
  /// The same of chunks, which come before all else: all so far, by target.
  void enter(const std::vector<tree::ChunkTable>& chunks);
  /// All of it is on the device: other ranks need no plan, nor a lock, any more.
  void settle();
  [[nodiscard]] bool is_settled() const { return is_settled_; }
  /// Enters all of a settled file, if that has not been done.
  void enter_all(bool durable);

  /// The output has its name.
  void mark_published();

 private:
  [[nodiscard]] FileDescriptor make() const;
  [[nodiscard]] FileDescriptor make_striped();
  void begin();
  void take_up(FileDescriptor part, const Journal& journal);
  [[nodiscard]] const Identity& identity();
  [[nodiscard]] std::string chunks_to_enter();
  void enter(const std::string& lines, bool durable);
  void require_same(const Journal& journal, const Identity& identity) const;
  [[nodiscard]] bool is_to_be_kept() const;

  const StageOptions options_;
  const plan::Plan* plan_;
  const tree::InputSet& inputs_;
  const std::vector<std::string>& input_lines_;
  std::string part_;
  std::string journal_;
  FileDescriptor lock_;  ///< Held as long as the program may write.
  std::unique_ptr<Identity> identity_;
  storage::Striped striped_;
  file::Layout layout_;
  std::vector<Range> done_;
  std::vector<tree::ChunkTable> chunks_;
  std::vector<std::size_t> entered_;  ///< By target: so many of its chunks are in the journal.
  bool is_ours_ = false;
  bool is_empty_ = false;
  bool has_journal_ = false;
  bool has_all_entered_ = false;
  bool is_settled_ = false;
  bool was_taken_up_ = false;  ///< What an earlier run has left is not lost to a failure of this one.
  bool was_published_ = false;
  bool is_published_ = false;
};

}  // namespace pcgns::publish

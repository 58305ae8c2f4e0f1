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

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/journal.hpp"
#include "pcgns/storage/striping.hpp"

namespace pcgns::publish {

enum class Check { none, meta, full };

struct StageOptions {
  std::string output;
  bool overwrite = false;
  bool resume = false;
  bool keep_partial = false;  ///< After a failure too; after a stop the part file stays anyway.
  Check check = Check::meta;
  std::string io = "posix";  ///< How bytes reach the file: "posix" or "mpiio".
  std::string mpiio_hints = {};
  std::chrono::milliseconds checkpoint_every{5000};
  storage::Striping striping = {};  ///< Of the output, where its file system has stripes.
};

/// "<folder>/.<name>.pcgns-part" and "<folder>/.<name>.pcgns-journal" of an output.
[[nodiscard]] std::string part_path(const std::string& output);
[[nodiscard]] std::string journal_path(const std::string& output);

/// What to say where a part file is in the way.
[[nodiscard]] Error part_exists(const std::string& part);

/// Fails before any work is done where the output cannot be: its folder is missing or not writable, it exists
/// and may not be overwritten, it is one of `inputs`, or the part file of another run is there.
/// @note Collective.
void preflight(par::Session& session, const StageOptions& options, const std::vector<std::string>& inputs);

/// Writes the chunks of a plan that has some. @note Collective.
using Pack = std::function<file::ChunksInPlace(move::Sink&)>;

class StagedFile {
 public:
  /// Opens the part file, which must not exist, lets `pack` write the chunks where the plan has some, and
  /// writes the skeleton; or, to resume, finds what is there already (never with chunks: then it begins
  /// anew). Throws on every rank if there is no room, or the part file belongs to another run. @note
  /// Collective.
  StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
             const tree::InputSet& inputs, std::int64_t alignment, const Pack& pack = {});
  /// Removes an unfinished part file, unless it is to be kept. Local.
  ~StagedFile();
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;

  [[nodiscard]] const file::Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  [[nodiscard]] const std::string& path() const { return part_; }
  /// How the part file was spread; of meaning on rank 0.
  [[nodiscard]] const storage::Striped& striped() const { return striped_; }
  [[nodiscard]] move::Sink& sink() { return *sink_; }

  /// True, on rank 0, if it is time for a journal entry.
  [[nodiscard]] bool wants_checkpoint() const;
  /// Makes durable what all ranks have written, then enters it in the journal. @note Collective.
  void checkpoint(Range written);

  /// Every rank syncs and closes its way into the file. @note Collective.
  void finish_writing();
  /// Reopens the file and compares it with the plan. @note Collective.
  void check_structure();
  /// Gives the file its name. @note Collective.
  void publish();
  friend void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files);

 private:
  void stage();
  [[nodiscard]] FileDescriptor make_part();
  void begin();
  void lay_out(const file::ChunksInPlace& chunks);
  void take_up(FileDescriptor part, const Journal& journal);
  void enter(Range written);
  void sync(par::Stops stops);
  [[nodiscard]] bool is_to_be_kept() const;
  void share_state();
  void take_name(long number);
  void give_name_back();
  void discard();
  [[nodiscard]] Identity identity_of(const FileDescriptor& part) const;

  par::Session& session_;
  const StageOptions options_;
  const plan::Plan& plan_;
  const tree::InputSet& inputs_;
  std::int64_t alignment_;
  std::string part_;
  std::string journal_;
  FileDescriptor lock_;          ///< Rank 0's: held as long as the program may write.
  FileDescriptor journal_file_;  ///< Rank 0's, once there is an entry.
  storage::Striped striped_;
  file::Layout layout_;
  std::vector<Range> done_;
  std::unique_ptr<move::Sink> sink_;
  std::chrono::steady_clock::time_point last_checkpoint_ = std::chrono::steady_clock::now();
  bool was_taken_up_ = false;  ///< What an earlier run has left is not lost to a failure of this one.
  bool published_ = false;
};

/// Gives all files their names, in their order. If one cannot have its own, those before it lose theirs
/// again, unless they have replaced others. @note Collective.
void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files);

/// Lets this process have that many staged files at a time, as far as the system allows. @note Local.
void expect_files(std::size_t count);

/// Throws Error{usage} if the output is there and may not be replaced, or is one of `inputs`. @note Local.
void require_free_name(const StageOptions& options, const std::vector<std::string>& inputs = {});

}  // namespace pcgns::publish

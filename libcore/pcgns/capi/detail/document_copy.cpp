// document_copy.cpp: a copy of a file that is modified, which takes the place of the file when it is closed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/document_state.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::capi {

namespace {

constexpr auto copying = "copying the file";
constexpr std::int64_t page = 4096;
/// Copied between two looks at faults and failures.
constexpr std::int64_t most_at_once = 64 * mebi;

std::int64_t size_of(const FileDescriptor& file) {
  struct ::stat facts = {};
  if (::fstat(file.get(), &facts) != 0) throw system_error("cannot examine", file.path(), errno);
  return facts.st_size;
}

/// The portion of `bytes` that this rank copies, in whole pages.
Range portion_of(std::int64_t bytes, int rank, int ranks) {
  const auto each = round_up(divide_up(bytes, std::int64_t{ranks}), page);
  return intersect({0, bytes}, {rank * each, (rank + 1) * each});
}

void copy_portion(const std::string& from, const std::string& to, int rank, int ranks) {
  const FileDescriptor source(from, O_RDONLY | O_CLOEXEC);
  FileDescriptor copy(to, O_WRONLY | O_CLOEXEC);
  const auto mine = portion_of(size_of(source), rank, ranks);
  long round = 0;
  for (auto at = mine.begin; at < mine.end; at += most_at_once) {
    par::fault_point("stage", rank, round++);
    copy_bytes(source, {at, std::min(mine.end, at + most_at_once)}, copy);
  }
  copy.close();
}

}  // namespace

void Document::State::stage_copy() {
  require_same_calls();
  const auto original = part;
  par::agree(comm, copying, damage, par::Stops::ignore);
  // What was written in place before belongs to the copy.
  par::collectively(
      comm, copying, [&] { arrays->close(); }, par::Stops::ignore);
  try {
    make_part();
    par::collectively(
        comm, copying, [&] { copy_portion(original, part, rank, par::size_of(comm)); }, par::Stops::ignore);
  } catch (const Error&) {
    if (is_staged && rank == 0) ::unlink(part.c_str());
    is_staged = false;
    part = original;
    throw;
  }
  arrays->move_to(part);
}

}  // namespace pcgns::capi

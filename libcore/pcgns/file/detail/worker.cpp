#include "pcgns/file/detail/worker.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <span>

#include "pcgns/base/bytes.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/detail/inspector.hpp"
#include "pcgns/file/detail/walker.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/values.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::file {

namespace {

constexpr std::int64_t piece_bytes = 4 * mebi;
constexpr std::int64_t cache_bytes = 64 * mebi;

/// Reports the progress of the walk; any failure ends it.
class Ticker : public Observer {
 public:
  /// `judges`: what a reader can pass over is a failure, too.
  Ticker(Progress& progress, bool judges) : progress_(progress), judges_(judges) {}

  void enter(const OpenFile& file, const std::string& path) override { progress_.enter(file.path, path); }
  void at(const GroupView& node) override {
    if (judges_) require_sound_group(node, progress_);
  }
  void at_end_of(const OpenFile&, const std::string&, const cgns::Link&, const LinkTarget&) override {
    progress_.tick();
  }
  void at_part() override { progress_.tick(); }
  void at_stranger(const OpenFile&, const std::string&) override {}
  bool at_failure(const InputError&) override { return false; }

 private:
  Progress& progress_;
  bool judges_;
};

const cgns::File& file_of(const cgns::InputSet& inputs, const cgns::Array& array) {
  return inputs.files.at(static_cast<std::size_t>(array.file));
}

bool only_hdf5_reads(const cgns::InputSet& inputs, const cgns::Array& array) {
  return array.offset < 0 && file_of(inputs, array).adf_format.empty();
}

void read_array(ArrayReader& reader, const cgns::InputSet& inputs, std::size_t index, Progress& progress) {
  const auto& array = inputs.arrays[index];
  const std::int64_t size = cgns::size_of(array.type);
  const auto count = cgns::count_of(array.dims);
  const auto step = piece_bytes / size;
  std::vector<std::byte> values;
  progress.enter(file_of(inputs, array).path, array.path);
  for (std::int64_t at = 0; at < count; at += step) {
    const Range piece{at, std::min(at + step, count)};
    values.resize(static_cast<std::size_t>(piece.size() * size));
    reader.read(static_cast<int>(index), piece, values);
    progress.tick();
  }
}

/// Reads everything that only HDF5 can read.
void read_fully(const cgns::InputSet& inputs, Budget memory, Progress& progress, Observer& observer) {
  ArrayReader reader(inputs, std::min(memory.bytes(), cache_bytes));
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    const auto& array = inputs.arrays[i];
    // Chunks that are too large are an error of the request, for which they need not be read.
    if (!only_hdf5_reads(inputs, array) || bytes_of_chunk(array) > memory.bytes()) continue;
    try {
      read_array(reader, inputs, i, progress);
    } catch (const InputError& error) {
      if (!observer.at_failure(error)) throw;
    }
  }
}

void limit(decltype(RLIMIT_CORE) what, std::int64_t value) {
  rlimit now = {};
  if (getrlimit(what, &now) != 0) return;
  now.rlim_cur = std::min(static_cast<rlim_t>(value), now.rlim_max);
  setrlimit(what, &now);
}

std::int64_t memory_in_use() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

/// Limits memory, so that a damaged size cannot exhaust the node.
void limit_memory([[maybe_unused]] const std::vector<std::string>& paths) {
#ifndef __SANITIZE_ADDRESS__
  auto most = memory_in_use() + 2 * gibi;
  for (const auto& path : paths) most += stored_bytes(path);
  limit(RLIMIT_AS, most);
#endif
}

void leave(std::span<const std::byte> answer, int answers) {
  for (std::size_t done = 0; done < answer.size();) {
    const auto count =
        ::pwrite(answers, answer.data() + done, answer.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) std::_Exit(EXIT_FAILURE);
    done += static_cast<std::size_t>(count);
  }
}

void read_stored_digest(const OpenFile& file) {
  if (file.adf || !h5::has_link(file.id, stored_digest_name)) return;
  const auto dataset = h5::own(H5Dopen2(file.id, stored_digest_name, H5P_DEFAULT), H5Dclose, "no dataset");
  const auto type = h5::own(H5Dget_type(dataset), H5Tclose, "no type");
  const auto extents = h5::extents_of(dataset);
  if (extents.size() != 1 || H5Tget_class(type) != H5T_INTEGER || H5Tget_size(type) != 1) return;
  if (extents.front() > gibi) return;
  std::vector<char> text(static_cast<std::size_t>(extents.front()));
  h5::read_values(dataset, H5T_NATIVE_INT8, std::as_writable_bytes(std::span(text)));
}

/// Tries pcgns's own objects, too. A failure is not an error: a later reader meets it again.
void try_private_objects(const std::string& path) {
  const h5::Quiet quiet;
  try {
    read_stored_digest(*open_file(path));
  } catch (const h5::Failure&) {
    return;
  }
}

cgns::InputSet read_all(const WalkOrder& order, Progress& progress, Observer& observer,
                        const std::function<void()>& before_each = {}) {
  cgns::InputSet inputs;
  {
    // Closing the walker's files may crash, too, so it belongs to the test.
    Walker walker(order.paths, order.options, &observer);
    for (const auto& path : order.paths) {
      if (before_each) before_each();
      progress.enter(path, "");
      walker.walk_next();
    }
    inputs = walker.take();
  }
  if (!order.values) return inputs;
  read_fully(inputs, order.memory, progress, observer);
  for (const auto& path : order.paths) try_private_objects(path);
  return inputs;
}

/// An input without any known content.
cgns::InputSet nothing_of(const std::string& path) {
  cgns::InputSet inputs;
  inputs.files.push_back({.path = path});
  inputs.trees.emplace_back();
  return inputs;
}

Walked inspect(const WalkOrder& order, Progress& progress) {
  const auto& path = order.paths.front();
  (void)container_of(path);
  Inspector inspector(path, progress);
  Walked walked;
  try {
    inspector.begin();
    walked.inputs = read_all(order, progress, inspector);
    inspector.end(walked.inputs);
  } catch (const NotCgns&) {
    throw;
  } catch (const InputError& error) {
    (void)inspector.at_failure(error);
    walked.inputs = nothing_of(path);
  }
  walked.whole = inspector.whole();
  walked.findings = inspector.findings();
  return walked;
}

std::vector<std::byte> answer_to(const WalkOrder& order, Progress& progress) {
  try {
    par::fault_point("walk", par::launched_as().rank, static_cast<long>(order.number));
    return serialized(walk_first(order, progress));
  } catch (const Error& error) {
    return serialized(error);
  } catch (const std::bad_alloc&) {
    return serialized(input_error(progress.file().empty() ? order.paths.front() : progress.file(),
                                  progress.node(),
                                  "there is not enough memory to read it: it may be damaged"));
  }
}

}  // namespace

Walked walk_first(const WalkOrder& order, Progress& progress, const std::function<void()>& before_each) {
  if (order.inspect) return inspect(order, progress);
  Ticker ticker(progress, order.values);
  return {.inputs = read_all(order, progress, ticker, before_each), .findings = {}};
}

std::optional<cgns::InputSet> walk_plain(const WalkOrder& order, const std::function<void()>& before_each) {
  if (order.inspect) return std::nullopt;
  Walker walker(order.paths, order.options);
  for (std::size_t i = 0; i < order.paths.size(); ++i) {
    before_each();
    if (!walker.walk_plain()) return std::nullopt;
  }
  auto inputs = walker.take();
  const bool has_others = std::ranges::any_of(
      inputs.arrays, [&](const cgns::Array& array) { return only_hdf5_reads(inputs, array); });
  if (order.values && has_others) return std::nullopt;
  return inputs;
}

void be_worker(const WalkOrder& order, pid_t supervisor, int answers, Progress& progress) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) std::_Exit(EXIT_FAILURE);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0);
  limit_memory(order.paths);
  leave(answer_to(order, progress), answers);
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace pcgns::file

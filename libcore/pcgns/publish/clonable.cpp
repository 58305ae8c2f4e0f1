#include "pcgns/publish/clonable.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::publish {

namespace {

/// A new file of `folder` that goes when it is closed; without a descriptor if none can be made.
FileDescriptor unnamed_file(const std::string& folder) {
  int made = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (made < 0 && errno == EOPNOTSUPP) {
    auto name = (std::filesystem::path(folder) / ".pcgns-clone-XXXXXX").string();
    made = ::mkostemp(name.data(), O_CLOEXEC);
    if (made >= 0) ::unlink(name.c_str());
  }
  return made < 0 ? FileDescriptor() : FileDescriptor::adopt(made, folder);
}

std::int64_t block_size(const FileDescriptor& file) {
  struct statfs facts = {};
  if (::fstatfs(file.get(), &facts) != 0 || facts.f_bsize <= 0) return 1;
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(facts.f_bsize)));
}

/// What the system says of sharing the first block of `path`: 0 if it can.
int try_it(const std::string& path, std::int64_t block, const FileDescriptor& to) {
  const int from = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return errno;
  return clone_blocks(FileDescriptor::adopt(from, path), {0, block}, to, 0);
}

/// True if `file` has a whole block, and then `device` is where. The facts of inputs are known: to examine
/// thousands of files on one rank, for each group of outputs, takes long.
bool has_block(const cgns::File& file, std::int64_t block, dev_t& device) {
  struct stat facts = {};
  if (file.is_scratch && ::stat(file.path.c_str(), &facts) != 0) return false;
  device = file.is_scratch ? facts.st_dev : file.device;
  return (file.is_scratch ? facts.st_size : file.size) >= block;
}

Clonable probe(const std::string& folder, const cgns::InputSet& inputs) {
  const auto to = unnamed_file(folder);
  if (to.get() < 0) return {.refusal = std::strerror(errno)};
  Clonable found{.block = block_size(to), .refusal = "no input has a whole block"};
  std::map<dev_t, int> failures;
  std::vector<bool> files;
  for (const auto& file : inputs.files) {
    dev_t device = 0;
    const bool is_known = has_block(file, found.block, device);
    if (is_known && !failures.contains(device)) failures[device] = try_it(file.path, found.block, to);
    files.push_back(is_known && failures.at(device) == 0);
    if (is_known && !files.back()) found.refusal = std::strerror(failures.at(device));
  }
  if (std::ranges::count(files, true) > 0) found.files = std::move(files);
  return found;
}

Clonable found_for(const StageOptions& options, const std::string& output, const cgns::InputSet& inputs) {
  auto found = probe(std::filesystem::absolute(output).parent_path().string(), inputs);
  if (found.any() || options.clone != Clone::always) return found;
  throw Error(ErrorKind::usage,
              at(output, "",
                 fmt::format("--clone always: the file system cannot share blocks with the inputs ({})",
                             found.refusal)));
}

}  // namespace

Clonable clonable(par::Session& session, const StageOptions& options, const std::string& output,
                  const cgns::InputSet& inputs) {
  if (options.clone == Clone::never) return {};
  if (options.io != "posix") {
    if (options.clone != Clone::always) return {};
    throw Error(ErrorKind::usage,
                at(output, "", "--clone always: MPI-IO cannot share blocks with the inputs"));
  }
  ByteWriter writer;
  par::on_root(session.comm(), step_of(options, "examining"), [&] {
    const auto found = found_for(options, output, inputs);
    writer.put(found.block);
    writer.put(std::vector<char>(found.files.begin(), found.files.end()));
    writer.put(found.refusal);
  });
  const auto bytes = par::gather_joined(session.comm(), writer.take());
  ByteReader reader(bytes);
  Clonable found;
  std::vector<char> files;
  reader.get(found.block);
  reader.get(files);
  reader.get(found.refusal);
  found.files.assign(files.begin(), files.end());
  return found;
}

}  // namespace pcgns::publish

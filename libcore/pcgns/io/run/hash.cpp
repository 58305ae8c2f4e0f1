#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/run/pieces.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::io {

namespace {

/// Trivially copyable, so that it can be sent as bytes.
struct NumberedHash {
  std::int64_t number = 0;
  Fingerprint hash;
};

/// The rank that reads back what `writer` wrote: another rank, typically on another node.
int checker_of(int writer, int ranks) { return (writer + std::max(1, ranks / 2)) % ranks; }

Error not_as_written(const std::string& name, Range bytes) {
  return {ErrorKind::io, fmt::format("check failed: {}: bytes {} to {} are not what was written", name,
                                     bytes.begin, bytes.end)};
}

int reader_of(const cgns::InputSet& inputs, const Source& source, const std::vector<int>& arrays,
              std::size_t i, int ranks) {
  if (source.is_plain(arrays[i])) return static_cast<int>(i % static_cast<std::size_t>(ranks));
  const auto file = inputs.arrays[static_cast<std::size_t>(arrays[i])].file;
  return inputs.files[static_cast<std::size_t>(file)].reader;
}

}  // namespace

std::vector<Fingerprint> hash_arrays(par::Session& session, const cgns::InputSet& inputs,
                                     const std::vector<int>& arrays, Budget memory) {
  session.enter("comparing arrays");
  std::vector<NumberedHash> mine;
  par::collectively(session.comm(), "comparing arrays", [&] {
    Source source(inputs, memory.share(4));
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      if (reader_of(inputs, source, arrays, i, session.size()) != session.rank()) continue;
      mine.push_back({static_cast<std::int64_t>(i), source.hash(arrays[i])});
      session.alive();
    }
  });
  std::vector<Fingerprint> hashes(arrays.size());
  for (const auto& entry : par::gather_joined(session.comm(), mine))
    hashes[static_cast<std::size_t>(entry.number)] = entry.hash;
  return hashes;
}

std::vector<std::vector<std::byte>> values_of(par::Session& session, const cgns::InputSet& inputs,
                                              const std::vector<int>& arrays, Budget memory) {
  const auto size_of = [&](int array) { return inputs.arrays[static_cast<std::size_t>(array)].bytes(); };
  session.enter("reading small arrays");
  std::vector<std::byte> mine;
  par::collectively(session.comm(), "reading small arrays", [&] {
    Source source(inputs, memory.share(4));
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      if (reader_of(inputs, source, arrays, i, session.size()) != session.rank()) continue;
      const auto begin = mine.size();
      mine.resize(begin + static_cast<std::size_t>(size_of(arrays[i])));
      source.read(arrays[i], {0, size_of(arrays[i])}, std::span(mine).subspan(begin));
    }
  });
  const auto all = par::gather_all(session.comm(), mine);
  // Each rank's arrays are concatenated.
  const Source source(inputs, 0);
  std::vector<std::size_t> at(all.size());
  std::vector<std::vector<std::byte>> values(arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto rank = static_cast<std::size_t>(reader_of(inputs, source, arrays, i, session.size()));
    const auto size = static_cast<std::size_t>(size_of(arrays[i]));
    values[i].assign(all[rank].begin() + static_cast<std::ptrdiff_t>(at[rank]),
                     all[rank].begin() + static_cast<std::ptrdiff_t>(at[rank] + size));
    at[rank] += size;
  }
  return values;
}

ReadBack read_back_from(const std::string& path) {
  return [path, file = std::make_shared<FileDescriptor>()](std::int64_t offset, std::span<std::byte> to) {
    if (file->get() < 0) {
      *file = FileDescriptor(path, O_RDONLY);
      ::posix_fadvise(file->get(), 0, 0, POSIX_FADV_DONTNEED);
    }
    file->read_at(offset, to);
  };
}

void check_written(par::Session& session, const Task& task, const std::string& name, const ReadBack& read,
                   const std::vector<FileBlockHash>& hashes) {
  session.enter("checking the output");
  const auto all = par::gather_joined(session.comm(), hashes);
  par::collectively(session.comm(), "checking the output", [&] {
    const FileBlocks file_blocks(task.end, task.machine);
    const auto runs = runs_of(task.plan, task.offsets, task.done);
    std::vector<std::byte> buffer;
    for (const auto& entry : all) {
      if (checker_of(file_blocks.turn_of(entry.file_block).aggregator, session.size()) != session.rank())
        continue;
      Hasher hasher;
      for (const auto& run : cut(runs, file_blocks.bytes_of(entry.file_block))) {
        buffer.resize(static_cast<std::size_t>(run.size()));
        read(run.begin, buffer);
        hasher.add(buffer);
      }
      par::fault_point("check", session.rank(), entry.file_block);
      if (!(hasher.value() == entry.hash)) throw not_as_written(name, file_blocks.bytes_of(entry.file_block));
      session.alive();
    }
  });
}

void check_runs(par::Session& session, const std::string& name, const ReadBack& read,
                const std::vector<RunHash>& hashes) {
  session.enter("checking the output");
  const auto all = par::gather_all(session.comm(), hashes);
  par::collectively(session.comm(), "checking the output", [&] {
    const auto bytes_read_back = session.memory().buffer(64, 4 * mebi);
    std::vector<std::byte> buffer;
    for (int writer = 0; writer < session.size(); ++writer) {
      if (checker_of(writer, session.size()) != session.rank()) continue;
      for (const auto& entry : all[static_cast<std::size_t>(writer)]) {
        Hasher hasher;
        for (auto at = entry.bytes.begin; at < entry.bytes.end; at += std::ssize(buffer)) {
          buffer.resize(static_cast<std::size_t>(std::min(bytes_read_back, entry.bytes.end - at)));
          read(at, buffer);
          hasher.add(buffer);
        }
        if (!(hasher.value() == entry.hash)) throw not_as_written(name, entry.bytes);
        session.alive();
      }
    }
  });
}

}  // namespace pcgns::io

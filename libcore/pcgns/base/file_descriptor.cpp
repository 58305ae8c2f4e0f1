#include "pcgns/base/file_descriptor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns {

namespace {

/// Linux transfers at most 2 GiB minus one page per call.
constexpr std::int64_t most_per_call = gibi;

/// Bytes of a copy that are in memory at one time.
constexpr std::int64_t copied_at_once = 8 * mebi;

/// Linux takes at most 1024 pieces of memory per call.
constexpr std::size_t most_pieces_per_call = 1024;

/// Inputs, outputs and their locks, files open in HDF5; MPI has some, too.
constexpr std::size_t most_lists = 6;

/// Of pieces of a file.
constexpr std::int64_t block_size = 16 * kibi;
constexpr std::size_t slot_count = 64;

sigset_t size_signal() {
  sigset_t signals = {};
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGXFSZ);
  return signals;
}

}  // namespace

SizeLimit::SizeLimit() {
  const auto signal = size_signal();
  ::pthread_sigmask(SIG_BLOCK, &signal, &before_);
}

SizeLimit::~SizeLimit() {
  const int error = errno;
  // What the program itself has blocked stays pending, as it expects.
  if (::sigismember(&before_, SIGXFSZ) == 0) {
    constexpr timespec at_once = {};
    const auto signal = size_signal();
    if (error == EFBIG) ::sigtimedwait(&signal, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  errno = error;
}

std::size_t files_at_once(std::size_t wanted) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  return std::clamp<std::size_t>(limit.rlim_cur / most_lists, 1, wanted);
}

FileDescriptor::FileDescriptor(const std::string& path, int flags, unsigned mode)
    : descriptor_(uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); })), path_(path) {
  if (descriptor_ < 0) throw system_error("cannot open", path, errno);
}

FileDescriptor FileDescriptor::adopt(int descriptor, std::string path) {
  FileDescriptor result;
  result.descriptor_ = descriptor;
  result.path_ = std::move(path);
  return result;
}

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      has_zeros_beyond_end_(other.has_zeros_beyond_end_) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(has_zeros_beyond_end_, other.has_zeros_beyond_end_);
  return *this;
}

void FileDescriptor::read_at(std::int64_t offset, std::span<std::byte> to) const {
  while (!to.empty()) {
    const auto wanted = std::min<std::int64_t>(static_cast<std::int64_t>(to.size()), most_per_call);
    const auto got = ::pread(descriptor_, to.data(), static_cast<std::size_t>(wanted), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error("cannot read", path_, errno);
    if (got == 0 && has_zeros_beyond_end_) return static_cast<void>(std::ranges::fill(to, std::byte{0}));
    if (got == 0) throw Error(ErrorKind::io, at(path_, "", "the file ended while it was being read"));
    offset += got;
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

void FileDescriptor::read_at(std::int64_t offset, std::span<const std::span<std::byte>> pieces) const {
  std::array<iovec, most_pieces_per_call> vectors;
  while (!pieces.empty()) {
    const auto group = pieces.first(std::min(pieces.size(), vectors.size()));
    pieces = pieces.subspan(group.size());
    std::ranges::transform(group, vectors.begin(), [](auto piece) {
      return iovec{piece.data(), piece.size()};
    });
    const auto got = uninterrupted(
        [&] { return ::preadv(descriptor_, vectors.data(), static_cast<int>(group.size()), offset); });
    if (got < 0) throw system_error("cannot read", path_, errno);
    auto here = static_cast<std::size_t>(got);
    for (const auto piece : group) {
      const auto known = std::min(here, piece.size());
      read_at(offset + static_cast<std::int64_t>(known), piece.subspan(known));
      offset += static_cast<std::int64_t>(piece.size());
      here -= known;
    }
  }
}

void FileDescriptor::write_at(std::int64_t offset, std::span<const std::byte> from) const {
  while (!from.empty()) {
    const auto wanted = std::min<std::int64_t>(static_cast<std::int64_t>(from.size()), most_per_call);
    const auto put = within_size_limit(
        [&] { return ::pwrite(descriptor_, from.data(), static_cast<std::size_t>(wanted), offset); });
    if (put <= 0) throw system_error("cannot write", path_, put < 0 ? errno : EIO);
    offset += put;
    from = from.subspan(static_cast<std::size_t>(put));
  }
}

void FileDescriptor::append(std::span<const std::byte> from) const {
  while (!from.empty()) {
    const auto put = within_size_limit([&] { return ::write(descriptor_, from.data(), from.size()); });
    if (put <= 0) throw system_error("cannot write", path_, put < 0 ? errno : EIO);
    from = from.subspan(static_cast<std::size_t>(put));
  }
}

void FileDescriptor::sync() const {
  if (uninterrupted([&] { return ::fdatasync(descriptor_); }) != 0)
    throw system_error("cannot sync to the device", path_, errno);
}

void FileDescriptor::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) throw system_error("cannot close", path_, errno);
}

int clone_blocks(const FileDescriptor& from, Range bytes, const FileDescriptor& to, std::int64_t offset) {
  const file_clone_range range{.src_fd = from.get(),
                               .src_offset = static_cast<std::uint64_t>(bytes.begin),
                               .src_length = static_cast<std::uint64_t>(bytes.size()),
                               .dest_offset = static_cast<std::uint64_t>(offset)};
  const int result = within_size_limit([&] { return ::ioctl(to.get(), FICLONERANGE, &range); });
  return result == 0 ? 0 : errno;
}

void copy_bytes(const FileDescriptor& from, Range bytes, const FileDescriptor& to) {
  auto done = bytes.begin;
  while (done < bytes.end) {
    auto in = static_cast<off_t>(done);
    auto out = in;
    const auto wanted = static_cast<std::size_t>(std::min(bytes.end - done, gibi));
    const auto count =
        within_size_limit([&] { return ::copy_file_range(from.get(), &in, to.get(), &out, wanted, 0); });
    if (count <= 0) break;
    done += count;
  }
  std::vector<std::byte> buffer;
  for (; done < bytes.end; done += std::ssize(buffer)) {
    buffer.resize(static_cast<std::size_t>(std::min(copied_at_once, bytes.end - done)));
    from.read_at(done, buffer);
    to.write_at(done, buffer);
  }
}

FileBlocks::FileBlocks(const ReadAt& read, std::int64_t file_size, std::int64_t most)
    : read_(read), file_size_(file_size), left_(most), slots_(slot_count) {}

std::vector<std::byte> FileBlocks::get(std::int64_t at, std::int64_t size) {
  if (at < 0 || at > file_size_ || size < 0 || size > file_size_ - at)
    throw Unreadable(
        fmt::format("is damaged or truncated: expected {} bytes at byte {} of the file, which has {}", size,
                    at, file_size_));
  if (size > left_) throw Unreadable("is damaged: its structure leads to the same bytes too often");
  left_ -= size;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (size >= block_size) {
    read_(at, bytes);
  } else {
    copy(at, bytes);
  }
  return bytes;
}

void FileBlocks::copy(std::int64_t at, std::span<std::byte> to) {
  while (!to.empty()) {
    const auto begin = round_down(at, block_size);
    const auto from = std::span<const std::byte>(block(begin)).subspan(static_cast<std::size_t>(at - begin));
    const auto count = std::min(from.size(), to.size());
    std::memcpy(to.data(), from.data(), count);
    to = to.subspan(count);
    at += static_cast<std::int64_t>(count);
  }
}

const std::vector<std::byte>& FileBlocks::block(std::int64_t begin) {
  auto& slot = slots_[static_cast<std::size_t>(begin / block_size) % slot_count];
  if (slot.begin == begin) return slot.bytes;
  slot.begin = -1;
  slot.bytes.resize(static_cast<std::size_t>(std::min(block_size, file_size_ - begin)));
  read_(begin, slot.bytes);
  slot.begin = begin;
  return slot.bytes;
}

}  // namespace pcgns

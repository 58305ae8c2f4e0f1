#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "pcgns/cache/cache.hpp"

namespace pcgns::cache {

FileBacking::FileBacking(const FileDescriptor& file, io::Sink* sink) : file_(file), sink_(sink) {}

void FileBacking::read(std::int64_t address, std::span<std::byte> to) {
  const auto end = address + std::ssize(to);
  struct ::stat state = {};
  if (end > size_ && ::fstat(file_.get(), &state) == 0) size_ = std::max<std::int64_t>(size_, state.st_size);
  const auto size = std::clamp<std::int64_t>(size_ - address, 0, std::ssize(to));
  file_.read_at(address, to.first(static_cast<std::size_t>(size)));
  std::ranges::fill(to.subspan(static_cast<std::size_t>(size)), std::byte{0});
}

void FileBacking::write(std::int64_t address, std::span<const std::byte> from) {
  if (sink_ == nullptr) throw Error(ErrorKind::internal, "a cache of a file that is only read has changes");
  sink_->write(address, from);
}

void FileBacking::expect(Range bytes) {
  static_cast<void>(::posix_fadvise(file_.get(), bytes.begin, bytes.size(), POSIX_FADV_WILLNEED));
}

}  // namespace pcgns::cache

// byte_buffer.hpp: memory that nobody sets before something is written there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace pcgns {

/// Unlike a vector it does not touch memory that is never used: the kernel need not give it.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ~ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept { *this = std::move(other); }
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ByteBuffer(const ByteBuffer&) = delete;
  ByteBuffer& operator=(const ByteBuffer&) = delete;

  [[nodiscard]] std::byte* data() { return bytes_.get(); }
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Makes room for `size` bytes; the first `kept` stay. @pre kept <= this->size().
  void grow(std::int64_t size, std::int64_t kept) {
    if (size <= size_) return;
    if (kept == 0) bytes_.reset();
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
    if (kept > 0) std::memcpy(bytes.get(), bytes_.get(), static_cast<std::size_t>(kept));
    bytes_ = std::move(bytes);
    size_ = size;
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::int64_t size_ = 0;
};

}  // namespace pcgns

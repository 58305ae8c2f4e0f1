// byte_stream.hpp: serialisation of plain values, strings and vectors for messages between ranks.
//
// Not a file format: sender and receiver run the same program on machines of the same byte order.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"

namespace pcgns {

template <typename T>
concept PlainValue = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, std::byte>;

class ByteWriter {
 public:
  template <PlainValue T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(const std::string& text) { put_list(text); }
  template <PlainValue T>
  void put(const std::vector<T>& items) {
    put_list(items);
  }

  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <typename Container>
  void put_list(const Container& items) {
    put(items.size());
    append(items.data(), items.size() * sizeof(typename Container::value_type));
  }
  void append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::byte> bytes_;
};

/// Reads values in the order in which ByteWriter wrote them. Throws Error{internal} if the bytes do not
/// match.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <PlainValue T>
  void get(T& value) {
    copy(&value, sizeof value);
  }
  /// Goes through a byte, because a bool object that is neither 0 nor 1 is undefined behaviour.
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    value = byte != 0;
  }
  void get(std::string& text) { get_list(text); }
  template <PlainValue T>
  void get(std::vector<T>& items) {
    get_list(items);
  }

  /// Reads a count of items of at least `size` bytes each. Throws if the remaining bytes cannot hold them.
  [[nodiscard]] std::size_t length(std::size_t size) {
    std::size_t count = 0;
    get(count);
    if (count > rest_.size() / size) fail();
    return count;
  }
  /// Bytes not read yet.
  [[nodiscard]] std::size_t rest() const { return rest_.size(); }
  void require_end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw Error(ErrorKind::internal, "a received message is damaged"); }
  template <typename Container>
  void get_list(Container& items) {
    constexpr auto size = sizeof(typename Container::value_type);
    items.resize(length(size));
    copy(items.data(), items.size() * size);
  }
  void copy(void* to, std::size_t size) {
    if (size > rest_.size()) fail();
    if (size != 0) std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
};

/// Asks the system, where it leaves the choice to programs, to back large memory that nobody has used yet
/// with huge pages: fresh pages cost more than most of what is done with them. `memory` need not be aligned.
void ask_for_huge_pages(void* memory, std::size_t bytes);

/// Reserves room in a vector, and asks for huge pages.
template <typename T>
void reserve_room(std::vector<T>& values, std::size_t count) {
  if (count <= values.capacity()) return;
  values.reserve(count);
  ask_for_huge_pages(values.data() + values.size(), (count - values.size()) * sizeof(T));
}

/// The same, and gives it `count` values.
template <typename T>
void resize_in_room(std::vector<T>& values, std::size_t count) {
  reserve_room(values, count);
  values.resize(count);
}

/// A growable buffer that, unlike a vector, leaves unused memory untouched, so that the kernel need not back
/// it.
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

  /// Grows to at least `size` bytes and keeps the first `kept` bytes. @pre kept <= this->size().
  void grow(std::int64_t size, std::int64_t kept) {
    if (size <= size_) return;
    if (kept == 0) bytes_.reset();
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
    ask_for_huge_pages(bytes.get(), static_cast<std::size_t>(size));
    if (kept > 0) std::memcpy(bytes.get(), bytes_.get(), static_cast<std::size_t>(kept));
    bytes_ = std::move(bytes);
    size_ = size;
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::int64_t size_ = 0;
};

}  // namespace pcgns

// byte_stream.hpp: plain values, texts and lists of them as bytes, for sending them to other processes.
//
// Not a file format: sender and receiver are the same program in the same run, on machines of the same byte
// order.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
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

/// Reads in the same order. Throws Error{internal} where the bytes are anything else.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <PlainValue T>
  void get(T& value) {
    copy(&value, sizeof value);
  }
  /// A bool that is neither 0 nor 1 has no defined value: read it as a byte.
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

  /// A number of items of at least `size` bytes each: no more than there can be.
  [[nodiscard]] std::size_t length(std::size_t size) {
    std::size_t count = 0;
    get(count);
    if (count > rest_.size() / size) fail();
    return count;
  }
  /// Bytes that are still to be read.
  [[nodiscard]] std::size_t rest() const { return rest_.size(); }
  void require_end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw Error(ErrorKind::internal, "what another process has sent is damaged");
  }
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

}  // namespace pcgns

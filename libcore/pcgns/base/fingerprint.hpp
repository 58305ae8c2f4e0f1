// fingerprint.hpp: 128-bit content hashes (XXH3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pcgns {

struct Fingerprint {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// 32 hexadecimal digits.
[[nodiscard]] std::string to_string(const Fingerprint& fingerprint);

[[nodiscard]] Fingerprint fingerprint(std::span<const std::byte> bytes);

/// Hashes bytes that arrive in several calls.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(std::span<const std::byte> bytes);
  /// Hashes the length first, so that ("ab", "c") and ("a", "bc") differ.
  void add(std::string_view text);
  void add(std::int64_t number);

  [[nodiscard]] Fingerprint value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns

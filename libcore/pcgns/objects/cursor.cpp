#include "pcgns/objects/detail/cursor.hpp"

#include <bit>

#include "pcgns/base/error.hpp"

namespace pcgns::objects {

void give_up() { throw Unreadable("is not read without HDF5"); }

std::span<const std::byte> Cursor::take(std::size_t size) {
  if (size > bytes_.size()) give_up();
  const auto taken = bytes_.first(size);
  bytes_ = bytes_.subspan(size);
  return taken;
}

std::uint64_t Cursor::number(std::size_t size) {
  std::uint64_t value = 0;
  int shift = 0;
  for (const auto byte : take(size)) {
    value |= std::to_integer<std::uint64_t>(byte) << shift;
    shift += 8;
  }
  return value;
}

std::int64_t Cursor::count(std::size_t size) {
  const auto value = static_cast<std::int64_t>(number(size));
  if (value < 0) give_up();
  return value;
}

std::uint64_t Cursor::number_up_to(std::size_t size, std::uint64_t most) {
  const auto value = number(size);
  if (value > most) give_up();
  return value;
}

std::string Cursor::text(std::size_t size) {
  const auto bytes = take(size);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void Cursor::require(std::string_view signature) {
  if (text(signature.size()) != signature) give_up();
}

void Cursor::require_number(std::size_t size, std::uint64_t expected) {
  if (number(size) != expected) give_up();
}

namespace {

/// Bob Jenkins' lookup3 (hashlittle, public domain), which HDF5 uses for checksums.
class Lookup3 {
 public:
  explicit Lookup3(std::span<const std::byte> bytes)
      : a_(0xdeadbeefU + static_cast<std::uint32_t>(bytes.size())), b_(a_), c_(a_) {
    while (bytes.size() > 12) {
      add(bytes.first(12));
      mix();
      bytes = bytes.subspan(12);
    }
    if (bytes.empty()) return;
    add(bytes);
    finish();
  }
  [[nodiscard]] std::uint32_t value() const { return c_; }

 private:
  void add(std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto& word = i < 4 ? a_ : i < 8 ? b_ : c_;
      word += std::to_integer<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    }
  }
  void mix() {
    step(a_, c_, b_, 4), step(b_, a_, c_, 6), step(c_, b_, a_, 8);
    step(a_, c_, b_, 16), step(b_, a_, c_, 19), step(c_, b_, a_, 4);
  }
  static void step(std::uint32_t& x, std::uint32_t& y, const std::uint32_t z, int turn) {
    x -= y;
    x ^= std::rotl(y, turn);
    y += z;
  }
  void finish() {
    end(c_, b_, 14), end(a_, c_, 11), end(b_, a_, 25), end(c_, b_, 16);
    end(a_, c_, 4), end(b_, a_, 14), end(c_, b_, 24);
  }
  static void end(std::uint32_t& x, const std::uint32_t y, int turn) {
    x ^= y;
    x -= std::rotl(y, turn);
  }

  std::uint32_t a_;
  std::uint32_t b_;
  std::uint32_t c_;
};

}  // namespace

std::uint32_t checksum_of(std::span<const std::byte> bytes) { return Lookup3(bytes).value(); }

void require_checksum(std::span<const std::byte> bytes) {
  if (bytes.size() < 4) give_up();
  const auto content = bytes.first(bytes.size() - 4);
  Cursor(bytes.subspan(content.size())).require_number(4, checksum_of(content));
}

}  // namespace pcgns::objects

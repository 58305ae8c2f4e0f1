#include "pcgns/base/fingerprint.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

namespace pcgns {

namespace {

Fingerprint from(XXH128_hash_t hash) { return {hash.high64, hash.low64}; }

}  // namespace

std::string to_string(const Fingerprint& fingerprint) {
  return fmt::format("{:016x}{:016x}", fingerprint.high, fingerprint.low);
}

Fingerprint fingerprint(std::span<const std::byte> bytes) {
  return from(XXH3_128bits(bytes.data(), bytes.size()));
}

struct Hasher::State {
  XXH3_state_t xxh3;
};

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh3); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

void Hasher::add(std::string_view text) {
  add(static_cast<std::int64_t>(text.size()));
  add(std::as_bytes(std::span(text)));
}

void Hasher::add(std::int64_t number) { add(std::as_bytes(std::span(&number, 1))); }

Fingerprint Hasher::value() const { return from(XXH3_128bits_digest(&state_->xxh3)); }

}  // namespace pcgns

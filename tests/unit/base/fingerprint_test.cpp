#include "pcgns/base/fingerprint.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;

Fingerprint of(std::string_view text) { return fingerprint(std::as_bytes(std::span(text))); }

template <typename... Parts>
Fingerprint hashed(const Parts&... parts) {
  Hasher hasher;
  (hasher.add(parts), ...);
  return hasher.value();
}

}  // namespace

TEST_CASE("a fingerprint tells contents apart and is stable") {
  CHECK(of("abc") == of("abc"));
  CHECK_FALSE(of("abc") == of("abd"));
  CHECK_FALSE(of("") == of(std::string_view("\0", 1)));
  CHECK(to_string(of("")) ==
        "99aa06d3014798d86001c324468d497f");  // XXH3, 128 bits: the same on every machine.
}

TEST_CASE("bytes that come in pieces have the fingerprint of the whole") {
  const std::string text(1000, 'x');
  const auto bytes = std::as_bytes(std::span(std::string_view(text)));
  CHECK(hashed(bytes.first(1), bytes.subspan(1, 300), bytes.subspan(301)) == fingerprint(bytes));
}

TEST_CASE("texts are kept apart") {
  CHECK_FALSE(hashed(std::string_view("ab"), std::string_view("c")) ==
              hashed(std::string_view("a"), std::string_view("bc")));
  CHECK_FALSE(hashed(std::int64_t{1}) == hashed(std::int64_t{2}));
}

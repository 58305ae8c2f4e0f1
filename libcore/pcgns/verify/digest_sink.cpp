#include "pcgns/verify/digest_sink.hpp"

#include <algorithm>

#include "pcgns/base/error.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::verify {

void DigestSink::write(std::int64_t offset, std::span<const std::byte> bytes) {
  const Range written{offset, offset + std::ssize(bytes)};
  const auto& offsets = layout_.offsets;
  // The last array that begins at or before the first byte; those without values lie at the place of others.
  auto next = std::upper_bound(offsets.begin(), offsets.end(), offset);
  if (next != offsets.begin()) --next;
  for (; next != offsets.end() && *next < written.end; ++next) {
    const auto target = static_cast<std::size_t>(next - offsets.begin());
    const auto part = intersect(written, {*next, *next + targets_[target].bytes()});
    if (part.empty()) continue;
    add(target, part.begin - *next,
        bytes.subspan(static_cast<std::size_t>(part.begin - offset), static_cast<std::size_t>(part.size())));
  }
}

void DigestSink::add(std::size_t target, std::int64_t begin, std::span<const std::byte> stored) {
  const auto& array = targets_[target];
  const auto size = plan::stored_block(array.type);
  const auto end = begin + std::ssize(stored);
  if (begin % size != 0 || (end % size != 0 && end != array.bytes()))
    throw Error(ErrorKind::internal, "a block of an array comes in pieces");
  plan::add_blocks(array.type, begin / size, stored, sums_[target], room_);
}

}  // namespace pcgns::verify

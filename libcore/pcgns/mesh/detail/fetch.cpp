#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/request_reply.hpp"

namespace pcgns::mesh {

namespace {

/// The values before and after those that this rank holds.
using Rest = std::array<std::vector<std::byte>, 2>;

/// `ranges` in blocks that fit in a message: the first block of every owner, then the second ones.
std::vector<Range> blocks_of(const std::array<Range, 2>& ranges, const Share& share, std::int64_t longest) {
  std::vector<Range> blocks;
  for (std::int64_t from = 0; from < share.per_rank; from += longest) {
    const auto to = std::min(from + longest, share.per_rank);
    for (const auto& range : ranges) {
      if (range.empty()) continue;
      for (std::int64_t owner = share.owner_of(range.begin); owner <= share.owner_of(range.end - 1);
           ++owner) {
        const auto first = owner * share.per_rank;
        const auto block = intersect(range, {first + from, first + to});
        if (!block.empty()) blocks.push_back(block);
      }
    }
  }
  return blocks;
}

/// The values of `wanted` that other ranks hold.
Rest rest_of(par::Session& session, const Share& share, Range wanted) {
  const std::int64_t size = cgns::size_of(share.type);
  const auto mine = intersect(wanted, share.values);
  std::array<Range, 2> ranges = {wanted, {wanted.end, wanted.end}};
  if (!mine.empty()) ranges = {{{wanted.begin, mine.begin}, {mine.end, wanted.end}}};
  Rest rest;
  for (std::size_t i = 0; i < 2; ++i)
    rest[i].resize(static_cast<std::size_t>(std::max<std::int64_t>(0, ranges[i].size()) * size));
  const auto longest = std::max<std::int64_t>(1, par::Exchange(session).room() / size);
  const auto blocks = blocks_of(ranges, share, longest);
  const auto bytes_of = [&](const Range& block) { return block.size() * size; };
  const auto copy = [&](std::byte* to, const std::byte* from, const Range& block) {
    std::memcpy(to, from, static_cast<std::size_t>(bytes_of(block)));
  };
  par::ask_owners_for_bytes(
      session, std::span(blocks), [&](const Range& block) { return share.owner_of(block.begin); }, bytes_of,
      [&](const Range& block, std::byte* to) {
        copy(to, share.bytes.data() + (block.begin - share.values.begin) * size, block);
      },
      [&](std::size_t index, const std::byte* from) {
        const auto& block = blocks[index];
        const auto i = block.begin < ranges[0].end ? 0U : 1U;
        copy(rest[i].data() + (block.begin - ranges[i].begin) * size, from, block);
      });
  return rest;
}

/// Byte range in the share of those values of `wanted` that this rank holds.
Range bytes_within(const Share& share, Range wanted) {
  const auto mine = intersect(wanted, share.values);
  if (mine.empty()) return {};
  const std::int64_t size = cgns::size_of(share.type);
  return {(mine.begin - share.values.begin) * size, (mine.end - share.values.begin) * size};
}

}  // namespace

std::vector<std::byte> fetch(par::Session& session, const Share& share, std::span<const std::int64_t> wanted,
                             std::int64_t width) {
  const std::int64_t size = width * cgns::size_of(share.type);
  std::vector<std::byte> values;
  par::ask_owners_for_bytes(
      session, wanted,
      [&](std::int64_t index) {
        if (index < 0 || index >= share.count / width)
          throw Error(ErrorKind::internal, "values are asked for that an array does not have");
        // Here, so that the ranks agree on a failure.
        values.resize(wanted.size() * static_cast<std::size_t>(size));
        return share.owner_of(index * width);
      },
      [&](std::int64_t) { return size; },
      [&](std::int64_t index, std::byte* to) {
        const auto at = (index * width - share.values.begin) * (size / width);
        std::memcpy(to, share.bytes.data() + at, static_cast<std::size_t>(size));
      },
      [&](std::size_t i, const std::byte* from) {
        std::memcpy(values.data() + i * static_cast<std::size_t>(size), from, static_cast<std::size_t>(size));
      });
  return values;
}

std::vector<std::byte> fetch_range(par::Session& session, const Share& share, Range wanted) {
  const auto rest = rest_of(session, share, wanted);
  const auto own = bytes_within(share, wanted);
  std::vector<std::byte> values;
  values.reserve(rest[0].size() + static_cast<std::size_t>(own.size()) + rest[1].size());
  values.insert(values.end(), rest[0].begin(), rest[0].end());
  values.insert(values.end(), share.bytes.begin() + own.begin, share.bytes.begin() + own.end);
  values.insert(values.end(), rest[1].begin(), rest[1].end());
  return values;
}

std::vector<std::byte> fetch_range(par::Session& session, Share&& share, Range wanted) {
  const auto rest = rest_of(session, share, wanted);
  const auto own = bytes_within(share, wanted);
  auto values = std::move(share.bytes);
  values.erase(values.begin() + own.end, values.end());
  values.erase(values.begin(), values.begin() + own.begin);
  values.insert(values.begin(), rest[0].begin(), rest[0].end());
  values.insert(values.end(), rest[1].begin(), rest[1].end());
  return values;
}

}  // namespace pcgns::mesh

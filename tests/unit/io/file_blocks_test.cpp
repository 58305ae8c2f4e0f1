#include "pcgns/io/file_blocks.hpp"

#include <map>
#include <set>

#include "catch.hpp"
#include "pcgns/base/bytes.hpp"

namespace {

using namespace pcgns;
using io::FileBlocks;
using plan::Machine;

Machine lustre(int ranks, int stripes) {
  return {.ranks = ranks, .memory = gibi, .stripe_size = 4 * mebi, .stripe_count = stripes};
}

}  // namespace

TEST_CASE("domains cover the file once, and the turn of each is the one its owner takes") {
  for (const int ranks : {1, 2, 3, 7, 64}) {
    for (const std::int64_t end : {0, 1, 4095, 4096, 4097, 1000003}) {
      const FileBlocks file_blocks(end, {.ranks = ranks, .buffer = 4096});
      std::int64_t covered = 0;
      for (std::int64_t round = 0; round < file_blocks.rounds(); ++round) {
        for (int aggregator = 0; aggregator < ranks; ++aggregator) {
          const auto file_block = file_blocks.file_block_of(aggregator, round);
          covered += file_blocks.bytes_of(file_block).size();
          if (file_block >= file_blocks.count()) continue;
          CHECK(file_blocks.turn_of(file_block).aggregator == aggregator);
          CHECK(file_blocks.turn_of(file_block).round == round);
        }
      }
      CHECK(covered == end);
    }
  }
}

TEST_CASE("the bytes before a round are those of all earlier rounds") {
  const FileBlocks file_blocks(1000003, {.ranks = 3, .buffer = 4096});
  CHECK(file_blocks.bytes_before(0).empty());
  CHECK(file_blocks.bytes_before(2) == Range{0, 2 * 3 * 4096});
  CHECK(file_blocks.bytes_before(file_blocks.rounds()) == Range{0, 1000003});
}

TEST_CASE("on Lustre an owner always meets the same stripes") {
  for (const int ranks : {1, 3, 10, 64, 100, 10000}) {
    for (const int stripes : {2, 7, 64}) {
      const auto machine = lustre(ranks, stripes);
      const FileBlocks file_blocks(100 * gibi, machine);
      std::map<int, std::set<std::int64_t>> met;
      for (std::int64_t file_block = 0; file_block < file_blocks.count(); ++file_block) {
        const auto bytes = file_blocks.bytes_of(file_block);
        CHECK(bytes.begin % machine.stripe_size == 0);
        for (auto at = bytes.begin; at < bytes.end; at += machine.stripe_size) {
          met[file_blocks.turn_of(file_block).aggregator].insert(at / machine.stripe_size % stripes);
        }
      }
      const auto aggregators = io::aggregator_count(machine);
      const auto shared =
          std::max<std::int64_t>(stripes / aggregators, file_blocks.size() / machine.stripe_size);
      for (const auto& [aggregator, stripes_met] : met)
        CHECK(static_cast<std::int64_t>(stripes_met.size()) <= shared);
    }
  }
}

TEST_CASE("the buffer keeps within the memory, and to whole alignment units") {
  CHECK(io::file_block_size({.ranks = 1}) == 16 * mebi);
  CHECK(io::file_block_size({.ranks = 1, .memory = 8 * mebi}) == 2 * mebi);
  CHECK(io::file_block_size({.ranks = 1, .buffer = 10000}) == 8192);
  CHECK(io::file_block_size({.ranks = 1, .buffer = 100}) == 64);
  CHECK(io::file_block_size(lustre(8, 64)) == 16 * mebi);
  CHECK(io::file_block_size(lustre(8, 3)) == 12 * mebi);
}

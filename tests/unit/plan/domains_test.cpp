#include "pcgns/plan/domains.hpp"

#include <map>
#include <set>

#include "catch.hpp"
#include "pcgns/base/bytes.hpp"

namespace {

using namespace pcgns;
using plan::Domains;
using plan::Machine;

Machine lustre(int ranks, int stripes) {
  return {.ranks = ranks, .memory = gibi, .stripe_size = 4 * mebi, .stripe_count = stripes};
}

}  // namespace

TEST_CASE("domains cover the file once, and the turn of each is the one its owner takes") {
  for (const int ranks : {1, 2, 3, 7, 64}) {
    for (const std::int64_t end : {0, 1, 4095, 4096, 4097, 1000003}) {
      const Domains domains(end, {.ranks = ranks, .buffer = 4096});
      std::int64_t covered = 0;
      for (std::int64_t round = 0; round < domains.rounds(); ++round) {
        for (int owner = 0; owner < ranks; ++owner) {
          const auto domain = domains.domain_of(owner, round);
          covered += domains.bytes_of(domain).size();
          if (domain >= domains.count()) continue;
          CHECK(domains.turn_of(domain).owner == owner);
          CHECK(domains.turn_of(domain).round == round);
        }
      }
      CHECK(covered == end);
    }
  }
}

TEST_CASE("the bytes before a round are those of all earlier rounds") {
  const Domains domains(1000003, {.ranks = 3, .buffer = 4096});
  CHECK(domains.bytes_before(0).empty());
  CHECK(domains.bytes_before(2) == Range{0, 2 * 3 * 4096});
  CHECK(domains.bytes_before(domains.rounds()) == Range{0, 1000003});
}

TEST_CASE("on Lustre an owner always meets the same stripes") {
  for (const int ranks : {1, 3, 10, 64, 100, 10000}) {
    for (const int stripes : {2, 7, 64}) {
      const auto machine = lustre(ranks, stripes);
      const Domains domains(100 * gibi, machine);
      std::map<int, std::set<std::int64_t>> met;
      for (std::int64_t domain = 0; domain < domains.count(); ++domain) {
        const auto bytes = domains.bytes_of(domain);
        CHECK(bytes.begin % machine.stripe_size == 0);
        for (auto at = bytes.begin; at < bytes.end; at += machine.stripe_size) {
          met[domains.turn_of(domain).owner].insert(at / machine.stripe_size % stripes);
        }
      }
      const auto owners = plan::owner_count(machine);
      const auto shared = std::max<std::int64_t>(stripes / owners, domains.size() / machine.stripe_size);
      for (const auto& [owner, stripes_met] : met)
        CHECK(static_cast<std::int64_t>(stripes_met.size()) <= shared);
    }
  }
}

TEST_CASE("the buffer keeps within the memory, and to whole alignment units") {
  CHECK(plan::domain_size({.ranks = 1}) == 16 * mebi);
  CHECK(plan::domain_size({.ranks = 1, .memory = 8 * mebi}) == 2 * mebi);
  CHECK(plan::domain_size({.ranks = 1, .buffer = 10000}) == 8192);
  CHECK(plan::domain_size({.ranks = 1, .buffer = 100}) == 64);
  CHECK(plan::domain_size(lustre(8, 64)) == 16 * mebi);
  CHECK(plan::domain_size(lustre(8, 3)) == 12 * mebi);
}

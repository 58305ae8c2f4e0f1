#ifdef __linux__

#include "pcgns/par/node.hpp"

#include <sched.h>

#include "catch.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

std::vector<int> allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
  std::vector<int> numbers;
  for (int number = 0; number < CPU_SETSIZE; ++number) {
    if (CPU_ISSET(number, &set)) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

TEST_CASE("all ranks of a node know its processors, and whether a rank is bound to some of them") {
  const auto before = allowed();
  const auto found = par::find_processors(session().comm());
  CHECK(found.count == static_cast<int>(found.numbers.size()));
  CHECK(found.count >= static_cast<int>(before.size()));
  if (found.count < 2 || !found.all_may_use_all) return;

  const par::OnProcessor stays(session().is_root() ? found.numbers.back() : -1);
  const auto bound = par::find_processors(session().comm());
  const bool alone = session().size() == 1;
  CHECK(bound.all_may_use_all == alone);
  CHECK(bound.count == (alone ? 1 : found.count));
}

TEST_CASE("a thread stays on a processor for a while, and then may run where it could before") {
  const auto before = allowed();
  {
    const par::OnProcessor stays(before.back());
    CHECK(allowed() == std::vector<int>{before.back()});
    const par::OnProcessor anywhere(-1);
    CHECK(allowed().size() == 1);
  }
  CHECK(allowed() == before);
}

#endif

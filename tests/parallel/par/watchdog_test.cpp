#include "pcgns/par/detail/watchdog.hpp"

#include <atomic>

#include "catch.hpp"
#include "session.hpp"

namespace {

using namespace std::chrono_literals;
using pcgns::par::Watchdog;

void until(const std::function<bool()>& done) {
  for (int i = 0; i < 1000 && !done(); ++i) std::this_thread::sleep_for(10ms);
}

/// It is a thread, and knows nothing of other ranks: that they are there changes nothing, and waiting takes
/// time.
bool is_alone() { return pcgns::test::session().size() == 1; }

}  // namespace

TEST_CASE("a watchdog that hears nothing speaks once, and names the phase") {
  if (!is_alone()) return;
  std::atomic<int> spoken = 0;
  std::string phase;
  Watchdog watchdog(
      {.timeout = 1s}, [] {},
      [&](const std::string& in, std::chrono::seconds) {
        phase = in;
        ++spoken;
      });
  watchdog.enter("counting");
  until([&] { return spoken > 0; });
  CHECK(spoken == 1);
  CHECK(phase == "counting");
}

TEST_CASE("a watchdog that hears a sign of life, or is suspended, says nothing") {
  if (!is_alone()) return;
  std::atomic<int> spoken = 0;
  Watchdog watchdog(
      {.timeout = 1s}, [] {}, [&](const std::string&, std::chrono::seconds) { ++spoken; });
  for (int i = 0; i < 15; ++i) {
    watchdog.alive();
    std::this_thread::sleep_for(100ms);
  }
  CHECK(spoken == 0);
  watchdog.suspend(true);
  std::this_thread::sleep_for(1500ms);
  CHECK(spoken == 0);
}

TEST_CASE("a watchdog without a limit only ticks") {
  if (!is_alone()) return;
  std::atomic<int> ticks = 0;
  std::atomic<int> spoken = 0;
  Watchdog watchdog(
      {}, [&] { ++ticks; }, [&](const std::string&, std::chrono::seconds) { ++spoken; });
  until([&] { return ticks >= 3; });
  CHECK(ticks >= 3);
  CHECK(spoken == 0);
}

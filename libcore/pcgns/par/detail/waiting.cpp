#include "pcgns/par/detail/waiting.hpp"

#include "pcgns/par/detail/watchdog.hpp"

namespace pcgns::par {

namespace {

/// The only state here that outlives a call.
Watchdog* watchdog = nullptr;

}  // namespace

void observe_waiting(Watchdog* observer) { watchdog = observer; }

Waiting::Waiting() {
  if (watchdog != nullptr) watchdog->wait_begins();
}

Waiting::~Waiting() {
  if (watchdog == nullptr) return;
  watchdog->alive();
  watchdog->wait_ends();
}

}  // namespace pcgns::par

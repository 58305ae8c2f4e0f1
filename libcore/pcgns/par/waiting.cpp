#include "pcgns/par/waiting.hpp"

#include "pcgns/par/watchdog.hpp"

namespace pcgns::par {

namespace {

/// The one thing here that outlives a call.
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

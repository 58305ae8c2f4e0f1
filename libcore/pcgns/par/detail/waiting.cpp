#include "pcgns/par/detail/waiting.hpp"

#include <list>
#include <utility>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/detail/watchdog.hpp"

namespace pcgns::par {

namespace {

/// The only state here that outlives a call, with `services` and `is_serving`.
Watchdog* watchdog = nullptr;

struct Service {
  const WhileWaiting* owner;
  std::function<void()> step;
};

/// Never destroyed: what a program leaves open may end after the other statics.
std::list<Service>& services() {
  static auto& all = *new std::list<Service>;
  return all;
}

bool is_serving = false;

/// Until its end, also where a step throws.
struct Serving {
  Serving() { is_serving = true; }
  ~Serving() { is_serving = false; }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;
  Serving(Serving&&) = delete;
  Serving& operator=(Serving&&) = delete;
};

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

bool Waiting::serve() const {
  if (services().empty()) return false;
  if (is_serving) return true;
  const Serving serving;
  for (const auto& service : services()) service.step();
  return true;
}

WhileWaiting::WhileWaiting(std::function<void()> step) { services().push_back({this, std::move(step)}); }

WhileWaiting::~WhileWaiting() {
  services().remove_if([&](const Service& service) { return service.owner == this; });
}

}  // namespace pcgns::par

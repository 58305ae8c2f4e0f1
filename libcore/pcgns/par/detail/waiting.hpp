// waiting.hpp: what a rank does while it waits for others: tells the watchdog, and serves them.
#pragma once

namespace pcgns::par {

class Watchdog;

/// Sets the watchdog to notify; null for none.
void observe_waiting(Watchdog* observer);

/// During its lifetime, silence of this rank counts as waiting for others.
class Waiting {
 public:
  Waiting();
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Calls the steps of all WhileWaiting objects, unless one of them is running. False: there are none.
  bool serve() const;
};

}  // namespace pcgns::par

// waiting.hpp: tells the watchdog when this rank waits for others.
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
};

}  // namespace pcgns::par

// waiting.hpp: tells the watchdog that this process waits for others.
#pragma once

namespace pcgns::par {

class Watchdog;

/// Whom to tell (nobody: null).
void observe_waiting(Watchdog* observer);

/// While it lives, the silence of this process is not its own fault.
class Waiting {
 public:
  Waiting();
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
};

}  // namespace pcgns::par

#include "pcgns/base/listener.hpp"

namespace pcgns {

double Timer::lap() {
  const auto now = Clock::now();
  const std::chrono::duration<double> seconds = now - last_;
  last_ = now;
  return seconds.count();
}

double Timer::total() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

}  // namespace pcgns

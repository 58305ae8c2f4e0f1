#include "pcgns/plan/domains.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"

namespace pcgns::plan {

namespace {

constexpr std::int64_t usual_buffer = 16 * mebi;
/// What is in it is sent in one message.
constexpr std::int64_t largest_buffer = 1024 * mebi;
/// And all are multiples of it: a value at an aligned place then lies in one domain.
constexpr std::int64_t smallest_domain = 64;

bool is_striped(const Machine& machine) { return machine.stripe_size > 0 && machine.stripe_count > 1; }

/// The largest number of stripes in a domain that divides the stripe count and keeps the domain within `most`
/// bytes.
std::int64_t stripes_per_domain(const Machine& machine, std::int64_t most) {
  std::int64_t stripes = std::clamp<std::int64_t>(most / machine.stripe_size, 1, machine.stripe_count);
  while (machine.stripe_count % stripes != 0) --stripes;
  return stripes;
}

}  // namespace

Machine suited(Machine machine, const Plan& plan) {
  if (!plan.indexed.empty() && machine.buffer == 0)
    machine.buffer = std::min(largest_buffer, machine.memory / 4);
  return machine;
}

std::int64_t domain_size(const Machine& machine) {
  const std::int64_t wanted = std::min(
      largest_buffer, machine.buffer > 0 ? machine.buffer : std::min(usual_buffer, machine.memory / 4));
  if (is_striped(machine) && machine.stripe_size <= wanted) {
    return stripes_per_domain(machine, wanted) * machine.stripe_size;
  }
  const std::int64_t unit = std::max<std::int64_t>({machine.alignment, machine.stripe_size, 1});
  return std::max(smallest_domain,
                  round_down(unit <= wanted ? round_down(wanted, unit) : wanted, smallest_domain));
}

int owner_count(const Machine& machine) {
  const std::int64_t size = domain_size(machine);
  if (!is_striped(machine) || size % machine.stripe_size != 0) return machine.ranks;
  const auto per_pass = static_cast<int>(machine.stripe_count * machine.stripe_size / size);
  if (machine.ranks >= per_pass) return machine.ranks / per_pass * per_pass;
  int owners = machine.ranks;
  while (per_pass % owners != 0) --owners;
  return owners;
}

Domains::Domains(std::int64_t end, const Machine& machine)
    : end_(end),
      size_(domain_size(machine)),
      count_(divide_up(end, size_)),
      owners_(owner_count(machine)),
      blocked_(machine.blocked) {}

std::int64_t Domains::rounds() const { return divide_up(count_, owners_); }

Domains::Turn Domains::turn_of(std::int64_t domain) const {
  if (blocked_) return {static_cast<int>(domain / rounds()), domain % rounds()};
  return {static_cast<int>(domain % owners_), domain / owners_};
}

std::int64_t Domains::domain_of(int owner, std::int64_t round) const {
  if (owner >= owners_) return count_;
  if (!blocked_) return round * owners_ + owner;
  return round < rounds() ? owner * rounds() + round : count_;
}

Range Domains::bytes_of(std::int64_t domain) const {
  if (domain >= count_) return {};
  return {domain * size_, std::min(end_, (domain + 1) * size_)};
}

Range Domains::hull_of(std::int64_t round) const {
  if (blocked_) return {0, end_};
  return {bytes_before(round).end, bytes_before(round + 1).end};
}

Range Domains::bytes_before(std::int64_t rounds) const {
  return {0, std::min(end_, rounds * owners_ * size_)};
}

}  // namespace pcgns::plan

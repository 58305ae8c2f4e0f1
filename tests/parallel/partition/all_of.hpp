// all_of.hpp: what all ranks have.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace pcgns::test {

/// Everybody's values, in the order of the ranks.
template <typename Value>
std::vector<Value> all_of(const std::vector<Value>& mine) {
  std::vector<Value> all;
  for (const auto& bytes : par::gather_all(session().comm(), std::as_bytes(std::span(mine)))) {
    const auto before = all.size();
    all.resize(before + bytes.size() / sizeof(Value));
    if (!bytes.empty()) std::memcpy(all.data() + before, bytes.data(), bytes.size());
  }
  return all;
}

}  // namespace pcgns::test

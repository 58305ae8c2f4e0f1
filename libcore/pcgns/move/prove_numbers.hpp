#pragma once
#include "pcgns/assemble/numbers.hpp"
#include "pcgns/par/session.hpp"
namespace pcgns::move {
std::vector<assemble::NumberFacts> prove_numbers(par::Session& session, const tree::InputSet& inputs,
                                                 const std::vector<assemble::NumberSet>& sets,
                                                 std::int64_t memory);
}

// compare_near.hpp: points that are the same but for rounding.
#pragma once

#include "pcgns/verify/compare_rendezvous.hpp"

namespace pcgns::verify {

/// Gives points that have no partner the nearest one of those without that is within `absolute`, in every
/// coordinate; of several points that want one, the nearest gets it. The keys are the coordinates as bits of
/// doubles. @note Collective.
void pair_near(par::Session& session, const KeyedItems& a, const KeyedItems& b, double absolute,
               Partners& partners);

}  // namespace pcgns::verify

// tell_notes.hpp: what a plan has to say, to whoever listens.
#pragma once

#include "pcgns/base/listener.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// Tells the notes of `plan` in their order. Throws Error{input} if there is a loss and the job is `strict`.
void tell_notes(const Plan& plan, bool strict, const Listener& listener);

}  // namespace pcgns::plan

#include "pcgns/plan/tell_notes.hpp"

#include "pcgns/base/error.hpp"

namespace pcgns::plan {

void tell_notes(const Plan& plan, bool strict, const Listener& listener) {
  for (const auto& note : plan.notes) {
    if (note.kind == Note::Kind::info) listener.info(note.text);
    if (note.kind == Note::Kind::warning) listener.warn(note.text);
    if (note.kind != Note::Kind::loss) continue;
    if (strict) throw Error(ErrorKind::input, "--strict: " + note.text);
    listener.warn("not carried over: " + note.text);
  }
}

}  // namespace pcgns::plan

#include "pcgns/plan/notes.hpp"

#include <fmt/format.h>

#include "pcgns/base/error.hpp"

namespace pcgns::plan {

namespace {

constexpr std::size_t most_notes_of_a_topic = 6;

}  // namespace

void tell_notes(const Plan& plan, bool strict, const Listener& listener) {
  for (const auto& note : plan.notes) {
    if (strict && note.is_suspicion) throw Error(ErrorKind::input, "--strict: " + note.text);
    if (note.kind == Note::Kind::info) listener.info(note.text);
    if (note.kind == Note::Kind::warning) listener.warn(note.text);
    if (note.kind != Note::Kind::loss) continue;
    if (strict) throw Error(ErrorKind::input, "--strict: " + note.text);
    listener.warn("not carried over: " + note.text);
  }
}

void Notes::add(Note::Kind kind, const std::string& topic, std::string text) {
  add_to(topic_of(kind, topic), std::move(text));
}

void Notes::suspect(const std::string& topic, std::string text) {
  auto& warned = topic_of(Note::Kind::warning, topic);
  warned.is_suspicion = true;
  add_to(warned, std::move(text));
}

/// Notes of another kind are never summed up in one: --strict refuses losses, not warnings.
Notes::Topic& Notes::topic_of(Note::Kind kind, const std::string& topic) {
  const auto [found, is_new] =
      index_.try_emplace(fmt::format("{}:{}", static_cast<int>(kind), topic), topics_.size());
  if (is_new) topics_.push_back({.kind = kind, .texts = {}});
  return topics_[found->second];
}

void Notes::add_to(Topic& topic, std::string text) {
  if (topic.texts.size() < most_notes_of_a_topic) {
    topic.texts.push_back(std::move(text));
  } else {
    ++topic.more;
  }
}

std::vector<Note> Notes::folded() const {
  std::vector<Note> notes;
  for (const auto& topic : topics_) {
    for (const auto& text : topic.texts) notes.push_back({topic.kind, text, topic.is_suspicion});
    if (topic.more > 0) notes.back().text += fmt::format(" (and {} more like this)", topic.more);
  }
  return notes;
}

}  // namespace pcgns::plan

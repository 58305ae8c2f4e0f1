// notes.hpp: what a plan has to say, to whoever listens.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// Collects notes and summarises many notes of one kind on one topic by the first few.
class Notes {
 public:
  void add(Note::Kind kind, const std::string& topic, std::string text);
  /// A warning that inputs may be missing.
  void suspect(const std::string& topic, std::string text);
  [[nodiscard]] std::vector<Note> folded() const;

 private:
  struct Topic {
    Note::Kind kind = Note::Kind::info;
    bool is_suspicion = false;
    std::vector<std::string> texts;
    std::int64_t more = 0;
  };
  Topic& topic_of(Note::Kind kind, const std::string& topic);
  static void add_to(Topic& topic, std::string text);

  std::vector<Topic> topics_;
  std::unordered_map<std::string, std::size_t> index_;  ///< By kind and topic.
};

/// Tells the notes of `plan` in their order. Throws Error{input} if the job is `strict` and there is a
/// loss, or a sign that inputs are missing.
void tell_notes(const Plan& plan, bool strict, const Listener& listener);

}  // namespace pcgns::plan

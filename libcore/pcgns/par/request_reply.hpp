// request_reply.hpp: sparse request/reply to the ranks that own the data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::par {

/// Sends every question to the rank that `owner_of` gives, where `reply` appends answer records to a list.
/// The asking rank gets them by `take`(index of the question, records), in the order of the questions.
/// @note Collective; a rank may have no questions.
template <typename Answer, typename Question, typename Owner, typename Reply, typename Take>
void ask(Session& session, std::span<const Question> questions, Owner&& owner_of, Reply&& reply,
         Take&& take) {
  static_assert(std::is_trivially_copyable_v<Question> && sizeof(Question) % 8 == 0);
  static_assert(std::is_trivially_copyable_v<Answer>);
  Exchange asked(session);
  Exchange told(session);
  // Leaves room for answers that are longer than questions.
  const auto batch = static_cast<std::size_t>(std::max<std::int64_t>(64, asked.room() / 64));
  const auto ranks = static_cast<std::size_t>(session.size());
  std::vector<Answer> answers;
  std::vector<std::int64_t> counts;
  std::vector<int> owners;
  std::size_t begin = 0;
  for (bool more = true; more;) {
    const auto end = std::min(questions.size(), begin + batch);
    owners.clear();
    for (auto i = begin; i < end; ++i) {
      owners.push_back(owner_of(questions[i]));
      std::memcpy(asked.add(owners.back(), sizeof(Question)), &questions[i], sizeof(Question));
    }
    more = asked.deliver({.more = end < questions.size()}).more;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const auto bytes = asked.from(static_cast<int>(rank));
      if (bytes.empty()) continue;
      answers.clear();
      counts.clear();
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(Question)) {
        Question question;
        std::memcpy(&question, bytes.data() + at, sizeof question);
        const auto before = answers.size();
        reply(question, answers);
        counts.push_back(static_cast<std::int64_t>(answers.size() - before));
      }
      const auto head = counts.size() * sizeof(std::int64_t);
      const auto size = head + answers.size() * sizeof(Answer);
      auto* to = told.add(static_cast<int>(rank), static_cast<std::int64_t>(size));
      std::memcpy(to, counts.data(), head);
      if (!answers.empty()) std::memcpy(to + head, answers.data(), size - head);
    }
    (void)told.deliver({});
    // A rank's answers come in the order of the questions to it: first all counts, then the records.
    std::vector<std::size_t> next(ranks, 0);
    std::vector<std::size_t> places(ranks, 0);
    for (const auto owner : owners) places[static_cast<std::size_t>(owner)] += sizeof(std::int64_t);
    for (auto i = begin; i < end; ++i) {
      const auto rank = static_cast<std::size_t>(owners[i - begin]);
      const auto* from = told.from(owners[i - begin]).data();
      std::int64_t count = 0;
      std::memcpy(&count, from + next[rank], sizeof count);
      next[rank] += sizeof count;
      answers.resize(static_cast<std::size_t>(count));
      if (count > 0) std::memcpy(answers.data(), from + places[rank], answers.size() * sizeof(Answer));
      places[rank] += answers.size() * sizeof(Answer);
      take(i, std::span<const Answer>(answers));
    }
    begin = end;
    session.alive();
  }
}

}  // namespace pcgns::par

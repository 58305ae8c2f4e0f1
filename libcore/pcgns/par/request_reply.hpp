// request_reply.hpp: sparse request/reply to the ranks that own the data.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

#include "pcgns/par/exchange.hpp"

namespace pcgns::par {

/// Questions to the ranks that own the answers, and the answers, in batches: a rank asks another one for at
/// most half of what a message has room for, because two exchanges have messages. For the functions below.
template <Record Question, typename Owner>
class RequestReply {
 public:
  RequestReply(Session& session, std::span<const Question> questions, const Owner& owner_of)
      : session_(session), left_(questions), owner_of_(owner_of), asked_(session), told_(session) {}

  /// `size_of(question)`: bytes of question and answer, or what is expected of them. `reply(message, told,
  /// rank)` queues the answers to the questions of `rank`; `take(questions, owners, told)` gets those to this
  /// rank's. If one of the first three steps throws, every rank throws the Error of the lowest such rank.
  template <typename Size, typename Reply, typename Take>
  void run(const Size& size_of, const Reply& reply, const Take& take) {
    for (bool more = true; more;) {
      const auto batch = left_;
      owners_.clear();
      more = delivered(asked_, [&] { ask(size_of); });
      delivered(told_, [&] {
        asked_.each([&](int rank, std::span<const std::byte> message) { reply(message, told_, rank); });
      });
      take(batch.first(owners_.size()), std::span<const int>(owners_), told_);
      session_.alive();
    }
  }

 private:
  template <typename Size>
  void ask(const Size& size_of) {
    std::vector<std::int64_t> used(static_cast<std::size_t>(session_.size()), 0);
    for (; !left_.empty(); left_ = left_.subspan(1)) {
      const int owner = owner_of_(left_.front());
      auto& bytes = used[static_cast<std::size_t>(owner)];
      const std::int64_t size = size_of(left_.front());
      if (bytes > 0 && bytes + size > asked_.room() / 2) return;
      bytes += size;
      (void)asked_.put(owner, left_.front());
      owners_.push_back(owner);
    }
  }

  /// Delivers what `fill` queues. True if any rank has more questions.
  template <typename Fill>
  bool delivered(Exchange& exchange, const Fill& fill) {
    constexpr auto what = "fetching values";
    const auto failure = failure_of(fill, what);
    const auto all = exchange.deliver({.more = !left_.empty(), .failed = failure.has_value()});
    if (all.failed) agree(session_.comm(), what, failure);
    return all.more;
  }

  Session& session_;
  std::span<const Question> left_;
  const Owner& owner_of_;
  Exchange asked_;
  Exchange told_;
  std::vector<int> owners_;  ///< Of the questions of this batch.
};

/// Sends every question to the rank that `owner_of` gives, where `answer(question, to)` writes the
/// `size_of(question)` bytes of the answer. The asking rank gets it by `take(index of the question, from)`,
/// in the order of the questions. If `owner_of` or `answer` throws, every rank throws the same Error.
/// @note Collective; a rank may have no questions.
template <typename Question, typename Owner, typename Size, typename Answer, typename Take>
void ask_owners_for_bytes(Session& session, std::span<const Question> questions, const Owner& owner_of,
                          const Size& size_of, const Answer& answer, const Take& take) {
  const auto reply = [&](std::span<const std::byte> message, Exchange& told, int rank) {
    std::int64_t total = 0;
    for_each_record<Question>(message, [&](const Question& question) { total += size_of(question); });
    auto* to = told.add(rank, total);
    for_each_record<Question>(message, [&](const Question& question) {
      answer(question, to);
      to += size_of(question);
    });
  };
  std::size_t index = 0;
  const auto take_batch = [&](std::span<const Question> batch, std::span<const int> owners, Exchange& told) {
    std::vector<const std::byte*> next;
    for (int rank = 0; rank < session.size(); ++rank) next.push_back(told.from(rank).data());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      auto& from = next[static_cast<std::size_t>(owners[i])];
      take(index++, from);
      from += size_of(batch[i]);
    }
  };
  const auto size_of_both = [&](const Question& question) {
    return static_cast<std::int64_t>(sizeof question) + size_of(question);
  };
  RequestReply(session, questions, owner_of).run(size_of_both, reply, take_batch);
}

/// Returns `answer_of(question)` for each question, called on the rank that `owner_of` gives.
/// @note Collective; a rank may have no questions.
template <typename Question, typename Owner, typename AnswerOf>
[[nodiscard]] auto ask_owners(Session& session, const std::vector<Question>& questions, const Owner& owner_of,
                              const AnswerOf& answer_of) {
  using Answer = std::invoke_result_t<AnswerOf, const Question&>;
  static_assert(std::is_trivially_copyable_v<Answer>);
  std::vector<Answer> answers(questions.size());
  ask_owners_for_bytes(
      session, std::span(questions), owner_of, [](const Question&) { return std::int64_t{sizeof(Answer)}; },
      [&](const Question& question, std::byte* to) {
        const Answer answer = answer_of(question);
        std::memcpy(to, &answer, sizeof answer);
      },
      [&](std::size_t i, const std::byte* from) { std::memcpy(&answers[i], from, sizeof(Answer)); });
  return answers;
}

/// Sends every question to the rank that `owner_of` gives, where `reply(question, answers)` appends any
/// number of answers. The asking rank gets them by `take(index of the question, answers)`, in the order of
/// the questions.
/// @note Collective; a rank may have no questions.
template <typename Answer, typename Question, typename Owner, typename Reply, typename Take>
void ask_owners_for_lists(Session& session, std::span<const Question> questions, const Owner& owner_of,
                          const Reply& reply, const Take& take) {
  static_assert(std::is_trivially_copyable_v<Answer>);
  static constexpr std::int64_t expected_size = 64;
  std::vector<Answer> answers;
  std::vector<std::int64_t> counts;
  // A rank's answers are in the order of its questions: first all counts, then the answers.
  const auto reply_to_all = [&](std::span<const std::byte> message, Exchange& told, int rank) {
    answers.clear();
    counts.clear();
    for_each_record<Question>(message, [&](const Question& question) {
      const auto before = std::ssize(answers);
      reply(question, answers);
      counts.push_back(std::ssize(answers) - before);
    });
    const auto head = counts.size() * sizeof(std::int64_t);
    const auto size = answers.size() * sizeof(Answer);
    auto* to = told.add(rank, static_cast<std::int64_t>(head + size));
    std::memcpy(to, counts.data(), head);
    if (size > 0) std::memcpy(to + head, answers.data(), size);
  };
  std::size_t index = 0;
  const auto take_batch = [&](std::span<const Question> batch, std::span<const int> owners, Exchange& told) {
    struct Next {
      const std::byte* count;
      const std::byte* answer;
    };
    std::vector<Next> next;
    for (int rank = 0; rank < session.size(); ++rank)
      next.push_back({told.from(rank).data(), told.from(rank).data()});
    for (const auto owner : owners) next[static_cast<std::size_t>(owner)].answer += sizeof(std::int64_t);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      auto& from = next[static_cast<std::size_t>(owners[i])];
      std::int64_t count = 0;
      std::memcpy(&count, from.count, sizeof count);
      from.count += sizeof count;
      answers.resize(static_cast<std::size_t>(count));
      if (count > 0) std::memcpy(answers.data(), from.answer, answers.size() * sizeof(Answer));
      from.answer += answers.size() * sizeof(Answer);
      take(index++, std::span<const Answer>(answers));
    }
  };
  RequestReply(session, questions, owner_of)
      .run([](const Question&) { return expected_size; }, reply_to_all, take_batch);
}

}  // namespace pcgns::par

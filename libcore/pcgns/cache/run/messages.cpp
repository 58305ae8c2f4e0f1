#include "pcgns/cache/run/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/point_to_point.hpp"

namespace pcgns::cache {

namespace {

enum Tag : int { request_tag = 1, answer_tag };

struct Request {
  std::int64_t id = 0;  ///< 0: a write, which has no answer.
  std::int64_t size = 0;
  std::int64_t count = 0;
  // Followed by the addresses, and, of a write, by the values.
};

struct Answer {
  std::int64_t id = 0;
  std::int64_t failure = 0;  ///< ErrorKind + 1; 0: none.
  // Followed by the values, or by a text.
};

constexpr std::int64_t most_under_way = 16 * mebi;

template <typename Head>
std::vector<std::byte> message(const Head& head, std::span<const std::byte> first,
                               std::span<const std::byte> second = {}) {
  std::vector<std::byte> bytes(sizeof head + first.size() + second.size());
  std::memcpy(bytes.data(), &head, sizeof head);
  auto* to = bytes.data() + sizeof head;
  if (!first.empty()) std::memcpy(to, first.data(), first.size());
  if (!second.empty()) std::memcpy(to + first.size(), second.data(), second.size());
  return bytes;
}

template <typename Head>
Head head_of(std::span<const std::byte> bytes) {
  Head head;
  std::memcpy(&head, bytes.data(), sizeof head);
  return head;
}

}  // namespace

void Messages::serve() {
  // The block that is asked for may be the one that this rank is about to read.
  if (node_.is_in_backing()) return;
  std::vector<std::byte> bytes;
  int from = 0;
  while (par::take_message(comm_, request_tag, bytes, from)) serve_request(bytes, from);
  while (par::take_message(comm_, answer_tag, bytes, from)) take_answer(std::move(bytes), from);
  forget_sent(told_under_way_);
  forget_sent(answers_under_way_);
}

void Messages::forget_sent(std::list<Sent>& sent) {
  std::erase_if(sent, [](Sent& one) {
    int done = 0;
    MPI_Test(&one.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void Messages::serve_request(std::span<const std::byte> request, int from) {
  counts_.served += 1;
  const auto head = head_of<Request>(request);
  const auto count = static_cast<std::size_t>(head.count);
  const auto size = static_cast<std::size_t>(head.size);
  std::vector<std::int64_t> addresses(count);
  std::memcpy(addresses.data(), request.data() + sizeof head, count * sizeof(std::int64_t));
  const auto* values = request.data() + sizeof head + count * sizeof(std::int64_t);
  std::vector<std::byte> read(head.id == 0 ? 0 : count * size);
  const auto failure = par::failure_of(
      [&] {
        each_block({static_cast<int>(size), addresses}, blocks_,
                   [&](std::int64_t block, std::size_t first, std::size_t end) {
                     auto use = node_.use(block, head.id == 0 && head.size == blocks_.bytes());
                     for (auto i = first; i < end; ++i) {
                       auto* at = use.data() + blocks_.place(addresses[i]);
                       head.id == 0 ? std::memcpy(at, values + i * size, size)
                                    : std::memcpy(read.data() + i * size, at, size);
                     }
                     if (head.id != 0) return;
                     const auto [least, largest] =
                         std::ranges::minmax(std::span(addresses).subspan(first, end - first));
                     const auto begin = blocks_.begin(block);
                     use.changed({least - begin, largest - begin + head.size});
                   });
      },
      "serving another rank");
  if (head.id == 0) {
    if (failure && !damage_) damage_ = failure;
    return;
  }
  const std::string text = failure ? failure->what() : "";
  const Answer answer{head.id, failure ? static_cast<std::int64_t>(failure->kind()) + 1 : 0};
  auto& sent = answers_under_way_.emplace_back();
  sent.bytes = message(answer, failure ? std::as_bytes(std::span(text)) : std::span<const std::byte>(read));
  counts_.bytes_sent += std::ssize(sent.bytes);
  sent.request = par::post(comm_, answer_tag, from, sent.bytes, par::Sent::with_memory_free);
}

void Messages::take_answer(std::vector<std::byte> answer, int from) {
  auto& question = questions_[from];
  question.is_open = false;
  question.answer = std::move(answer);
}

bool Messages::wait_until(std::chrono::microseconds limit, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (int tries = 0;; ++tries) {
    serve();
    if (done()) return true;
    if (std::chrono::steady_clock::now() > end) return false;
    // A spinning rank slows the owner down where both share a processor.
    if (tries < 100) std::this_thread::yield();
    if (tries >= 100) std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

bool Messages::ask(int owner, const Places& places) {
  auto& question = questions_[owner];
  if (question.is_open) serve();
  if (question.is_open) return false;
  question = {.id = next_id_++, .is_open = true};
  auto& sent = told_under_way_.emplace_back();
  sent.bytes = message(Request{question.id, places.size, std::ssize(places.addresses)},
                       std::as_bytes(places.addresses));
  counts_.messages += 1;
  counts_.bytes_sent += std::ssize(sent.bytes);
  sent.request = par::post(comm_, request_tag, owner, sent.bytes, par::Sent::with_memory_free);
  return true;
}

Error Messages::no_answer(int owner) const {
  return {ErrorKind::io,
          fmt::format("rank {} does not answer within {} s: expected it to call a function of this library, "
                      "such as cgp_cache_progress",
                      owner, static_cast<double>(options_.timeout.count()) / 1000)};
}

void Messages::await_answer(int owner) {
  auto& question = questions_[owner];
  if (!wait_until(options_.timeout, [&] { return !question.is_open; })) throw no_answer(owner);
}

std::optional<std::vector<std::byte>> Messages::answer(int owner, bool must_wait) {
  auto& question = questions_[owner];
  if (must_wait) await_answer(owner);
  if (!wait_until(options_.patience, [&] { return !question.is_open; })) {
    counts_.bypasses += 1;
    return std::nullopt;
  }
  auto bytes = std::move(question.answer);
  const auto head = head_of<Answer>(bytes);
  bytes.erase(bytes.begin(), bytes.begin() + sizeof head);
  if (head.failure == 0) return bytes;
  throw Error(static_cast<ErrorKind>(head.failure - 1),
              std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::int64_t Messages::bytes_under_way() const {
  std::int64_t sum = 0;
  for (const auto& sent : told_under_way_) sum += std::ssize(sent.bytes);
  return sum;
}

void Messages::tell(int owner, const Places& places, std::span<const std::byte> values) {
  const auto has_room = [&] { return bytes_under_way() < most_under_way; };
  if (!has_room() && !wait_until(options_.timeout, has_room)) throw no_answer(owner);
  each_block(places, blocks_, [&](std::int64_t block, std::size_t, std::size_t) { told_.insert(block); });
  auto& sent = told_under_way_.emplace_back();
  sent.bytes =
      message(Request{0, places.size, std::ssize(places.addresses)}, std::as_bytes(places.addresses), values);
  counts_.messages += 1;
  counts_.bytes_sent += std::ssize(sent.bytes);
  // With the receipt, the owner acts on the message before anything else.
  sent.request = par::post(comm_, request_tag, owner, sent.bytes, par::Sent::with_receipt);
}

void Messages::drain() {
  const auto is_drained = [&] {
    for (const auto& [owner, question] : questions_) {
      if (question.is_open) return false;
    }
    return told_under_way_.empty();
  };
  // The other ranks come in their time, as to any collective call.
  while (!wait_until(std::chrono::seconds(1), is_drained)) continue;
}

void Messages::finish() {
  for (auto* const list : {&told_under_way_, &answers_under_way_}) {
    for (auto& sent : *list) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
    list->clear();
  }
}

}  // namespace pcgns::cache

#include "pcgns/par/exchange.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "pcgns/par/point_to_point.hpp"
#include "pcgns/par/request_reply.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

struct Entry {
  std::int64_t number = 0;
  std::int64_t sender = 0;
};

/// More than fit into the smallest messages, and another count on every rank; none on rank 1.
std::int64_t count_of(int rank) { return rank == 1 ? 0 : 5000 + 100 * rank; }

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (std::int64_t i = 0; i < count_of(session().rank()); ++i) all.push_back({i, session().rank()});
  return all;
}

int owner_of(std::int64_t number) { return static_cast<int>(number / 3 % session().size()); }
int owner_of_entry(const Entry& entry) { return owner_of(entry.number); }

/// Whether `received` is what all ranks have for this one, in the order of each sender.
void require_all(const std::vector<Entry>& received) {
  std::vector<std::int64_t> last(static_cast<std::size_t>(session().size()), -1);
  for (const auto& [number, sender] : received) {
    CHECK(owner_of(number) == session().rank());
    auto& before = last[static_cast<std::size_t>(sender)];
    CHECK(before < number);
    before = number;
  }
  std::int64_t expected = 0;
  for (int rank = 0; rank < session().size(); ++rank) {
    for (std::int64_t i = 0; i < count_of(rank); ++i) expected += owner_of(i) == session().rank() ? 1 : 0;
  }
  CHECK(std::ssize(received) == expected);
}

template <typename Step>
std::string text_of_error(const Step& step) {
  try {
    step();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("records reach their owners, those of a sender in order") {
  require_all(par::scatter_to_owners(session(), entries(), owner_of_entry));
}

TEST_CASE("records that exceed a message come in several batches") {
  par::Exchange exchange(session(), 1);
  require_all(par::scatter_to_owners(exchange, entries(), owner_of_entry));
}

TEST_CASE("records may be made while they are sent") {
  const auto made = [](std::size_t i) { return Entry{static_cast<std::int64_t>(i), session().rank()}; };
  std::vector<Entry> received;
  par::Exchange exchange(session());
  par::scatter_to_owners(exchange, static_cast<std::size_t>(count_of(session().rank())), made, owner_of_entry,
                         [&](const Entry& entry) { received.push_back(entry); });
  require_all(received);
}

TEST_CASE("entries of any width arrive with their source") {
  constexpr int width = 5;
  std::vector<Entry> received;
  par::send_entries(
      session(), count_of(session().rank()), width,
      [](std::size_t i, par::Words& entry) {
        entry.assign(width, i);
        return owner_of(static_cast<std::int64_t>(i));
      },
      [&](int rank, const par::Words& entry) {
        CHECK(entry == par::Words(width, entry[0]));
        received.push_back({static_cast<std::int64_t>(entry[0]), rank});
      });
  require_all(received);
}

TEST_CASE("after a failure no rank takes messages, and all ranks can agree on it") {
  par::Exchange exchange(session(), 1);
  const auto mine = entries();
  const int last = session().size() - 1;
  std::optional<Error> failure;
  std::size_t sent = 0;
  std::int64_t batches = 0;
  std::int64_t taken_late = 0;
  const auto fill = [&] {
    if (++batches == 2 && session().rank() == last) throw Error(ErrorKind::input, "damaged");
    return par::put_records(exchange, mine, sent, owner_of_entry);
  };
  const auto take = [&](int, std::span<const std::byte>) { taken_late += batches > 1 ? 1 : 0; };
  const bool failed = par::in_batches(exchange, "testing", failure, fill, take);
  CHECK(failed);
  CHECK(failure.has_value() == (session().rank() == last));
  CHECK(taken_late == 0);
  CHECK(text_of_error([&] { par::agree(session().comm(), "testing", failure); }) == "damaged");
}

TEST_CASE("answers come in the order of the questions") {
  std::vector<std::int64_t> questions;
  for (std::int64_t i = 0; i < 3 * count_of(session().rank()); ++i) questions.push_back(i * 7919 % 10007);
  const auto answers = par::ask_owners(session(), questions, owner_of, [](std::int64_t question) {
    return Entry{question + 1, session().rank()};
  });
  REQUIRE(answers.size() == questions.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(answers[i].number == questions[i] + 1);
    CHECK(answers[i].sender == owner_of(questions[i]));
  }
}

TEST_CASE("answers larger than a message come one by one") {
  const std::int64_t size = par::Exchange(session()).room() + 24;
  const std::vector<std::int64_t> questions = {0, 3, 4};
  std::vector<int> found;
  par::ask_owners_for_bytes(
      session(), std::span(questions), owner_of, [&](std::int64_t) { return size; },
      [&](std::int64_t question, std::byte* to) {
        std::memset(to, static_cast<int>(question + 1), static_cast<std::size_t>(size));
      },
      [&](std::size_t i, const std::byte* from) {
        CHECK(i == found.size());
        CHECK(from[0] == from[size - 1]);
        found.push_back(static_cast<int>(from[0]));
      });
  CHECK(found == std::vector<int>{1, 4, 5});
}

TEST_CASE("an answer may be a list of any length") {
  std::vector<std::int64_t> questions;
  for (std::int64_t i = 0; i < count_of(session().rank()); ++i) questions.push_back(i);
  std::size_t next = 0;
  par::ask_owners_for_lists<std::int32_t>(
      session(), std::span<const std::int64_t>(questions), owner_of,
      [](std::int64_t question, std::vector<std::int32_t>& answers) {
        for (std::int64_t i = 0; i < question % 4; ++i)
          answers.push_back(static_cast<std::int32_t>(question));
      },
      [&](std::size_t i, std::span<const std::int32_t> answers) {
        CHECK(i == next++);
        CHECK(std::ssize(answers) == questions[i] % 4);
        CHECK(std::ranges::all_of(answers, [&](std::int32_t answer) { return answer == questions[i]; }));
      });
  CHECK(next == questions.size());
}

TEST_CASE("a question that cannot be answered is the same Error on every rank") {
  const std::vector<std::int64_t> questions = {1, 2, 3};
  const auto ask = [&] {
    (void)par::ask_owners(session(), questions, owner_of, [](std::int64_t question) {
      if (question == 3) throw Error(ErrorKind::input, "no 3");
      return question;
    });
  };
  CHECK(text_of_error(ask) == "no 3");
}

TEST_CASE("messages of every length reach their ranks") {
  par::Messages messages;
  for (int rank = 0; rank < session().size(); ++rank)
    messages.emplace_back(static_cast<std::size_t>(1000 * rank * session().rank()), std::byte(rank));
  const auto arrived = par::deliver(session().comm(), messages);
  REQUIRE(arrived.size() == messages.size());
  for (int rank = 0; rank < session().size(); ++rank) {
    const std::vector<std::byte> expected(static_cast<std::size_t>(1000 * rank * session().rank()),
                                          std::byte(session().rank()));
    CHECK(arrived[static_cast<std::size_t>(rank)] == expected);
  }
}

TEST_CASE("messages of one protocol are not taken for those of another") {
  const int next = (session().rank() + 1) % session().size();
  const int before = (session().rank() + session().size() - 1) % session().size();
  const std::vector<std::byte> boxes(16, std::byte{1});
  const std::vector<std::byte> pieces(16, std::byte{2});
  std::vector<std::byte> of_boxes(16);
  std::vector<std::byte> of_pieces(16);
  par::PointToPoint first(session().comm(), par::Tag::boxes);
  par::PointToPoint second(session().comm(), par::Tag::pieces);
  first.receive(before, of_boxes);
  second.receive(before, of_pieces);
  par::Exchange exchange(session());
  (void)exchange.put(next, std::int64_t{3});
  (void)exchange.deliver({});
  second.send(next, pieces);
  first.send(next, boxes);
  second.wait();
  first.wait();
  CHECK(of_boxes == boxes);
  CHECK(of_pieces == pieces);
  std::vector<std::int64_t> numbers;
  par::append_records(numbers, exchange.from(before));
  CHECK(numbers == std::vector<std::int64_t>{3});
}

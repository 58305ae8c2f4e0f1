#include "pcgns/par/collective.hpp"

#include "catch.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

Error error_of(const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    return error;
  }
  return {ErrorKind::internal, "nothing was thrown"};
}

}  // namespace

TEST_CASE("a step that works everywhere throws nowhere") {
  REQUIRE_NOTHROW(par::collectively(session().comm(), "working", [] {}));
}

TEST_CASE("a failure on one rank is the same Error on every rank") {
  const int last = session().size() - 1;
  const auto error = error_of([&] {
    par::collectively(session().comm(), "reading", [&] {
      if (session().rank() == last) throw Error(ErrorKind::input, "x.cgns: damaged");
    });
  });
  CHECK(error.kind() == ErrorKind::input);
  CHECK(std::string(error.what()) == "x.cgns: damaged");
}

TEST_CASE("of several failures the lowest rank's is reported") {
  const auto error = error_of([&] {
    par::collectively(session().comm(), "reading",
                      [&] { throw Error(ErrorKind::io, "rank " + std::to_string(session().rank())); });
  });
  CHECK(std::string(error.what()) == "rank 0");
}

TEST_CASE("an exception that is no Error becomes one that names the step") {
  const auto error = error_of(
      [&] { par::collectively(session().comm(), "counting", [] { throw std::runtime_error("odd"); }); });
  CHECK(error.kind() == ErrorKind::internal);
  CHECK(std::string(error.what()) == "while counting: odd");
}

TEST_CASE("what all ranks have is combined in pairs, of any size") {
  std::vector<std::byte> sums(static_cast<std::size_t>(session().rank() + 1), std::byte{1});
  std::size_t most_held = 0;
  const auto all = par::reduce_bytes(
      session().comm(), [&] { return sums; },
      [&](const std::vector<std::byte>& bytes) {
        most_held = std::max(most_held, bytes.size());
        if (sums.size() < bytes.size()) sums.resize(bytes.size());
        for (std::size_t i = 0; i < bytes.size(); ++i)
          sums[i] = static_cast<std::byte>(static_cast<int>(sums[i]) + static_cast<int>(bytes[i]));
      });
  const auto size = static_cast<std::size_t>(session().size());
  CHECK(most_held <= size);
  REQUIRE(all.size() == size);
  for (std::size_t i = 0; i < size; ++i) CHECK(static_cast<std::size_t>(all[i]) == size - i);
}

TEST_CASE("bytes of every length arrive from every rank") {
  const auto rank = static_cast<std::size_t>(session().rank());
  const std::size_t length = rank == 1 ? 0 : 1000003 * (rank + 1);
  const std::vector<std::byte> mine(length, static_cast<std::byte>(rank + 1));
  const auto all = par::gather_all(session().comm(), mine);
  REQUIRE(all.size() == static_cast<std::size_t>(session().size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i] == std::vector<std::byte>(i == 1 ? 0 : 1000003 * (i + 1), static_cast<std::byte>(i + 1)));
  }
}

TEST_CASE("a broadcast replaces what the other ranks had") {
  std::vector<std::byte> bytes(static_cast<std::size_t>(session().rank()), std::byte{9});
  if (session().is_root()) bytes.assign(12345, std::byte{7});
  par::broadcast(session().comm(), bytes);
  CHECK(bytes == std::vector<std::byte>(12345, std::byte{7}));
}

TEST_CASE("sums, minima and maxima are those of all ranks") {
  const std::int64_t rank = session().rank();
  const std::int64_t last = session().size() - 1;
  CHECK(par::all_sum(session().comm(), rank) == last * (last + 1) / 2);
  CHECK(par::all_min(session().comm(), rank) == 0);
  CHECK(par::all_max(session().comm(), rank) == last);
}

TEST_CASE("lists of every length are joined in the order of ranks") {
  const std::vector<std::int64_t> mine(static_cast<std::size_t>(session().rank() % 3), session().rank());
  std::vector<std::int64_t> expected;
  for (int rank = 0; rank < session().size(); ++rank)
    expected.insert(expected.end(), static_cast<std::size_t>(rank % 3), rank);
  CHECK(par::gather_joined(session().comm(), mine) == expected);
  std::vector<int> ranks;
  for (int rank = 0; rank < session().size(); ++rank) ranks.push_back(rank);
  CHECK(par::gather_each(session().comm(), session().rank()) == ranks);
}

TEST_CASE("texts and values are broadcast as they are") {
  std::string text = session().is_root() ? "of the root" : "";
  par::broadcast(session().comm(), text);
  CHECK(text == "of the root");
  const int last = session().size() - 1;
  struct Plain {
    double real;
    int integer;
  };
  Plain plain{session().rank() == last ? 1.5 : 0, session().rank()};
  par::broadcast(session().comm(), plain, last);
  CHECK(plain.real == 1.5);
  CHECK(plain.integer == last);
}

TEST_CASE("sums before a rank are those of the lower ranks") {
  const std::int64_t rank = session().rank();
  const std::int64_t ranks = session().size();
  std::vector<std::int64_t> values = {1, rank};
  CHECK(par::sums_before(session().comm(), values) == std::vector<std::int64_t>{rank, rank * (rank - 1) / 2});
  CHECK(values == std::vector<std::int64_t>{ranks, ranks * (ranks - 1) / 2});
}

TEST_CASE("steps in the order of ranks hand on their state") {
  std::int64_t state = 5;
  par::in_rank_order(session().comm(), std::as_writable_bytes(std::span(&state, 1)), [&] {
    CHECK(state == 5 + session().rank());
    ++state;
  });
  CHECK(state == 6 + session().rank());
}

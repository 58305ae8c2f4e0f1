#include "pcgns/plan/wisdom.hpp"

#include <string>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

using namespace pcgns;
using namespace pcgns::plan;

namespace {

WisdomEntry entry(const std::string& host, int least, int most, std::int64_t buffer) {
  return {.use = WisdomUse::programs,
          .file_system = "lustre",
          .host = host,
          .mpi = "MPICH",
          .least_ranks = least,
          .most_ranks = most,
          .settings = {{Setting::buffer, buffer}, {Setting::io, io_mpiio}},
          .bytes = 1 << 28,
          .trials = 24,
          .speedup = 1.5,
          .confidence = 0.9,
          .date = "2026-01-31T23:59:59Z",
          .version = "1.0.0"};
}

WisdomPlace place(const std::string& host, int ranks) {
  return {.use = WisdomUse::programs, .file_system = "lustre", .host = host, .mpi = "MPICH", .ranks = ranks};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("wisdom is read as it was written") {
  const Wisdom wisdom{{entry("node*", 2, 8, 4096)}};
  const auto text = document_of(wisdom);
  CHECK(document_of(parse_wisdom(text, "w.json")) == text);
  const auto read = parse_wisdom(text, "w.json");
  const auto* const found = entry_for(read, place("node17", 4));
  REQUIRE(found != nullptr);
  CHECK(found->settings == wisdom.entries[0].settings);
}

TEST_CASE("wisdom applies to its host, file system, MPI, use and numbers of ranks") {
  const Wisdom wisdom{{entry("node*", 2, 8, 4096), entry("node*", 8, 32, 8192)}};
  CHECK(entry_for(wisdom, place("login", 4)) == nullptr);
  CHECK(entry_for(wisdom, place("node1", 1)) == nullptr);
  CHECK(entry_for(wisdom, place("node1", 7)) == &wisdom.entries[0]);
  CHECK(entry_for(wisdom, place("node1", 8)) == &wisdom.entries[0]);  // as near as the other, and first
  CHECK(entry_for(wisdom, place("node1", 9)) == &wisdom.entries[1]);
  auto other = place("node1", 4);
  other.use = WisdomUse::queue;
  CHECK(entry_for(wisdom, other) == nullptr);
  CHECK(why_foreign(wisdom, other).empty());
}

TEST_CASE("foreign wisdom says what is missing, and what is there") {
  const Wisdom wisdom{{entry("node*", 2, 8, 4096)}};
  CHECK(why_foreign(wisdom, place("node1", 64)).empty());
  CHECK(why_foreign(wisdom, place("login", 4)) == "has nothing for host 'login', only for 'node*'");
  auto other = place("node1", 4);
  other.file_system = "xfs";
  CHECK(why_foreign(wisdom, other) == "has nothing for file systems of kind 'xfs', only for 'lustre'");
  other.mpi = "Open MPI";
  CHECK(why_foreign(wisdom, other) == "has nothing for the MPI library 'Open MPI', only for 'MPICH'");
}

TEST_CASE("of wisdom on the same place, the newer stays") {
  const auto both = merged({{entry("a", 1, 2, 100), entry("b", 1, 2, 200)}}, {{entry("a", 1, 2, 300)}});
  REQUIRE(both.entries.size() == 2);
  CHECK(both.entries[0].host == "b");
  CHECK(both.entries[1].settings.at(Setting::buffer) == 300);
}

TEST_CASE("a guess does not replace what trials found, and is replaced by it") {
  auto guess = entry("a", 1, 2, 300);
  guess.trials = 0;
  const Wisdom measured{{entry("a", 1, 2, 100)}};
  CHECK(has_better(measured, guess));
  CHECK_FALSE(has_better({{guess}}, guess));
  CHECK_FALSE(has_better({{entry("b", 1, 2, 100)}}, guess));
  CHECK(document_of(merged(measured, {{guess}})) == document_of(measured));
  CHECK(document_of(merged({{guess}}, measured)) == document_of(measured));
}

TEST_CASE("of several files, the newest entry for a place stays, whatever their order") {
  auto older = entry("a", 1, 2, 100);
  older.date = "2026-01-30T10:00:00Z";
  const auto newer = entry("a", 1, 2, 300);
  auto guess = entry("a", 1, 2, 400);
  guess.trials = 0;
  guess.date = "2026-02-01T10:00:00Z";
  const Wisdom one{{newer, entry("b", 1, 2, 200)}};
  const Wisdom two{{guess, older}};
  for (const auto& all : {joined({one, two}), joined({two, one})}) {
    REQUIRE(all.entries.size() == 2);
    const auto* const found = entry_for(all, place("a", 2));
    REQUIRE(found != nullptr);
    CHECK(found->settings.at(Setting::buffer) == 300);
    CHECK(entry_for(all, place("b", 2)) != nullptr);
  }
}

TEST_CASE("what is not wisdom is refused with its file and place") {
  const auto text = document_of({{entry("node*", 2, 8, 4096)}});
  const auto why = [](const std::string& document) -> std::string {
    try {
      static_cast<void>(parse_wisdom(document, "w.json"));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK_THAT(why(text.substr(0, 100)), Catch::Contains("w.json") && Catch::Contains("damaged"));
  CHECK_THAT(why("{}"), Catch::Contains("not a file of pcgns-bench tune"));
  CHECK_THAT(why(replaced(text, "wisdom/1", "wisdom/7")),
             Catch::Contains("newer version") && Catch::Contains("pcgns-wisdom/7"));
  CHECK_THAT(why(replaced(text, "\"buffer\": 4096", "\"buffer\": 3")),
             Catch::Contains("/entries/0/settings/buffer") && Catch::Contains("64 to"));
  for (const auto* size : {"100000", "4294967296"}) {
    CHECK_THAT(why(replaced(text, "\"buffer\": 4096", std::string("\"stripe_size\": ") + size)),
               Catch::Contains("is not a multiple of 65536 from 65536 to 4294901760"));
  }
  CHECK_THAT(why(replaced(text, "\"buffer\": 4096", "\"stripe_count\": 18446744073709551615")),  // not -1
             Catch::Contains("/entries/0/settings/stripe_count") && Catch::Contains("-1 to"));
  CHECK_THAT(why(replaced(text, "\"buffer\"", "\"bufer\"")), Catch::Contains("/bufer: is not a setting"));
  CHECK_THAT(why(replaced(text, "mpiio", "mpio")), Catch::Contains("\"posix\""));
  CHECK_THAT(why(replaced(text, "\"first\": 2", "\"first\": 20")), Catch::Contains("/ranks/last"));
  CHECK_THAT(why(replaced(text, "\"host\": \"node*\",", "")),
             Catch::Contains("/entries/0/where/host: is missing"));
}

TEST_CASE("patterns of hosts, and names of MPI libraries") {
  CHECK(host_pattern("node0123") == "node*");
  CHECK(host_pattern("node12.cluster.example") == "node*");
  CHECK(host_pattern("laptop") == "laptop");
  CHECK(host_pattern("42") == "42");
  CHECK(mpi_name("Open MPI v4.1.4, package: Debian OpenMPI") == "Open MPI");
  CHECK(mpi_name("MPICH Version:\t4.0.2\nMPICH Release date") == "MPICH");
  CHECK(mpi_name("Other 3.1") == "Other");
}

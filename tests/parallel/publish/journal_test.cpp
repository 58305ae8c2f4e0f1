#include "pcgns/publish/detail/journal.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::publish;

const Identity identity = {
    .plan = "00ff", .device = 7, .inode = 1234567890123, .size = 99, .inputs = {"5 6 a b.cgns", "7 8 c"}};

}  // namespace

TEST_CASE("a journal is read as it was written", "[serial]") {
  const auto text = header_of(identity) + line_of({0, 10}) + line_of({20, 30}) + line_of({10, 20});
  const auto journal = parse_journal(text);
  REQUIRE(journal);
  CHECK(journal->identity == identity);
  CHECK(journal->done == std::vector<Range>{{0, 30}});
}

TEST_CASE("a journal cut off anywhere is either none or has only whole entries", "[serial]") {
  const auto header = header_of(identity);
  const auto text = header + line_of({0, 10}) + line_of({40, 50});
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto journal = parse_journal(text.substr(0, length));
    CHECK(journal.has_value() == (length >= header.size()));
    if (!journal) continue;
    const bool has_first = length >= header.size() + line_of({0, 10}).size();
    CHECK(journal->done == (has_first ? std::vector<Range>{{0, 10}} : std::vector<Range>{}));
  }
}

TEST_CASE("what is no journal is none", "[serial]") {
  CHECK_FALSE(parse_journal(""));
  CHECK_FALSE(parse_journal("something else\nbegin\n"));
  CHECK_FALSE(parse_journal("pcgns-journal 1\nfile x y\nbegin\n"));
}

TEST_CASE("a line of a journal that no plan can have written ends it", "[serial]") {
  for (const auto* line : {"chunk -1 0 0 0", "chunk 999999999 0 0 0", "chunk 0 0 0 -1", "done 1"}) {
    const auto journal =
        parse_journal(header_of(identity) + line_of({0, 30}) + line + "\n" + line_of({40, 50}));
    REQUIRE(journal);
    CHECK(journal->chunks.empty());
    CHECK(journal->done == std::vector<Range>{{0, 30}});
  }
}

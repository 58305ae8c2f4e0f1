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

TEST_CASE("a journal tells how its run was started otherwise", "[serial]") {
  cgns::InputSet now;
  now.files = {{.path = "a b.cgns", .size = 5, .modified_ns = 6}, {.path = "d", .size = 7, .modified_ns = 8}};
  const InputLines inputs(now, false);
  const std::vector<std::string> settings = {"--only Pressure", "pcgns 2"};
  const auto told = [&](const std::vector<std::string>& lines, const std::vector<std::string>& others) {
    auto before = identity;
    before.inputs = lines;
    const auto journal = parse_journal(header_of(before, others));
    REQUIRE(journal);
    CHECK(journal->settings == others);
    return difference_from(*journal, inputs, settings);
  };
  CHECK(told(inputs.full, settings).empty());
  CHECK(told(inputs.digest, {}).empty());
  CHECK(told(inputs.full, {"pcgns 1"}) == "with pcgns 1, without --only Pressure");
  CHECK(told({"5 7 a b.cgns", "7 8 d"}, {}) == "before a b.cgns changed");
  CHECK(told({"5 6 a b.cgns", "7 8 c"}, {}) == "with the input c, without the input d");
  CHECK(told({"digest 0"}, settings) == "from other inputs, or before one of them changed");
  now.external = {{.path = "raw", .size = 3, .modified_ns = 4}, {.path = "raw", .size = 3, .modified_ns = 4}};
  CHECK(InputLines(now, false).full == std::vector<std::string>{"5 6 a b.cgns", "7 8 d", "3 4 raw"});
  CHECK(told({"1 1 e", "1 1 f", "1 1 g"}, settings) ==
        "with the input e, with the input f, with the input g and 2 other differences");
}

TEST_CASE("what may have changed where inputs and settings are the same is a file that an option names",
          "[serial]") {
  CHECK(edited_files({"--from-plan a b.json", "--parts 3", "pcgns 2"}) == "before a b.json changed");
  CHECK(edited_files({"--targets @t", "--assembly how.json"}) == "before t or how.json changed");
  CHECK(edited_files({"--targets 1,2", "--method rcb"}).empty());
}

TEST_CASE("an input whose name has line feeds has one line of the journal", "[serial]") {
  cgns::InputSet now;
  now.files = {{.path = "a\nbegin\nb.cgns", .size = 5, .modified_ns = 6}};
  auto before = identity;
  before.inputs = InputLines(now, false).full;
  const auto journal = parse_journal(header_of(before) + line_of({0, 10}));
  REQUIRE(journal);
  CHECK(journal->identity == before);
  CHECK(journal->done == std::vector<Range>{{0, 10}});
}

TEST_CASE("what is no journal is none", "[serial]") {
  CHECK_FALSE(parse_journal(""));
  CHECK_FALSE(parse_journal("something else\nbegin\n"));
  CHECK_FALSE(parse_journal("pcgns-journal 1\nfile x y\nbegin\n"));
}

TEST_CASE("a line of a journal that no plan can have written ends it", "[serial]") {
  for (const auto* line : {"chunk -1 0 0 0", "chunk 999999999 0 0 0", "chunk 0 0 0 -1", "chunk 0 -1 0 0",
                           "chunk 0 0 -1 0", "chunk 0 9223372036854775807 1 0", "done 1", "done -1 5"}) {
    const auto journal =
        parse_journal(header_of(identity) + line_of({0, 30}) + line + "\n" + line_of({40, 50}));
    REQUIRE(journal);
    CHECK(journal->chunks.empty());
    CHECK(journal->done == std::vector<Range>{{0, 30}});
  }
}

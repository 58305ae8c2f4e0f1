#include "pcgns/base/words.hpp"

#include "catch.hpp"
#include "pcgns/base/glob.hpp"

using namespace pcgns;

TEST_CASE("printable text stays as it is") {
  for (const auto* text : {"", "/Base/Zone 1", "Größe …", "日本", "C:\\x1b", "\"quoted\" 'text'"}) {
    CAPTURE(text);
    CHECK(printable(text) == text);
  }
}

TEST_CASE("what moves the cursor or ends the line is escaped") {
  CHECK(printable("a\nb\rc\td") == "a\\nb\\rc\\td");
  CHECK(printable("\033[31mred\033[0m\x7f") == "\\x1b[31mred\\x1b[0m\\x7f");
  CHECK(printable("\xc2\x9b"
                  "31m") == "\\x9b31m");  // CSI in one character
  CHECK(printable("\xe2\x80\xae"
                  "sngc") == "\\u202esngc");      // from right to left
  CHECK(printable("\xe2\x80\xa8") == "\\u2028");  // another end of a line
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("bytes that are not UTF-8 are escaped one by one") {
  CHECK(printable("Gr\xf6\xdf"
                  "e") == "Gr\\xf6\\xdfe");
  CHECK(printable("\xc3") == "\\xc3");
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a surrogate
}

TEST_CASE("escaped text is not escaped again") {
  const auto once = printable("\"a\\\n\xff\"\033");
  CHECK(printable(once) == once);
}

TEST_CASE("long text is cut between characters") {
  CHECK(printable("abcdef", 4) == "abcd… (2 more bytes)");
  CHECK(printable("aöö", 4) == "aö… (2 more bytes)");
  CHECK(printable("abcd", 4) == "abcd");
}

TEST_CASE("a name with a slip of the finger is suggested") {
  const std::vector<std::string> names = {"Density", "Pressure", "VelocityX", "VelocityY"};
  CHECK(suggestion("Densty", names) == "; did you mean 'Density'?");
  CHECK(suggestion("pressure", names) == "; did you mean 'Pressure'?");
  CHECK(suggestion("Presusre", names) == "; did you mean 'Pressure'?");
  CHECK(suggestion("VelocityZ", names) == "; did you mean 'VelocityX'?");
  CHECK(suggestion("Temperature", names).empty());
  CHECK(suggestion("x", {"a"}).empty());
  CHECK(suggestion("", names).empty());
}

TEST_CASE("a pattern is like names, one with a slash like paths") {
  const std::vector<std::string> paths = {"/Base/Zone/Flow", "/Base/Zone/Flow/Density"};
  CHECK(suggestion_for("Densty", paths) == "; did you mean 'Density'?");
  CHECK(suggestion_for("/Base/zone/Flw", paths) == "; did you mean '/Base/Zone/Flow'?");
}

TEST_CASE("a pattern is matched against names, or with a slash against paths") {
  const std::string path = "/Base/Zone/Flow/Pressure";
  for (const auto* pattern : {"Press*", "P?essure", "[OP]ressure", "Flow/Pressure", "/Base/*ure", "Base/Z*"})
    CHECK(matches(pattern, path));
  for (const auto* pattern : {"", "Flow", "essure", "low/Pressure", "/Zone/*", "Base/Z"})
    CHECK_FALSE(matches(pattern, path));
}

TEST_CASE("a name or a path matches itself, whatever its characters mean in patterns") {
  for (const auto* name : {"Blade[1]", "a\\b", "x*?", "[", "[!a]"}) {
    CAPTURE(name);
    const auto path = std::string("/Base[2]/") + name;
    CHECK(matches(name, path));
    CHECK(matches(path, path));
    CHECK(matches(path.substr(1), path));
  }
  CHECK_FALSE(matches("lade[1]", "/Base/Blade[1]"));
}

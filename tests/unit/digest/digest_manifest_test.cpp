#include "pcgns/digest/manifest.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/digest/plan/tree_digest.hpp"

namespace {

using namespace pcgns;
using Kind = digest::NodeChange::Kind;
using Changes = std::vector<digest::NodeChange>;

std::vector<digest::NodeDigest> nodes_of(const std::vector<std::string>& paths) {
  std::vector<digest::NodeDigest> nodes;
  for (const auto& path : paths)
    nodes.push_back({.path = path, .alone = {.high = 1, .low = path.size()}, .tree = {}});
  digest::add_trees(nodes);
  return nodes;
}

const std::vector<std::string> usual = {"/",     "/Base", "/Base/Zone", "/Base/Zone/A b", "/Base/Zone/C",
                                        "/Base2"};

std::string reason_for(const std::string& text) {
  try {
    (void)digest::parse_manifest(text);
    return "none";
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    return error.what();
  }
}

}  // namespace

TEST_CASE("a list of digests is read as it was written") {
  auto paths = usual;
  paths.push_back("/Base2/line\nbreak\\n\r");
  const digest::Manifest manifest{.name = "out\\.cgns", .nodes = nodes_of(paths)};
  const auto read = digest::parse_manifest(digest::manifest_text(manifest));
  CHECK(read.name == manifest.name);
  CHECK(read.nodes == manifest.nodes);
}

TEST_CASE("a list that was damaged is found out") {
  const auto text = digest::manifest_text({.name = "a", .nodes = nodes_of(usual)});
  const auto replaced = [&](const std::string& from, const std::string& to) {
    auto changed = text;
    return changed.replace(changed.find(from), from.size(), to);
  };
  CHECK(reason_for(text) == "none");
  CHECK(reason_for("") != "none");
  CHECK(reason_for(replaced("pcgns-digest", "md5")).find("does not start with") != std::string::npos);
  CHECK(reason_for(replaced("digest 7", "digest 4")).find("version 4, expected 7") != std::string::npos);
  CHECK(reason_for(text.substr(0, text.size() - 1)).find("the file is incomplete") != std::string::npos);
  CHECK(reason_for(replaced("0a  /Base/Zone\n", "0a  /Base/Zona\n")) != "none");
  CHECK(reason_for(replaced("  /Base2", " /Base2")).find("line 8") != std::string::npos);
  CHECK(reason_for(replaced("0a  /Base/Zone\n", "0b  /Base/Zone\n")).find("damaged") != std::string::npos);
  CHECK(reason_for(replaced("  /\n", "  /x\n")) != "none");
  CHECK(reason_for(replaced("  /Base2\n", "  /\n")) != "none");
  CHECK(reason_for(replaced("0a  /Base/Zone\n", "0g  /Base/Zone\n")) != "none");
  // A line that is missing, or comes twice.
  CHECK(reason_for(text.substr(0, text.rfind('\n', text.size() - 2) + 1)) != "none");
  CHECK(reason_for(text + text.substr(text.rfind('\n', text.size() - 2) + 1)) != "none");
}

TEST_CASE("changes are named by the node itself, and what is missing or new by its uppermost") {
  const auto before = nodes_of(usual);
  CHECK(digest::changes_of(before, before).empty());

  auto other = before;
  other[3].alone.low = 99;
  digest::add_trees(other);
  CHECK(digest::changes_of(before, other) == Changes{{Kind::differs, "/Base/Zone/A b", 0}});

  const auto fewer = nodes_of({"/", "/Base", "/Base2"});
  CHECK(digest::changes_of(before, fewer) == Changes{{Kind::missing, "/Base/Zone", 2}});
  CHECK(digest::changes_of(fewer, before) == Changes{{Kind::added, "/Base/Zone", 2}});

  const auto renamed = nodes_of({"/", "/Base", "/Base/Zone", "/Base/Zone/A", "/Base/Zone/C", "/Base2"});
  CHECK(digest::changes_of(before, renamed) ==
        Changes{{Kind::missing, "/Base/Zone/A b", 0}, {Kind::added, "/Base/Zone/A", 0}});
}

TEST_CASE("an interface with another name is no change") {
  auto before = nodes_of({"/", "/Interface.1", "/Interface.1/Range", "/Z"});
  auto now = nodes_of({"/", "/Interface.2", "/Interface.2/Range", "/Z"});
  CHECK(digest::changes_of(before, now).empty());
  now[3].alone.low = 99;
  digest::add_trees(now);
  CHECK(digest::changes_of(before, now) == Changes{{Kind::differs, "/Z", 0}});
  now[2].alone.low = 99;
  digest::add_trees(now);
  CHECK(digest::changes_of(before, now) == Changes{{Kind::differs, "/Z", 0},
                                                   {Kind::missing, "/Interface.1", 1},
                                                   {Kind::added, "/Interface.2", 1}});
}

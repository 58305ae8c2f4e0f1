#include "pcgns/adf/database.hpp"

#include <cstring>
#include <random>

#include "catch.hpp"
#include "image.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using test::AdfImage;
using test::AdfStyle;

cgns::Node values_node(const std::string& name, DataType type, std::int64_t count) {
  cgns::Node node{.name = name, .label = "DataArray_t", .type = type, .dims = {count, 2}};
  node.data.resize(static_cast<std::size_t>(cgns::bytes_of(type, node.dims)));
  // Small numbers, so that those of 8 bytes fit into 4.
  const auto word = static_cast<std::size_t>(cgns::word_size(type));
  for (std::size_t i = 0; i < node.data.size(); ++i)
    node.data[i] = i % word < 2 ? static_cast<std::byte>(i * 7 + 1) : std::byte{0};
  return node;
}

cgns::Node sample() {
  cgns::Node root{.name = "ADF MotherNode", .label = "Root Node of ADF File"};
  cgns::Node base{.name = "Base", .label = "CGNSBase_t"};
  for (const auto type : {DataType::C1, DataType::B1, DataType::I4, DataType::U4, DataType::I8, DataType::U8,
                          DataType::R4, DataType::R8, DataType::X4, DataType::X8})
    base.children.push_back(values_node(std::string(cgns::to_string(type)), type, 1000));
  base.children.push_back({.name = "Nothing", .label = "UserDefinedData_t"});
  base.children.push_back(
      {.name = "Link", .link = std::make_shared<cgns::Link>(cgns::Link{"b.cgns", "/Base/Zone"})});
  root.children.push_back(base);
  return root;
}

class Bytes {
 public:
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] adf::Database database() {
    return {[this](std::int64_t at, std::span<std::byte> to) {
              ++reads;
              REQUIRE(at >= 0);
              REQUIRE(static_cast<std::size_t>(at) + to.size() <= bytes_.size());
              std::memcpy(to.data(), bytes_.data() + at, to.size());
            },
            static_cast<std::int64_t>(bytes_.size())};
  }

  int reads = 0;

 private:
  std::string bytes_;
};

std::string difference(adf::Database& database, const adf::Node& found, const cgns::Node& wanted) {
  if (found.name != wanted.name || (!wanted.link && found.label != wanted.label))
    return wanted.name + ": name or label";
  if (wanted.link) return database.link_of(found) == *wanted.link ? "" : wanted.name + ": link";
  if (found.type != wanted.type || found.dims != wanted.dims) return wanted.name + ": type or extents";
  if (database.load(found) != wanted.data) return wanted.name + ": values";
  const auto children = database.children(found);
  if (children.size() != wanted.children.size()) return wanted.name + ": children";
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto below = difference(database, database.node(children[i]), wanted.children[i]);
    if (!below.empty()) return below;
  }
  return "";
}

std::string why(const AdfImage& image, const std::function<void(adf::Database&)>& read) {
  try {
    Bytes bytes(image.bytes());
    auto database = bytes.database();
    read(database);
  } catch (const Unreadable& error) {
    return error.what();
  }
  return "";
}

std::string why_not_opened(const AdfImage& image) {
  return why(image, [](adf::Database&) {});
}

/// Reads all nodes and values, as long as they claim no more bytes than the file has.
void read_all(adf::Database& database, const adf::Node& node, std::int64_t& left) {
  left -= node.stored_bytes();
  if (left < 0) throw Unreadable("more than there is");
  static_cast<void>(node.type == DataType::LK ? 0 : database.load(node).size());
  if (node.type == DataType::LK) static_cast<void>(database.link_of(node));
  for (const auto& child : database.children(node)) read_all(database, database.node(child), left);
}

}  // namespace

TEST_CASE("ADF: every format, version and type is read") {
  for (const bool binary : {false, true}) {
    for (const bool big : {false, true}) {
      for (const std::size_t pieces : {1U, 3U}) {
        INFO(binary << big << pieces);
        Bytes bytes(
            AdfImage(sample(), {.binary = binary, .big_endian = big, .is_64_bit = big, .pieces = pieces})
                .bytes());
        auto database = bytes.database();
        CHECK(database.header().format() == (big ? "IEEE_BIG_64" : "IEEE_LITTLE_32"));
        CHECK(difference(database, database.root(), sample()) == "");
      }
    }
  }
}

TEST_CASE("ADF: integers of 8 bytes that a 32-bit machine stored in 4 are those of 4") {
  Bytes bytes(AdfImage(sample(), {.big_endian = true, .is_64_bit = false, .long_size = 4}).bytes());
  auto database = bytes.database();
  const auto node = database.at("/Base/I8");
  CHECK(node.type == DataType::I4);
  CHECK(node.dims == std::vector<std::int64_t>{1000, 2});
  const auto values = database.load(node);
  const auto wanted = sample().children[0].child("I8")->data;
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == wanted[i / 4 * 8 + i % 4]);
  CHECK(database.at("/Base/U8").type == DataType::U4);
}

TEST_CASE("ADF: any range of values in several chunks is read") {
  Bytes bytes(AdfImage(sample(), {.big_endian = true, .pieces = 5}).bytes());
  auto database = bytes.database();
  const auto ranges = database.values_of(database.at("/Base/R8"));
  REQUIRE(ranges.size() == 5);
  const auto wanted = sample().children[0].child("R8")->data;
  for (const Range range : {Range{0, 16000}, Range{8, 16}, Range{3192, 3208}, Range{1000, 15000}}) {
    std::vector<std::byte> values(static_cast<std::size_t>(range.size()));
    database.read(ranges, range, 8, values);
    CHECK(std::equal(values.begin(), values.end(), wanted.begin() + range.begin));
  }
}

TEST_CASE("ADF: thousands of nodes take few reads") {
  cgns::Node root{.name = "ADF MotherNode"};
  for (int i = 0; i < 5000; ++i)
    root.children.push_back(values_node("N" + std::to_string(i), DataType::I4, 4));
  const AdfImage image(root);
  Bytes bytes(image.bytes());
  auto database = bytes.database();
  CHECK(difference(database, database.root(), root) == "");
  CHECK(bytes.reads < static_cast<int>(image.bytes().size() / 8192));
}

TEST_CASE("ADF: headers that are not known are refused by name") {
  AdfImage image(sample());
  image.put_text(100, "CB");
  CHECK_THAT(why_not_opened(image), Contains("format CRAY") && Contains("convert it"));
  image.put_text(100, "NL");
  CHECK_THAT(why_not_opened(image), Contains("format NATIVE"));
  image.put_text(100, "LX");
  CHECK_THAT(why_not_opened(image), Contains("none of the formats"));
  image.put_text(100, "LB");
  image.put_text(25, "C01");
  CHECK_THAT(why_not_opened(image), Contains("version C01: expected A00 to B02"));
  image.put_text(25, "A03");
  CHECK_THAT(why_not_opened(image), Contains("version A03"));
  image.put_text(25, "A02");
  image.put_text(112, "02");
  CHECK_THAT(why_not_opened(image), Contains("long has 2 bytes, expected 4 or 8"));
  image.put_text(112, "08");
  image.put_text(110, "08");
  CHECK_THAT(why_not_opened(image), Contains("int has 8 bytes, expected 4"));
  image.put_text(110, "04");
  image.put_text(64, "AdFx");
  CHECK_THAT(why_not_opened(image),
             Contains("expected 'AdF1' of the file header at byte 64 of the file, found 'AdFx'"));
}

TEST_CASE("ADF: links of the first versions have a blank between file and path") {
  auto root = sample();
  AdfImage image(root);
  image.put_text(26, "01");
  CHECK_THAT(why(image, [](auto& database) { (void)database.link_of(database.at("/Base/Link")); }),
             Contains("'b.cgns>/Base/Zone' has no ' ' between file and path"));
  const auto at = image.data("/Base/Link") + 16 + std::string("b.cgns").size();
  image.put_text(at, " ");
  Bytes bytes(image.bytes());
  auto database = bytes.database();
  CHECK(database.link_of(database.at("/Base/Link")) == cgns::Link{"b.cgns", "/Base/Zone"});
}

TEST_CASE("ADF: damage is named with its place") {
  const auto children = [](adf::Database& database) { (void)database.children(database.at("/Base")); };
  const auto values = [](adf::Database& database) { (void)database.load(database.at("/Base/R8")); };
  const AdfImage whole(sample());
  const auto size = std::to_string(whole.bytes().size());
  const auto damaged = [&](auto damage, const std::function<void(adf::Database&)>& read) {
    auto image = whole;
    damage(image);
    return why(image, read);
  };
  const auto node = whole.node("/Base/R8");
  const auto data = whole.data("/Base/R8");
  const auto table = whole.table("/Base");
  CHECK_THAT(damaged([&](auto& image) { image.put_text(node, "nOdE"); }, values),
             Contains("expected 'NoDe' of a node at byte " + std::to_string(node)));
  CHECK_THAT(damaged([&](auto& image) { image.put_text(data, "xxxx"); }, values),
             Contains("'DaTa' of a data chunk"));
  CHECK_THAT(damaged([&](auto& image) { image.put_pointer(data + 4, data + 16 + 15999); }, values),
             Contains("expected 'dEnD'"));
  CHECK_THAT(damaged([&](auto& image) { image.put_pointer(data + 4, 1 << 30); }, values),
             Contains("a pointer into the " + size + " bytes of the file"));
  CHECK_THAT(damaged([&](auto& image) { image.put_text(data + 4, "0000x000"); }, values),
             Contains("8 hexadecimal digits"));
  CHECK_THAT(damaged([&](auto& image) { image.put_number(node + 130, 8, 1001); }, values),
             Contains("its extents need 16016 bytes, but 16000 are stored"));
  CHECK_THAT(damaged([&](auto& image) { image.put_number(node + 130, 8, 0xffffffff); }, values),
             Contains("but the file has " + size));
  CHECK_THAT(damaged([&](auto& image) { image.put_hex(node + 128, 2, 13); }, values),
             Contains("13 dimensions"));
  CHECK_THAT(damaged([&](auto& image) { image.put_hex(node + 226, 4, 0); }, values),
             Contains("never written"));
  CHECK_THAT(damaged([&](auto& image) { image.put_filled(node + 96, "I4,R8"); }, values),
             Contains("'I4,R8' is not a CGNS data type"));
  CHECK_THAT(damaged([&](auto& image) { image.put_filled(node + 4, "R9"); }, values),
             Contains("has the name 'R8', the node itself 'R9'"));
  CHECK_THAT(damaged([&](auto& image) { image.put_filled(table + 16, "B1"); }, children),
             Contains("two children 'B1'"));
  CHECK_THAT(damaged([&](auto& image) { image.put_filled(table + 16, "a/b"); }, children),
             Contains("'a/b' is not a name"));
  CHECK_THAT(damaged([&](auto& image) { image.put_filled(table + 16, ""); }, children),
             Contains("'' is not a name"));
  CHECK_THAT(damaged([&](auto& image) { image.put_hex(whole.node("/Base") + 68, 8, 100); }, children),
             Contains("expected 4400 bytes in a table of children at byte " + std::to_string(table)));
  CHECK_THAT(damaged([&](auto& image) { image.bytes().resize(image.bytes().size() - 1); }, values),
             Contains("is truncated or damaged"));
}

TEST_CASE("ADF: no damage makes the reader read beyond the file, crash, or go on for ever") {
  std::mt19937 random(20250730);
  int read = 0;
  for (int i = 0; i < 1000; ++i) {
    AdfImage image(sample(), {.binary = i % 2 == 0, .big_endian = i % 3 == 0, .pieces = 1U + i % 4});
    auto& bytes = image.bytes();
    for (auto flips = random() % 4; flips > 0; --flips) {
      // Half of the damage hits what is not a value.
      const auto at = flips % 2 == 0 ? random() % bytes.size() : image.node("/Base/U8") + random() % 246;
      bytes[at] = static_cast<char>(random());
    }
    if (i % 10 == 0) bytes.resize(random() % bytes.size());
    if (bytes.size() < adf::header_size) continue;
    static_cast<void>(why(image, [&](adf::Database& database) {
      auto left = static_cast<std::int64_t>(bytes.size());
      read_all(database, database.root(), left);
      ++read;
    }));
  }
  CHECK(read > 100);
}

// Files whose checksums are right and whose contents are not, as an attacker makes them. What is read without
// HDF5 is what HDF5 reads, and nothing takes long or much memory.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <random>

#include "../session.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/guard.hpp"

extern "C" std::uint32_t H5_checksum_metadata(const void* data, std::size_t size, std::uint32_t start);

namespace {

using namespace pcgns;
using Catch::Contains;

constexpr std::int64_t inline_limit = 100;
constexpr std::size_t before_block_sum = 4 + 1 + 8 + 4;
constexpr std::uint64_t immense = 1ULL << 60U;

/// The bytes of a file, and where its structures with checksums are.
class Image {
 public:
  struct Structure {
    std::string kind;
    std::size_t at = 0;
    std::size_t size = 0;  ///< Of what the checksum is made of,
    std::size_t sum = 0;   ///< and where it is.
  };

  explicit Image(const std::string& path) : bytes_(test::contents_of(path)) {
    for (const std::string kind :
         {"\211HDF\r\n\032\n", "OHDR", "OCHK", "FRHP", "FHIB", "FHDB", "BTHD", "BTIN", "BTLF"})
      for (auto at = bytes_.find(kind); at != std::string::npos; at = bytes_.find(kind, at + 1))
        find_sum(kind, at);
  }

  [[nodiscard]] const std::vector<Structure>& structures() const { return structures_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  /// Where structure `number` of its kind is, counted from 0.
  [[nodiscard]] std::size_t place(const std::string& kind, std::size_t number = 0) const {
    for (const auto& one : structures_)
      if (one.kind == kind && number-- == 0) return one.at;
    throw std::runtime_error("there is no " + kind);
  }
  [[nodiscard]] std::size_t find(std::uint64_t value, std::size_t from = 0) const {
    const auto found = bytes_.find(std::string(reinterpret_cast<const char*>(&value), sizeof value), from);
    REQUIRE(found != std::string::npos);
    return found;
  }
  /// Where the address is to which a link leads; its name is before that.
  [[nodiscard]] std::size_t link(const std::string& name) const {
    const auto text = static_cast<char>(name.size()) + name;
    for (auto at = bytes_.find(text); at != std::string::npos; at = bytes_.find(text, at + 1))
      if (is_header(get(at + text.size(), 8))) return at + text.size();
    throw std::runtime_error("there is no link " + name);
  }
  /// Where the group begins that has its links in a heap.
  [[nodiscard]] std::size_t group_of_heap() const {
    const auto heap = find(place("FRHP"));
    std::size_t group = 0;
    for (const auto& one : structures_)
      if (one.kind == "OHDR" && one.at < heap) group = std::max(group, one.at);
    return group;
  }
  [[nodiscard]] std::uint64_t get(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + at, size);
    return value;
  }
  void put(std::size_t at, std::size_t size, std::uint64_t value) {
    std::memcpy(bytes_.data() + at, &value, size);
  }
  /// With right checksums.
  void write(const std::string& path) {
    for (const auto& one : structures_) put(one.sum, 4, sum_of(one));
    test::write_contents(path, bytes_);
  }

 private:
  [[nodiscard]] bool is_header(std::uint64_t address) const {
    return std::ranges::any_of(structures_,
                               [&](const Structure& one) { return one.kind == "OHDR" && one.at == address; });
  }

  [[nodiscard]] std::uint32_t sum_of(const Structure& one) const {
    auto content = bytes_.substr(one.at, one.size);
    if (one.kind == "FHDB") content.replace(before_block_sum, 4, 4, '\0');
    return H5_checksum_metadata(content.data(), content.size(), 0);
  }

  /// The size is the first one whose checksum is right; that of a block of a heap is a power of two.
  void find_sum(const std::string& kind, std::size_t at) {
    constexpr std::size_t most = 1U << 16U;
    const bool is_block = kind == "FHDB";
    for (std::size_t size = is_block ? 512 : 12; size < most; size += is_block ? size : 1) {
      const Structure one{kind, at, size, is_block ? at + before_block_sum : at + size};
      if (at + size > bytes_.size() || one.sum + 4 > bytes_.size()) return;
      if (get(one.sum, 4) != sum_of(one)) continue;
      structures_.push_back(one);
      return;
    }
  }

  std::string bytes_;
  std::vector<Structure> structures_;
};

constexpr double most_seconds = 60;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Both ways to read a tree. Both have to end, which on a busy machine is no matter of a few seconds; the
/// memory of the one without HDF5 is limited, HDF5 works in a process of its own.
class Readers {
 public:
  /// Empty where it is left to HDF5.
  static std::string plain(const std::string& path) {
    constexpr std::int64_t most_memory = 64 * mebi;
    const auto memory = memory_in_use();
    const auto begin = std::chrono::steady_clock::now();
    cgns::InputSet inputs;
    inputs.files.push_back({.path = path});
    const bool is_plain = file::add_plain_tree(inputs, 0, inline_limit);
    CHECK(seconds_since(begin) < most_seconds);
    CHECK(memory_in_use() - memory < most_memory);
    return is_plain ? tree_of(std::move(inputs)) : "";
  }
  /// The tree, or an error.
  std::string by_hdf5(const std::string& path) {
    const file::ReadOptions options{.inline_limit = inline_limit, .plain = false};
    const auto begin = std::chrono::steady_clock::now();
    std::string result;
    try {
      result = tree_of(guard_.walk(test::session(), {.paths = {path}, .options = options}).inputs);
    } catch (const Error& error) {
      result = std::string("error: ") + error.what();
    }
    CHECK(seconds_since(begin) < most_seconds);
    return result;
  }
  /// Whether the file is read without HDF5; checks that HDF5 then reads the same.
  bool agree(const std::string& path) {
    const auto found = plain(path);
    if (!found.empty()) CHECK((found == by_hdf5(path)));
    return !found.empty();
  }

 private:
  static std::string tree_of(cgns::InputSet inputs) {
    inputs.files.front() = {};
    const auto bytes = cgns::serialized(inputs);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  static std::int64_t memory_in_use() {
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * kibi;
  }

  file::Guard guard_;
};

/// A change of a file with so many zones, and the error of HDF5: empty where it does not notice.
struct Attack {
  std::string name;
  int zones = 0;
  std::string words;
  std::function<void(Image&)> change;
};

/// Makes the root of a tree of links its own first child; the tree is then said to have `depth` levels.
void enter_itself(Image& image, std::uint64_t depth) {
  const auto header = image.place("BTHD");
  const auto root = image.get(header + 16, 8);
  const auto records = image.get(header + 24, 2);
  image.put(header + 12, 2, depth);
  image.put(root + 6 + records * image.get(header + 10, 2), 8, root);
}

constexpr std::size_t heap_table = 14 + 12 * 8;  ///< In the header of a heap: its width, sizes and root.

const std::array attacks = {
    Attack{"a link leads to the root", 3, "/Base/zz2/Base: the tree has no end",
           [](Image& image) { image.put(image.link("zz2"), 8, image.get(36, 8)); }},
    Attack{"a link among many leads to its own group", 60, "the tree has no end",
           [](Image& image) { image.put(image.link("zz2"), 8, image.group_of_heap()); }},
    Attack{"a link leads to where nothing is", 3,
           "/Base/zz2: ", [](Image& image) { image.put(image.link("zz2"), 8, immense); }},
    Attack{"two links have one name", 11, "/Base: ",
           [](Image& image) { image.put(image.link("zz2") - 3, 3, image.get(image.link("z1") - 3, 3)); }},
    Attack{"a name is another one than its hash says", 60,
           "/Base: ", [](Image& image) { image.put(image.link("zz2") - 3, 1, 'y'); }},
    Attack{"hashes are out of order", 60, "/Base: ",
           [](Image& image) {
             const auto leaf = image.place("BTLF") + 6;
             const auto first = image.get(leaf, 4);
             image.put(leaf, 4, image.get(leaf + 11, 4));
             image.put(leaf + 11, 4, first);
           }},
    Attack{"a tree of links leads to itself", 300, "/Base: ", [](Image& image) { enter_itself(image, 1); }},
    Attack{"a tree of links leads to itself, and is deep", 300,
           "/Base: ", [](Image& image) { enter_itself(image, 8); }},
    Attack{"a tree of links has as many as there can be", 60, "",
           [](Image& image) { image.put(image.place("BTHD") + 26, 8, immense); }},
    Attack{"a heap has immense blocks", 60,
           "/Base: ", [](Image& image) { image.put(image.place("FRHP") + heap_table + 2, 8, immense); }},
    Attack{"a heap is nowhere", 60,
           "/Base: ", [](Image& image) { image.put(image.place("FRHP") + heap_table + 22, 8, immense); }},
    Attack{"a header goes on in itself", 3, "",
           [](Image& image) {
             const auto block = image.place("OCHK");
             const auto from = image.find(block);
             image.put(block + 4, 4, 0x10 | 16U << 8U);
             image.put(block + 8, 8, block);
             image.put(block + 16, 8, image.get(from + 8, 8));
           }},
    Attack{"a header goes on without an end", 3, ": ",
           [](Image& image) { image.put(image.find(image.place("OCHK")) + 8, 8, immense); }},
    Attack{"a header goes on with less than a message", 3, ": ",
           [](Image& image) {
             const auto block = image.place("OCHK");
             image.put(image.find(block) + 8, 8, 10);
             const auto content = image.get(block, 6);
             image.put(block + 6, 4, H5_checksum_metadata(&content, 6, 0));
           }},
    Attack{"a header is larger than the file", 3, ": ",
           [](Image& image) {
             const auto header = image.place("OHDR");
             image.put(header + 5, 1, image.get(header + 5, 1) | 3U);
           }},
};

/// A chain of nodes, two links from each to the next one: two to the power of their number of paths.
void write_doubling(const std::string& path, int levels) {
  cgns::Node root = test::zones(1);
  auto* node = &root.children.back();
  for (int i = 0; i < levels; ++i) {
    node->children.push_back({.name = "Next", .label = "UserDefinedData_t"});
    node = &node->children.back();
  }
  test::write_file(path, root);
  const test::Edit edit(path);
  std::string group = "/Base";
  for (int i = 0; i < levels; ++i, group += "/Next")
    REQUIRE(H5Lcreate_hard(edit.file(), (group + "/Next").c_str(), edit.file(), (group + "/Again").c_str(),
                           H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

/// Makes a file as large as a file system lets it be, with nothing in it, and gives its size.
std::int64_t lengthened(const std::string& path) {
  for (int bits = 50; bits > 40; --bits) {
    const auto size = (std::int64_t{1} << bits) - 64 * kibi;
    if (::truncate(path.c_str(), size) == 0) return size;
  }
  WARN("not as large as it should be");
  return 0;
}

/// Also by what the file says of its size.
void make_immense(const std::string& path, Image image) {
  image.put(28, 8, static_cast<std::uint64_t>(lengthened(path)));
  image.write(path);
  static_cast<void>(lengthened(path));
}

}  // namespace

TEST_CASE("a file with wrong contents under right checksums is left to HDF5, which refuses what it notices",
          "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  for (const auto& attack : attacks) {
    INFO(attack.name);
    test::write_file(path, test::zones(attack.zones));
    Image image(path);
    image.write(path);
    CHECK(readers.agree(path));
    attack.change(image);
    image.write(path);
    CHECK(Readers::plain(path).empty());
    const auto verdict = readers.by_hdf5(path);
    CHECK(verdict.starts_with("error: ") == !attack.words.empty());
    if (!attack.words.empty()) CHECK_THAT(verdict, Contains(path) && Contains(attack.words));
  }
}

TEST_CASE("fields of any value under right checksums are read only as by HDF5", "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  test::write_file(path, test::zones(11));
  const Image sound(path);
  const auto& structures = sound.structures();
  std::mt19937_64 random(7);
  const std::array<std::uint64_t, 6> values = {0, 1, 0x7F, sound.size(), immense, ~std::uint64_t{0}};
  int plain = 0;
  const auto rounds = test::rounds(200);
  for (unsigned round = 0; round < rounds; ++round) {
    auto image = sound;
    std::string changes;
    for (unsigned i = 0; i <= random() % 2; ++i) {
      const auto& one = structures[random() % structures.size()];
      const std::size_t size = std::size_t{1} << random() % 4;
      const auto at = one.at + random() % (one.size - size);
      const auto old = image.get(at, size);
      const std::array<std::uint64_t, 5> choice = {values[random() % values.size()], old + 1, random(),
                                                   structures[random() % structures.size()].at,
                                                   old ^ std::uint64_t{1} << random() % (8 * size)};
      image.put(at, size, choice[random() % choice.size()]);
      changes += fmt::format("{} at {}, byte {}: {:x} to {:x}; ", one.kind, one.at, at - one.at, old,
                             image.get(at, size));
    }
    image.write(path);
    INFO("round " << round << ": " << changes);
    plain += readers.agree(path) ? 1 : 0;
  }
  CHECK(10 * plain > static_cast<int>(rounds));  // changes of what has no meaning
}

TEST_CASE("no field of any structure makes sizes of 2^60 bytes", "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  test::write_file(path, test::zones(11));
  const Image sound(path);
  for (const auto& one : sound.structures()) {
    for (auto at = one.at + 4; at + 8 <= one.at + one.size; at += 37) {
      auto image = sound;
      image.put(at, 8, immense);
      image.write(path);
      INFO(one.kind << " at " << one.at << ", byte " << at - one.at);
      (void)readers.agree(path);
    }
  }
}

TEST_CASE("objects may overlap, and are read as by HDF5", "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  test::write_file(path, test::zones(3));
  Image image(path);
  // Two nodes are one.
  image.put(image.link("zz2"), 8, image.get(image.link("z1"), 8));
  image.write(path);
  CHECK(readers.agree(path));
  // Values are in a header.
  test::write_file(path, test::zones(3));
  Image values(path);
  values.put(values.find(std::uint64_t{9 * 4}) - 8, 8, values.place("OHDR", 2));
  values.write(path);
  CHECK(readers.agree(path));
}

TEST_CASE("a tree of more paths than bytes ends soon, in a file of any size", "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  write_doubling(path, 60);
  CHECK(Readers::plain(path).empty());
  CHECK_THAT(readers.by_hdf5(path), Contains("hostile.cgns:/Base/") && Contains("the tree has no end"));
  make_immense(path, Image(path));
  CHECK(Readers::plain(path).empty());
  CHECK_THAT(readers.by_hdf5(path), Contains("hostile.cgns:/Base/") && Contains("the tree has no end"));
}

TEST_CASE("values in the holes of an immense file take no memory", "[serial]") {
  const test::Folder folder;
  Readers readers;
  const auto path = folder.path("hostile.cgns");
  auto root = test::zones(1);
  root.children.back().children.push_back(
      cgns::text_node("Note", "Descriptor_t", std::string(0x1234567, 'x')));
  test::write_file(path, root);
  Image image(path);
  constexpr auto most = std::uint64_t{1} << 40U;
  for (int field = 0; field < 3; ++field)  // extents, largest extents, size
    image.put(image.find(std::uint64_t{0x1234567}), 8, most);
  make_immense(path, std::move(image));
  CHECK(readers.agree(path));
}

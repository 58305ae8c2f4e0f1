#include "pcgns/fileset/run/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "catch.hpp"
#include "io/part_files.hpp"
#include "pcgns/io/number_table.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using fileset::MatchSet;
using test::PartFiles;
using test::session;
using test::Storage;
using Integers = std::vector<std::int64_t>;

/// Parts whose vertices are numbers of places on a line, 1 apart.
struct Places : PartFiles {
  std::vector<Integers> pieces;
  std::vector<MatchSet> sets;
  cgns::Node base{.name = "Base", .label = "CGNSBase_t"};
  std::vector<cgns::Node> zones;

  explicit Places(std::vector<Integers> places, double noise = 0) : pieces(std::move(places)) {
    MatchSet set{.what = "/Base/Zone: vertices", .members = {}};
    zones.resize(pieces.size());
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      add_file();
      zones[p].name = "Zone.P" + std::to_string(p);
      std::vector<double> x;
      std::vector<float> y;
      for (const auto place : pieces[p]) {
        x.push_back(static_cast<double>(place) + (p % 2 == 0 ? noise : -noise));
        y.push_back(static_cast<float>(place % 10));
      }
      MatchSet::Member member{.piece = static_cast<int>(p),
                              .zone = {static_cast<int>(p), &base, &zones[p]},
                              .count = std::ssize(x)};
      member.coordinates = {add_array(static_cast<int>(p), DataType::R8, test::bytes_of(x),
                                      p == 1 ? Storage::hdf5 : Storage::plain),
                            add_array(static_cast<int>(p), DataType::R4, test::bytes_of(y),
                                      p == 2 ? Storage::swapped : Storage::memory)};
      set.members.push_back(std::move(member));
    }
    sets.push_back(std::move(set));
  }

  /// The numbers as they should be: in the order of the parts.
  [[nodiscard]] std::vector<Integers> expected() const {
    std::map<std::int64_t, std::int64_t> known;
    std::vector<Integers> numbers;
    for (const auto& piece : pieces) {
      auto& own = numbers.emplace_back();
      for (const auto place : piece) {
        own.push_back(known.try_emplace(place, static_cast<std::int64_t>(known.size()) + 1).first->second);
      }
    }
    return numbers;
  }
};

Integers values_of(const cgns::InputSet& inputs, int array) {
  io::Source source(inputs, 1 << 20);
  std::vector<std::byte> raw;
  Integers values;
  const auto count = cgns::count_of(inputs.arrays[static_cast<std::size_t>(array)].dims);
  io::read_integers(source, inputs, array, 0, count, raw, values);
  return values;
}

/// Some places of a line in each of some parts, in any order.
std::vector<Integers> distributed(std::int64_t total, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Integers> pieces(4);
  for (std::int64_t place = 0; place < total; ++place) {
    const auto which = random() % 15 + 1;
    for (unsigned p = 0; p < 4; ++p) {
      if (((which >> p) & 1U) != 0) pieces[p].push_back(place);
    }
  }
  for (auto& piece : pieces) std::shuffle(piece.begin(), piece.end(), random);
  return pieces;
}

}  // namespace

TEST_CASE("vertices at one place get one number, in one pass or in many") {
  const auto tolerance = GENERATE(0.0, 0.25);
  const auto memory = GENERATE(1 << 24, 1000);
  const auto chunk = GENERATE(17, 65536);
  Places places(distributed(memory < 2000 ? 9000 : 3000, 1), tolerance / 3);
  places.write_files();
  io::ScratchFile scratch(session(), places.inputs, places.scratch.path("out.cgns"));
  const auto matched = fileset::match(
      session(), places.inputs, places.sets, scratch,
      {.tolerance = tolerance, .finds_vertex_interfaces = true, .memory = memory, .chunk = chunk});
  const auto expected = places.expected();
  std::int64_t largest = 0;
  for (std::size_t p = 0; p < expected.size(); ++p) {
    CHECK(values_of(places.inputs, matched.sets[0].members[p].numbers) == expected[p]);
    largest = std::max(largest, *std::max_element(expected[p].begin(), expected[p].end()));
  }
  CHECK(matched.sets[0].total == largest);
  CHECK(matched.interfaces.size() == 6);
  const auto& interface = matched.interfaces.back();
  CHECK(interface.a == 2);
  CHECK(interface.b == 3);
  const auto here = values_of(places.inputs, interface.here);
  const auto there = values_of(places.inputs, interface.there);
  CHECK(here.size() == there.size());
  CHECK(std::is_sorted(here.begin(), here.end()));
  bool same = true;
  for (std::size_t i = 0; i < here.size(); ++i) {
    same = same && places.pieces[2][static_cast<std::size_t>(here[i] - 1)] ==
                       places.pieces[3][static_cast<std::size_t>(there[i] - 1)];
  }
  CHECK(same);
  MPI_Barrier(session().comm());  // before rank 0 removes what others still read
}

TEST_CASE("what is ambiguous is told, the lowest of it, for any number of passes") {
  const auto memory = GENERATE(1 << 24, 1000);
  auto pieces = distributed(6000, 2);
  const auto check = [&](const std::vector<Integers>& distributed, double tolerance, int piece,
                         const std::string& text) {
    Places places(distributed);
    places.write_files();
    const auto path = places.scratch.path("out.cgns");
    {
      io::ScratchFile scratch(session(), places.inputs, path);
      CHECK_THROWS_WITH(fileset::match(session(), places.inputs, places.sets, scratch,
                                       {.tolerance = tolerance, .memory = memory, .chunk = 100}),
                        Contains(fmt::format("part_{0}.cgns:/Base/Zone.P{0}: {1}", piece, text)));
    }
    MPI_Barrier(session().comm());
    CHECK_FALSE(std::filesystem::exists(io::scratch_path(path)));
    MPI_Barrier(session().comm());
  };
  SECTION("two of one part") {
    pieces[1][40] = pieces[1][30];
    pieces[3][5] = pieces[3][6];
    check(pieces, 0, 1, "ambiguous: vertex 31 and vertex 41 have the same coordinates");
    check(pieces, 0.1, 1, "ambiguous: vertex 31 and vertex 41 are at most 0.1 apart");
  }
  SECTION("a chain") {
    // y jumps with every tenth place, so that neighbours are no farther apart than 1.5 elsewhere.
    check({{100, 5, 200}, {3, 30, 50}, {4, 300}}, 1.5, 0, "ambiguous: vertex 2 and vertex 1 of ");
  }
}

TEST_CASE("vertices of the only piece of a zone remain several at one place") {
  const auto tolerance = GENERATE(0.0, 0.25);
  Places places({{5, 3, 5, 9}});
  places.write_files();
  io::ScratchFile scratch(session(), places.inputs, places.scratch.path("out.cgns"));
  const auto matched = fileset::match(session(), places.inputs, places.sets, scratch,
                                      {.tolerance = tolerance, .memory = 1 << 20, .chunk = 100});
  CHECK(values_of(places.inputs, matched.sets[0].members[0].numbers) == Integers{1, 2, 3, 4});
  MPI_Barrier(session().comm());
}

TEST_CASE("a scratch file that is in use is left alone") {
  PartFiles files;
  const auto output = files.scratch.path("out.cgns");
  io::ScratchFile first(session(), files.inputs, output);
  CHECK_THROWS_WITH(io::ScratchFile(session(), files.inputs, output),
                    Contains("another run is writing this output"));
  MPI_Barrier(session().comm());
  CHECK(std::filesystem::exists(io::scratch_path(output)));
  MPI_Barrier(session().comm());
}

TEST_CASE("a scratch file that cannot be removed is named") {
  PartFiles files;
  const auto output = files.scratch.path("out.cgns");
  const auto path = io::scratch_path(output);
  std::vector<std::string> said;
  {
    const io::ScratchFile scratch(
        session(), files.inputs, output,
        {.note = [&](Listener::Kind, const std::string& text) { said.push_back(text); }});
    if (session().is_root()) {
      std::filesystem::remove(path);
      std::filesystem::create_directory(path);
    }
  }
  REQUIRE(said.size() == (session().is_root() ? 1 : 0));
  if (session().is_root()) CHECK_THAT(said.front(), Contains("cannot remove the scratch file: " + path));
  MPI_Barrier(session().comm());
}

TEST_CASE("a scratch file that a crash has left is replaced") {
  PartFiles files;
  const auto output = files.scratch.path("out.cgns");
  if (session().is_root()) std::ofstream(io::scratch_path(output)) << "old";
  MPI_Barrier(session().comm());
  {
    io::ScratchFile scratch(session(), files.inputs, output);
    scratch.settle();
    CHECK(std::filesystem::file_size(io::scratch_path(output)) == 0);
    MPI_Barrier(session().comm());
  }
  MPI_Barrier(session().comm());
  CHECK_FALSE(std::filesystem::exists(io::scratch_path(output)));
}

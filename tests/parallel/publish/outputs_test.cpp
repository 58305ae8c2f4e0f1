#include "pcgns/publish/outputs.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "../file/fixture.hpp"
#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/restripe/plan/copy.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using restripe::Layout;
using test::session;

constexpr std::int64_t values = 20000;

std::string content_of(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

cgns::Node tree() {
  auto root = test::sample_tree();
  auto& flow = *root.child("Base")->child("Zone")->child("Flow");
  for (const auto* name : {"A", "B"}) {
    cgns::Node node{.name = name, .label = "DataArray_t", .type = cgns::DataType::R8, .dims = {values}};
    node.data.assign(static_cast<std::size_t>(8 * values), static_cast<std::byte>(*name));
    flow.children.push_back(std::move(node));
  }
  return root;
}

/// Copies of one file: chunked, contiguous, chunked again.
struct Case {
  const test::Scratch scratch = {};
  cgns::InputSet inputs = {};
  std::vector<std::string> names = {};
  std::vector<plan::Plan> plans = {};

  Case() {
    par::on_root(session().comm(), "", [&] { test::write_file(scratch.path("in.cgns"), tree()); });
    inputs = file::read_trees(session(), {scratch.path("in.cgns")}, {});
    for (const auto kind : {Layout::Kind::chunked, Layout::Kind::contiguous, Layout::Kind::chunked}) {
      names.push_back(scratch.path("out" + std::to_string(names.size()) + ".cgns"));
      plans.push_back(
          restripe::plan_copy(inputs, {.layout = {.kind = kind, .chunk = {500}}, .output = names.back()}));
    }
  }

  [[nodiscard]] publish::WrittenOutput write(publish::Outputs& outputs, std::size_t first, std::size_t count,
                                             const Listener& listener = {}) const {
    Timer timer;
    publish::WrittenOutput written;
    outputs.write({.names = std::span(names).subspan(first, count),
                   .plans = std::span(plans).subspan(first, count),
                   .inputs = inputs,
                   .machine = {.ranks = session().size(), .memory = 1 << 16}},
                  written, timer, listener);
    return written;
  }

  /// All ranks see all files.
  [[nodiscard]] std::vector<std::string> contents() const {
    par::collectively(session().comm(), "", [] {});
    std::vector<std::string> all;
    for (const auto& name : names) all.push_back(content_of(name));
    par::collectively(session().comm(), "", [] {});
    return all;
  }
};

std::size_t lines_in(const std::string& path, const std::string& begin) {
  std::ifstream stream(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line);) lines += line.starts_with(begin) ? 1 : 0;
  return lines;
}

}  // namespace

TEST_CASE("files of one group, chunked ones too, are as those written alone") {
  const Case made;
  {
    publish::Outputs alone(session(), {.check = publish::Check::full});
    for (std::size_t i = 0; i < 3; ++i) CHECK(made.write(alone, i, 1).bytes_moved == made.plans[i].bytes());
    alone.publish();
  }
  const auto expected = made.contents();
  CHECK(expected[0] == expected[2]);
  CHECK(expected[0] != expected[1]);
  publish::Outputs together(session(),
                            {.one_of_many = true, .overwrite = true, .check = publish::Check::full});
  CHECK(made.write(together, 0, 3).bytes_moved == 3 * made.plans[0].bytes());
  together.publish();
  CHECK(made.contents() == expected);
}

TEST_CASE("a group with chunks is continued where it was interrupted") {
  const Case made;
  publish::StageOptions options{.one_of_many = true, .keep_partial = true, .checkpoint_every = {}};
  {
    publish::Outputs outputs(session(), options);
    // In the last round of the chunks of the last file.
    const Listener breaks{.moved = [&](std::int64_t bytes) {
      if (bytes >= 4 * 8 * values) throw Error(ErrorKind::io, "interrupted");
    }};
    CHECK_THROWS_AS(made.write(outputs, 0, 3, breaks), Error);
  }
  par::collectively(session().comm(), "", [] {});
  CHECK(lines_in(publish::journal_path(made.names[0]), "chunk ") > 0);
  CHECK(lines_in(publish::journal_path(made.names[1]), "chunk ") == 0);
  CHECK(lines_in(publish::journal_path(made.names[2]), "chunk ") > 0);
  par::collectively(session().comm(), "", [] {});
  options.resume = true;
  {
    publish::Outputs outputs(session(), options);
    CHECK_FALSE(made.write(outputs, 0, 3).was_complete);
    outputs.publish();
  }
  const auto contents = made.contents();
  CHECK_FALSE(std::filesystem::exists(publish::journal_path(made.names[0])));
  options.overwrite = true;
  options.resume = false;
  publish::Outputs alone(session(), options);
  for (std::size_t i = 0; i < 3; ++i) (void)made.write(alone, i, 1);
  alone.publish();
  CHECK(made.contents() == contents);
}

// The jobs of pcgns-verify as functions of the library, on files and without a guard.
#include <utility>
#include <variant>

#include "../file/fixture.hpp"
#include "catch.hpp"
#include "pcgns/digest/digest.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/check.hpp"
#include "pcgns/verify/compare/compare.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

/// A file with the sample tree, and with `change` made to it.
template <typename Change>
fileset::OpenRequest sample_file(const std::string& path, const Change& change) {
  auto root = test::sample_tree();
  change(root);
  if (session().is_root()) test::write_file(path, root);
  (void)par::all_sum(session().comm(), 0);
  return {.files = {.names = {path}}};
}
fileset::OpenRequest sample_file(const std::string& path) {
  return sample_file(path, [](cgns::Node&) {});
}

void rename_base(cgns::Node& root) {
  for (auto& node : root.children) {
    if (node.label == "CGNSBase_t") node.name = "Other";
  }
}

/// The same zone twice, which nothing says how to merge.
fileset::OpenRequest twins(const test::Scratch& scratch) {
  auto request = sample_file(scratch.path("a.cgns"));
  const auto other = sample_file(scratch.path("b.cgns"), [](cgns::Node& root) {
    for (auto& node : root.children) {
      if (node.label == "CGNSBase_t") node.data.front() = std::byte{2};
    }
  });
  request.files.names.push_back(other.files.names.front());
  return request;
}

}  // namespace

TEST_CASE("a file is checked, compared and digested by functions, without a guard if there is none") {
  const test::Scratch scratch;
  const auto a = sample_file(scratch.path("a.cgns"));
  const auto b = sample_file(scratch.path("b.cgns"));
  const auto other = sample_file(scratch.path("other.cgns"), rename_base);

  const auto checked = verify::check::run(session(), {.inputs = a, .rules = {.layers = {cgns::Layer::file}}});
  CHECK(!checked.inputs.guarded);
  CHECK(checked.inputs.name() == a.files.names.front());
  CHECK(checked.judgement.is_valid(cgns::Severity::error));

  const auto same = verify::compare::run(session(), {.a = a, .b = b});
  CHECK(same.different() == 0);
  CHECK(same.nodes > 10);
  CHECK(verify::compare::run(session(), {.a = a, .b = other}).different() == 1);

  const auto list = scratch.path("digests");
  const auto digested = digest::run(session(), {.inputs = a, .manifest = list});
  CHECK(digested.manifest.nodes.empty() == !session().is_root());
  CHECK(digest::run(session(), {.inputs = b, .known = list}).changed == 0);
  CHECK(digest::run(session(), {.inputs = other, .known = list}).changed > 0);
}

TEST_CASE("files that make no mesh are refused by a value: a finding for some, an error for others") {
  const test::Scratch scratch;
  const auto request = twins(scratch);
  auto files = fileset::open(session(), request, fileset::OnDamage::error);
  auto outcome = fileset::whole_zones(session(), files, request);
  REQUIRE(std::holds_alternative<Error>(outcome));
  CHECK(std::get<Error>(outcome).kind() == ErrorKind::input);
  CHECK(files.inputs.trees.size() == 2);
  CHECK_THROWS_AS(fileset::required(std::move(outcome)), Error);
  CHECK_THROWS_AS(digest::run(session(), {.inputs = request}), Error);

  const auto checked =
      verify::check::run(session(), {.inputs = request, .rules = {.layers = {cgns::Layer::set}}});
  CHECK(!checked.judgement.is_valid(cgns::Severity::error));
}

#include <ctime>

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr double patience = 10;
#else
constexpr double patience = 4;
#endif

/// Seconds of this process's processor time.
template <typename Work>
double seconds(Work work) {
  const auto begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string numbered(const char* text, int number) { return text + std::to_string(number); }

}  // namespace

TEST_CASE("ten thousand files with families and a zone each are planned within seconds") {
  constexpr int files = 10000;
  Inputs inputs;
  for (int i = 0; i < files; ++i) {
    Nodes pieces;
    for (const auto* name : {"Wall", "Inflow", "Outflow"}) {
      pieces.push_back(
          family(name, {cgns::text_node("FamilyBC", "FamilyBC_t", "BCWall"), descriptor("Note", "x")}));
    }
    pieces.push_back(iterative(2, zone_tables({{numbered("Z", i)}, {numbered("Z", i)}}, 1)));
    pieces.push_back(zone(numbered("Z", i), {coordinates({1}), interface_to("1", numbered("Z", i / 2))}));
    inputs.rank(numbered("out_", i), std::move(pieces));
  }
  plan::Plan plan;
  CHECK(seconds([&] { plan = inputs.merged(); }) < patience);
  CHECK(children(plan, "/Base").size() == 3 + 1 + files);
  CHECK(plan.targets.size() == files);
  CHECK(plan.notes.empty());
}

TEST_CASE("ten thousand time stamps are kept within seconds") {
  constexpr int files = 10000;
  Inputs inputs;
  for (int i = 0; i < files; ++i) {
    const auto stamp = std::to_string(i);
    inputs.rank(numbered("out_", i),
                {descriptor("Information", stamp), family("Wall", {descriptor("Stamp", stamp)}),
                 family("Inflow", {descriptor("Stamp", stamp)})});
  }
  plan::Plan plan;
  CHECK(seconds([&] { plan = inputs.merged(); }) < patience);
  CHECK(children(plan, "/Base/:PCGNS#PerRank").size() == files);
  CHECK(plan.notes.size() == 3);
}

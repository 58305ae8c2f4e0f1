#include "pcgns/plan/memory_needs.hpp"

#include "catch.hpp"

using namespace pcgns;

TEST_CASE("what a job needs besides its budget is told, in detail only if it is little") {
  std::vector<Listener::Kind> kinds;
  std::string told;
  const Listener listener{.note = [&](Listener::Kind kind, const std::string& text) {
    kinds.push_back(kind);
    told = text;
  }};
  plan::tell({.trees = kibi, .mesh = mebi}, 64 * mebi, listener);
  plan::tell({.trees = 0, .mesh = 2 * gibi}, 64 * mebi, listener);
  CHECK(kinds == std::vector{Listener::Kind::detail, Listener::Kind::info});
  CHECK(told ==
        "needs about 2 GiB per rank besides --memory 64 MiB: 2 GiB for the distributed mesh, "
        "0 B for trees");
}

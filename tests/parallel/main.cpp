// Every rank runs every test, in the same order; the run fails on all ranks if a check fails on any.
// Tests tagged [serial] do not use other ranks: CTest runs them on one rank only.
#define CATCH_CONFIG_RUNNER
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>

#include "catch.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace pcgns::test {

namespace {
par::Session* the_session = nullptr;
}

par::Session& session() { return *the_session; }

unsigned rounds(unsigned usual) {
  const char* const factor = std::getenv("PCGNS_ROUNDS");
  return usual * (factor == nullptr ? 1 : static_cast<unsigned>(std::stoul(factor)));
}

Scratch::Scratch() {
  if (session().is_root()) {
    auto pattern = (std::filesystem::temp_directory_path() / "pcgns-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  par::broadcast(session().comm(), folder_);
}

Scratch::~Scratch() {
  (void)par::all_sum(session().comm(), 0);
  std::error_code ignored;
  if (session().is_root()) std::filesystem::remove_all(folder_, ignored);
}

}  // namespace pcgns::test

int main(int argc, char** argv) {
  pcgns::h5::initialise_for_program();
  pcgns::par::Session session({.program = "pcgns_parallel", .stall_timeout = std::chrono::seconds(120)});
  pcgns::test::the_session = &session;
  const int failed = Catch::Session().run(argc, argv);
  return pcgns::par::all_max(session.comm(), failed == 0 ? 0 : 1) == 0 ? 0 : 1;
}

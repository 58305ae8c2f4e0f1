// mpirun -n 4 ./merge OUT INPUT...: merges per-rank files as pcgns-merge does, inside one's own program.
//
// The output is checked before it appears: what was written has the digest that the inputs have.
#include <cstdio>

#include "pcgns/merge/merge.hpp"

namespace {

int merge_files(pcgns::par::Session& session, int argc, char** argv) {
  pcgns::merge::Request request;
  request.inputs.names.assign(argv + 2, argv + argc);
  request.output.output = argv[1];
  request.output.check = pcgns::publish::Check::full;
  const auto report = pcgns::merge::run(session, request, {.note = [&](auto kind, const auto& text) {
                                          const bool is_warning = kind == pcgns::Listener::Kind::warning;
                                          if (is_warning && session.is_root())
                                            std::fprintf(stderr, "%s\n", text.c_str());
                                        }});
  if (session.is_root()) std::printf("%s  %s\n", report.written->digest.c_str(), argv[1]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fputs("usage: merge OUT INPUT...\n", stderr), 2;
  pcgns::par::Session session({.program = "merge"});
  try {
    return merge_files(session, argc, argv);
  } catch (const pcgns::Error& error) {  // the same on every rank
    if (session.is_root()) std::fprintf(stderr, "merge: %s\n", error.what());
    return static_cast<int>(error.exit_code());
  }
}

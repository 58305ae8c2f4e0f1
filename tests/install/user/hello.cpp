// Somebody's program: MPI, HDF5 and pcgns together.
#include <hdf5.h>

#include <cstdio>

#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"

int main(int argc, char** argv) {
  using namespace pcgns;
  par::Session session({.program = "hello"});
  if (argc > 1) (void)file::read_trees(session, {argv[1]}, {});
  const auto ranks = par::all_sum(session.comm(), 1);
  const auto size = format_size(parse_size("1.5M"));
  if (session.is_root()) std::printf("%d ranks read %s\n", static_cast<int>(ranks), size.c_str());
  return H5open() < 0 ? 1 : 0;
}

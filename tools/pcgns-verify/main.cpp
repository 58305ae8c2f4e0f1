// pcgns-verify: says what is in CGNS files, whether they are valid and agree, and what their digest is.
//
//   read the trees -> put the parts together -> describe, check, compare or hash the values

#include "common/run.hpp"
#include "pcgns-verify/commands.hpp"

namespace {

using namespace pcgns;

constexpr auto help =
    "Show, check, compare and digest CGNS files and file sets.\n"
    "\n"
    "Usage: [mpirun -n N] pcgns-verify check FILE...\n"
    "       [mpirun -n N] pcgns-verify compare FILE FILE | FILE... --with FILE...\n"
    "       [mpirun -n N] pcgns-verify digest FILE...\n"
    "       [mpirun -n N] pcgns-verify info FILE...\n"
    "\n"
    "  check      check files against the standard, and the mesh for errors\n"
    "  compare    compare two meshes, and show where they differ\n"
    "  digest     print a digest of the content, independent of its storage\n"
    "  info       show the contents: zones, fields, storage, partition\n"
    "  --help     show this text; pcgns-verify COMMAND --help shows the options\n"
    "  --help-all show all options of all commands\n"
    "  --version  show the version; with -v also of the libraries\n"
    "\n"
    "Exit status: 0 valid or the same, 1 not, 2 could not tell, 3 stopped,\n"
    "  4 the manifest is in place, but something after it failed (digest).\n"
    "More: man pcgns-verify\n";

/// `arguments` begin with the command's word.
template <typename Options>
int run_as(int count, char** arguments) {
  Options options;
  return tool::run(count, arguments, program_of(options));
}

}  // namespace

int main(int argc, char** argv) {
  return tool::run_command(argc, argv, "pcgns-verify", help,
                           {{"check", run_as<tool::CheckOptions>},
                            {"compare", run_as<tool::CompareOptions>},
                            {"digest", run_as<tool::DigestOptions>},
                            {"info", run_as<tool::InfoOptions>}});
}

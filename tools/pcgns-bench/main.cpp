// pcgns-bench: how fast files are written and read here: the published experiments, on this system.
//
//   make a problem -> write and read it by every engine in turn -> say how long that took

#include <string>
#include <vector>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"

namespace {

using namespace pcgns;

/// A word for run --list.
int list(int count, char** arguments) {
  std::string option = "--list";
  std::vector<char*> words(arguments, arguments + count);
  words.insert(words.begin() + 1, option.data());
  words.push_back(nullptr);
  return bench::run(count + 1, words.data());
}

constexpr auto help =
    "Measure how fast files are written and read here.\n"
    "\n"
    "Usage: mpirun -n N pcgns-bench run SCENARIO\n"
    "       pcgns-bench list\n"
    "       pcgns-bench plot FILE... -o FIGURE\n"
    "       pcgns-bench compare OLD NEW\n"
    "       mpirun -n N pcgns-bench tune --folder FOLDER\n"
    "       pcgns-bench wisdom FILE... -o FILE\n"
    "\n"
    "  run        write and read the files of a published experiment\n"
    "  list       say what each scenario does, and which engines it is measured with\n"
    "  plot       plot measurements, and print them as a table\n"
    "  compare    compare two measurements, and report what is slower\n"
    "  tune       find and keep the settings that are fastest here\n"
    "  wisdom     show what tune has kept, and join several files of it\n"
    "  --help     show this text; pcgns-bench COMMAND --help shows the options\n"
    "  --help-all show all options of all commands\n"
    "  --version  show the version; with -v also of the libraries\n"
    "\n"
    "Exit status: 0 done, nothing slower; 1 slower (compare);\n"
    "  2 could not do it, or could not tell; 3 stopped;\n"
    "  4 the file that was asked for is in place, but something after it failed.\n"
    "More: man pcgns-bench\n";

}  // namespace

int main(int argc, char** argv) {
  return tool::run_command(
      argc, argv, "pcgns-bench", help,
      {{"run", bench::run},
       {"list", list, "Say what each scenario does, and which engines it is measured with."},
       {"plot", bench::plot},
       {"compare", bench::compare},
       {"tune", bench::tune},
       {"wisdom", bench::wisdom}});
}

#include "options.hpp"

#include <charconv>

#include "together.hpp"

namespace heat {

const char* const usage =
    R"(Usage: heat [OPTIONS]
Computes how heat spreads in a quarter of a steel ring, on a grid of many zones.

  --zones NXxNYxNZ    zones in each direction (2x2x2)
  --cells NIxNJxNK    cells of each zone (16x12x12)
  --steps N           time steps to take, after those of the restart files (100)
  --write-every K     steps between two solutions; the last step is always written (25)
  --form FORM         how the files hold the grid (zones):
                        zones  structured zones, joined to each other
                        boxes  boxes of one structured zone, Body
                        hexa   pieces of one unstructured zone, Body
  --out PREFIX        rank R writes PREFIX_R.cgns, R with four digits (heat)
  --restart FILE...   go on from the last step in these files
  --help              show this text

Exit status: 0 if done, 2 if not.
Example: mpirun -n 4 heat --zones 2x2x2 --steps 200 --write-every 50 --out run
)";

namespace {

constexpr int most = 9999;  // What the four digits in the names of zones hold.

int to_number(std::string_view word, std::string_view option) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 1)
    throw Failure(std::string(option) + ": '" + std::string(word) + "' is not a number of at least 1");
  return value;
}

Index3 to_numbers(std::string_view word, std::string_view option) {
  const auto first = word.find('x'), last = word.rfind('x');
  if (first == last)
    throw Failure(std::string(option) + ": '" + std::string(word) + "' does not look like 2x2x2");
  const Index3 numbers{to_number(word.substr(0, first), option),
                       to_number(word.substr(first + 1, last - first - 1), option),
                       to_number(word.substr(last + 1), option)};
  for (const int number : numbers)
    if (number > most) throw Failure(std::string(option) + ": at most 9999 in a direction");
  return numbers;
}

Form to_form(std::string_view word) {
  if (word == "zones") return Form::zones;
  if (word == "boxes") return Form::boxes;
  if (word == "hexa") return Form::hexa;
  throw Failure("--form: '" + std::string(word) + "' is not zones, boxes or hexa");
}

void check(const Options& options) {
  const auto [x, y, z] = options.zones;
  if (static_cast<long long>(x) * y > most || x * y * static_cast<long long>(z) > most)
    throw Failure("--zones: at most 9999 zones");
}

}  // namespace

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::string& option = *word;
    const auto value = [&]() -> const std::string& {
      if (++word == words.end()) throw Failure(option + ": value missing");
      return *word;
    };
    const auto more = [&] { return word + 1 != words.end() && !(word + 1)->starts_with("--"); };
    if (option == "--zones")
      options.zones = to_numbers(value(), option);
    else if (option == "--cells")
      options.cells = to_numbers(value(), option);
    else if (option == "--steps")
      options.steps = to_number(value(), option);
    else if (option == "--write-every")
      options.write_every = to_number(value(), option);
    else if (option == "--form")
      options.form = to_form(value());
    else if (option == "--out")
      options.out = value();
    else if (option == "--restart")
      for (options.restart.push_back(value()); more();) options.restart.push_back(value());
    else if (option == "--help")
      options.help = true;
    else
      throw Failure("unknown option '" + option + "'; see heat --help");
  }
  check(options);
  return options;
}

}  // namespace heat

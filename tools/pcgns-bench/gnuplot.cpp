#include <fmt/format.h>

#include <algorithm>

#include "pcgns-bench/series.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

/// For a string of gnuplot in single quotes. The next line would be a command, of any program.
std::string quoted(const std::string& text) {
  if (text.find_first_of("\n\r") != std::string::npos)
    throw Error(ErrorKind::usage, fmt::format("'{}' has more than one line", printable(text)));
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string("''") : std::string(1, letter);
  return result + "'";
}

/// Names have underscores, which gnuplot would take for something else.
constexpr auto begin_of_all =
    "set encoding utf8\n"
    "set grid\n"
    "set key outside right top noenhanced\n"
    "set xtics noenhanced\n"
    "set style data yerrorlines\n";

std::string terminal_line(const std::string& terminal, std::size_t panels) {
  const auto height = 380 * panels;
  return terminal == "svg"
             ? fmt::format("set terminal svg size 900,{} dynamic background '#ffffff'\n", height)
             : fmt::format("set terminal pngcairo size 900,{}\n", height);
}

std::string axes_of(const Figure& figure) {
  auto text = fmt::format("set xlabel {} noenhanced\nset ylabel {}\nset yrange [0:*]\n",
                          quoted(figure.x_name), quoted(figure.y_name));
  if (figure.against != Against::problem) return text + "set logscale x 2\n";
  text += "set xtics rotate by -20 (";
  for (std::size_t i = 0; i < figure.problems.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(figure.problems[i]), i);
  }
  return text + fmt::format(")\nset xrange [-0.5:{}]\n", static_cast<double>(figure.problems.size()) - 0.5);
}

std::string block_of(const Curve& curve, std::size_t number) {
  auto text = fmt::format("$curve{} << EOD\n", number);
  for (const auto& point : curve.points) {
    text += fmt::format("{} {} {} {}\n", point.x, point.value, std::min(point.low, point.high),
                        std::max(point.low, point.high));
  }
  return text + "EOD\n";
}

std::string panel_of(const Figure& figure, const std::string& what) {
  auto text = fmt::format("set title {} noenhanced\nplot ", quoted(figure.title + ": " + what));
  bool is_first = true;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    if (figure.curves[i].what != what) continue;
    text += fmt::format("{}$curve{} using 1:2:3:4 with yerrorlines linewidth 2 title {}",
                        is_first ? "" : ", ", i, quoted(figure.curves[i].engine));
    is_first = false;
  }
  return text + "\n";
}

}  // namespace

std::string gnuplot_of(const Figure& figure, const std::string& terminal, const std::string& output) {
  std::string text = terminal_line(terminal, figure.whats.size());
  text += fmt::format("set output {}\n", quoted(output)) + begin_of_all + axes_of(figure);
  for (std::size_t i = 0; i < figure.curves.size(); ++i) text += block_of(figure.curves[i], i);
  text += fmt::format("set multiplot layout {},1\n", figure.whats.size());
  for (const auto& what : figure.whats) text += panel_of(figure, what);
  return text + "unset multiplot\nunset output\n";
}

}  // namespace pcgns::bench

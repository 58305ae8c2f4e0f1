// series.hpp: measurements as curves: a way of writing over ranks, sizes or problems.
#pragma once

#include <string>
#include <vector>

#include "pcgns-bench/document.hpp"

namespace pcgns::bench {

enum class Against : std::uint8_t { automatic, ranks, size, problem };

struct Point {
  double x = 0;      ///< Ranks, bytes or zones; of problems: 0, 1, …
  double value = 0;  ///< The median: MB/s, or seconds.
  double low = 0;    ///< The worst sample …
  double high = 0;   ///< … and the best.
};

struct Curve {
  std::string engine;
  std::string what;
  std::vector<Point> points;  ///< By x.
};

struct Figure {
  std::string title;
  Against against = Against::problem;
  std::string x_name;
  std::string y_name;
  std::vector<std::string> problems;  ///< Names of x, if it counts problems.
  std::vector<std::string> whats;     ///< A panel each: "write", "read".
  std::vector<Curve> curves;
};

/// Where several problems have the same x, the largest counts, and of these the first. Throws Error{input} if
/// there are several scenarios, or nothing.
[[nodiscard]] Figure figure_of(const std::vector<Record>& records, Against against);

/// For people: a row for each engine, a column for each x.
[[nodiscard]] std::string table_of(const Figure& figure);

/// What gnuplot must be told. `terminal`: "svg" or "png".
[[nodiscard]] std::string gnuplot_of(const Figure& figure, const std::string& terminal,
                                     const std::string& output);

}  // namespace pcgns::bench

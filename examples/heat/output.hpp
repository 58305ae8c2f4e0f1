// output.hpp: the file that one rank writes: its zones at several times.
#pragma once

#include <string>
#include <vector>

#include "cgns_file.hpp"
#include "form.hpp"
#include "zone.hpp"

namespace heat {

/// "PREFIX_0003.cgns" for rank 3.
std::string output_path(const std::string& prefix, int rank);

class Output {
 public:
  /// Makes the file, with all that does not change in time. Without zones it holds the base alone.
  Output(const std::string& path, const Layout& layout, const std::vector<Zone>& zones, Form form);

  /// Adds the solution of a step.
  /// @pre Halos and gradients are up to date.
  void write(const std::vector<Zone>& zones, int step, double time);

  /// Says which steps there are, and closes the file.
  void finish();

 private:
  CgnsFile file_;
  int base_ = 0;
  std::vector<std::string> names_;  ///< Of the zones.
  std::vector<int> steps_;
  std::vector<double> times_;
};

}  // namespace heat

// options.hpp: the command line of pcgns-restripe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns/restripe/convert.hpp"
#include "pcgns/restripe/restripe.hpp"

namespace pcgns::restripe {

struct Options {
  std::vector<std::string> inputs;
  bool allow_missing = false;
  std::optional<restripe::Layout::Kind> layout;
  int stripe_count = 0;  ///< -1: over all targets; 0: not said.
  std::string stripe_size = {};
  std::string pool = {};
  bool automatic = false;
  std::string align = {};  ///< Empty: as the file system likes it.
  std::string chunk = {};  ///< Empty or "auto": chosen.
  int deflate = 0;         ///< 1 to 9; 0: not.
  bool shuffle = false;
  std::vector<std::string> filters = {};
  std::string compact_below = {};  ///< Empty: only what is no bulk array.
  std::optional<restripe::IndexWidth> index;
  std::optional<cgns::DataType> reals;
  std::optional<restripe::ElementForm> ngon;
  std::string page_size = {};
  std::vector<std::string> relinks = {};
  std::string cgns_version_text = {};
  double cgns_version = 0;  ///< 0: as it is.
  restripe::RestripeRequest request;
  tool::OutputOptions output;
  tool::RunOptions run;

  [[nodiscard]] std::int64_t alignment() const;  ///< 0 if none was given.
  /// As the options say it.
  [[nodiscard]] publish::Striping striping() const;
};

void define(CLI::App& app, Options& options);

/// What CLI11 cannot see; completes `options.request`. Throws Error{usage}.
void check(Options& options);

}  // namespace pcgns::restripe

// options.hpp: the command line of pcgns-restripe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns/restripe/restripe.hpp"

namespace pcgns::tool {

struct RestripeOptions {
  std::vector<std::string> inputs;
  bool allow_missing = false;
  std::optional<restripe::Layout::Kind> layout;
  std::string stripe_size = {};
  bool automatic = false;
  std::string align = {};  ///< Empty: as the file system likes it.
  std::string chunk = {};  ///< Empty or "auto": chosen.
  int deflate = 0;         ///< 1 to 9; 0: not.
  bool shuffle = false;
  std::vector<std::string> filters = {};
  std::string compact_below = {};  ///< Empty: only what is no bulk array.
  std::string page_size = {};
  std::vector<std::string> relinks = {};
  std::string cgns_version = {};
  restripe::StorageRequest storage;
  OutputOptions output;
  RunOptions run;
};

void define(CLI::App& app, RestripeOptions& options);

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void check(RestripeOptions& options);

/// What the options ask for.
[[nodiscard]] restripe::Request request_of(const RestripeOptions& options);

}  // namespace pcgns::tool

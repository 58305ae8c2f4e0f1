#include "pcgns-restripe/chunk_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "pcgns/base/error.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::restripe {

namespace {

constexpr int filter_deflate = 1;
constexpr int filter_shuffle = 2;

/// "1,2,3" or "1x2x3". Throws Error{usage} unless all are at least `least`.
template <typename Number>
std::vector<Number> numbers_of(std::string_view text, Number least, const std::string& option) {
  std::vector<Number> numbers;
  const auto* at = text.data();
  const auto* const end = at + text.size();
  while (true) {
    Number number = 0;
    const auto [next, failure] = std::from_chars(at, end, number);
    if (failure != std::errc{} || number < least || (next != end && *next != ',' && *next != 'x')) {
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no list of numbers", option, text));
    }
    numbers.push_back(number);
    if (next == end) return numbers;
    at = next + 1;
  }
}

tree::Filter filter_of(const std::string& word) {
  const auto colon = word.find(':');
  const auto id = numbers_of<int>(std::string_view(word).substr(0, colon), 1, "--filter");
  if (id.size() != 1)
    throw Error(ErrorKind::usage, fmt::format("--filter: '{}' is no ID[:PARAMETERS]", word));
  tree::Filter filter{.id = id.front()};
  if (colon != std::string::npos)
    filter.parameters = numbers_of<std::uint32_t>(std::string_view(word).substr(colon + 1), 0, "--filter");
  return filter;
}

std::vector<tree::Filter> filters_of(const Options& options) {
  std::vector<tree::Filter> filters;
  if (options.shuffle) filters.push_back({.id = filter_shuffle});
  for (const auto& word : options.filters) filters.push_back(filter_of(word));
  if (options.deflate > 0)
    filters.push_back({.id = filter_deflate, .parameters = {static_cast<std::uint32_t>(options.deflate)}});
  return filters;
}

void require_available(const std::vector<tree::Filter>& filters) {
  const h5::Quiet quiet;
  for (const auto& filter : filters) {
    if (h5::can_apply(filter.id)) continue;
    throw Error(ErrorKind::usage, fmt::format("HDF5 does not find filter {}; the environment variable "
                                              "HDF5_PLUGIN_PATH tells where its plugins are",
                                              filter.id));
  }
}

}  // namespace

plan::Layout chunked_layout(const Options& options) {
  plan::Layout layout;
  layout.filters = filters_of(options);
  if (!options.chunk.empty() && options.chunk != "auto")
    layout.chunk = numbers_of<std::int64_t>(options.chunk, 1, "--chunk");
  const bool wants_chunks = !layout.filters.empty() || !options.chunk.empty();
  layout.kind =
      options.layout.value_or(wants_chunks ? plan::Layout::Kind::chunked : plan::Layout::Kind::keep);
  if (wants_chunks && layout.kind != plan::Layout::Kind::chunked) {
    throw Error(ErrorKind::usage,
                "--chunk, --deflate, --shuffle and --filter are for --layout chunked, not for another one");
  }
  require_available(layout.filters);
  return layout;
}

}  // namespace pcgns::restripe

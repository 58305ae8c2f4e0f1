#include "pcgns/base/budget.hpp"

#include <fmt/format.h>

#include "pcgns/base/error.hpp"

namespace pcgns {

void Budget::require(std::string_view what, std::int64_t bytes, std::int64_t portions) const {
  if (bytes <= bytes_ / portions) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} of {} does not fit in --memory {}; use --memory {}M or more", what,
                          format_size(bytes), format_size(bytes_), divide_up(portions * bytes, mebi)));
}

}  // namespace pcgns

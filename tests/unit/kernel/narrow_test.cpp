#include "pcgns/kernel/conversion.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"

using namespace pcgns;

TEST_CASE("the largest rounding errors are kept, and the first places that have them") {
  const std::vector<double> wide = {0.0, 0.1, 1e10 + 1, -0.1, 0.1, std::nan(""), -INFINITY, 1e-60};
  std::vector<float> narrow(wide.size());
  kernel::Rounding rounding;
  CHECK_FALSE(kernel::narrow(wide, narrow, 100, rounding));
  CHECK(rounding.absolute == std::fabs(1e10 + 1 - static_cast<double>(static_cast<float>(1e10 + 1))));
  CHECK(rounding.at_absolute == 102);
  CHECK(rounding.relative == 1);  // 1e-60 becomes 0
  CHECK(rounding.at_relative == 107);
  CHECK(narrow[1] == 0.1F);
  CHECK(std::isnan(narrow[5]));
  CHECK(std::isinf(narrow[6]));

  kernel::Rounding other{.absolute = rounding.absolute, .at_absolute = 7, .relative = 0.5, .at_relative = 3};
  rounding.add(other);
  CHECK(rounding.at_absolute == 7);
  CHECK(rounding.at_relative == 107);
}

TEST_CASE("what does not fit is named") {
  std::vector<float> reals(2);
  kernel::Rounding rounding;
  CHECK(kernel::narrow(std::vector<double>{1, 1e39}, reals, 0, rounding) == 1);
  std::vector<std::int32_t> integers(3);
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  CHECK_FALSE(kernel::narrow(std::vector<std::int64_t>{most, -most - 1, 0}, integers));
  CHECK(kernel::narrow(std::vector<std::int64_t>{most, most + 1, -most - 2}, integers) == 1);
}

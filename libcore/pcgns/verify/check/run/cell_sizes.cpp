#include "pcgns/verify/check/run/cell_sizes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

void CellSizes::count(Some& some, std::int64_t element) {
  if (some.count++ == 0 || element < some.first) some.first = element;
}

std::int64_t CellSizes::sum(const std::vector<Some>& all) {
  std::int64_t sum = 0;
  for (const auto& some : all) sum += some.count;
  return sum;
}

void CellSizes::add(std::size_t section, std::int64_t element, double size, double rounding,
                    double precision) {
  if (size > precision * rounding) return count(positive_[section], element);
  if (size < -precision * rounding) return count(negative_[section], element);
  if (std::abs(size) <= std::numeric_limits<double>::epsilon() * rounding) count(nothing_[section], element);
}

void CellSizes::tell(const ZoneCheck& check, std::span<const std::string> paths, Sides sides) const {
  const auto positive = par::all_sum(check.session.comm(), sum(positive_));
  const auto negative = par::all_sum(check.session.comm(), sum(negative_));
  const bool is_left_handed = negative > positive;
  if (is_left_handed && sides == Sides::known && check.tells()) {
    check.tallies.add("M0502", check.zone.path, 0, [&] {
      return Place{
          .position = {}, .expected = "positive sizes", .found = fmt::format("{} negative ones", negative)};
    });
  }
  const auto tell_all = [&](std::string_view code, const std::vector<Some>& all, const Place& place) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto of_section = place;
      of_section.position = fmt::format("element {}", all[i].first);
      check.tallies.add_many(code, paths[i], all[i].first, all[i].count, std::move(of_section));
    }
  };
  const Place against_left = {
      .position = {}, .expected = "a negative size, as most cells have", .found = "a positive one"};
  const Place against_right = {.position = {}, .expected = "a positive size", .found = "a negative one"};
  tell_all("M0501", is_left_handed ? positive_ : negative_, is_left_handed ? against_left : against_right);
  tell_all("M0503", nothing_, {});
}

}  // namespace pcgns::verify::check

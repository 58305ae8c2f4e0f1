// comparable.cpp: which values can be compared and with which tolerance, and the words for what is found.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pcgns/base/glob.hpp"
#include "pcgns/verify/compare/plan/pairing.hpp"

namespace pcgns::verify::compare {

namespace {

using cgns::DataType;
using kernel::Scalar;

constexpr std::array<std::string_view, 14> kind_names = {
    "only in A", "only in B", "label", "type",      "extents",    "name",    "values",
    "reordered", "points",    "width", "tolerated", "renumbered", "renamed", "note"};
constexpr std::array<std::string_view, 5> entity_names = {"value", "vertex", "cell", "face", "entry"};

constexpr std::array<std::pair<DataType, Scalar>, 10> scalars = {{{DataType::B1, Scalar::byte},
                                                                  {DataType::C1, Scalar::character},
                                                                  {DataType::I4, Scalar::i32},
                                                                  {DataType::U4, Scalar::u32},
                                                                  {DataType::I8, Scalar::i64},
                                                                  {DataType::U8, Scalar::u64},
                                                                  {DataType::R4, Scalar::f32},
                                                                  {DataType::X4, Scalar::f32},
                                                                  {DataType::R8, Scalar::f64},
                                                                  {DataType::X8, Scalar::f64}}};

bool is_complex(DataType type) { return type == DataType::X4 || type == DataType::X8; }

}  // namespace

std::string_view to_string(NodeFinding::Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Entity entity) { return entity_names[static_cast<std::size_t>(entity)]; }

std::optional<Scalar> scalar_of(DataType type) {
  const auto found =
      std::find_if(scalars.begin(), scalars.end(), [&](const auto& known) { return known.first == type; });
  return found == scalars.end() ? std::nullopt : std::optional(found->second);
}

int parts_of(DataType type) { return is_complex(type) ? 2 : 1; }

bool are_comparable(DataType a, DataType b) {
  const auto x = scalar_of(a);
  const auto y = scalar_of(b);
  return x && y && kernel::are_comparable(*x, *y) && is_complex(a) == is_complex(b);
}

kernel::Tolerance tolerance_of(const Criteria& criteria, const std::string& path, DataType type) {
  const kernel::Tolerance exact{.nan_is_equal = criteria.tolerance.nan_is_equal};
  if (type == DataType::C1) return exact;
  for (auto rule = criteria.rules.rbegin(); rule != criteria.rules.rend(); ++rule) {
    if (matches(rule->pattern, path)) return rule->tolerance;
  }
  const bool is_real = type == DataType::R4 || type == DataType::R8 || is_complex(type);
  return is_real ? criteria.tolerance : exact;
}

}  // namespace pcgns::verify::compare

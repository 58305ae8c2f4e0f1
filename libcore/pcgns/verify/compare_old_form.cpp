#include "pcgns/verify/compare_old_form.hpp"

#include <algorithm>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/elements.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_rows.hpp"

namespace pcgns::verify {

namespace {

bool are_integers(const tree::Node* node) {
  return node != nullptr && (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
}

/// One type of elements with values of their own, the same on both sides.
bool is_ragged(const tree::Node& form, const tree::Node& old) {
  if (!are_integers(&form) || !are_integers(&old) || form.data.empty() || old.data.empty()) return false;
  const auto type = tree::integers_of(form).front();
  const bool known = type == sids::element_type::ngon || type == sids::element_type::nface ||
                     type == sids::element_type::mixed;
  return known && type == tree::integers_of(old).front();
}

int target_of(const CompareSide& side, const std::string& path, const tree::Node& node) {
  plan::ArrayPair::Place place{
      .target = node.array, .node = node.is_bulk() ? nullptr : &node, .type = node.type};
  give_target(side, path, place);
  return place.target;
}

/// What the old form has for elements whose values are given: with their number before each, but for MIXED.
std::vector<std::int64_t> in_old_form(const std::vector<std::int64_t>& offsets,
                                      const std::vector<std::int64_t>& values, bool has_counts) {
  if (!has_counts) return values;
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    result.push_back(offsets[i + 1] - offsets[i]);
    const auto begin = values.begin() + (offsets[i] - offsets.front());
    result.insert(result.end(), begin, begin + (offsets[i + 1] - offsets[i]));
  }
  return result;
}

}  // namespace

bool same_elements(par::Session& session, const CompareSide& side, const tree::Node& form,
                   const CompareSide& old_side, const tree::Node& old, const std::string& path) {
  const auto* starts = form.child("ElementStartOffset");
  const auto* now = form.child("ElementConnectivity");
  const auto* before = old.child("ElementConnectivity");
  if (!is_ragged(form, old) || !are_integers(starts) || !are_integers(now) || !are_integers(before))
    return false;
  const bool has_counts = tree::integers_of(form).front() != sids::element_type::mixed;
  const auto elements = tree::count_of(starts->dims) - 1;
  const auto total = tree::count_of(now->dims);
  if (elements < 0 || tree::count_of(before->dims) != total + (has_counts ? elements : 0)) return false;

  const auto rows = rows_of(session, elements);
  auto offsets = integer_rows(session, side.view(), target_of(side, path, *starts),
                              {rows.begin, rows.empty() ? rows.begin : rows.end + 1});
  if (offsets.empty()) offsets.push_back(0);
  bool same =
      std::is_sorted(offsets.begin(), offsets.end()) && offsets.front() >= 0 && offsets.back() <= total;
  same = same && (rows.begin > 0 || rows.empty() || offsets.front() == 0);
  same = same && (rows.end < elements || rows.empty() || offsets.back() == total);
  if (par::all_min(session.comm(), same ? 1 : 0) == 0) return false;

  const Range values{offsets.front(), offsets.back()};
  const Range old_values{values.begin + (has_counts ? rows.begin : 0),
                         values.end + (has_counts ? rows.end : 0)};
  const auto mine = integer_rows(session, side.view(), target_of(side, path, *now), values);
  const auto theirs = integer_rows(session, old_side.view(), target_of(old_side, path, *before),
                                   rows.empty() ? Range{} : old_values);
  same = in_old_form(offsets, mine, has_counts) == theirs;
  return par::all_min(session.comm(), same ? 1 : 0) == 1;
}

}  // namespace pcgns::verify

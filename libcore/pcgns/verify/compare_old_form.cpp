#include "pcgns/verify/compare_old_form.hpp"

#include <algorithm>
#include <optional>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/elements.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_rows.hpp"

namespace pcgns::verify {

namespace {

using Kind = plan::NodeFinding::Kind;

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

/// The values of a section in both forms.
struct TwoForms {
  const tree::Node* starts = nullptr;
  const tree::Node* now = nullptr;
  const tree::Node* before = nullptr;
  bool has_counts = false;  ///< Before each element, in the old form.
  std::int64_t elements = 0;
  std::int64_t values = 0;  ///< Without counts.
};

/// Nothing where they make no sense, or cannot be the same.
std::optional<TwoForms> forms_of(const tree::Node& form, const tree::Node& old) {
  TwoForms forms{.starts = form.child("ElementStartOffset"),
                 .now = form.child("ElementConnectivity"),
                 .before = old.child("ElementConnectivity")};
  if (!are_integers(forms.starts) || !are_integers(forms.now) || !are_integers(forms.before))
    return std::nullopt;
  if (!is_ragged(form, old)) return std::nullopt;
  forms.has_counts = tree::integers_of(form).front() != sids::element_type::mixed;
  forms.elements = tree::count_of(forms.starts->dims) - 1;
  forms.values = tree::count_of(forms.now->dims);
  const auto counts = forms.has_counts ? forms.elements : 0;
  const bool fit = forms.elements >= 0 && tree::count_of(forms.before->dims) == forms.values + counts;
  return fit ? std::optional(forms) : std::nullopt;
}

/// The offsets of `rows` ascend from the first value to the last.
bool are_sound(const std::vector<std::int64_t>& offsets, Range rows, const TwoForms& forms) {
  if (!std::is_sorted(offsets.begin(), offsets.end())) return false;
  if (offsets.front() < 0 || offsets.back() > forms.values) return false;
  const bool begins = rows.begin > 0 || offsets.front() == 0;
  const bool ends = rows.end < forms.elements || offsets.back() == forms.values;
  return rows.empty() || (begins && ends);
}

/// One rank's no is everybody's.
bool agreed(const par::Session& session, bool answer) {
  return par::all_min(session.comm(), answer ? 1 : 0) == 1;
}

/// Whether `form` (with ElementStartOffset) and `old` (without) have the same elements.
bool same_elements(par::Session& session, const CompareSide& side, const tree::Node& form,
                   const CompareSide& old_side, const tree::Node& old, const std::string& path) {
  const auto forms = forms_of(form, old);
  if (!forms) return false;
  const auto rows = rows_of(session, forms->elements);
  auto offsets = integer_rows(session, side.view(), target_of(side, path, *forms->starts),
                              {rows.begin, rows.empty() ? rows.begin : rows.end + 1});
  if (offsets.empty()) offsets.push_back(0);
  if (!agreed(session, are_sound(offsets, rows, *forms))) return false;

  const Range values{offsets.front(), offsets.back()};
  const Range old_values{values.begin + (forms->has_counts ? rows.begin : 0),
                         values.end + (forms->has_counts ? rows.end : 0)};
  const auto mine = integer_rows(session, side.view(), target_of(side, path, *forms->now), values);
  const auto theirs = integer_rows(session, old_side.view(), target_of(old_side, path, *forms->before),
                                   rows.empty() ? Range{} : old_values);
  return agreed(session, in_old_form(offsets, mine, forms->has_counts) == theirs);
}

/// Null unless it is a section.
const tree::Node* section_at(const CompareSide& side, const std::string& path) {
  const auto* node = tree::find(side.plan.output, path);
  return node != nullptr && node->label == "Elements_t" ? node : nullptr;
}

}  // namespace

void match_old_forms(par::Session& session, const CompareSide& a, const CompareSide& b,
                     std::vector<plan::NodeFinding>& findings) {
  constexpr std::string_view starts = "/ElementStartOffset";
  const auto before = findings;
  for (const auto& found : before) {
    const bool a_is_now = found.kind == Kind::only_a;
    if ((!a_is_now && found.kind != Kind::only_b) || !found.path.ends_with(starts)) continue;
    const auto path = found.path.substr(0, found.path.size() - starts.size());
    const auto* in_a = section_at(a, path);
    const auto* in_b = section_at(b, path);
    if (in_a == nullptr || in_b == nullptr) continue;
    const bool same = a_is_now ? same_elements(session, a, *in_a, b, *in_b, path)
                               : same_elements(session, b, *in_b, a, *in_a, path);
    if (!same) continue;
    std::erase_if(findings, [&](const plan::NodeFinding& other) {
      return other.path == found.path || other.path == path + "/ElementConnectivity";
    });
    findings.push_back({.path = path,
                        .kind = Kind::width,
                        .counts = false,
                        .a = a_is_now ? "now" : "before CGNS 4",
                        .b = a_is_now ? "before CGNS 4" : "now"});
  }
}

}  // namespace pcgns::verify

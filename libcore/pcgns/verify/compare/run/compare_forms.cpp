#include "pcgns/verify/compare/run/compare_forms.hpp"
#include "pcgns/digest/canonical.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"

namespace pcgns::verify::compare {

namespace {

using Kind = NodeFinding::Kind;

bool has_integers(const cgns::Node* node) { return node != nullptr && cgns::is_any_integer(node->type); }

/// True if both sides have the same type of elements of varying size.
bool is_ragged(const cgns::Node& form, const cgns::Node& old) {
  if (!has_integers(&form) || !has_integers(&old) || form.data.empty() || old.data.empty()) return false;
  const auto type = cgns::any_integers_of(form).front();
  return cgns::is_ragged(type) && type == cgns::any_integers_of(old).front();
}

/// Elements in the old form: with their count before each, except for MIXED.
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
  const cgns::Node* starts = nullptr;
  const cgns::Node* now = nullptr;
  const cgns::Node* before = nullptr;
  bool has_counts = false;  ///< The old form has a count before each element.
  std::int64_t elements = 0;
  std::int64_t values = 0;  ///< Without counts.
};

/// Nothing if they are invalid, or cannot be equal.
std::optional<TwoForms> forms_of(const cgns::Node& form, const cgns::Node& old) {
  TwoForms forms{.starts = form.child("ElementStartOffset"),
                 .now = form.child("ElementConnectivity"),
                 .before = old.child("ElementConnectivity")};
  if (!has_integers(forms.starts) || !has_integers(forms.now) || !has_integers(forms.before))
    return std::nullopt;
  const bool are_usual = forms.starts->label == "DataArray_t" &&
                         digest::has_no_content_below(*forms.starts) && forms.starts->dims.size() == 1 &&
                         forms.now->dims.size() == 1 && forms.before->dims.size() == 1;
  if (!are_usual) return std::nullopt;
  if (!is_ragged(form, old)) return std::nullopt;
  forms.has_counts = cgns::any_integers_of(form).front() != cgns::element_type::mixed;
  forms.elements = cgns::count_of(forms.starts->dims) - 1;
  forms.values = cgns::count_of(forms.now->dims);
  const auto counts = forms.has_counts ? forms.elements : 0;
  const bool fit = forms.elements >= 0 && cgns::count_of(forms.before->dims) == forms.values + counts;
  return fit ? std::optional(forms) : std::nullopt;
}

/// True for a rank without elements; a section without any has one offset, on every rank.
bool has_no_offsets(Range rows, const TwoForms& forms) { return rows.empty() && forms.elements > 0; }

/// True if the offsets of `rows` ascend from the first value to the last.
bool are_sound(const std::vector<std::int64_t>& offsets, Range rows, const TwoForms& forms) {
  if (!std::is_sorted(offsets.begin(), offsets.end())) return false;
  if (offsets.front() < 0 || offsets.back() > forms.values) return false;
  const bool begins = rows.begin > 0 || offsets.front() == 0;
  const bool ends = rows.end < forms.elements || offsets.back() == forms.values;
  return has_no_offsets(rows, forms) || (begins && ends);
}

/// True if every element has a node, and in MIXED as many as its type says: what the old form can tell.
bool have_usual_lengths(const std::vector<std::int64_t>& offsets, const std::vector<std::int64_t>& values,
                        const TwoForms& forms) {
  const auto nodes_of_type = cgns::nodes_of_type();
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const auto length = offsets[i + 1] - offsets[i];
    if (length < 1) return false;
    if (forms.has_counts) continue;
    const auto type = values[static_cast<std::size_t>(offsets[i] - offsets.front())];
    const bool is_known = type >= 0 && type < std::ssize(nodes_of_type);
    const auto nodes = is_known ? nodes_of_type[static_cast<std::size_t>(type)] : 0;
    if (nodes == 0 || length != nodes + 1) return false;
  }
  return true;
}

/// True if the answer is true on all ranks.
bool agreed(const par::Session& session, bool answer) {
  return par::all_min(session.comm(), answer ? 1 : 0) == 1;
}

/// True if both forms have no elements; the connectivity may then be without values.
bool are_both_empty(par::Session& session, const CompareSide& side, const cgns::Node& form,
                    const cgns::Node& old, const std::string& path) {
  const auto* starts = form.child("ElementStartOffset");
  const auto is_plain = [](const cgns::Node* node) {
    return node != nullptr && node->label == "DataArray_t" && digest::has_no_content_below(*node);
  };
  const auto is_without_values = [&](const cgns::Node& section) {
    const auto* values = section.child("ElementConnectivity");
    return is_plain(values) && cgns::is_empty(*values);
  };
  if (!is_ragged(form, old) || !is_without_values(form) || !is_without_values(old)) return false;
  if (!is_plain(starts) || !has_integers(starts) || starts->dims != std::vector<std::int64_t>{1})
    return false;
  return integer_rows(session, side.view(), target_of(side, path, *starts), {0, 1}) ==
         std::vector<std::int64_t>{0};
}

/// True if `form` (with ElementStartOffset) and `old` (without) have the same elements.
bool same_elements(par::Session& session, const CompareSide& side, const cgns::Node& form,
                   const CompareSide& old_side, const cgns::Node& old, const std::string& path) {
  if (are_both_empty(session, side, form, old, path)) return true;
  const auto forms = forms_of(form, old);
  if (!forms) return false;
  const auto rows = rows_of(session, forms->elements);
  auto offsets = integer_rows(session, side.view(), target_of(side, path, *forms->starts),
                              {rows.begin, has_no_offsets(rows, *forms) ? rows.begin : rows.end + 1});
  if (offsets.empty()) offsets.push_back(0);
  if (!agreed(session, are_sound(offsets, rows, *forms))) return false;

  const Range values{offsets.front(), offsets.back()};
  const Range old_values{values.begin + (forms->has_counts ? rows.begin : 0),
                         values.end + (forms->has_counts ? rows.end : 0)};
  const auto mine = integer_rows(session, side.view(), target_of(side, path, *forms->now), values);
  const auto theirs = integer_rows(session, old_side.view(), target_of(old_side, path, *forms->before),
                                   rows.empty() ? Range{} : old_values);
  // No element in the old form has such values.
  const bool are_beyond = digest::are_beyond_signed(forms->now->type, mine) ||
                          digest::are_beyond_signed(forms->before->type, theirs);
  return agreed(session, !are_beyond && have_usual_lengths(offsets, mine, *forms) &&
                             in_old_form(offsets, mine, forms->has_counts) == theirs);
}

/// Null if the node is not a section.
const cgns::Node* section_at(const CompareSide& side, const std::string& path) {
  const auto* node = cgns::find(side.plan.output, path);
  return node != nullptr && node->label == "Elements_t" ? node : nullptr;
}

/// Paths of sections of which a part is on one side only, or has other extents: their forms may differ.
std::set<std::string> possible_sections(const std::vector<NodeFinding>& findings) {
  std::set<std::string> paths;
  for (const auto& found : findings) {
    const bool may_be =
        found.kind == Kind::only_a || found.kind == Kind::only_b || found.kind == Kind::extents;
    for (const std::string_view part : {"/ElementStartOffset", "/ElementConnectivity"}) {
      if (may_be && found.path.ends_with(part))
        paths.insert(found.path.substr(0, found.path.size() - part.size()));
    }
  }
  return paths;
}

}  // namespace

void match_old_forms(par::Session& session, const CompareSide& a, const CompareSide& b,
                     std::vector<NodeFinding>& findings) {
  std::unordered_set<std::string> settled;
  std::vector<NodeFinding> same_forms;
  for (const auto& path : possible_sections(findings)) {
    const auto* in_a = section_at(a, path);
    const auto* in_b = section_at(b, path);
    if (in_a == nullptr || in_b == nullptr) continue;
    const bool a_is_now = in_a->child("ElementStartOffset") != nullptr;
    if (a_is_now == (in_b->child("ElementStartOffset") != nullptr)) continue;
    const bool same = a_is_now ? same_elements(session, a, *in_a, b, *in_b, path)
                               : same_elements(session, b, *in_b, a, *in_a, path);
    if (!same) continue;
    settled.insert({path + "/ElementStartOffset", path + "/ElementConnectivity"});
    same_forms.push_back({.path = path,
                          .kind = Kind::width,
                          .counts = false,
                          .a = a_is_now ? "now" : "before CGNS 4",
                          .b = a_is_now ? "before CGNS 4" : "now"});
  }
  std::erase_if(findings, [&](const NodeFinding& found) { return settled.contains(found.path); });
  std::ranges::move(same_forms, std::back_inserter(findings));
}

}  // namespace pcgns::verify::compare

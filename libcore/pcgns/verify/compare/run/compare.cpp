#include "pcgns/verify/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_job.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"
#include "pcgns/verify/compare/run/compare_points.hpp"
#include "pcgns/verify/compare/run/compare_union.hpp"
#include "pcgns/verify/compare/run/compare_zone.hpp"
#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

namespace {

using Kind = NodeFinding::Kind;

bool has_integers(const cgns::Node* node) { return node != nullptr && cgns::is_integer(node->type); }

/// True if both sides have the same type of elements of varying size.
bool is_ragged(const cgns::Node& form, const cgns::Node& old) {
  if (!has_integers(&form) || !has_integers(&old) || form.data.empty() || old.data.empty()) return false;
  const auto type = cgns::integers_of(form).front();
  const bool known = type == cgns::element_type::ngon || type == cgns::element_type::nface ||
                     type == cgns::element_type::mixed;
  return known && type == cgns::integers_of(old).front();
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
  if (!is_ragged(form, old)) return std::nullopt;
  forms.has_counts = cgns::integers_of(form).front() != cgns::element_type::mixed;
  forms.elements = cgns::count_of(forms.starts->dims) - 1;
  forms.values = cgns::count_of(forms.now->dims);
  const auto counts = forms.has_counts ? forms.elements : 0;
  const bool fit = forms.elements >= 0 && cgns::count_of(forms.before->dims) == forms.values + counts;
  return fit ? std::optional(forms) : std::nullopt;
}

/// True if the offsets of `rows` ascend from the first value to the last.
bool are_sound(const std::vector<std::int64_t>& offsets, Range rows, const TwoForms& forms) {
  if (!std::is_sorted(offsets.begin(), offsets.end())) return false;
  if (offsets.front() < 0 || offsets.back() > forms.values) return false;
  const bool begins = rows.begin > 0 || offsets.front() == 0;
  const bool ends = rows.end < forms.elements || offsets.back() == forms.values;
  return rows.empty() || (begins && ends);
}

/// True if the answer is true on all ranks.
bool agreed(const par::Session& session, bool answer) {
  return par::all_min(session.comm(), answer ? 1 : 0) == 1;
}

/// True if `form` (with ElementStartOffset) and `old` (without) have the same elements.
bool same_elements(par::Session& session, const CompareSide& side, const cgns::Node& form,
                   const CompareSide& old_side, const cgns::Node& old, const std::string& path) {
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

/// Null if the node is not a section.
const cgns::Node* section_at(const CompareSide& side, const std::string& path) {
  const auto* node = cgns::find(side.plan.output, path);
  return node != nullptr && node->label == "Elements_t" ? node : nullptr;
}

/// Compares sections of NGON_n, NFACE_n or MIXED of which only one side has ElementStartOffset. If the
/// elements are equal, replaces their findings by one about the form. Throws the same Error on every rank.
/// @note Collective.
void match_old_forms(par::Session& session, const CompareSide& a, const CompareSide& b,
                     std::vector<NodeFinding>& findings) {
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
    std::erase_if(findings, [&](const NodeFinding& other) {
      return other.path == found.path || other.path == path + "/ElementConnectivity";
    });
    findings.push_back({.path = path,
                        .kind = Kind::width,
                        .counts = false,
                        .a = a_is_now ? "now" : "before CGNS 4",
                        .b = a_is_now ? "before CGNS 4" : "now"});
  }
}

using Kind = NodeFinding::Kind;

Kind kind_of(const kernel::ValueDifferences& differences) {
  if (differences.different == 0) return Kind::tolerated;
  return differences.is_reordered() ? Kind::reordered : Kind::values;
}

bool counts(Kind kind) { return kind < Kind::width; }

/// The finding about the points of a set.
CompareFinding finding_of(const ArrayPair& pair, kernel::ValueDifferences differences) {
  const auto kind = kind_of(differences);
  return {.node = {.path = pair.path, .kind = kind, .counts = counts(kind)},
          .has_values = true,
          .values = std::move(differences),
          .count = cgns::count_of(pair.dims),
          .dims = pair.dims,
          .entity = pair.entity,
          .zone = pair.zone};
}

std::string points_text(std::int64_t count, const std::vector<std::int64_t>& first, std::string_view side) {
  auto text = fmt::format("{} only in {}", count, side);
  if (first.empty() || first.front() == 0) return text;
  return text + fmt::format(" ({}{})", fmt::join(first, ", "),
                            count > static_cast<std::int64_t>(first.size()) ? ", …" : "");
}

void read_coordinate(const cgns::Node& node, CompareFinding& finding, CompareLayout& layout) {
  const auto index = finding.values.absolute.at.index;
  const std::int64_t size = cgns::size_of(node.type);
  const bool is_real = cgns::is_real(node.type);
  if (!is_real || !node.is_bulk() || node.dims != finding.dims || !layout.is_plain(node.array)) return;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  layout.read(node.array, {index * size, (index + 1) * size}, bytes);
  const auto value = cgns::reals_of({.type = node.type, .dims = {1}, .data = std::move(bytes)});
  finding.coordinates.push_back(value.front());
}

/// Finds the coordinates of the largest differences, where reading a few values suffices.
void find_places(const CompareSide& a, std::vector<CompareFinding>& findings) {
  CompareLayout layout(a, 0);
  int most = 100;
  for (auto& finding : findings) {
    const auto index = finding.values.absolute.at.index;
    const auto* zone = finding.zone.empty() ? nullptr : cgns::find(a.plan.output, finding.zone);
    const auto* grid = zone == nullptr ? nullptr : zone->child("GridCoordinates");
    if (finding.entity != Entity::vertex || index < 0 || grid == nullptr) continue;
    if (most-- == 0) return;
    for (const auto& node : grid->children) read_coordinate(node, finding, layout);
  }
}

NodeFinding finding_of(const PointSetPair& set, const PointRows& rows) {
  if (rows.only_a + rows.only_b > 0) {
    return {.path = set.path,
            .kind = Kind::points,
            .a = fmt::format("other points: {}, {}; {} in both", points_text(rows.only_a, rows.first_a, "%A"),
                             points_text(rows.only_b, rows.first_b, "%B"), set.a.count - rows.only_a)};
  }
  return {.path = set.path,
          .kind = Kind::renumbered,
          .counts = false,
          .a = fmt::format("the same {} points{}", set.a.count, rows.in_order ? "" : " in another order")};
}

/// Adds advice: zones whose coordinates are all equal except for their order are probably numbered
/// differently.
void advise(Pairing& pairing, const ArrayDifferences& differences) {
  std::map<std::string, bool> grids;
  for (const auto& [index, values] : differences) {
    const auto& pair = pairing.arrays[static_cast<std::size_t>(index)];
    if (!pair.zone.empty() && pair.path.starts_with(pair.zone + "/GridCoordinates/"))
      grids.try_emplace(pair.zone, true).first->second &= values.is_reordered();
  }
  for (const auto& [zone, all] : grids) {
    if (!all) continue;
    pairing.findings.push_back(
        {.path = zone,
         .kind = Kind::note,
         .counts = false,
         .a = "its points seem to be the same in another order; --match coordinates matches them"});
  }
}

/// All findings by path, with the places of the largest differences. Throws the same Error on every rank.
/// @note Collective.
Report report_of(par::Session& session, const CompareSide& a, Pairing pairing, ArrayDifferences differences) {
  Report report{.a = {}, .b = {}, .findings = {}, .nodes = pairing.nodes, .values = 0};
  for (const auto& pair : pairing.arrays) report.values += cgns::count_of(pair.dims);
  for (auto& node : pairing.findings) report.findings.push_back({.node = std::move(node)});
  for (auto& [index, values] : differences) {
    const auto& pair = pairing.arrays[static_cast<std::size_t>(index)];
    report.findings.push_back(finding_of(pair, std::move(values)));
  }
  std::stable_sort(
      report.findings.begin(), report.findings.end(),
      [](const CompareFinding& x, const CompareFinding& y) { return x.node.path < y.node.path; });
  par::on_root(session.comm(), "reading coordinates", [&] { find_places(a, report.findings); });
  return report;
}

using Kind = NodeFinding::Kind;

/// The steps of one comparison.
class Comparer {
 public:
  Comparer(par::Session& session, const CompareSide& a, const CompareSide& b, const Criteria& criteria)
      : session_(session), a_(a), b_(b), criteria_(criteria) {}

  Report run(bool by_coordinates) {
    par::collectively(session_.comm(), "comparing trees", [&] {
      pairing_ = verify::compare::pair_by_name(a_.plan.output, b_.plan.output, criteria_);
    });
    differences_ = compare_arrays(session_, a_, b_, pairing_.arrays, criteria_.most_samples);
    match_old_forms(session_, a_, b_, pairing_.findings);
    for (auto& set : pairing_.point_sets) renumbered_.push_back(needs_rows(set));
    if (by_coordinates) match_zones();
    compare_anew();
    if (by_coordinates) compare_unions(session_, a_, b_, criteria_, pairing_, differences_);
    if (!by_coordinates) advise(pairing_, differences_);
    return report_of(session_, a_, std::move(pairing_), std::move(differences_));
  }

 private:
  [[nodiscard]] const ArrayPair& pair(int index) const {
    return pairing_.arrays[static_cast<std::size_t>(index)];
  }

  /// False for lists already equal in order.
  [[nodiscard]] bool needs_rows(const PointSetPair& set) const {
    return !set.alike || (set.array >= 0 && differences_.contains(set.array));
  }

  // --- points numbered differently ---

  void match_zones() {
    std::set<std::string> zones;
    for (const auto& [index, differences] : differences_) zones.insert(pair(index).zone);
    for (const auto& finding : pairing_.findings) {
      if (finding.kind == Kind::extents) zones.insert(zone_of(finding.path));
    }
    for (const auto& path : zones) match_zone_at(path);
  }

  /// The zone of a node: the first two names of its path.
  static std::string zone_of(const std::string& path) {
    const auto base = path.find('/', 1);
    if (base == std::string::npos) return {};
    return path.substr(0, path.find('/', base + 1));
  }

  void match_zone_at(const std::string& path) {
    ZonePair zone{.path = path, .a = cgns::find(a_.plan.output, path), .b = cgns::find(b_.plan.output, path)};
    if (path.empty() || zone.a == nullptr || zone.b == nullptr || zone.a->label != "Zone_t") return;
    if (const auto* base = cgns::find(a_.plan.output, path.substr(0, path.rfind('/'))); base != nullptr)
      zone.cell_dimension = cell_dimension_of(*base);
    auto match = match_zone(session_, a_, b_, zone, criteria_.tolerance.absolute.value_or(0));
    if (match.points.count == 0) return;
    drop_elements(zone, match);
    zones_.emplace(path, std::move(match));
  }

  /// Elements paired one by one need no comparison by section.
  void drop_elements(const ZonePair& zone, const ZoneMatch& match) {
    if (!match.has_elements) return;
    std::set<std::string> sections;
    for (const auto* side : {zone.a, zone.b}) {
      for (const auto& node : side->children) {
        if (node.label == "Elements_t") sections.insert(cgns::join(zone.path, node.name));
      }
    }
    const auto is_in_section = [&](const std::string& path) {
      return std::any_of(sections.begin(), sections.end(), [&](const std::string& section) {
        return path == section || path.starts_with(section + "/");
      });
    };
    std::erase_if(pairing_.findings, [&](const NodeFinding& found) { return is_in_section(found.path); });
    std::erase_if(differences_, [&](const auto& found) { return is_in_section(pair(found.first).path); });
  }

  // --- values of points in another order ---

  void compare_anew() {
    CompareJob job(pairing_.arrays, criteria_.most_samples);
    std::set<int> anew;
    data_.resize(pairing_.point_sets.size());
    for (int index = 0; index < static_cast<int>(pairing_.arrays.size()); ++index) {
      if (const int set = pair(index).points; set >= 0) data_[static_cast<std::size_t>(set)].push_back(index);
    }
    for (std::size_t i = 0; i < pairing_.point_sets.size(); ++i) compare_set(static_cast<int>(i), job, anew);
    for (const auto& [path, match] : zones_) compare_zone(path, match, job, anew);
    for (const int index : anew) differences_.erase(index);
    differences_.merge(united(session_, job.differences(), criteria_.most_samples));
  }

  /// Maps numbers of a point set in a matched zone: vertices, or elements.
  [[nodiscard]] Renumber renumber_of(const PointSetPair& set) const {
    const auto zone = zones_.find(set.zone);
    if (zone == zones_.end() || set.width != 1) return {};
    if (set.location == "Vertex") return renumber_by(session_, zone->second.points_back);
    return zone->second.has_elements ? renumber_by(session_, zone->second.elements_back) : Renumber{};
  }

  void compare_set(int number, CompareJob& job, std::set<int>& anew) {
    const auto& set = pairing_.point_sets[static_cast<std::size_t>(number)];
    const auto renumber = renumber_of(set);
    if (!renumbered_[static_cast<std::size_t>(number)] && !renumber) return;
    if (set.alike && set.array < 0) return;  // excluded from the comparison
    const auto rows = pair_points(session_, a_, b_, set, renumber);
    pairing_.findings.push_back(finding_of(set, rows));
    if (set.alike) anew.insert(set.array);
    if (rows.only_a + rows.only_b > 0) return;
    for (const int index : data_[static_cast<std::size_t>(number)])
      compare_in_rows(index, rows.partner, job, anew);
  }

  /// @pre `partner` has one row per row of the pair.
  void compare_in_rows(int index, const mesh::Share& partner, CompareJob& job, std::set<int>& anew) {
    auto& pair = pairing_.arrays[static_cast<std::size_t>(index)];
    const auto count = cgns::count_of(pair.dims);
    if (partner.count == 0 || count < partner.count || count % partner.count != 0) return;
    give_target(a_, pair.path, pair.a);
    give_target(b_, pair.path, pair.b);
    compare_rows(session_, a_, b_, index, partner, job);
    anew.insert(index);
  }

  void compare_zone(const std::string& path, const ZoneMatch& match, CompareJob& job, std::set<int>& anew) {
    for (const auto& finding : match.findings) pairing_.findings.push_back(finding);
    for (int index = 0; index < static_cast<int>(pairing_.arrays.size()); ++index) {
      const auto& facts = pair(index);
      if (facts.zone != path || facts.points >= 0) continue;
      const auto count = cgns::count_of(facts.dims);
      if (facts.entity == Entity::vertex && count == match.points.count)
        compare_in_rows(index, match.points, job, anew);
      if (facts.entity == Entity::cell && match.has_elements && count == match.cells.count)
        compare_in_rows(index, match.cells, job, anew);
    }
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  const Criteria& criteria_;
  Pairing pairing_;
  ArrayDifferences differences_;
  std::vector<std::vector<int>> data_;  ///< By point set: arrays with values of its points.
  std::vector<bool> renumbered_;        ///< By point set: whether the order of its points may differ.
  std::map<std::string, ZoneMatch> zones_;
};

/// A file set as one mesh.
struct OpenSide {
  fileset::Files files;
  fileset::WholeMesh mesh;
  Budget memory;

  [[nodiscard]] CompareSide side() { return {.plan = mesh.plan, .inputs = files.inputs, .memory = memory}; }
};

OpenSide open_side(par::Session& session, const fileset::OpenRequest& request, const Listener& listener) {
  auto files = fileset::open(session, request, fileset::OnDamage::error, listener);
  auto mesh = fileset::required(fileset::whole_zones(session, files, request, listener));
  return {std::move(files), std::move(mesh), request.memory};
}

}  // namespace

std::int64_t Report::different() const {
  std::set<std::string_view> paths;
  for (const auto& finding : findings) {
    if (finding.node.counts) paths.insert(finding.node.path);
  }
  return static_cast<std::int64_t>(paths.size());
}

Report compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                      const Criteria& criteria, bool by_coordinates) {
  return Comparer(session, a, b, criteria).run(by_coordinates);
}

Report run(par::Session& session, const Request& request, const Listener& listener) {
  auto a = open_side(session, request.a, listener);
  auto b = open_side(session, request.b, listener);
  auto report = compare_meshes(session, a.side(), b.side(), request.criteria, request.by_coordinates);
  file::require_unchanged(session, a.files.inputs);
  file::require_unchanged(session, b.files.inputs);
  report.a = std::move(a.files.list);
  report.b = std::move(b.files.list);
  return report;
}

}  // namespace pcgns::verify::compare

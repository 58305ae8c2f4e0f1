#include "pcgns/verify/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/plan/patterns.hpp"
#include "pcgns/verify/compare/plan/selected_steps.hpp"
#include "pcgns/verify/compare/run/compare_forms.hpp"
#include "pcgns/verify/compare/run/compare_job.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"
#include "pcgns/verify/compare/run/compare_points.hpp"
#include "pcgns/verify/compare/run/compare_union.hpp"
#include "pcgns/verify/compare/run/compare_zone.hpp"
#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

namespace {

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
void advise(const cgns::Node& root, Pairing& pairing, const ArrayDifferences& differences) {
  std::map<std::string, bool> grids;
  for (const auto& [index, values] : differences) {
    const auto& pair = pairing.arrays[static_cast<std::size_t>(index)];
    if (!pair.zone.empty() && pair.path.starts_with(pair.zone + "/GridCoordinates/"))
      grids.try_emplace(pair.zone, true).first->second &= values.is_reordered();
  }
  for (const auto& [zone, all] : grids) {
    const auto* node = cgns::find(root, zone);
    if (!all || node == nullptr || !cgns::consists_of_elements(*node)) continue;
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

/// Finds many paths in a tree of many zones, which cgns::find would pass one by one for each path.
class ZoneIndex {
 public:
  explicit ZoneIndex(const cgns::Node& root) : root_(root) {
    for (const auto& base : root.children)
      for (const auto& zone : base.children) zones_.emplace(cgns::path_of_zone(base.name, zone.name), &zone);
  }

  [[nodiscard]] const cgns::Node* find(const std::string& path) const {
    const auto below_base = path.find('/', 1);
    if (below_base == std::string::npos) return cgns::find(root_, path);
    const auto below = std::min(path.find('/', below_base + 1), path.size());
    const auto zone = zones_.find(path.substr(0, below));
    return zone == zones_.end() ? nullptr : cgns::find(*zone->second, path.substr(below));
  }

 private:
  const cgns::Node& root_;
  std::unordered_map<std::string, const cgns::Node*> zones_;  ///< By path.
};

/// The steps of one comparison.
class Comparer {
 public:
  Comparer(par::Session& session, const CompareSide& a, const CompareSide& b, const Criteria& criteria)
      : session_(session), a_(a), b_(b), criteria_(criteria) {}

  Report run(bool by_coordinates) {
    par::collectively(session_.comm(), "comparing trees", [&] {
      if (criteria_.subset) select_steps(a_.plan.output, b_.plan.output);
      for (const auto* side : {&a_, &b_}) {
        digest::state_as_today(side->plan.output);
        digest::rewrite_values(side->plan.output);
      }
    });
    const auto interfaces = digests_of_interfaces();
    par::collectively(session_.comm(), "comparing trees",
                      [&] { pairing_ = pair_nodes(a_.plan.output, b_.plan.output, criteria_, interfaces); });
    differences_ = compare_arrays(session_, a_, b_, pairing_.arrays, criteria_.most_samples);
    match_old_forms(session_, a_, b_, pairing_.findings);
    find_data_of_sets();
    for (std::size_t i = 0; i < pairing_.point_sets.size(); ++i) renumbered_.push_back(needs_rows(i));
    if (by_coordinates) match_zones();
    compare_anew();
    if (by_coordinates) compare_unions(session_, a_, b_, criteria_, pairing_, differences_);
    if (!by_coordinates) advise(a_.plan.output, pairing_, differences_);
    return report_of(session_, a_, std::move(pairing_), std::move(differences_));
  }

 private:
  InterfaceDigests digests_of_interfaces() {
    InterfaceDigests all;
    for (const auto* side : {&a_, &b_}) {
      const ZoneIndex zones(side->plan.output);
      for (const auto& [path, found] :
           digest::interface_digests(session_, side->plan, side->inputs, side->memory)) {
        if (const auto* node = node_at(zones, path)) all.emplace(node, found);
      }
    }
    return all;
  }

  /// The node with this path in a list of digests, where a list of all points of a range is called
  /// PointRange.
  static const cgns::Node* node_at(const ZoneIndex& zones, const std::string& path) {
    constexpr std::string_view range = "PointRange";
    const auto* found = zones.find(path);
    if (found != nullptr || !path.ends_with(range)) return found;
    return zones.find(path.substr(0, path.size() - range.size()) + "PointList");
  }

  [[nodiscard]] const ArrayPair& pair(int index) const {
    return pairing_.arrays[static_cast<std::size_t>(index)];
  }

  void find_data_of_sets() {
    data_.resize(pairing_.point_sets.size());
    for (int index = 0; index < static_cast<int>(pairing_.arrays.size()); ++index) {
      if (const int set = pair(index).points; set >= 0) data_[static_cast<std::size_t>(set)].push_back(index);
    }
  }

  /// False for lists already equal in order, for ranges that are compared by their numbers, and for others
  /// without values to compare. Values equal in order may be at other points.
  [[nodiscard]] bool needs_rows(std::size_t number) const {
    const auto& set = pairing_.point_sets[number];
    if (set.numbered) return false;
    return set.wanted ? !set.alike || differences_.contains(set.array) : !data_[number].empty();
  }

  // --- points numbered differently ---

  void match_zones() {
    std::set<std::string> zones;
    for (const auto& [index, differences] : differences_) zones.insert(pair(index).zone);
    for (const auto& finding : pairing_.findings) {
      if (finding.kind == Kind::extents || is_section_alone(finding)) zones.insert(zone_of(finding.path));
    }
    for (const auto& path : zones) match_zone_at(path);
  }

  /// Elements are matched whatever their sections are called.
  [[nodiscard]] bool is_section_alone(const NodeFinding& finding) const {
    const bool is_alone = finding.kind == Kind::only_a || finding.kind == Kind::only_b;
    if (!is_alone || !finding.counts) return false;
    const auto& side = finding.kind == Kind::only_a ? a_ : b_;
    const auto* node = cgns::find(side.plan.output, finding.path);
    return node != nullptr && node->label == "Elements_t";
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
    // Points of a structured zone in another order have other cells.
    if (!cgns::consists_of_elements(*zone.a) || !cgns::consists_of_elements(*zone.b)) return;
    if (const auto* base = cgns::find(a_.plan.output, path.substr(0, path.rfind('/'))); base != nullptr)
      zone.cell_dimension = cell_dimension_of(*base);
    auto match = match_zone(session_, a_, b_, zone, criteria_.tolerance.absolute.value_or(0));
    if (match.points.count == 0) return;
    settle_elements(criteria_, zone, match, pairing_, differences_);
    zones_.emplace(path, std::move(match));
  }

  // --- values of points in another order ---

  void compare_anew() {
    CompareJob job(pairing_.arrays, criteria_.most_samples);
    std::set<int> anew;
    for (std::size_t i = 0; i < pairing_.point_sets.size(); ++i) compare_set(static_cast<int>(i), job, anew);
    for (const auto& [path, match] : zones_) compare_zone(path, match, job, anew);
    for (const int index : anew) differences_.erase(index);
    differences_.merge(united(session_, job.differences(), criteria_.most_samples));
  }

  /// Maps numbers of a point set in a matched zone: vertices, or elements.
  [[nodiscard]] EntityNumbers numbers_of(const PointSetPair& set) const {
    const auto zone = zones_.find(set.zone);
    if (zone == zones_.end() || set.width != 1) return {};
    const bool at_vertices = set.location == "Vertex";
    if (!at_vertices && !zone->second.has_elements) return {};
    const auto& back = at_vertices ? zone->second.points_back : zone->second.elements_back;
    // Cells defined only by ParentElements are not elements; their numbers follow those of the elements.
    if (set.numbered && cgns::any_integers_of(*set.b.node).back() > back.count) return {};
    return {.renumber = renumber_by(session_, back),
            .count_a = at_vertices ? zone->second.points.count : zone->second.elements,
            .count_b = back.count};
  }

  void compare_set(int number, CompareJob& job, std::set<int>& anew) {
    const auto& set = pairing_.point_sets[static_cast<std::size_t>(number)];
    const auto numbers = numbers_of(set);
    if (!renumbered_[static_cast<std::size_t>(number)] && !numbers.renumber) return;
    if (!set.wanted && data_[static_cast<std::size_t>(number)].empty()) return;
    const auto rows = pair_points(session_, a_, b_, set, numbers);
    const bool differs = rows.only_a + rows.only_b > 0;
    const bool is_finding = !set.numbered || differences_.contains(set.array);
    if ((set.wanted && is_finding) || (differs && !set.elsewhere))
      pairing_.findings.push_back(finding_of(set, rows));
    if (set.array >= 0) anew.insert(set.array);
    if (differs) return;
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

void tell_idle_patterns(par::Session& session, const OpenSide& a, const OpenSide& b, const Request& request,
                        const Listener& listener) {
  par::collectively(session.comm(), "comparing trees", [&] {
    for (const auto& text : idle_patterns(a.mesh.plan.output, b.mesh.plan.output, request.criteria)) {
      if (request.strict) throw Error(ErrorKind::usage, "--strict: " + text);
      listener.warn(text);
    }
  });
}

OpenSide open_side(par::Session& session, fileset::OpenRequest request, const Listener& listener) {
  auto files = fileset::open(session, request, fileset::OnDamage::error, listener);
  auto mesh = fileset::required(fileset::whole_zones(session, files, request, listener));
  return {std::move(files), std::move(mesh), request.memory};
}

std::size_t number_of_files(par::Session& session, const fileset::Request& request) {
  auto rules = fileset::rules_of(request);
  rules.expected.reset();
  return fileset::input_files(session, request.names, rules).names.size();
}

/// A single file beside a set: how many files there are is said of the set, and which zones are pieces, too,
/// unless that fits the file.
OpenSide open_single(par::Session& session, fileset::OpenRequest request, const Listener& listener) {
  auto& files = request.files;
  files.expected_files.reset();
  const bool says_pieces = files.convention || !files.assembly.empty() || !files.assembly_path.empty();
  try {
    return open_side(session, request, listener);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input || !says_pieces) throw;
  }
  files.convention.reset();
  files.assembly.clear();
  files.assembly_path.clear();
  return open_side(session, request, {});
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
  // A missing file of one side is reported before the other side is read.
  const auto files_of_a = number_of_files(session, request.a.files);
  const auto files_of_b = number_of_files(session, request.b.files);
  auto a = (files_of_a == 1 && files_of_b > 1 ? open_single : open_side)(session, request.a, listener);
  auto b = (files_of_b == 1 && files_of_a > 1 ? open_single : open_side)(session, request.b, listener);
  tell_idle_patterns(session, a, b, request, listener);
  auto report = compare_meshes(session, a.side(), b.side(), request.criteria, request.by_coordinates);
  file::require_unchanged(session, a.files.inputs);
  file::require_unchanged(session, b.files.inputs);
  report.a = std::move(a.files.list);
  report.b = std::move(b.files.list);
  return report;
}

}  // namespace pcgns::verify::compare

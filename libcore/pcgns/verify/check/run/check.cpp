#include "pcgns/verify/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "pcgns/file/read_trees.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/plan/check_tree.hpp"
#include "pcgns/verify/check/plan/judge_set.hpp"
#include "pcgns/verify/check/plan/memory.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

namespace {

/// A layer that looks at the files as one mesh.
struct MeshLayer {
  cgns::Layer layer;
  void (*check)(par::Session&, const Subject&, cgns::Findings&);
};
constexpr std::array<MeshLayer, 4> mesh_layers = {{{cgns::Layer::mesh, check_mesh},
                                                   {cgns::Layer::interfaces, check_interfaces},
                                                   {cgns::Layer::boundary, check_boundary},
                                                   {cgns::Layer::values, check_values}}};

/// The first error, as the reason why `files` cannot be read.
std::string reason_of(const std::vector<cgns::Finding>& findings, const std::string& files) {
  for (const auto& finding : findings) {
    const auto* rule = cgns::rule_of(finding.code);
    if (rule == nullptr || rule->severity != cgns::Severity::error) continue;
    const auto where = finding.file == files ? "" : finding.file + ": ";
    auto reason = fmt::format(": {}{}", where, rule->title);
    if (!finding.found.empty()) reason += ": " + finding.found;
    return finding.expected.empty() ? reason : reason + ", expected " + finding.expected;
  }
  return "; findings about it are not shown";
}

/// One check of a file set.
class Check {
 public:
  Check(par::Session& session, const Request& request, const Listener& listener)
      : session_(session), request_(request), listener_(listener) {}

  /// Throws Error{input} where the files cannot be read or merged, and no finding says so.
  Report run() {
    const auto on_damage =
        rules().looks_at(cgns::Layer::file) ? fileset::OnDamage::finding : fileset::OnDamage::error;
    files_ = fileset::open(session_, request_.inputs, on_damage, listener_);
    findings_.add(files_.findings);
    auto judgement = files_.complete ? judgement_of_content() : judgement_so_far();
    if (files_.complete) file::require_unchanged(session_, files_.inputs);
    if (!files_.complete && judgement.is_valid(request_.fail_on)) {
      throw Error(ErrorKind::input, files_.list.name() + " cannot be read" +
                                        reason_of(gathered(session_, findings_), files_.list.name()));
    }
    return {.inputs = std::move(files_.list), .judgement = std::move(judgement), .needs = needs_};
  }

 private:
  [[nodiscard]] const Rules& rules() const { return request_.rules; }

  Judgement judgement_so_far() { return judged(gathered(session_, findings_), rules()); }

  Judgement judgement_of_content() {
    if (rules().looks_at(cgns::Layer::tree)) check_trees();
    if (!looks_at_mesh()) return judgement_so_far();
    par::on_root(session_.comm(), "checking the set", [&] { check_set(files_.inputs, findings_); });
    auto mesh = fileset::whole_zones(session_, files_, request_.inputs, listener_);
    if (const auto* refusal = std::get_if<Error>(&mesh)) return judgement_of(*refusal);
    auto& whole = std::get<fileset::WholeMesh>(mesh);
    whole.plan.shared_limits.is_judged = true;
    if (const auto contradiction = contradiction_in(whole)) return judgement_of(*contradiction);
    return judgement_so_far();
  }

  /// Checks the mesh. Pieces may contradict each other in values that only this reads: then nothing more can
  /// be read of it. Errors in values have the code of the rule that they break.
  std::optional<Error> contradiction_in(const fileset::WholeMesh& whole) {
    try {
      check_mesh_layers(whole);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input || error.reason().code.empty()) throw;
      return error;
    }
    return std::nullopt;
  }

  Judgement judgement_of(const Error& refusal) {
    par::on_root(session_.comm(), "checking the set",
                 [&] { judge_refusal(refusal, files_.inputs, findings_); });
    auto judgement = judgement_so_far();
    if (judgement.is_valid(request_.fail_on)) throw Error(refusal);
    if (!rules().has(cgns::Layer::set))
      listener_.warn("the mesh was not checked: " + std::string(refusal.what()));
    return judgement;
  }

  /// Rules T: each file by itself, shared out over the ranks.
  void check_trees() {
    const auto& trees = files_.inputs.trees;
    par::collectively(session_.comm(), "checking the trees", [&] {
      SetNames names{.may_lack_zones = request_.inputs.files.allow_missing};
      for (const auto& tree : trees) names.add(tree);
      for (auto i = static_cast<std::size_t>(session_.rank()); i < trees.size();
           i += static_cast<std::size_t>(session_.size())) {
        check_tree(trees[i], files_.list.names[i], findings_, names);
      }
    });
  }

  [[nodiscard]] bool looks_at_mesh() const {
    return rules().looks_at(cgns::Layer::set) ||
           std::any_of(mesh_layers.begin(), mesh_layers.end(),
                       [&](const MeshLayer& layer) { return rules().looks_at(layer.layer); });
  }

  void check_mesh_layers(const fileset::WholeMesh& mesh) {
    const auto& names = files_.list.names;
    tell_needs(mesh.plan);
    const auto least = std::min(request_.least, request_.fail_on);
    const Subject subject{
        .data = {.plan = mesh.plan, .inputs = files_.inputs, .memory = request_.inputs.memory},
        .file = names.size() == 1 ? names.front() : "",
        .may_lack_zones = request_.inputs.files.allow_missing,
        .wants_notes = least == cgns::Severity::note || !rules().enabled.empty()};
    for (const auto& [layer, check] : mesh_layers) {
      // Parts are compared at the points that they share while values are looked at.
      const bool is_for_set = layer == cgns::Layer::values && rules().looks_at(cgns::Layer::set);
      if (rules().looks_at(layer) || is_for_set) check(session_, subject, findings_);
    }
    const bool lacks_cells = rules().looks_at(cgns::Layer::boundary) && !rules().looks_at(cgns::Layer::mesh);
    if (lacks_cells && subject.wants_notes) check_flat_sides(session_, subject, findings_);
  }

  void tell_needs(const plan::Plan& plan) {
    needs_.trees = io::bytes_of_trees(plan, files_.inputs);
    if (rules().looks_at(cgns::Layer::mesh) || rules().looks_at(cgns::Layer::boundary))
      needs_.mesh = bytes_of_mesh(plan.output, request_.inputs.memory, session_.size());
    plan::tell(needs_, request_.inputs.memory, listener_);
  }

  par::Session& session_;
  const Request& request_;
  const Listener& listener_;
  plan::MemoryNeeds needs_;
  fileset::Files files_;
  cgns::Findings findings_;  ///< Of this rank.
};

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  return Check(session, request, listener).run();
}

}  // namespace pcgns::verify::check

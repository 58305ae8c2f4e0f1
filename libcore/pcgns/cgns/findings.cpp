#include "pcgns/cgns/findings.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/cgns/detail/rule_tables.hpp"

namespace pcgns::cgns {

namespace {

constexpr std::array<std::string_view, layer_count> names = {"file",     "tree",   "mesh", "interfaces",
                                                             "boundary", "values", "set"};
constexpr std::string_view messages = "FTMJBVS";

/// Rules in different layers that report the same problem, because layers can be selected separately.
struct Twins {
  std::string_view far;
  std::string_view near;
  bool is_below = false;  ///< `far` is about a child of the node that `near` is about.
};
constexpr std::array twins = {
    Twins{"T0116", "J0201"},      Twins{"T0206", "V0404"}, Twins{"T0206", "V0405"},
    Twins{"T0301", "F0106"},      Twins{"T0411", "M0107"}, Twins{"T0412", "M0108"},
    Twins{"T0413", "M0108"},      Twins{"T0416", "M0109"}, Twins{"T0417", "M0111"},
    Twins{"T0421", "M0113"},      Twins{"T0502", "M0103"}, Twins{"T0602", "J0301"},
    Twins{"T0801", "J0101"},      Twins{"T0803", "J0202"}, Twins{"T0803", "J0207"},
    Twins{"T0804", "J0207"},      Twins{"T0808", "J0204"}, Twins{"T0806", "J0212"},
    Twins{"T0810", "J0308"},      Twins{"T0813", "J0309"}, Twins{"T0603", "J0202", true},
    Twins{"T0805", "J0203", true}};

std::vector<Rule> all_rules() {
  std::vector<Rule> all;
  for (const auto some : {boundary_rules(), boundary_structured_rules(), file_rules(), interfaces_rules(),
                          mesh_rules(), mesh_structured_rules(), set_rules(), tree_rules(), values_rules()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(), [](const Rule& a, const Rule& b) { return a.code < b.code; });
  return all;
}

}  // namespace

std::span<const Rule> rules() {
  static const auto all = all_rules();
  return all;
}

const Rule* rule_of(std::string_view code) {
  const auto all = rules();
  const auto found =
      std::lower_bound(all.begin(), all.end(), code,
                       [](const Rule& rule, std::string_view wanted) { return rule.code < wanted; });
  return found != all.end() && found->code == code ? &*found : nullptr;
}

bool is_told_by(std::string_view far, std::string_view near, bool is_below) {
  return std::any_of(twins.begin(), twins.end(), [&](const Twins& one) {
    return one.far == far && one.near == near && one.is_below == is_below;
  });
}

Layer layer_of(std::string_view code) { return static_cast<Layer>(messages.find(code.front())); }

Severity severity_of(const Rule& rule, Profile profile) {
  switch (profile) {
    case Profile::mll:
      return rule.mll.value_or(rule.severity);
    case Profile::restart:
      return rule.restart.value_or(rule.severity);
    case Profile::archive:
      return rule.archive.value_or(rule.severity);
    case Profile::sids:
      break;
  }
  return rule.severity;
}

std::string_view to_string(Profile profile) {
  constexpr std::array<std::string_view, 4> words = {"sids", "mll", "restart", "archive"};
  return words[static_cast<std::size_t>(profile)];
}

std::string_view to_string(Severity severity) {
  constexpr std::array<std::string_view, 3> words = {"note", "warning", "error"};
  return words[static_cast<std::size_t>(severity)];
}

std::string_view to_string(Layer layer) { return names[static_cast<std::size_t>(layer)]; }

void Findings::add(Finding finding) {
  const auto [place, is_new] =
      findings_.try_emplace(Key{finding.file, finding.path, finding.code}, std::move(finding));
  if (is_new) return;
  auto& known = place->second;
  const auto count = known.count + finding.count;
  if (finding.index < known.index) known = std::move(finding);
  known.count = count;
}

void Findings::add(std::span<const Finding> findings) {
  for (const auto& finding : findings) add(finding);
}

std::vector<Finding> Findings::sorted() const {
  std::vector<Finding> list;
  list.reserve(findings_.size());
  for (const auto& [key, finding] : findings_) list.push_back(finding);
  return list;
}

std::vector<std::byte> serialized(const std::vector<Finding>& findings) {
  ByteWriter writer;
  writer.put(findings.size());
  for (const auto& finding : findings) {
    writer.put(finding.code);
    writer.put(finding.file);
    writer.put(finding.path);
    writer.put(finding.position);
    writer.put(finding.expected);
    writer.put(finding.found);
    writer.put(finding.index);
    writer.put(finding.count);
  }
  return writer.take();
}

std::vector<Finding> deserialized_findings(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  std::vector<Finding> findings(reader.length(1));
  for (auto& finding : findings) {
    reader.get(finding.code);
    reader.get(finding.file);
    reader.get(finding.path);
    reader.get(finding.position);
    reader.get(finding.expected);
    reader.get(finding.found);
    reader.get(finding.index);
    reader.get(finding.count);
  }
  reader.require_end();
  return findings;
}

}  // namespace pcgns::cgns

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

constexpr std::array<NameTables, 3> known_tables = {
    {{.numbers = "NumberOfZones", .names = "ZonePointers", .label = "Zone_t"},
     {.numbers = "NumberOfParticleZones", .names = "ParticleZonePointers", .label = "ParticleZone_t"},
     {.numbers = "NumberOfFamilies", .names = "FamilyPointers", .label = "Family_t"}}};

/// Columns of a table of names.
constexpr std::int64_t usual_width = 32;

bool is_name(const std::string& name) { return !name.empty() && name != "Null"; }

std::vector<std::string> names_of_children(const tree::Node& base, std::string_view label) {
  std::vector<std::string> names;
  for (const auto& child : base.children) {
    if (child.label == label) names.push_back(child.name);
  }
  return names;
}

/// What one file says of the names at each step.
class NamesOfFile {
 public:
  /// Where `iterative` is null or has no `tables`, all that the base has is there at each step of the file.
  NamesOfFile(const BaseJob& base, const Source& source, const tree::Node* iterative,
              const NameTables& tables)
      : count_(base.steps.count_of(source.file)) {
    if (iterative != nullptr && count_ == 0) return;
    const auto* table = iterative == nullptr ? nullptr : iterative->child(tables.names);
    if (table == nullptr) {
      constant_ = names_of_children(*source.node, tables.label);
      return;
    }
    const auto path = tree::join(base.path, iterative->name);
    rows_ = checked_rows(base.job, {source.file, table}, tree::join(path, tables.names));
    if (const auto* numbers = iterative->child(tables.numbers)) {
      numbers_ = integers_at(base.job, {source.file, numbers}, tree::join(path, tables.numbers));
    }
  }

  [[nodiscard]] std::span<const std::string> at(std::int64_t step) const {
    if (count_ > 0 && step >= count_) return {};
    if (rows_.empty()) return constant_;
    const auto each = rows_.size() / static_cast<std::size_t>(count_);
    const auto index = static_cast<std::size_t>(step);
    const auto number = index < numbers_.size() ? static_cast<std::size_t>(numbers_[index]) : each;
    return std::span(rows_).subspan(index * each, std::min(each, number));
  }

 private:
  [[nodiscard]] std::vector<std::string> checked_rows(const Job& job, const Source& table,
                                                      const std::string& path) const {
    require_at_hand(job, table, path);
    auto rows = tree::rows_of(*table.node);
    const bool is_table = table.node->type == tree::DataType::C1;
    if (is_table && rows.size() % static_cast<std::size_t>(count_) == 0) return rows;
    throw input_error(job.path_of(table.file), path, "does not have the same number of names for each step");
  }

  std::int64_t count_ = 0;
  std::vector<std::string> constant_;
  std::vector<std::string> rows_;
  std::vector<std::int64_t> numbers_;
};

/// The names at each picked step, each once, in the order in which they come.
class NamesByStep {
 public:
  NamesByStep(const BaseJob& base, const NameTables& tables)
      : base_(base), tables_(tables), names_(base.steps.picked.size()), seen_(names_.size()) {}

  void add(const NamesOfFile& file) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (const auto& name : file.at(base_.steps.picked[i])) {
        if (is_name(name) && is_selected(name) && seen_[i].insert(name).second) names_[i].push_back(name);
      }
    }
  }

  /// Names that `order` has come first, as they stand there.
  void sort_by(const std::vector<std::string>& order) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < order.size(); ++i) places.emplace(order[i], i);
    const auto place_of = [&](const std::string& name) {
      const auto found = places.find(name);
      return found == places.end() ? order.size() : found->second;
    };
    for (auto& names : names_) {
      std::stable_sort(names.begin(), names.end(),
                       [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
    }
  }

  [[nodiscard]] std::vector<tree::Node> nodes() const {
    std::vector<std::int64_t> numbers;
    for (const auto& names : names_) numbers.push_back(static_cast<std::int64_t>(names.size()));
    const auto steps = static_cast<std::int64_t>(names_.size());
    const auto most = std::max<std::int64_t>(1, *std::max_element(numbers.begin(), numbers.end()));
    std::vector<tree::Node> nodes;
    nodes.push_back(tree::integer_node(std::string(tables_.numbers), "DataArray_t", {steps}, numbers));
    nodes.push_back(
        tree::table_node(std::string(tables_.names), "DataArray_t", {width(), most, steps}, rows(most)));
    return nodes;
  }

 private:
  [[nodiscard]] bool is_selected(const std::string& name) const {
    return !sids::is_zone(tables_.label) || base_.job.selection.keeps_zone(tree::join(base_.path, name));
  }

  [[nodiscard]] std::int64_t width() const {
    std::size_t width = usual_width;
    for (const auto& names : names_) {
      for (const auto& name : names) width = std::max(width, name.size());
    }
    return static_cast<std::int64_t>(width);
  }

  [[nodiscard]] std::vector<std::string> rows(std::int64_t most) const {
    std::vector<std::string> rows;
    for (auto names : names_) {
      names.resize(static_cast<std::size_t>(most), "Null");
      std::move(names.begin(), names.end(), std::back_inserter(rows));
    }
    return rows;
  }

  const BaseJob& base_;
  NameTables tables_;
  std::vector<std::vector<std::string>> names_;
  std::vector<std::unordered_set<std::string>> seen_;
};

}  // namespace

std::optional<NameTables> name_tables(std::string_view name) {
  for (const auto& tables : known_tables) {
    if (name == tables.numbers || name == tables.names) return tables;
  }
  return std::nullopt;
}

std::vector<tree::Node> unite_name_tables(BaseJob& base, const NameTables& tables) {
  std::unordered_map<int, const tree::Node*> iterative;
  for (const auto& source : base.iterative) iterative[source.file] = source.node;
  NamesByStep names(base, tables);
  for (const auto& source : base.bases) {
    const auto found = iterative.find(source.file);
    names.add(NamesOfFile(base, source, found == iterative.end() ? nullptr : found->second, tables));
  }
  const auto order = base.job.request.zone_order.find(base.path.substr(1));
  if (sids::is_zone(tables.label) && order != base.job.request.zone_order.end()) names.sort_by(order->second);
  return names.nodes();
}

}  // namespace pcgns::plan

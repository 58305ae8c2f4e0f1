// name_tables.cpp: unites the tables of which zones, families and particle zones there are at each time step.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/unite/base.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// Columns of a name table.
constexpr std::int64_t usual_width = 32;

std::vector<std::string> names_of_children(const cgns::Node& base, std::string_view label) {
  std::vector<std::string> names;
  for (const auto& child : base.children) {
    if (child.label == label) names.push_back(child.name);
  }
  return names;
}

/// The names at each time step in one file.
class NamesOfFile {
 public:
  /// If `iterative` is null or lacks `tables`, every time step of the file has everything in the base; if it
  /// has only the numbers, those that are not 0 have.
  /// @pre are_names_known()
  NamesOfFile(const BaseJob& base, const Source& source, const cgns::Node* iterative,
              const NameTables& tables)
      : count_(base.steps.count_of(source.file)) {
    if (iterative != nullptr && count_ == 0) return;
    constant_ = names_of_children(*source.node, tables.label);
    if (iterative == nullptr) return;
    const auto path = cgns::join(base.path, iterative->name);
    if (const auto* table = iterative->child(tables.names))
      rows_ = checked_rows(base.job, {source.file, table}, cgns::join(path, tables.names));
    if (const auto* numbers = iterative->child(tables.numbers))
      numbers_ = integers_at(base.job, {source.file, numbers}, cgns::join(path, tables.numbers));
  }

  /// The number stated for a time step, if the file lists no names and the number exceeds the names there
  /// are.
  [[nodiscard]] std::optional<std::int64_t> stated_excess(std::int64_t step) const {
    const auto index = static_cast<std::size_t>(step);
    if (!rows_.empty() || index >= numbers_.size()) return std::nullopt;
    return numbers_[index] > std::ssize(constant_) ? std::optional(numbers_[index]) : std::nullopt;
  }

  /// True if a time step has other names than its number says.
  [[nodiscard]] bool contradicts_itself() const {
    const auto steps = rows_.empty() ? 0 : std::min(numbers_.size(), static_cast<std::size_t>(count_));
    const auto each = rows_.size() / static_cast<std::size_t>(std::max<std::int64_t>(1, count_));
    for (std::size_t i = 0; i < steps; ++i) {
      const auto stated = static_cast<std::size_t>(numbers_[i]);
      const auto names = std::span(rows_).subspan(i * each, each);
      const auto first = names.first(std::min(stated, each));
      if (cgns::names_among(first).size() != stated || cgns::names_among(names).size() != stated) return true;
    }
    return false;
  }

  /// True if the tables decide which nodes there are at the time steps of the file.
  [[nodiscard]] bool decides() const { return !rows_.empty() || !numbers_.empty(); }
  [[nodiscard]] std::int64_t steps() const { return count_; }
  /// Of the base.
  [[nodiscard]] const std::vector<std::string>& nodes() const { return constant_; }
  /// Of all time steps.
  [[nodiscard]] const std::vector<std::string>& names() const { return rows_; }
  [[nodiscard]] std::span<const std::string> at(std::int64_t step) const {
    if (count_ > 0 && step >= count_) return {};
    const auto index = static_cast<std::size_t>(step);
    if (rows_.empty())
      return index < numbers_.size() && numbers_[index] == 0 ? std::span<const std::string>() : constant_;
    const auto each = rows_.size() / static_cast<std::size_t>(count_);
    const auto number = index < numbers_.size() ? static_cast<std::size_t>(numbers_[index]) : each;
    return std::span(rows_).subspan(index * each, std::min(each, number));
  }

 private:
  [[nodiscard]] std::vector<std::string> checked_rows(const MergeJob& job, const Source& table,
                                                      const std::string& path) const {
    if (table.node->type != cgns::DataType::C1)
      throw input_error(job.path_of(table.file), path,
                        fmt::format("is {}, expected names (C1)", cgns::brief(*table.node)));
    require_at_hand(job, table, path);
    auto rows = cgns::rows_of(*table.node);
    if (rows.size() % static_cast<std::size_t>(count_) == 0) return rows;
    throw input_error(job.path_of(table.file), path,
                      "does not have the same number of names for each time step");
  }

  std::int64_t count_ = 0;
  std::vector<std::string> constant_;
  std::vector<std::string> rows_;
  std::vector<std::int64_t> numbers_;
};

/// The names at each selected time step, without duplicates, in order of occurrence.
class NamesByStep {
 public:
  NamesByStep(const BaseJob& base, const NameTables& tables)
      : base_(base), tables_(tables), names_(base.steps.picked.size()), seen_(names_.size()) {}

  /// What the tables of a file decide, no file without tables does.
  void add_decided(const NamesOfFile& file) {
    if (!file.decides()) return;
    for (const auto* names : {&file.names(), &file.nodes()}) {
      for (const auto& name : *names) {
        auto& steps = decided_[key_of(name)];
        steps = std::max(steps, file.steps());
      }
    }
  }

  void add(const NamesOfFile& file) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto step = base_.steps.picked[i];
      for (const auto& name : file.at(step)) {
        const bool is_wanted =
            cgns::is_name_in_table(name) && is_selected(name) && (file.decides() || !is_decided(name, step));
        if (is_wanted && seen_[i].insert(key_of(name)).second) names_[i].push_back(name);
      }
    }
  }

  /// Keeps numbers of the only file that are higher than that of all names.
  void keep_excess(const NamesOfFile& file) {
    for (const auto step : base_.steps.picked) excess_.push_back(file.stated_excess(step));
  }

  /// Puts names in `order` first, in that order.
  void sort_by(const std::vector<std::string>& order) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < order.size(); ++i) places.emplace(key_of(order[i]), i);
    const auto place_of = [&](const std::string& name) {
      const auto found = places.find(key_of(name));
      return found == places.end() ? order.size() : found->second;
    };
    for (auto& names : names_) {
      std::stable_sort(names.begin(), names.end(),
                       [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
    }
  }

  /// Without the names if no time step has any: the reference library refuses an empty table.
  [[nodiscard]] std::vector<cgns::Node> nodes() const {
    std::vector<std::int64_t> numbers;
    for (const auto& names : names_) numbers.push_back(static_cast<std::int64_t>(names.size()));
    const auto steps = static_cast<std::int64_t>(names_.size());
    const auto most = *std::max_element(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < excess_.size(); ++i) numbers[i] = excess_[i].value_or(numbers[i]);
    std::vector<cgns::Node> nodes;
    if (most == 0 && !has_nodes()) return nodes;
    nodes.push_back(cgns::integer_node(std::string(tables_.numbers), "DataArray_t", {steps}, numbers));
    if (most == 0) return nodes;
    nodes.push_back(
        cgns::table_node(std::string(tables_.names), "DataArray_t", {width(), most, steps}, rows(most)));
    return nodes;
  }

 private:
  /// The same for every way to name a zone.
  [[nodiscard]] std::string key_of(const std::string& name) const {
    return cgns::is_zone(tables_.label) ? cgns::path_of_zone(base_.path.substr(1), name) : name;
  }

  [[nodiscard]] bool is_decided(const std::string& name, std::int64_t step) const {
    const auto found = decided_.find(key_of(name));
    return found != decided_.end() && step < found->second;
  }

  [[nodiscard]] bool is_selected(const std::string& name) const {
    return !cgns::is_zone(tables_.label) || base_.job.selection.keeps_zone(key_of(name));
  }

  /// True if the output has nodes that the tables could name.
  [[nodiscard]] bool has_nodes() const {
    return std::any_of(base_.bases.begin(), base_.bases.end(), [&](const Source& base) {
      const auto names = names_of_children(*base.node, tables_.label);
      return std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return is_selected(name); });
    });
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
  std::unordered_map<std::string, std::int64_t> decided_;  ///< The time steps of the files that decide.
  std::vector<std::optional<std::int64_t>> excess_;
};

}  // namespace

std::optional<NameTables> name_tables(std::string_view name) {
  for (const auto& tables : cgns::name_tables) {
    if (name == tables.numbers || name == tables.names) return tables;
  }
  return std::nullopt;
}

bool are_names_known(const BaseJob& base, const NameTables& tables) {
  return std::all_of(base.bases.begin(), base.bases.end(), [&](const Source& source) {
    const auto* iterative = source.node->child_labelled("BaseIterativeData_t");
    const auto* numbers = iterative == nullptr ? nullptr : iterative->child(tables.numbers);
    if (numbers == nullptr || iterative->child(tables.names) != nullptr) return true;
    const auto path = cgns::join(cgns::join(base.path, iterative->name), numbers->name);
    const auto there = std::ssize(names_of_children(*source.node, tables.label));
    const auto values = integers_at(base.job, {source.file, numbers}, path);
    // More than there are count those of all files, or pieces.
    return std::all_of(values.begin(), values.end(), [=](auto n) { return n == 0 || n >= there; });
  });
}

namespace {

/// True if the selection leaves out zones that the tables may name.
bool leaves_out_zones(const BaseJob& base, const NameTables& tables) {
  return cgns::is_zone(tables.label) &&
         std::any_of(base.bases.begin(), base.bases.end(), [&](const Source& source) {
           const auto names = names_of_children(*source.node, tables.label);
           return !std::all_of(names.begin(), names.end(), [&](const std::string& name) {
             return base.job.selection.keeps_zone(cgns::join(base.path, name));
           });
         });
}

bool all_have_the_same_nodes(const BaseJob& base, std::string_view label) {
  const auto names_in = [=](const Source& source) {
    auto names = names_of_children(*source.node, label);
    std::ranges::sort(names);
    return names;
  };
  const auto names = names_in(base.bases.front());
  return std::ranges::all_of(base.bases, [&](const Source& source) { return names_in(source) == names; });
}

/// True if all files with time steps have the numbers, and these do not contradict each other.
bool all_have_the_same_numbers(const BaseJob& base, const NameTables& tables) {
  const auto& first = base.iterative.front();
  const auto path = cgns::join(cgns::join(base.path, first.node->name), tables.numbers);
  const auto* wanted = first.node->child(tables.numbers);
  if (wanted == nullptr) return false;
  const auto expected = integers_at(base.job, {first.file, wanted}, path);
  return std::ranges::all_of(base.iterative, [&](const Source& source) {
    const auto* numbers = source.node->child(tables.numbers);
    if (numbers == nullptr || numbers->type != wanted->type) return false;
    const auto values = integers_at(base.job, {source.file, numbers}, path);
    const auto [a, b] = std::ranges::mismatch(values, expected);
    return a == values.end() || b == expected.end();
  });
}

bool has_names(const BaseJob& base, const NameTables& tables) {
  return std::ranges::any_of(
      base.iterative, [&](const Source& source) { return source.node->child(tables.names) != nullptr; });
}

bool all_have_tables(const BaseJob& base, const NameTables& tables) {
  return base.iterative.size() == base.bases.size() &&
         std::ranges::all_of(base.iterative, [&](const Source& source) {
           return source.node->child(tables.names) != nullptr ||
                  source.node->child(tables.numbers) != nullptr;
         });
}

/// False for tables of zones of which some are left out, or whose pieces they count.
bool are_of_the_output(const BaseJob& base, const NameTables& tables) {
  const bool are_of_pieces = tables.label == "Zone_t" && base.job.zone_order.contains(base.path.substr(1));
  return !are_of_pieces && !leaves_out_zones(base, tables);
}

}  // namespace

bool keeps_tables(const BaseJob& base, const NameTables& tables) {
  if (base.bases.size() > 1 || !are_of_the_output(base, tables)) return false;
  const auto& only = base.iterative.front();
  const NamesOfFile checked(base, base.bases.front(), only.node, tables);
  if (!base.job.request.is_final && !checked.contradicts_itself()) return false;
  if (!has_names(base, tables)) return true;
  return base.steps.is_whole(only.file) && cgns::count_of(only.node->child(tables.names)->dims) > 0;
}

bool keeps_numbers(const BaseJob& base, const NameTables& tables) {
  return !has_names(base, tables) && are_of_the_output(base, tables) &&
         all_have_the_same_nodes(base, tables.label) && all_have_the_same_numbers(base, tables);
}

std::vector<cgns::Node> unite_name_tables(BaseJob& base, const NameTables& tables) {
  std::unordered_map<int, const cgns::Node*> iterative;
  for (const auto& source : base.iterative) iterative[source.file] = source.node;
  const auto file_of = [&](const Source& source) {
    const auto found = iterative.find(source.file);
    return NamesOfFile(base, source, found == iterative.end() ? nullptr : found->second, tables);
  };
  NamesByStep names(base, tables);
  if (!all_have_tables(base, tables))
    for (const auto& source : base.bases) names.add_decided(file_of(source));
  for (const auto& source : base.bases) {
    const auto file = file_of(source);
    names.add(file);
    if (base.bases.size() == 1 && are_of_the_output(base, tables)) names.keep_excess(file);
  }
  const auto order = base.job.zone_order.find(base.path.substr(1));
  if (cgns::is_zone(tables.label) && order != base.job.zone_order.end()) names.sort_by(order->second);
  return names.nodes();
}

}  // namespace pcgns::fileset

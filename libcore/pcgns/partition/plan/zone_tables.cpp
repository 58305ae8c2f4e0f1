#include "pcgns/partition/plan/zone_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::partition {

namespace {

using cgns::Node;

/// The table of `base`, with each zone replaced by its pieces in `names`.
Node renamed_table(const Node& table, std::string_view base, const PieceNames& names, std::int64_t steps,
                   std::vector<std::int64_t>& counts) {
  const auto rows = cgns::rows_of(table);
  const auto per_step = steps > 0 ? static_cast<std::int64_t>(rows.size()) / steps : 0;
  std::vector<std::vector<std::string>> by_step(static_cast<std::size_t>(steps));
  std::size_t most = 1;
  for (std::int64_t step = 0; step < steps; ++step) {
    auto& list = by_step[static_cast<std::size_t>(step)];
    for (std::int64_t i = 0; i < per_step; ++i) {
      const auto& row = rows[static_cast<std::size_t>(step * per_step + i)];
      const auto found = names.find(cgns::path_of_zone(base, row));
      if (found == names.end()) continue;
      for (const auto& piece : found->second) list.push_back(cgns::name_with_zone(base, row, piece));
    }
    counts.push_back(static_cast<std::int64_t>(list.size()));
    most = std::max(most, list.size());
  }
  std::vector<std::string> flat;
  std::size_t width = 32;
  for (auto& list : by_step) {
    list.resize(most, list.empty() || list.size() == most ? "Null" : "");
    for (auto& name : list) {
      width = std::max(width, name.size());
      flat.push_back(name);
    }
  }
  return cgns::table_node(table.name, table.label,
                          {static_cast<std::int64_t>(width), static_cast<std::int64_t>(most), steps}, flat);
}

void remove(Node& parent, std::string_view name) {
  std::erase_if(parent.children, [&](const Node& child) { return child.name == name; });
}

/// True if nothing tells which zones a time step of a base has.
bool are_unnamed(const Node& iterative, const cgns::NameTables& tables) {
  const auto numbers = cgns::integers_in(iterative.child(tables.numbers));
  return numbers && iterative.child(tables.names) == nullptr &&
         std::ranges::any_of(*numbers, [](std::int64_t number) { return number > 0; });
}

/// True if the numbers of zones or families are not those of their names, which parts and merges count anew.
bool are_misnumbered(const Node& iterative, const cgns::NameTables& tables) {
  const auto numbers = cgns::integers_in(iterative.child(tables.numbers));
  const auto* table = iterative.child(tables.names);
  if (!numbers || table == nullptr || table->dims.size() != 3 || table->data.empty()) return false;
  const auto rows = cgns::rows_of(*table);
  const auto each = static_cast<std::size_t>(table->dims[1]);
  for (std::size_t i = 0; i < numbers->size() && (i + 1) * each <= rows.size(); ++i) {
    if (std::ssize(cgns::names_among(std::span(rows).subspan(i * each, each))) != (*numbers)[i]) return true;
  }
  return false;
}

/// Replaces the value of `node`, not what else it has.
void set_value(Node& node, Node value) {
  node.type = value.type;
  node.dims = std::move(value.dims);
  node.data = std::move(value.data);
  node.array = value.array;
}

/// Lets the time steps of a base name the zones in the file. The reference library refuses tables of nothing.
void name_pieces(const Node& base, Node& iterative, const cgns::NameTables& tables, const PieceNames& names) {
  auto* table = iterative.child(tables.names);
  if (table == nullptr || table->type != cgns::DataType::C1 || table->dims.size() != 3 || table->data.empty())
    return;
  std::vector<std::int64_t> counts;
  set_value(*table, renamed_table(*table, base.name, names, table->dims[2], counts));
  if (auto* numbers = iterative.child(tables.numbers)) {
    const auto type = numbers->type == cgns::DataType::I8 ? cgns::DataType::I8 : cgns::DataType::I4;
    set_value(*numbers, cgns::integer_node({}, {}, {std::ssize(counts)}, counts, type));
  }
  if (std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; })) return;
  remove(iterative, tables.names);
  if (base.child_labelled(tables.label) == nullptr) remove(iterative, tables.numbers);
}

/// Longer names with a base may not fit into a table with the name of a piece.
constexpr std::size_t longest_with_base = cgns::longest_name - 16;

/// True if each time step lists the zones in the order of the base, and all numbers match.
bool is_in_order(const cgns::Node& base, const cgns::Node& iterative, const cgns::NameTables& tables) {
  if (are_misnumbered(iterative, tables)) return false;
  if (tables.label == "Family_t") return true;  // families keep their names
  const auto* table = iterative.child(tables.names);
  if (table == nullptr) return !are_unnamed(iterative, tables);
  if (table->type != cgns::DataType::C1 || table->dims.size() != 3 || table->data.empty()) return false;
  std::vector<std::string> zones;
  for (const auto& child : base.children) {
    if (child.label == tables.label) zones.push_back(cgns::path_of_zone(base.name, child.name));
  }
  const auto rows = cgns::rows_of(*table);
  const auto per_step = static_cast<std::size_t>(table->dims[1]);
  for (std::size_t begin = 0; begin + per_step <= rows.size(); begin += per_step) {
    auto at = zones.begin();
    for (auto row = begin; row < begin + per_step; ++row) {
      if (!cgns::is_name_in_table(rows[row])) continue;
      if (rows[row].size() > longest_with_base && rows[row].find('/') != std::string::npos) return false;
      at = std::find(at, zones.end(), cgns::path_of_zone(base.name, rows[row]));
      if (at == zones.end()) return false;
      ++at;
    }
  }
  return true;
}

}  // namespace

void name_pieces(Node& root, const PieceNames& names) {
  for (auto& base : root.children) {
    for (auto& child : base.children) {
      if (child.label != "BaseIterativeData_t") continue;
      for (const auto& tables : cgns::zone_tables) {
        if (are_unnamed(child, tables)) remove(child, tables.numbers);
        name_pieces(base, child, tables, names);
      }
    }
  }
}

void note_unnamed(const Node& root, plan::Notes& notes) {
  for (const auto& base : root.children) {
    const auto* iterative = base.child_labelled("BaseIterativeData_t");
    if (iterative == nullptr) continue;
    for (const auto& tables : cgns::name_tables) {
      if (are_misnumbered(*iterative, tables))
        notes.add(plan::Note::Kind::loss, "misnumbered names",
                  fmt::format("/{}/{}/{}: does not match the number of names in {}", base.name,
                              iterative->name, tables.numbers, tables.names));
    }
    for (const auto& tables : cgns::zone_tables) {
      if (!are_unnamed(*iterative, tables)) continue;
      notes.add(plan::Note::Kind::loss, "unnamed zones",
                fmt::format("/{}/{}/{}: without {}, nothing tells which zones a time step has", base.name,
                            iterative->name, tables.numbers, tables.names));
    }
  }
}

bool has_tables_in_order(const cgns::Node& base) {
  const auto* iterative = base.child_labelled("BaseIterativeData_t");
  return iterative == nullptr || std::ranges::all_of(cgns::name_tables, [&](const cgns::NameTables& tables) {
           return is_in_order(base, *iterative, tables);
         });
}

}  // namespace pcgns::partition

#include "pcgns/verify/check/plan/node_types.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "pcgns/cgns/labels.hpp"

namespace {

using namespace pcgns::verify::check::standard;

/// A row of the table of all nodes of the standard (sids-nodes.tsv).
struct Row {
  std::string parent, name, label, types, rank, extents, count;
};

std::string trimmed(std::string text) {
  const auto is_ornament = [](char c) { return c == ' ' || c == '`' || c == '*'; };
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_ornament));
  text.erase(std::find_if_not(text.rbegin(), text.rend(), is_ornament).base(), text.end());
  return text;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '\t')
      cells.emplace_back();
    else
      cells.back().push_back(c);
  }
  for (auto& cell : cells) cell = trimmed(cell);
  cells.resize(8);
  return cells;
}

std::vector<Row> rows() {
  std::vector<Row> all;
  const char* corpus = std::getenv("PCGNS_CORPUS");
  std::ifstream file(std::string(corpus == nullptr ? "." : corpus) + "/../spec/sids-nodes.tsv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const auto c = cells_of(line);
    // One row of the table has the label without its end.
    all.push_back(
        {c[0] + "_t", c[1], c[2] == "AdditionalUnits" ? "AdditionalUnits_t" : c[2], c[3], c[4], c[5], c[7]});
  }
  return all;
}

/// Names that the table gives as one of its own; of the others any will do, or two.
bool is_free(const std::string& name) {
  return name.starts_with("User defined") || name.find(" or ") != std::string::npos ||
         name.find(";") != std::string::npos;
}

/// The figures give the label of the node of the file that a row means: "int" without quotes, say.
const Child* found(const Row& row) {
  const auto label = tidy_label(row.label);
  // "CellListDonor or PointListDonor": both.
  const bool donors = row.name.starts_with("CellListDonor");
  const auto name = donors ? "PointListDonor" : is_free(row.name) ? "" : row.name;
  return child_type(row.parent, label, name);
}

Types types_of(const std::string& text) {
  int types = none;
  if (text.find("C1") != std::string::npos) types |= c1;
  if (text.find("I4") != std::string::npos) types |= i4;
  if (text.find("I8") != std::string::npos) types |= i8;
  if (text.find("R4") != std::string::npos) types |= r4;
  if (text.find("R8") != std::string::npos) types |= r8;
  if (text.find("cgsize_t") != std::string::npos) types |= sizes;
  return static_cast<Types>(types);
}

const Value& value_of(const Child& child) {
  return child.value.by_label ? value_of_label(child.label) : child.value;
}

/// Where our table knows better than the figures, which say less than the text of the standard.
bool differs_knowingly(const Row& row) {
  const bool is_any_motion = row.parent == "RigidGridMotion_t" && row.label == "DataArray_t";
  return is_any_motion || row.label == "Descriptor_t" || row.label == "UserDefinedData_t" ||
         row.label == "GridCoordinates_t" ||  // with the bounding box
         row.label == "ParticleCoordinates_t" || row.parent.ends_with("IterativeData_t");
}

/// Nodes that our tables have and the figures do not: newer or older than they, or of figures that are
/// missing.
bool is_known_addition(std::string_view parent, const Child& child) {
  for (const std::string_view label :
       {"DiscreteData_t", "ParticleIterativeData_t", "Root Node of HDF5 File"}) {
    if (parent == label) return true;
  }
  for (const std::string_view name : {"ElementList", "ElementRange", "ParentData"}) {
    if (child.name == name) return true;
  }
  if (child.label == "ElementInterpolation_t" || child.label == "SolutionInterpolation_t") return true;
  return (parent == "OversetHoles_t" && child.name.empty()) ||
         (parent == "ParticleSolution_t" && child.label == "IndexArray_t");
}

}  // namespace

TEST_CASE("every node of the standard is in the tables, with its types and how often it comes") {
  const auto all = rows();
  if (all.empty()) WARN("skipped: there is no spec/sids-nodes.tsv beside PCGNS_CORPUS");
  for (const auto& row : all) {
    INFO(row.parent << " / " << row.name << " / " << row.label << ": " << row.types << ", " << row.count);
    const auto* const child = found(row);
    REQUIRE(child != nullptr);
    const bool once = row.count == "1";
    if (!row.count.empty()) CHECK((child->count == Count::required) == once);
    if (row.count == "0,1") CHECK(child->count == Count::optional);
    const bool says_types = !row.types.starts_with("see") && types_of(row.types) != none;
    if (says_types && !differs_knowingly(row) && value_of(*child).types != anything) {
      CHECK(value_of(*child).types == types_of(row.types));
    }
    if (row.types == "MT" && !differs_knowingly(row)) CHECK(value_of(*child).types == none);
    const auto rank = value_of(*child).extents.rank;
    if ((row.rank == "1" || row.rank == "2") && rank >= 0 && !differs_knowingly(row)) {
      CHECK(std::to_string(rank) == row.rank);
    }
  }
}

TEST_CASE("the tables have no node that the standard does not have") {
  const auto all = rows();
  if (all.empty()) return;
  for (const auto group : {base_parents(), zone_parents(), boundary_parents(), model_parents()}) {
    for (const auto& parent : group) {
      for (const auto& child : parent.children) {
        INFO(parent.label << " / " << child.name << " / " << child.label);
        const bool there = std::any_of(all.begin(), all.end(), [&](const Row& row) {
          return row.parent == parent.label && tidy_label(row.label) == child.label;
        });
        CHECK((there || is_known_addition(parent.label, child)));
      }
    }
  }
}

TEST_CASE("all labels in the tables are known, and every label that has children is in one table only") {
  std::map<std::string_view, int> parents;
  for (const auto group : {base_parents(), zone_parents(), boundary_parents(), model_parents()}) {
    for (const auto& parent : group) {
      ++parents[parent.label];
      for (const auto& child : parent.children) {
        INFO(parent.label << " / " << child.label);
        CHECK(pcgns::cgns::is_known_label(child.label));
      }
    }
  }
  for (const auto& [label, times] : parents) {
    INFO(label);
    CHECK(times == 1);
  }
}

TEST_CASE("an entry with the name goes before the one for any name") {
  CHECK(child_type("Elements_t", "DataArray_t", "ElementConnectivity")->count == Count::required);
  CHECK(child_type("BaseIterativeData_t", "DataArray_t", "TimeValues")->name == "TimeValues");
  CHECK(child_type("BaseIterativeData_t", "DataArray_t", "Mine")->name.empty());
  CHECK(child_type("Elements_t", "DataArray_t", "Mine") == nullptr);
  CHECK(child_type("Zone_t", "Descriptor_t", "Text")->count == Count::any);
  CHECK(child_type("Mine_t", "Descriptor_t", "Text") == nullptr);
  CHECK(child_type("GoverningEquations_t", tidy_label("\"int[1 + ... + IndexDimension] \""),
                   "DiffusionModel") != nullptr);
}

// build.hpp: inputs for plans, written as tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"

namespace pcgns::test {

using cgns::Node;
using Nodes = std::vector<Node>;
using Numbers = std::vector<std::int64_t>;
using Reals = std::vector<double>;
using Texts = std::vector<std::string>;

inline Node node(std::string name, std::string label, Nodes children = {}) {
  return {.name = std::move(name), .label = std::move(label), .children = std::move(children)};
}

inline Node with(Node node, Nodes children) {
  node.children = std::move(children);
  return node;
}

inline Node version(double value) {
  return cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {value}, cgns::DataType::R4);
}

inline Node base(std::string name, Nodes children, Numbers dimensions = {3, 3}) {
  return with(cgns::integer_node(std::move(name), "CGNSBase_t", {2}, dimensions), std::move(children));
}

inline Node zone(std::string name, Nodes children = {}, Numbers size = {4, 3, 0}) {
  return with(cgns::integer_node(std::move(name), "Zone_t", {1, 3}, size, cgns::DataType::I8),
              std::move(children));
}

inline Node reals(std::string name, Reals values) {
  const auto count = static_cast<std::int64_t>(values.size());
  return cgns::real_node(std::move(name), "DataArray_t", {count}, values);
}

inline Node integers(std::string name, Numbers values) {
  const auto count = static_cast<std::int64_t>(values.size());
  return cgns::integer_node(std::move(name), "DataArray_t", {count}, values);
}

inline Node coordinates(Reals x) {
  return node("GridCoordinates", "GridCoordinates_t", {reals("CoordinateX", x)});
}

inline Node solution(std::string name, Nodes fields = {reals("Pressure", {1, 2, 3})}) {
  return node(std::move(name), "FlowSolution_t", std::move(fields));
}

inline Node descriptor(std::string name, std::string_view text) {
  return cgns::text_node(std::move(name), "Descriptor_t", text);
}

inline Node family(std::string name, Nodes children = {}) {
  return node(std::move(name), "Family_t", std::move(children));
}

inline Node user(std::string name, Nodes children = {}) {
  return node(std::move(name), "UserDefinedData_t", std::move(children));
}

inline Node interface_to(std::string name, std::string_view donor) {
  return node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
              {cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor)});
}

inline Node link_node(std::string name, std::string label, std::string file, std::string path) {
  Node link{.name = std::move(name), .label = std::move(label), .type = cgns::DataType::LK};
  link.link = std::make_shared<cgns::Link>(cgns::Link{std::move(file), std::move(path)});
  return link;
}

/// One name for each step.
inline Node pointers(std::string name, Texts rows) {
  const auto steps = static_cast<std::int64_t>(rows.size());
  return cgns::table_node(std::move(name), "DataArray_t", {32, steps}, rows);
}

inline Node zone_iterative(Nodes tables) {
  return node("ZoneIterativeData", "ZoneIterativeData_t", std::move(tables));
}

inline Node iterative(std::int64_t steps, Nodes arrays) {
  return with(cgns::integer_node("BaseIterativeData", "BaseIterativeData_t", {1}, {steps}),
              std::move(arrays));
}

/// NumberOfZones and ZonePointers: the names at each step, `most` of them at most.
inline Nodes zone_tables(std::vector<Texts> steps, std::int64_t most) {
  Numbers numbers;
  Texts rows;
  for (auto& names : steps) {
    numbers.push_back(static_cast<std::int64_t>(names.size()));
    names.resize(static_cast<std::size_t>(most), "Null");
    rows.insert(rows.end(), names.begin(), names.end());
  }
  const auto count = static_cast<std::int64_t>(steps.size());
  return {integers("NumberOfZones", numbers),
          cgns::table_node("ZonePointers", "DataArray_t", {32, most, count}, rows)};
}

/// Files as the reader gives them: what is bulk by its role lies in the table of arrays.
class Inputs {
 public:
  Inputs& file(std::string path, Nodes top) {
    const auto number = static_cast<std::int64_t>(set.files.size());
    set.files.push_back({.path = std::move(path), .number = number});
    set.trees.push_back(node("HDF5 MotherNode", "Root Node of HDF5 File", std::move(top)));
    take_bulk(set.trees.back(), {}, "/");
    return *this;
  }

  /// A file with one base, "Base".
  Inputs& rank(std::string path, Nodes children) {
    return file(std::move(path), {version(4.2), base("Base", std::move(children))});
  }

  /// With the hashes of only those arrays that the plan says it needs.
  [[nodiscard]] plan::Plan merged(const fileset::MergeRequest& request = {}) const {
    fileset::Survey survey;
    for (const auto array : fileset::arrays_to_compare(set)) {
      survey.contents[array] = fingerprint(values[static_cast<std::size_t>(array)]);
    }
    return fileset::merge(set, survey, request);
  }

  /// What the merge refuses with; "no error" if it does not.
  [[nodiscard]] std::string error(const fileset::MergeRequest& request = {}) const {
    try {
      (void)merged(request);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  cgns::InputSet set;
  std::vector<std::vector<std::byte>> values;  ///< Of the arrays.

 private:
  void take_bulk(Node& at, cgns::Place place, const std::string& path) {
    if (cgns::is_bulk(place, at.label, static_cast<std::int64_t>(at.data.size()))) {
      at.array = static_cast<int>(set.arrays.size());
      const int file = static_cast<int>(set.files.size()) - 1;
      set.arrays.push_back({.file = file, .path = path, .type = at.type, .dims = at.dims});
      values.push_back(std::exchange(at.data, {}));
    }
    const auto below = cgns::descend(place, at.label);
    for (auto& child : at.children) take_bulk(child, below, cgns::join(path, child.name));
  }
};

inline Texts names_of(const Nodes& nodes) {
  Texts names;
  for (const auto& child : nodes) names.push_back(child.name);
  return names;
}

/// Names of the children of the node at `path`; "(absent)" if the node does not exist.
inline Texts children(const plan::Plan& plan, std::string_view path) {
  const auto* found = cgns::find(plan.output, path);
  return found == nullptr ? Texts{"(absent)"} : names_of(found->children);
}

inline Texts rows(const plan::Plan& plan, std::string_view path) {
  const auto* found = cgns::find(plan.output, path);
  return found == nullptr ? Texts{"(absent)"} : cgns::rows_of(*found);
}

/// The texts of the notes of one kind.
inline Texts notes(const plan::Plan& plan, plan::Note::Kind kind) {
  Texts texts;
  for (const auto& note : plan.notes) {
    if (note.kind == kind) texts.push_back(note.text);
  }
  return texts;
}

inline Texts infos(const plan::Plan& plan) { return notes(plan, plan::Note::Kind::info); }
inline Texts warnings(const plan::Plan& plan) { return notes(plan, plan::Note::Kind::warning); }
inline Texts losses(const plan::Plan& plan) { return notes(plan, plan::Note::Kind::loss); }

}  // namespace pcgns::test

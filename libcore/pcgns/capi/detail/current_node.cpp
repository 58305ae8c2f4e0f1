// current_node.cpp: cg_goto and similar functions.
#include <fmt/format.h>

#include <cstdarg>
#include <string_view>
#include <utility>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

struct PathStep {
  std::string name;  ///< A label with a number, or a name with number 0.
  int number = 0;
};

bool is_end(const char* name) {
  return name == nullptr || *name == '\0' || std::string_view(name) == "end" ||
         std::string_view(name) == "END";
}

/// Reads until the end that the reference library takes, too.
std::vector<PathStep> steps_of(va_list arguments) {
  std::vector<PathStep> steps;
  while (steps.size() <= CG_MAX_GOTO_DEPTH) {
    const char* name = va_arg(arguments, const char*);
    if (is_end(name)) return steps;
    steps.push_back({name, va_arg(arguments, int)});
  }
  throw Error(ErrorKind::usage, "a path to a node is too long, or does not end with \"end\"");
}

/// Data sets of families by either label, as in the reference library: files of old versions have the other
/// one.
Spot family_data_set(const Spot& from, int number) {
  const auto found = child_labelled(from, "FamilyBCDataSet_t", number);
  return found ? found : child_labelled(from, "BCDataSet_t", number);
}

/// BCData_t is numbered by BCDataType_t, as in the reference library; without such a node, like other labels.
Spot child_numbered(const Spot& from, const PathStep& step) {
  if (step.name == "BCData_t") {
    const auto* name = step.number == CGNS_ENUMV(Dirichlet) ? "DirichletData" : "NeumannData";
    const bool is_type = step.number == CGNS_ENUMV(Dirichlet) || step.number == CGNS_ENUMV(Neumann);
    if (auto found = child_named(from, name); is_type && found) return found;
  }
  if (from->label == "FamilyBC_t" && step.name.ends_with("BCDataSet_t"))
    return family_data_set(from, step.number);
  return child_labelled(from, step.name, step.number);
}

Spot one_step(Document& document, const Spot& from, const PathStep& step) {
  const auto next = step.number > 0 ? child_numbered(from, step) : child_named(from, step.name);
  if (!next)
    throw NotFound(ErrorKind::usage,
                   at(document.path(), from.path, fmt::format("has no {} {}", step.name, step.number)));
  return next;
}

/// If the path leads nowhere, there is no current node afterwards.
void go(int fn, std::vector<std::string> names, const std::vector<PathStep>& steps) {
  position() = {.lost_in = fn};
  auto& document = document_of(fn);
  auto spot = document.root();
  for (const auto& name : names) spot = one_step(document, spot, {name, 0});
  for (const auto& step : steps) {
    if (step.name == ".") continue;
    if (step.name == "..") {
      // Nothing can be written beside the bases.
      if (names.size() < 2) throw Error(ErrorKind::usage, "the path leads above the base");
      names.pop_back();
      spot = document.root();
      for (const auto& name : names) spot = one_step(document, spot, {name, 0});
      continue;
    }
    spot = one_step(document, spot, step);
    names.push_back(spot->name);
  }
  position() = {fn, std::move(names)};
}

/// The same from a base.
void go_below(int fn, int B, const std::vector<PathStep>& steps) {
  position() = {.lost_in = fn};
  auto& document = document_of(fn);
  const auto base = child_labelled(document.root(), "CGNSBase_t", B);
  if (!base)
    throw NotFound(ErrorKind::usage, at(document.path(), "", fmt::format("has no CGNSBase_t number {}", B)));
  go(fn, {base->name}, steps);
}

}  // namespace

int cg_goto(int fn, int B, ...) {
  va_list arguments;
  va_start(arguments, B);
  const int status = guarded([&] { go_below(fn, B, steps_of(arguments)); });
  va_end(arguments);
  return status;
}

int cg_gorel(int fn, ...) {
  va_list arguments;
  va_start(arguments, fn);
  const int status = guarded([&] {
    const auto steps = steps_of(arguments);
    const auto before = std::exchange(position(), {.lost_in = fn});
    if (before.fn != fn) throw Error(ErrorKind::usage, "the current node is in another file");
    go(fn, before.names, steps);
  });
  va_end(arguments);
  return status;
}

int cg_gopath(int fn, const char* path) {
  return guarded([&] {
    const auto way = name_from(path);
    std::vector<PathStep> steps;
    for (std::size_t begin = 0; begin < way.size();) {
      const auto end = std::min(way.find('/', begin), way.size());
      if (end > begin) steps.push_back({way.substr(begin, end - begin), 0});
      begin = end + 1;
    }
    const auto before = std::exchange(position(), {.lost_in = fn});
    if (steps.empty()) throw Error(ErrorKind::usage, fmt::format("the path \"{}\" names no base", way));
    const bool is_relative = way[0] != '/';
    if (is_relative && before.fn != fn)
      throw Error(ErrorKind::usage,
                  fmt::format("\"{}\" does not begin with /, and there is no current node in the file", way));
    go(fn, is_relative ? before.names : std::vector<std::string>{}, steps);
  });
}

int cg_golist(int fn, int B, int depth, char** labels, int* numbers) {
  return guarded([&] {
    if (depth < 0 || depth >= CG_MAX_GOTO_DEPTH)
      throw Error(ErrorKind::usage, "a path to a node is too long");
    std::vector<PathStep> steps;
    for (int i = 0; i < depth; ++i) steps.push_back({name_from(labels[i]), numbers[i]});
    go_below(fn, B, steps);
  });
}

int cg_delete_node(const char* name) {
  return guarded([&] {
    auto& document = document_here();
    const auto node = here();
    require_deletable(document, node, name_from(name));
    document.remove(node, name);
  });
}

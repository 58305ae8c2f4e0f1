// tree_calls.cpp: nodes by their paths, and the opening of files for languages without MPI_Comm.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/pcgnstree.h"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr std::size_t most_dims = std::size(pcgns_node{}.dims);

/// Of ten thousand zones, one after the other is asked for: the search begins where the last one was found.
cgns::Node* child_of(cgns::Node& parent, std::string_view name) {
  constexpr std::size_t many = 64;
  static thread_local std::size_t last = 0;
  auto& children = parent.children;
  if (children.size() < many) return parent.child(name);
  for (auto at = last; at < std::min(last + 2, children.size()); ++at) {
    if (children[at].name == name) return &children[last = at];
  }
  auto* const found = parent.child(name);
  if (found != nullptr) last = static_cast<std::size_t>(found - children.data());
  return found;
}

/// Throws NotFound if there is no such node.
Spot node_at(Document& document, const char* path) {
  if (path == nullptr) throw Error(ErrorKind::usage, "the path is a null pointer");
  auto spot = document.root();
  std::string_view rest = path;
  while (!rest.empty()) {
    const auto name = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (name.empty()) continue;
    spot.node = child_of(*spot.node, name);
    spot.path += '/' + std::string(name);
    if (!spot) throw NotFound(ErrorKind::usage, at(document.path(), spot.path, "the node does not exist"));
  }
  return spot;
}

pcgns_node described(const Document& document, const cgns::Node& node) {
  const auto& dims = document.dims_of(node);
  if (dims.size() > most_dims)
    throw input_error(document.path(), node.name, fmt::format("has more than {} dimensions", most_dims));
  pcgns_node out = {};
  give_name(out.name, node.name);
  give_name(out.label, node.label);
  const auto type = cgns::to_string(document.type_of(node));
  type.copy(out.type, sizeof out.type - 1);
  out.nchildren = static_cast<std::int32_t>(node.children.size());
  out.ndim = static_cast<std::int32_t>(dims.size());
  std::ranges::copy(dims, out.dims);
  return out;
}

/// Whether these names stand for several files, or for pieces: a file by its own name is taken as it is. One
/// that is written may have a bracket in its name.
bool is_set(int n, const char* const* names, int mode) {
  if (n != 1 || names == nullptr || names[0] == nullptr) return true;
  const std::string_view name = names[0];
  const auto* const marks = mode == CG_MODE_READ ? "%*?[" : "%*?";
  return name.starts_with('@') || name.find_first_of(marks) != std::string_view::npos;
}

/// The whole node where there are no bounds.
void read_box(Document& document, const Spot& spot, const std::int64_t* rmin, const std::int64_t* rmax,
              void* data) {
  const auto dims = document.dims_of(*spot.node);
  const std::vector<std::int64_t> ones(dims.size(), 1);
  const bool is_whole = rmin == nullptr || rmax == nullptr;
  const IndexRange range = is_whole ? IndexRange{ones.data(), dims.data()} : IndexRange{rmin, rmax};
  const auto transfers = packed_box(document, spot, range, data);
  document.move_alone(Direction::read, transfers);
}

/// The caller may have filled all of it.
template <std::size_t size>
std::string text_in(const char (&field)[size]) {
  return {field, ::strnlen(field, size)};
}

cgns::Node node_from(const pcgns_node& node, const void* data) {
  const auto name = text_in(node.name);
  const auto label = text_in(node.label);
  const auto type = cgns::data_type(text_in(node.type));
  if (!type || *type == cgns::DataType::LK)
    throw Error(ErrorKind::usage, fmt::format("node '{}': the type is not one of CGNS", name));
  if (node.ndim < 0 || node.ndim > static_cast<std::int32_t>(most_dims))
    throw Error(ErrorKind::usage, fmt::format("node '{}': {} dimensions", name, node.ndim));
  if (*type == cgns::DataType::MT) return {.name = name, .label = label};
  return node_with(name.c_str(), label.c_str(), *type, {node.dims, node.dims + node.ndim}, data);
}

}  // namespace

int pcgns_open_f(MPI_Fint comm, int n, const char* const* names, int mode, int* fn) {
  const auto before = defaults().comm;
  cgp_mpi_comm(MPI_Comm_f2c(comm));
  const int status =
      is_set(n, names, mode) ? cgp_fileset_open(n, names, mode, fn) : cgp_open(names[0], mode, fn);
  cgp_mpi_comm(before);
  return status;
}

int pcgns_discard(int fn) {
  return guarded([&] { capi::discard(fn); });
}

int pcgns_node_info(int fn, const char* path, pcgns_node* node) {
  return guarded_on(fn,
                    [&](Document& document) { *node = described(document, *node_at(document, path).node); });
}

int pcgns_node_children(int fn, const char* path, int capacity, pcgns_node* children, int* count) {
  return guarded_on(fn, [&](Document& document) {
    const auto& all = node_at(document, path)->children;
    const auto listed = std::min(std::ssize(all), static_cast<std::ptrdiff_t>(std::max(capacity, 0)));
    for (std::ptrdiff_t i = 0; i < listed; ++i)
      children[i] = described(document, all[static_cast<std::size_t>(i)]);
    give(count, all.size());
  });
}

int pcgns_node_read(int fn, const char* path, const int64_t* rmin, const int64_t* rmax, void* data) {
  return guarded_on(
      fn, [&](Document& document) { read_box(document, node_at(document, path), rmin, rmax, data); });
}

int pcgns_node_write(int fn, const char* parent, const pcgns_node* node, const void* data) {
  return guarded_on(fn, [&](Document& document) {
    if (node == nullptr) throw Error(ErrorKind::usage, "the node is a null pointer");
    document.put(node_at(document, parent), node_from(*node, data), Children::stay);
  });
}

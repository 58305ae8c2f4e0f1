// links.cpp: links below the current node, and where the current node is.
#include <fmt/format.h>

#include "pcgns/capi/detail/calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

const cgns::Link* link_here() {
  // A link without a target is a node, too.
  return here()->link.get();
}

void put_label(char* to, const std::string& label) {
  *std::copy_n(label.begin(), std::min<std::size_t>(label.size(), 32), to) = '\0';
}

}  // namespace

int cg_is_link(int* path_length) {
  return guarded([&] {
    const auto* link = link_here();
    give(path_length, link == nullptr ? 0 : link->path.size());
  });
}

int cg_link_read(char** file, char** path) {
  return guarded([&] {
    const auto* link = link_here();
    if (link == nullptr) throw Error(ErrorKind::usage, "is not a link");
    *file = new_text(link->file);
    *path = new_text(link->path);
  });
}

int cg_link_write(const char* name, const char* file, const char* path) {
  return at_node([&](Document& document, const Spot& node) {
    const cgns::Link link{.file = file == nullptr ? "" : file, .path = name_from(path)};
    if (link.path.empty()) throw Error(ErrorKind::usage, "a link names no node");
    document.put(node, {.name = name_from(name),
                        .type = cgns::DataType::LK,
                        .link = std::make_shared<const cgns::Link>(link)});
  });
}

int cg_where(int* fn, int* B, int* depth, char** labels, int* numbers) {
  return guarded([&] {
    auto spot = document_here().root();
    const auto& names = position().names;
    give(fn, position().fn);
    give(B, 0);
    give(depth, names.empty() ? 0 : names.size() - 1);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto child = child_named(spot, names[i]);
      if (!child) throw NotFound(ErrorKind::usage, "the current node does not exist");
      const auto number = number_of(spot, child);
      if (i == 0) give(B, number);
      if (i > 0 && labels != nullptr) put_label(labels[i - 1], child->label);
      if (i > 0 && numbers != nullptr) numbers[i - 1] = number;
      spot = child;
    }
  });
}

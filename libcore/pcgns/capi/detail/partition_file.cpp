// partition_file.cpp: a new file of whole zones, which gets fields from the parts of all ranks.
#include <algorithm>
#include <set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/restart/partition.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// Copies what parts cannot write.
class Copier {
 public:
  Copier(Document& out, const restart::FileSet& source, const std::string& base)
      : out_(out), source_(source) {
    const auto* const whole = source.tree().child(base);
    if (whole == nullptr) return;
    for (const auto& field : restart::common_fields(*whole, source.arrays()))
      to_write_.insert(cgns::join("/" + base, field));
  }

  /// `path`: of the node.
  [[nodiscard]] cgns::Node copied(const cgns::Node& node, const std::string& path) {
    auto copy = node;
    copy.children.clear();
    if (node.is_bulk()) {
      const auto& array = source_.arrays()[static_cast<std::size_t>(node.array)];
      copy = out_.with_room(node.name, node.label, array.type, array.dims);
      arrays_.push_back({node.array, copy});
    }
    for (const auto& child : node.children) {
      const auto below = cgns::join(path, child.name);
      if (!to_write_.contains(below)) copy.children.push_back(copied(child, below));
    }
    copy.extras = out_.taken_extras(source_, node.extras);
    return copy;
  }
  [[nodiscard]] const std::vector<Copied>& arrays() const { return arrays_; }

 private:
  Document& out_;
  const restart::FileSet& source_;
  std::set<std::string> to_write_;  ///< Paths of fields.
  std::vector<Copied> arrays_;
};

/// `base`: the one with the parts.
void copy_tree(Document& out, restart::FileSet& source, const std::string& base) {
  auto tree = source.tree();
  sort_zones(tree);
  Copier copier(out, source, base);
  out.root()->extras = out.taken_extras(source, tree.extras);
  for (const auto& child : tree.children)
    out.put(out.root(), copier.copied(child, cgns::join("/", child.name)));
  copy_values(out, source, copier.arrays());
}

}  // namespace

io::Slab pcgns::capi::share_of(const plan::Target& array, MPI_Comm comm, std::vector<std::byte>& memory) {
  const auto planes = array.dims.back();
  const auto each = divide_up(planes, static_cast<std::int64_t>(par::size_of(comm)));
  const auto begin = std::min(planes, par::rank_in(comm) * each);
  io::Slab slab{.memory_type = array.type};
  slab.box.begin.assign(array.dims.size(), 0);
  slab.box.count = array.dims;
  slab.box.begin.back() = begin;
  slab.box.count.back() = std::min(planes, begin + each) - begin;
  slab.strides = io::strides_of(slab.box.count);
  memory.resize(static_cast<std::size_t>(cgns::bytes_of(array.type, slab.box.count)));
  slab.memory = memory.data();
  return slab;
}

void pcgns::capi::copy_values(Document& out, restart::FileSet& source, const std::vector<Copied>& arrays) {
  std::vector<std::byte> memory;
  for (const auto& [array, node] : arrays) {
    const auto& facts = source.arrays()[static_cast<std::size_t>(array)];
    if (cgns::count_of(facts.dims) == 0) continue;
    io::Slab slab;
    const auto failure =
        par::failure_of([&] { slab = share_of(facts, out.comm(), memory); }, "copying the mesh");
    const bool has_some = !failure && !memory.empty();
    const restart::Wanted wanted{array, slab};
    source.read({&wanted, has_some ? 1U : 0U}, failure);
    const Transfer transfer{&node, slab};
    out.move_together(Direction::write, {&transfer, has_some ? 1U : 0U}, std::nullopt);
  }
}

int cgp_partition_create_file(int p, const char* name, int* out) {
  return guarded([&] {
    const auto& partition = partition_of(p);
    auto& source = document_of(partition.fn);
    std::string path;
    Hasher hasher;
    par::collectively(
        source.comm(), "creating a file", [&] { hasher.add(std::string_view(path = name_from(name))); },
        par::Stops::ignore);
    require_same_everywhere(source.comm(), hasher, "the names of a file");
    auto made = opened(source.comm(), path, Mode::write);
    try {
      copy_tree(*made, source.file_set(), base_at(source, partition.base)->name);
    } catch (...) {
      made->discard();
      throw;
    }
    *out = keep(std::move(made));
  });
}

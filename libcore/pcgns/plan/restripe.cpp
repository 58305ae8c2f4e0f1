#include "pcgns/plan/restripe.hpp"

#include "pcgns/base/error.hpp"

namespace pcgns::plan {

namespace {

class Restriper {
 public:
  Restriper(const tree::InputSet& inputs, const RestripeRequest& request)
      : inputs_(inputs), request_(request) {}

  [[nodiscard]] Plan plan() {
    plan_.format = request_.format;
    plan_.output = copied(inputs_.trees.front(), "/");
    for (const auto& loss : inputs_.losses) {
      plan_.notes.push_back({Note::Kind::loss, at(path_of(loss.file), loss.path, loss.why)});
    }
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const std::string& path_of(int file) const {
    return inputs_.files[static_cast<std::size_t>(file)].path;
  }

  tree::Node copied(const tree::Node& node, const std::string& path) {
    tree::Node copy{
        .name = node.name, .label = node.label, .type = node.type, .dims = node.dims, .extras = node.extras};
    if (node.link) copy.link = relinked(node.link, path_of(0), request_.output);
    if (node.is_bulk()) {
      add_array(copy, node, path);
    } else {
      copy.data = node.data;
    }
    copy.children.reserve(node.children.size());
    for (const auto& child : node.children)
      copy.children.push_back(copied(child, tree::join(path, child.name)));
    return copy;
  }

  void add_array(tree::Node& copy, const tree::Node& node, const std::string& path) {
    const auto& array = inputs_.arrays[static_cast<std::size_t>(node.array)];
    if (array.bytes() < request_.compact_below && !node.data.empty()) {
      copy.data = node.data;
      return;
    }
    copy.array = static_cast<int>(plan_.targets.size());
    plan_.targets.push_back({.path = path, .type = array.type, .dims = array.dims});
    if (array.bytes() == 0) return;
    plan_.transfers.push_back(
        {.source = node.array, .target = copy.array, .count = tree::count_of(array.dims)});
  }

  const tree::InputSet& inputs_;
  const RestripeRequest& request_;
  Plan plan_;
};

}  // namespace

Plan restripe(const tree::InputSet& inputs, const RestripeRequest& request) {
  return Restriper(inputs, request).plan();
}

}  // namespace pcgns::plan

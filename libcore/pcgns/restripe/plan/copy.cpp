#include "pcgns/restripe/plan/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::restripe {

namespace {

/// Only arrays that may grow have chunks larger than themselves.
std::vector<std::int64_t> within(std::vector<std::int64_t> chunk, const std::vector<std::int64_t>& dims) {
  for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] = std::min(chunk[i], dims[i]);
  return chunk;
}

class Copier {
 public:
  Copier(const cgns::InputSet& inputs, const StorageRequest& request) : inputs_(inputs), request_(request) {}

  [[nodiscard]] plan::Plan plan() {
    plan_.format = request_.format;
    plan_.output = copied(inputs_.trees.front(), "/");
    for (const auto& [old_name, name] : request_.renamed) {
      if (!linked_.contains(old_name)) tell_unused(old_name);
    }
    if (request_.layout.kind == Layout::Kind::chunked && !plan_.targets.empty() && !plan_.has_chunks())
      tell_no_chunks();
    for (const auto& loss : inputs_.losses) {
      plan_.notes.push_back({plan::Note::Kind::loss, at(path_of(loss.file), loss.path, loss.why)});
    }
    return std::move(plan_);
  }

 private:
  void tell_unused(const std::string& old_name) {
    const auto text = at(request_.input, "", "no link points to " + old_name) +
                      suggestion(old_name, {linked_.begin(), linked_.end()});
    warn(text);
  }

  void tell_no_chunks() {
    warn(at(request_.input, "",
            fmt::format("none of {} is {}: all are below {}, and such small arrays are stored whole",
                        plural(std::ssize(plan_.targets), "array"),
                        request_.layout.filters.empty() ? "chunked" : "compressed",
                        format_size(Layout::least_chunked))));
  }

  void warn(const std::string& text) {
    if (request_.strict) throw Error(ErrorKind::usage, "--strict: " + text);
    plan_.notes.push_back({plan::Note::Kind::warning, text});
  }

  [[nodiscard]] const std::string& path_of(int file) const {
    return inputs_.files[static_cast<std::size_t>(file)].path;
  }

  cgns::Node copied(const cgns::Node& node, const std::string& path) {
    cgns::Node copy{
        .name = node.name, .label = node.label, .type = node.type, .dims = node.dims, .extras = node.extras};
    if (node.link) copy.link = link_of(*node.link);
    if (node.is_bulk()) {
      add_array(copy, node, path);
    } else {
      copy.data = node.data;
    }
    copy.children.reserve(node.children.size());
    for (const auto& child : node.children) {
      copy.children.push_back(copied(child, cgns::join(path, child.name)));
    }
    return copy;
  }

  std::shared_ptr<const cgns::Link> link_of(const cgns::Link& link) {
    // Those of a split lead to other outputs.
    if (request_.links == cgns::Links::split) return std::make_shared<const cgns::Link>(link);
    linked_.insert(link.file);
    const auto renamed = request_.renamed.find(link.file);
    if (renamed == request_.renamed.end())
      return cgns::relinked(std::make_shared<const cgns::Link>(link), inputs_.files.front(), request_.output);
    return std::make_shared<const cgns::Link>(cgns::Link{renamed->second, link.path});
  }

  [[nodiscard]] bool becomes_compact(const cgns::Array& array) const {
    const auto& layout = request_.layout;
    return array.bytes() < layout.compact_below || (layout.kind == Layout::Kind::keep && array.compact &&
                                                    array.bytes() < request_.format.compact_below);
  }

  void add_array(cgns::Node& copy, const cgns::Node& node, const std::string& path) {
    const auto& array = inputs_.arrays[static_cast<std::size_t>(node.array)];
    if (!node.data.empty() && becomes_compact(array)) {
      copy.data = node.data;
      return;
    }
    copy.array = static_cast<int>(plan_.targets.size());
    plan::Target target{.path = path, .type = array.type, .dims = array.dims};
    add_chunks(target, array);
    plan_.targets.push_back(std::move(target));
    plan_.transfers.push_back(
        {.source = node.array, .target = copy.array, .count = cgns::count_of(array.dims)});
  }

  void add_chunks(plan::Target& target, const cgns::Array& array) const {
    const auto& layout = request_.layout;
    if (array.bytes() == 0 || layout.kind == Layout::Kind::contiguous) return;
    if (layout.kind == Layout::Kind::keep) {
      target.chunk = within(array.chunk, array.dims);
      target.filters = array.filters;
    } else if (array.bytes() >= Layout::least_chunked) {
      target.chunk = chunk_of(array);
      target.filters = layout.filters;
    }
  }

  [[nodiscard]] std::vector<std::int64_t> chunk_of(const cgns::Array& array) const {
    const auto& chunk = request_.layout.chunk;
    if (chunk.size() != array.dims.size())
      return chunk_like(array.dims, cgns::size_of(array.type), Layout::usual_chunk);
    return within(chunk, array.dims);
  }

  const cgns::InputSet& inputs_;
  const StorageRequest& request_;
  std::set<std::string> linked_;  ///< Files to which links point.
  plan::Plan plan_;
};

}  // namespace

std::vector<std::int64_t> chunk_like(const std::vector<std::int64_t>& dims, int bytes_per_value,
                                     std::int64_t bytes) {
  auto chunk = dims;
  const auto size = [&] { return cgns::count_of(chunk) * bytes_per_value; };
  // Number of pieces along the longest axis; doubled first to get close quickly.
  std::int64_t pieces = 1;
  const auto cut = [&](std::int64_t into) {
    for (std::size_t i = 0; i < dims.size(); ++i) chunk[i] = divide_up(dims[i], std::min(into, dims[i]));
  };
  for (; size() > bytes; pieces *= 2) cut(2 * pieces);
  for (auto step = pieces / 4; step > 0; step /= 2) {
    cut(pieces - step);
    if (size() <= bytes) pieces -= step;
  }
  cut(pieces);
  return chunk;
}

std::int64_t values_needed_below(const Layout& layout) {
  return layout.kind == Layout::Kind::keep ? plan::Format::most_compact : layout.compact_below;
}

plan::Plan plan_copy(const cgns::InputSet& inputs, const StorageRequest& request) {
  return Copier(inputs, request).plan();
}

}  // namespace pcgns::restripe

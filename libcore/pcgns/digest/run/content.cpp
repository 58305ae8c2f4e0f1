#include "pcgns/digest/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/digest/run/mesh_digest.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::digest {

namespace {

std::vector<NodeDigest> digest_of_file(par::Session& session, const std::string& path, Budget memory) {
  auto inputs = file::read_trees(session, {path}, {.follow_links = false, .look_at_links = false});
  plan::Plan plan;
  par::collectively(session.comm(), "planning", [&] { plan = fileset::plan_of_file(inputs, path); });
  return digest(session, {.plan = plan, .inputs = inputs, .memory = memory});
}

/// As they are in memory: digests are of values, not of bytes.
cgns::InputSet in_native_order(cgns::InputSet inputs) {
  for (auto& array : inputs.arrays) {
    if (!array.derived || !array.derived->reversed) continue;
    auto derived = *array.derived;
    derived.reversed = false;
    array.derived = std::make_shared<const cgns::Derived>(std::move(derived));
  }
  return inputs;
}

/// Throws Error{io} for the first node that differs by itself, or has other children.
void require_same(const std::vector<NodeDigest>& written, const std::vector<NodeDigest>& wanted,
                  const std::string& path) {
  if (written == wanted) return;
  const auto [here, there] =
      std::mismatch(written.begin(), written.end(), wanted.begin(), wanted.end(),
                    [](const auto& a, const auto& b) { return a.path == b.path && a.alone == b.alone; });
  const auto& node = there != wanted.end() ? there->path : here->path;
  throw Error(ErrorKind::io, path + ":" + node + ": the content differs from what was to be written");
}

/// Throws Error{input} unless `digest` is the one that the inputs record.
void require_source(const std::string& digest, const std::string& source) {
  if (source.empty() || source == recorded(digest)) return;
  if (!source.starts_with(fmt::format("{} ", version))) {
    throw Error(
        ErrorKind::input,
        fmt::format("the parts record the digest of the original mesh in another version than {}: their "
                    "content cannot be checked against it; --check meta does without",
                    version));
  }
  throw Error(
      ErrorKind::input,
      fmt::format("the content of the parts has the digest {}, but the original mesh had {}: values or "
                  "nodes have changed since",
                  digest, source.substr(source.find(' ') + 1)));
}

bool has_links(const cgns::Node& node) {
  return node.link || std::any_of(node.children.begin(), node.children.end(), has_links);
}

/// Numbers the bulk arrays at and below `node` anew.
void add_arrays(cgns::Node& node, std::vector<int>& arrays) {
  if (node.is_bulk()) {
    arrays.push_back(node.array);
    node.array = static_cast<int>(arrays.size()) - 1;
  }
  for (auto& child : node.children) add_arrays(child, arrays);
}

/// The interfaces of `node` and what is above them; the bulk arrays are appended to `arrays`.
std::optional<cgns::Node> only_interfaces(const cgns::Node& node, std::vector<int>& arrays) {
  cgns::Node kept{.name = node.name, .label = node.label};
  for (const auto& child : node.children) {
    if (has_free_name(node, child)) {
      add_arrays(kept.children.emplace_back(child), arrays);
    } else if (auto below = only_interfaces(child, arrays)) {
      kept.children.push_back(std::move(*below));
    }
  }
  return kept.children.empty() ? std::nullopt : std::optional(std::move(kept));
}

}  // namespace

std::map<std::string, Fingerprint> interface_digests(par::Session& session, const plan::Plan& plan,
                                                     const cgns::InputSet& inputs, Budget memory) {
  std::vector<int> arrays;
  auto tree = only_interfaces(plan.output, arrays);
  if (!tree) return {};
  auto part = plan::subplan(plan, arrays);
  part.output = std::move(*tree);
  ByteWriter writer;
  for (const auto& node : digest(session, {.plan = part, .inputs = inputs, .memory = memory})) {
    writer.put(node.path);
    writer.put(node.tree.high);
    writer.put(node.tree.low);
  }
  auto bytes = writer.take();
  par::broadcast(session.comm(), bytes);
  std::map<std::string, Fingerprint> digests;
  for (ByteReader reader(bytes); reader.rest() > 0;) {
    std::string path;
    reader.get(path);
    auto& found = digests[path];
    reader.get(found.high);
    reader.get(found.low);
  }
  return digests;
}

std::string recorded(const std::string& digest) {
  return digest.empty() ? std::string() : fmt::format("{} {}", version, digest);
}

std::string content_digest(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                           Budget memory, cgns::ArraySums sums, io::SharedSummaries* shared) {
  const auto native = in_native_order(inputs);
  const auto nodes =
      digest(session, {.plan = plan, .inputs = native, .memory = memory, .sums = &sums, .shared = shared});
  auto digits = nodes.empty() ? std::string() : to_string(nodes.front().tree);
  par::broadcast(session.comm(), digits);
  return digits;
}

std::string check_content(par::Session& session, const WantedContent& wanted, const std::string& path) {
  // What links lead to may appear together with this output only.
  if (has_links(wanted.plan.output)) return {};
  const auto inputs = in_native_order(wanted.inputs);
  const auto planned = digest(session, {.plan = wanted.plan, .inputs = inputs, .memory = wanted.memory});
  const auto written = digest_of_file(session, path, wanted.memory);
  par::collectively(session.comm(), "checking the content",
                    [&] { require_same(written, planned, wanted.output); });
  auto found = written.empty() ? std::string() : to_string(written.front().tree);
  par::on_root(session.comm(), "checking the content", [&] { require_source(found, wanted.source_digest); });
  return found;
}

}  // namespace pcgns::digest

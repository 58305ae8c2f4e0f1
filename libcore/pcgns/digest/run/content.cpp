#include "pcgns/digest/content.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/digest/run/mesh_digest.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"

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

bool has_links(const cgns::Node& node) {
  return node.link || std::any_of(node.children.begin(), node.children.end(), has_links);
}

}  // namespace

std::string content_digest(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                           Budget memory, cgns::ArraySums sums) {
  const auto native = in_native_order(inputs);
  const auto nodes = digest(session, {.plan = plan, .inputs = native, .memory = memory, .sums = &sums});
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
  par::on_root(session.comm(), "checking the content", [&] {
    if (wanted.source_digest.empty() || found == wanted.source_digest) return;
    throw Error(ErrorKind::input, fmt::format("the content of the parts has the digest {}, but the original "
                                              "mesh had {}: values or nodes have changed since",
                                              found, wanted.source_digest));
  });
  return found;
}

}  // namespace pcgns::digest

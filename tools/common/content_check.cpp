#include "common/content_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/merge.hpp"
#include "pcgns/verify/digest.hpp"

namespace pcgns::tool {

namespace {

std::vector<plan::NodeDigest> digest_of_file(par::Session& session, const std::string& path,
                                             std::int64_t memory) {
  auto inputs = file::read_trees(session, {path}, {.follow_links = false, .look_at_links = false});
  plan::Plan plan;
  par::collectively(session.comm(), "planning",
                    [&] { plan = plan::merge(inputs, {}, {.links = plan::Links::keep, .output = path}); });
  return verify::digest(session, {.plan = plan, .inputs = inputs, .memory = memory});
}

/// As they are in memory: digests are of values, not of bytes.
tree::InputSet in_native_order(tree::InputSet inputs) {
  for (auto& array : inputs.arrays) {
    if (!array.derived || !array.derived->reversed) continue;
    auto derived = *array.derived;
    derived.reversed = false;
    array.derived = std::make_shared<const tree::Derived>(std::move(derived));
  }
  return inputs;
}

/// Throws Error{io} for the first node that differs by itself, or has other children.
void require_same(const std::vector<plan::NodeDigest>& written, const std::vector<plan::NodeDigest>& wanted,
                  const std::string& path) {
  if (written == wanted) return;
  const auto [here, there] =
      std::mismatch(written.begin(), written.end(), wanted.begin(), wanted.end(),
                    [](const auto& a, const auto& b) { return a.path == b.path && a.alone == b.alone; });
  const auto& node = there != wanted.end() ? there->path : here->path;
  throw Error(ErrorKind::io, path + ":" + node + ": has not the content that was to be written");
}

}  // namespace

bool has_links(const tree::Node& node) {
  return node.link || std::any_of(node.children.begin(), node.children.end(), has_links);
}

std::string content_digest(par::Session& session, const plan::Plan& plan, const tree::InputSet& inputs,
                           std::int64_t memory, plan::ArraySums sums) {
  const auto native = in_native_order(inputs);
  const auto nodes =
      verify::digest(session, {.plan = plan, .inputs = native, .memory = memory, .sums = &sums});
  std::vector<std::byte> bytes;
  if (!nodes.empty()) {
    const auto digits = to_string(nodes.front().tree);
    const auto text = std::as_bytes(std::span(digits));
    bytes.assign(text.begin(), text.end());
  }
  par::broadcast(session.comm(), bytes);
  std::string digest;
  for (const auto byte : bytes) digest += static_cast<char>(byte);
  return digest;
}

std::string check_content(par::Session& session, const Planned& planned, const std::string& path) {
  const auto memory = planned.run.memory_bytes();
  const auto inputs = in_native_order(planned.inputs);
  const auto wanted = verify::digest(session, {.plan = planned.plan, .inputs = inputs, .memory = memory});
  const auto written = digest_of_file(session, path, memory);
  par::collectively(session.comm(), "checking the content",
                    [&] { require_same(written, wanted, planned.output.output); });
  const auto digest = written.empty() ? std::string() : to_string(written.front().tree);
  par::on_root(session.comm(), "checking the content", [&] {
    if (planned.source_digest.empty() || digest == planned.source_digest) return;
    throw Error(ErrorKind::input,
                fmt::format("the content of the parts has the digest {}, but they were cut from one with {}: "
                            "their values or nodes have changed since",
                            digest, planned.source_digest));
  });
  return digest;
}

}  // namespace pcgns::tool

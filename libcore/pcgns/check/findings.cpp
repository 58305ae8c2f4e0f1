#include "pcgns/check/findings.hpp"

#include "pcgns/base/byte_stream.hpp"

namespace pcgns::check {

void Findings::add(Finding finding) {
  const auto [place, is_new] =
      findings_.try_emplace(Key{finding.file, finding.path, finding.code}, std::move(finding));
  if (is_new) return;
  auto& known = place->second;
  const auto count = known.count + finding.count;
  if (finding.index < known.index) known = std::move(finding);
  known.count = count;
}

void Findings::add(std::span<const Finding> findings) {
  for (const auto& finding : findings) add(finding);
}

std::vector<Finding> Findings::sorted() const {
  std::vector<Finding> list;
  list.reserve(findings_.size());
  for (const auto& [key, finding] : findings_) list.push_back(finding);
  return list;
}

std::vector<std::byte> serialized(const std::vector<Finding>& findings) {
  ByteWriter writer;
  writer.put(findings.size());
  for (const auto& finding : findings) {
    writer.put(finding.code);
    writer.put(finding.file);
    writer.put(finding.path);
    writer.put(finding.position);
    writer.put(finding.expected);
    writer.put(finding.found);
    writer.put(finding.index);
    writer.put(finding.count);
  }
  return writer.take();
}

std::vector<Finding> deserialized(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  std::vector<Finding> findings(reader.length(1));
  for (auto& finding : findings) {
    reader.get(finding.code);
    reader.get(finding.file);
    reader.get(finding.path);
    reader.get(finding.position);
    reader.get(finding.expected);
    reader.get(finding.found);
    reader.get(finding.index);
    reader.get(finding.count);
  }
  reader.require_end();
  return findings;
}

}  // namespace pcgns::check

#include "pcgns/file/walked.hpp"

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::file {

namespace {

enum class Answer : std::uint8_t { walked, error };

/// The guard itself stays where it is.
void put(ByteWriter& writer, const ReadOptions& options) {
  writer.put(options.follow_links);
  writer.put(options.look_at_links);
  writer.put(options.keep_lost_links);
  writer.put(options.mark_links);
  writer.put(options.look_for.size());
  for (const auto& path : options.look_for) writer.put(path);
  writer.put(options.look_at_solutions);
  writer.put(options.inline_limit);
  writer.put(options.find_chunks);
  writer.put(options.visit_chunks);
}

void get(ByteReader& reader, ReadOptions& options) {
  reader.get(options.follow_links);
  reader.get(options.look_at_links);
  reader.get(options.keep_lost_links);
  reader.get(options.mark_links);
  options.look_for.resize(reader.length(1));
  for (auto& path : options.look_for) reader.get(path);
  reader.get(options.look_at_solutions);
  reader.get(options.inline_limit);
  reader.get(options.find_chunks);
  reader.get(options.visit_chunks);
}

}  // namespace

std::vector<std::byte> serialized(const WalkOrder& order) {
  ByteWriter writer;
  writer.put(std::ssize(order.paths));
  for (const auto& path : order.paths) writer.put(path);
  put(writer, order.options);
  writer.put(order.values);
  writer.put(order.inspect);
  writer.put(order.memory.bytes());
  writer.put(order.number);
  return writer.take();
}

WalkOrder order_from(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  WalkOrder order;
  auto paths = std::ssize(order.paths);
  reader.get(paths);
  order.paths.resize(static_cast<std::size_t>(paths));
  for (auto& path : order.paths) reader.get(path);
  get(reader, order.options);
  reader.get(order.values);
  reader.get(order.inspect);
  std::int64_t memory = 0;
  reader.get(memory);
  order.memory = memory;
  reader.get(order.number);
  reader.require_end();
  return order;
}

std::vector<std::byte> serialized(const Walked& walked) {
  ByteWriter writer;
  writer.put(Answer::walked);
  writer.put(walked.whole);
  writer.put(cgns::serialized(walked.findings));
  writer.put(cgns::serialized(walked.inputs));
  return writer.take();
}

std::vector<std::byte> serialized(const Error& error) {
  ByteWriter writer;
  writer.put(Answer::error);
  writer.put(error.kind());
  writer.put(std::string(error.what()));
  return writer.take();
}

Walked walked_from(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  auto answer = Answer::error;
  reader.get(answer);
  if (answer == Answer::error) {
    auto kind = ErrorKind::internal;
    std::string text;
    reader.get(kind);
    reader.get(text);
    throw Error(kind, text);
  }
  Walked walked;
  std::vector<std::byte> part;
  reader.get(walked.whole);
  reader.get(part);
  walked.findings = cgns::deserialized_findings(part);
  reader.get(part);
  walked.inputs = cgns::deserialized(part);
  reader.require_end();
  return walked;
}

}  // namespace pcgns::file

#include "pcgns/repartition/run/source_digest.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>
#include <span>

#include "pcgns/base/error.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::repartition {

SourceDigest::SourceDigest(par::Session& session, const mesh::Dataset& whole, const cgns::ArraySums& sums,
                           bool follows)
    : session_(session), whole_(whole), sums_(sums), follows_(follows) {
  if (!follows_) static_cast<void>(value());
}

const std::string& SourceDigest::value() {
  if (value_.empty())
    value_ =
        digest::content_digest(session_, whole_.plan, whole_.inputs, whole_.memory, sums_, whole_.shared);
  return value_;
}

void SourceDigest::enter(partition::Mesh& mesh) const {
  const auto place = to_string(Fingerprint{});
  mesh.source_digest = digest::recorded(follows_ ? place : value_);
  mesh.digest_follows = follows_;
}

void SourceDigest::write(const io::Task& task, io::Sink& sink, std::vector<io::RunHash>& hashes) {
  if (!follows_) return;
  const auto text = digest::recorded(value());
  const auto bytes = std::as_bytes(std::span(text));
  par::on_root(session_.comm(), "moving data", [&] {
    for (const auto& run : task.plan.direct) {
      const auto offset = task.offsets[static_cast<std::size_t>(run.target)];
      if (run.array != plan::Direct::digest || offset < 0) continue;
      sink.write(offset, bytes);
      if (!task.keep_hashes) continue;
      Hasher hasher;
      hasher.add(bytes);
      hashes.push_back({{offset, offset + std::ssize(bytes)}, hasher.value()});
    }
  });
}

void SourceDigest::require_in(fileset::NumberedSet files, const std::string& output,
                              const fileset::WholeMeshOptions& options, const Listener& listener) {
  files.numbers.resize(files.names.size());
  std::iota(files.numbers.begin(), files.numbers.end(), 0);
  auto inputs = fileset::read_files(session_, files, {}, listener);
  const auto beside = std::filesystem::absolute(output).string();
  const auto mesh = fileset::whole_mesh(session_, inputs, {}, {.output = beside}, options, listener);
  const auto found = digest::content_digest(session_, mesh.plan, inputs, options.memory);
  if (found == value()) return;
  throw Error(ErrorKind::io,
              fmt::format("{}: check failed: the content of the parts has the digest {}, not {}", output,
                          found, value()));
}

}  // namespace pcgns::repartition

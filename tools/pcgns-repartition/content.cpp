#include "pcgns-repartition/content.hpp"

#include <fmt/format.h>

#include "common/content_check.hpp"
#include "common/whole_mesh.hpp"

namespace pcgns::repartition {

void require_content(par::Session& session, const Options& options, const std::vector<std::string>& paths,
                     const std::string& digest) {
  plan::NumberedSet files;
  for (const auto& path : paths) {
    files.numbers.push_back(std::ssize(files.names));
    files.names.push_back(path);
  }
  const auto memory = options.run.memory_bytes();
  auto inputs = tool::read_files(session, files, {});
  const auto whole = tool::put_together(session, inputs, {}, {.output = options.merge.output}, memory,
                                        options.output.strict);
  const auto found = tool::content_digest(session, whole.plan, inputs, memory);
  if (found == digest) return;
  throw Error(ErrorKind::io,
              fmt::format("{}: check failed: the content of the parts has the digest {}, not {}",
                          options.output.output, found, digest));
}

}  // namespace pcgns::repartition

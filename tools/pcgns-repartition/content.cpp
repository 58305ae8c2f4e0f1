#include "pcgns-repartition/content.hpp"

#include <fmt/format.h>

#include "common/progress.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/fileset/fileset.hpp"

namespace pcgns::repartition {

void require_content(par::Session& session, const Options& options, const std::vector<std::string>& paths,
                     const std::string& digest) {
  fileset::NumberedSet files;
  for (const auto& path : paths) {
    files.numbers.push_back(std::ssize(files.names));
    files.names.push_back(path);
  }
  const auto memory = options.run.memory_bytes();
  const auto log = tool::log_listener();
  auto inputs = fileset::read_files(session, files, {}, log);
  const auto whole = fileset::whole_mesh(session, inputs, {}, {.output = options.merge.output},
                                         {.memory = memory, .strict = options.output.strict}, log);
  const auto found = digest::content_digest(session, whole.plan, inputs, memory);
  if (found == digest) return;
  throw Error(ErrorKind::io,
              fmt::format("{}: check failed: the content of the parts has the digest {}, not {}",
                          options.output.output, found, digest));
}

}  // namespace pcgns::repartition

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

void StagedFile::take_name(long number) {
  par::fault_point("publish", session_.rank(), number);
  give_name(part_, options_.output, options_.overwrite);
  published_ = true;
}

/// What it has replaced is gone: then it stays.
void StagedFile::give_name_back() {
  if (options_.overwrite || ::rename(options_.output.c_str(), part_.c_str()) != 0) return;
  published_ = false;
}

void StagedFile::publish() {
  session_.enter("publishing the output");
  const auto step = [&] {
    take_name(0);
    ::unlink(journal_.c_str());
  };
  par::on_root(session_.comm(), "publishing the output", step, par::Stops::ignore);
}

void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files) {
  session.enter("publishing the outputs");
  const auto step = [&] {
    for (const auto& file : files) require_free_name(file->options_);
    std::size_t named = 0;
    try {
      for (; named < files.size(); ++named) files[named]->take_name(static_cast<long>(named));
    } catch (...) {
      while (named > 0) files[--named]->give_name_back();
      throw;
    }
    for (const auto& file : files) ::unlink(file->journal_.c_str());
  };
  par::on_root(session.comm(), "publishing the outputs", step, par::Stops::ignore);
}

void expect_files(std::size_t count) {
  // The lock and the journal of each, and what the program has open besides.
  const auto wanted = static_cast<rlim_t>(2 * count + 1024);
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace pcgns::publish

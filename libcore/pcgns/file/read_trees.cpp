#include "pcgns/file/read_trees.hpp"

#include "pcgns/base/error.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/file/join_sets.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/walker.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/tree/serialize.hpp"

namespace pcgns::file {

namespace {

/// The inputs that `rank` walks. Neighbours stay together, because they often link to the same files.
Range share_of(int rank, int ranks, std::size_t files) {
  const auto count = static_cast<std::int64_t>(files);
  return {count * rank / ranks, count * (rank + 1) / ranks};
}

tree::InputSet walk(par::Session& session, const std::vector<std::string>& paths, Range share,
                    const ReadOptions& options) {
  Walker walker({paths.begin() + share.begin, paths.begin() + share.end}, options);
  for (auto i = share.begin; i < share.end && !par::Session::stop_requested(); ++i) {
    par::fault_point("read", session.rank(), i);
    session.alive();
    walker.walk_next();
  }
  return walker.take();
}

void require_unchanged(const tree::File& file) {
  if (state_of(file.path) == FileState{file.size, file.modified_ns}) return;
  throw input_error(file.path, "", "has changed while it was being read");
}

}  // namespace

tree::InputSet read_trees(par::Session& session, const std::vector<std::string>& paths,
                          const ReadOptions& options) {
  std::vector<std::byte> mine;
  par::collectively(session.comm(), "reading the input trees", [&] {
    const auto share = share_of(session.rank(), session.size(), paths.size());
    mine = tree::serialized(walk(session, paths, share, options));
  });
  auto pieces = par::gather_all(session.comm(), mine);
  mine = {};
  SetJoiner joiner(paths);
  for (std::size_t rank = 0; rank < pieces.size(); ++rank) {
    joiner.add(tree::deserialized(pieces[rank]), static_cast<int>(rank));
    pieces[rank] = {};
  }
  return joiner.take();
}

void require_unchanged(par::Session& session, const tree::InputSet& inputs) {
  par::collectively(session.comm(), "checking that the inputs are unchanged", [&] {
    for (const auto& file : inputs.files) {
      if (!file.is_scratch && file.reader == session.rank()) require_unchanged(file);
    }
  });
}

}  // namespace pcgns::file

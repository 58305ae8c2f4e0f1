#include "pcgns/file/read_trees.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/detail/link_search.hpp"
#include "pcgns/file/detail/walker.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::file {

namespace {

class SetJoiner {
 public:
  /// `paths`: all inputs, in order.
  explicit SetJoiner(const std::vector<std::string>& paths);

  /// Adds the inputs that rank `reader` read. A linked file that several ranks reached is listed once.
  void add(cgns::InputSet piece, int reader);

  [[nodiscard]] cgns::InputSet take() { return std::move(result_); }

 private:
  [[nodiscard]] std::vector<int> add_files(std::vector<cgns::File> files, int reader);
  [[nodiscard]] int add_linked(cgns::File file);

  std::unordered_map<std::string, int> indices_;  ///< Of files, by absolute path.
  cgns::InputSet result_;
};

/// The file system is only asked where ".." follows a name, to spare it thousands of requests from thousands
/// of ranks.
std::string absolute(const std::string& path) {
  return without_dots(std::filesystem::absolute(path)).string();
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Shifts indices of a subset to those of the whole set.
struct Shift {
  std::vector<int> files;
  int arrays = 0;

  [[nodiscard]] int file(int index) const { return files[static_cast<std::size_t>(index)]; }
};

void shift(cgns::Node& node, const Shift& by) {
  if (node.array >= 0) node.array += by.arrays;
  for (auto& extra : node.extras) extra.file = by.file(extra.file);
  for (auto& child : node.children) shift(child, by);
}

SetJoiner::SetJoiner(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) indices_.emplace(absolute(paths[i]), static_cast<int>(i));
  result_.files.resize(paths.size());
}

void SetJoiner::add(cgns::InputSet piece, int reader) {
  const Shift by{add_files(std::move(piece.files), reader), static_cast<int>(result_.arrays.size())};
  for (auto& tree : piece.trees) shift(tree, by);
  for (auto& array : piece.arrays) array.file = by.file(array.file);
  for (auto& loss : piece.losses) loss.file = by.file(loss.file);
  append(result_.trees, piece.trees);
  append(result_.arrays, piece.arrays);
  append(result_.losses, piece.losses);
  append(result_.passed, piece.passed);
  for (auto& file : piece.external) file.reader = reader;
  append(result_.external, piece.external);
}

std::vector<int> SetJoiner::add_files(std::vector<cgns::File> files, int reader) {
  // Each input has one tree, and the subsets come in input order.
  auto next = static_cast<int>(result_.trees.size());
  std::vector<int> indices;
  for (auto& file : files) {
    file.reader = reader;
    if (file.linked) {
      indices.push_back(add_linked(std::move(file)));
      continue;
    }
    file.number = next;
    indices.push_back(next);
    result_.files[static_cast<std::size_t>(next++)] = std::move(file);
  }
  return indices;
}

int SetJoiner::add_linked(cgns::File file) {
  const auto next = static_cast<int>(result_.files.size());
  const auto [found, added] = indices_.emplace(absolute(file.path), next);
  if (!added) return found->second;
  file.number = next;
  result_.files.push_back(std::move(file));
  return next;
}

/// Portion `index` of `portions` equal ones.
Range portion_of(std::int64_t count, std::int64_t index, std::int64_t portions) {
  return {count * index / portions, count * (index + 1) / portions};
}

/// The inputs that this rank walks. Neighbours stay together, because they often link to the same files.
Range share_of(const par::Session& session, const std::vector<int>& readers, std::size_t files) {
  const auto count = static_cast<std::int64_t>(files);
  if (readers.empty()) return portion_of(count, session.rank(), session.size());
  const auto mine = std::ranges::lower_bound(readers, session.rank());
  if (mine == readers.end() || *mine != session.rank()) return {};
  return portion_of(count, mine - readers.begin(), std::ssize(readers));
}

/// Reads each file separately with `read_one`.
cgns::InputSet walk_each(const std::vector<std::string>& paths, std::int64_t first, const ReadOne& read_one) {
  SetJoiner joiner(paths);
  for (auto i = first; const auto& path : paths) {
    if (par::Session::stop_requested()) break;
    joiner.add(read_one(path, i++), 0);
  }
  return joiner.take();
}

/// Files that only HDF5 can read, with as many neighbours as possible in one child process: to make one takes
/// as long as to walk a small file.
cgns::InputSet walk_guarded(par::Session& session, const std::vector<std::string>& paths, Range share,
                            ReadOptions options) {
  options.visit_chunks = true;
  SetJoiner joiner(paths);
  WalkOrder order{.paths = {}, .options = options, .values = false};
  order.options.plain = false;  // has been tried
  const auto walk_others = [&] {
    if (!order.paths.empty()) joiner.add(options.guard->walk(session, order).inputs, 0);
    order.paths.clear();
  };
  for (auto i = share.begin; const auto& path : paths) {
    if (par::Session::stop_requested()) break;
    par::fault_point("read", session.rank(), i);
    Walker walker({path}, options);
    if (walker.walk_plain()) {
      walk_others();
      joiner.add(walker.take(), 0);
    } else {
      if (order.paths.empty()) order.number = i;
      order.paths.push_back(path);
    }
    session.alive();
    ++i;
  }
  walk_others();
  return joiner.take();
}

cgns::InputSet walk(par::Session& session, const std::vector<std::string>& paths, Range share,
                    const ReadOptions& options, const ReadOne& read_one) {
  const std::vector<std::string> mine(paths.begin() + share.begin, paths.begin() + share.end);
  if (read_one) return walk_each(mine, share.begin, read_one);
  if (options.guard != nullptr) return walk_guarded(session, mine, share, options);
  Walker walker(mine, options);
  for (auto i = share.begin; i < share.end && !par::Session::stop_requested(); ++i) {
    par::fault_point("read", session.rank(), i);
    session.alive();
    walker.walk_next();
  }
  return walker.take();
}

void require_unchanged(const cgns::File& file) {
  if (state_of(file.path) == state_of(file)) return;
  throw input_error(file.path, "", "has changed while it was being read");
}

}  // namespace

cgns::InputSet read_trees(par::Session& session, const std::vector<std::string>& paths,
                          const ReadOptions& options, const ReadOne& read_one) {
  std::vector<std::byte> mine;
  par::collectively(session.comm(), "reading the input trees", [&] {
    const auto share = share_of(session, options.readers, paths.size());
    mine = cgns::serialized(walk(session, paths, share, options, read_one));
  });
  auto pieces = par::gather_all(session.comm(), mine);
  mine = {};
  SetJoiner joiner(paths);
  for (std::size_t rank = 0; rank < pieces.size(); ++rank) {
    joiner.add(cgns::deserialized(pieces[rank]), static_cast<int>(rank));
    pieces[rank] = {};
  }
  return joiner.take();
}

void require_unchanged(par::Session& session, const cgns::InputSet& inputs) {
  par::collectively(session.comm(), "checking that the inputs are unchanged", [&] {
    for (const auto& file : inputs.files) {
      if (!file.is_scratch && file.reader == session.rank()) require_unchanged(file);
    }
    for (const auto& file : inputs.external) {
      if (file.reader == session.rank()) require_unchanged(file);
    }
  });
}

cgns::InputSet read_tree(const std::string& path, const ReadOptions& options) {
  Walker walker({path}, options);
  walker.walk_next();
  return walker.take();
}

}  // namespace pcgns::file

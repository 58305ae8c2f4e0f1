#include "pcgns/io/cloning.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/run/box_rows.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

/// Copying less than this is as fast, and does not split the extents of the input.
constexpr std::int64_t least_clone = 256 * kibi;
/// Where all is checked, a rank reads what it clones: the ranks divide large arrays, and show progress.
constexpr std::int64_t largest_clone = gibi;

/// Contiguous bytes of an array that come from contiguous bytes of a file.
struct Copy {
  int target = 0;
  int source = 0;
  std::int64_t at = 0;    ///< In the values of the target.
  std::int64_t from = 0;  ///< In the file.
  std::int64_t size = 0;
};

bool is_as_stored(const cgns::Array& array) {
  return array.offset >= 0 && !array.swapped && !array.derived && !array.values && array.file >= 0;
}

class Copies {
 public:
  Copies(const plan::Plan& plan, const cgns::InputSet& inputs) : plan_(plan), inputs_(inputs) {
    for (const auto& transfer : plan.transfers) add(transfer);
    for (const auto& box : plan.boxes) add(box);
    for (auto& [target, ranges] : shared_) ranges = united(std::move(ranges));
  }

  [[nodiscard]] const std::vector<Copy>& all() const { return copies_; }
  /// Ranges of the values of a target, in bytes, that several pieces have; sorted and disjoint.
  [[nodiscard]] const std::vector<Range>& shared(int target) const {
    static const std::vector<Range> none;
    const auto found = shared_.find(target);
    return found == shared_.end() ? none : found->second;
  }

 private:
  [[nodiscard]] std::int64_t width_of(int target) const {
    return cgns::size_of(plan_.targets[static_cast<std::size_t>(target)].type);
  }

  void keep(Copy copy) {
    const auto& source = inputs_.arrays[static_cast<std::size_t>(copy.source)];
    if (copy.size < least_clone || !is_as_stored(source)) return;
    copy.from += source.offset;
    copies_.push_back(copy);
  }

  void add(const plan::Transfer& transfer) {
    const auto width = width_of(transfer.target);
    keep({transfer.target, transfer.source, transfer.target_begin * width, transfer.source_begin * width,
          transfer.count * width});
  }

  void add(const plan::Box& box) {
    const auto width = width_of(box.target);
    const BoxRows rows(coalesced(box), 0, width, {0, std::numeric_limits<std::int64_t>::max()});
    if (rows.empty()) return;
    const auto row = rows.row(0);
    if (box.shared) {
      const auto last = rows.row(rows.count() - 1);
      shared_[box.target].push_back({row.at, last.at + last.size});
    } else if (box.is_straight() && rows.count() == 1) {
      keep({box.target, box.source, row.at, row.from, row.size});
    }
  }

  const plan::Plan& plan_;
  const cgns::InputSet& inputs_;
  std::vector<Copy> copies_;
  std::map<int, std::vector<Range>> shared_;
};

/// Modulo a power of two, also of negative numbers.
std::int64_t residue(std::int64_t value, std::int64_t block) { return value & (block - 1); }

Range whole_blocks(Range bytes, std::int64_t block) {
  return {round_up(bytes.begin, block), bytes.end - residue(bytes.end, block)};
}

}  // namespace

std::vector<std::int64_t> clone_residues(const plan::Plan& plan, const cgns::InputSet& inputs,
                                         const std::vector<bool>& clonable, std::int64_t block) {
  std::map<int, std::map<std::int64_t, std::int64_t>> bytes;  // by target and residue
  const Copies copies(plan, inputs);
  for (const auto& copy : copies.all()) {
    const auto file = inputs.arrays[static_cast<std::size_t>(copy.source)].file;
    const auto wanted = residue(copy.from - copy.at, block);
    // Of values that are compared none may lie in two file blocks.
    const auto width = cgns::size_of(plan.targets[static_cast<std::size_t>(copy.target)].type);
    const auto unit = copies.shared(copy.target).empty() ? 1 : width;
    if (clonable[static_cast<std::size_t>(file)] && wanted % unit == 0)
      bytes[copy.target][wanted] += copy.size;
  }
  std::vector<std::int64_t> residues(plan.targets.size(), -1);
  const auto by_bytes = [](const auto& a, const auto& b) { return a.second < b.second; };
  for (const auto& [target, found] : bytes)
    residues[static_cast<std::size_t>(target)] = std::ranges::max_element(found, by_bytes)->first;
  return residues;
}

std::vector<CloneRun> clone_runs(const plan::Plan& plan, const cgns::InputSet& inputs,
                                 std::span<const std::int64_t> offsets, std::int64_t block,
                                 const std::vector<Range>& done) {
  const Copies copies(plan, inputs);
  std::vector<CloneRun> runs;
  const auto most = round_up(largest_clone, block);
  for (const auto& copy : copies.all()) {
    const auto offset = offsets[static_cast<std::size_t>(copy.target)];
    if (offset < 0 || residue(offset + copy.at - copy.from, block) != 0) continue;
    const auto& shared = copies.shared(copy.target);
    for (const auto& own : without({copy.at, copy.at + copy.size}, shared)) {
      for (const auto& left : without({offset + own.begin, offset + own.end}, done)) {
        const auto bytes = whole_blocks(left, block);
        if (bytes.size() < least_clone) continue;
        for (auto at = bytes.begin; at < bytes.end; at += most)
          runs.push_back(
              {{at, std::min(at + most, bytes.end)}, copy.source, copy.from + at - offset - copy.at});
      }
    }
  }
  std::ranges::sort(runs, {}, [](const CloneRun& run) { return run.bytes.begin; });
  return runs;
}

namespace {

/// Clones the runs of one rank.
class Cloner {
 public:
  Cloner(const cgns::InputSet& inputs, Sink& sink, Budget memory, bool keep_hashes)
      : inputs_(inputs), sink_(sink), source_(inputs, memory), keep_hashes_(keep_hashes) {}

  void run(const CloneRun& run) {
    const auto file = inputs_.arrays[static_cast<std::size_t>(run.source)].file;
    if (refused_.contains(file)) return;
    const int failure =
        sink_.clone(run.bytes.begin, source_.file_of(run.source), {run.from, run.from + run.bytes.size()});
    if (failure != 0) {
      // Copying will tell if something is really wrong.
      refused_.insert(file);
      refusal_ = std::strerror(failure);
      return;
    }
    done_.push_back(run.bytes);
    if (keep_hashes_) hashes_.push_back({run.bytes, hash(run)});
  }

  [[nodiscard]] const std::vector<Range>& done() const { return done_; }
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  [[nodiscard]] std::vector<RunHash> take_hashes() { return std::move(hashes_); }

 private:
  Fingerprint hash(const CloneRun& run) {
    Hasher hasher;
    buffer_.resize(static_cast<std::size_t>(source_.memory().buffer(8, 8 * mebi)));
    for (std::int64_t at = 0; at < run.bytes.size(); at += std::ssize(buffer_)) {
      const auto piece = std::span(buffer_).first(
          static_cast<std::size_t>(std::min<std::int64_t>(std::ssize(buffer_), run.bytes.size() - at)));
      source_.read_from_file(run.source, run.from + at, piece);
      hasher.add(piece);
    }
    return hasher.value();
  }

  const cgns::InputSet& inputs_;
  Sink& sink_;
  Source source_;
  bool keep_hashes_;
  std::set<int> refused_;  ///< Files.
  std::string refusal_;
  std::vector<Range> done_;
  std::vector<RunHash> hashes_;
  std::vector<std::byte> buffer_;
};

}  // namespace

Cloned clone(par::Session& session, const cgns::InputSet& inputs, std::span<const CloneRun> runs, Sink& sink,
             Budget memory, bool keep_hashes) {
  if (runs.empty()) return {};
  session.enter("cloning blocks");
  Cloner cloner(inputs, sink, memory, keep_hashes);
  par::collectively(session.comm(), "cloning blocks", [&] {
    for (auto i = static_cast<std::size_t>(session.rank()); i < runs.size();
         i += static_cast<std::size_t>(session.size())) {
      cloner.run(runs[i]);
      session.alive();
    }
  });
  Cloned cloned{.ranges = united(par::gather_joined(session.comm(), cloner.done())),
                .hashes = cloner.take_hashes(),
                .refusal = {}};
  for (const auto& refusal : par::gather_all(session.comm(), cloner.refusal())) {
    if (cloned.refusal.empty()) cloned.refusal.assign(refusal.begin(), refusal.end());
  }
  return cloned;
}

}  // namespace pcgns::io

#include "pcgns/digest/run/mesh_digest.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/digest/plan/tree_digest.hpp"
#include "pcgns/digest/run/list_forms.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::digest {

namespace {

/// Values for DigestSources. Valid on rank 0 only.
struct ArrayDigests {
  std::vector<Fingerprint> arrays;                 ///< By Plan::targets.
  std::map<int, kernel::NewSection> new_sections;  ///< By OldElements::target; only valid ones.
};

class DigestSink : public io::Sink {
 public:
  /// `layout` gives the offsets of `targets`; both must outlive the sink.
  DigestSink(const std::vector<plan::Target>& targets, const DigestLayout& layout)
      : targets_(targets), layout_(layout), sums_(targets.size()) {}

  /// Throws Error{internal} if `bytes` begin or end within a digest block of an array.
  void write(std::int64_t offset, std::span<const std::byte> bytes) override;
  void sync() override {}
  void close() override {}

  /// By target: the sum over the blocks written.
  [[nodiscard]] const std::vector<Fingerprint>& sums() const { return sums_; }

 private:
  void add(std::size_t target, std::int64_t begin, std::span<const std::byte> stored);

  const std::vector<plan::Target>& targets_;
  const DigestLayout& layout_;
  std::vector<Fingerprint> sums_;
  std::vector<std::byte> room_;
};

void DigestSink::write(std::int64_t offset, std::span<const std::byte> bytes) {
  const Range written{offset, offset + std::ssize(bytes)};
  const auto& offsets = layout_.offsets;
  // The last array that begins at or before the first byte; empty arrays share the offset of others.
  auto next = std::upper_bound(offsets.begin(), offsets.end(), offset);
  if (next != offsets.begin()) --next;
  for (; next != offsets.end() && *next < written.end; ++next) {
    const auto target = static_cast<std::size_t>(next - offsets.begin());
    const auto part = intersect(written, {*next, *next + targets_[target].bytes()});
    if (part.empty()) continue;
    add(target, part.begin - *next,
        bytes.subspan(static_cast<std::size_t>(part.begin - offset), static_cast<std::size_t>(part.size())));
  }
}

void DigestSink::add(std::size_t target, std::int64_t begin, std::span<const std::byte> stored) {
  const auto& array = targets_[target];
  const auto size = cgns::stored_block(array.type);
  const auto end = begin + std::ssize(stored);
  if (begin % size != 0 || (end % size != 0 && end != array.bytes()))
    throw Error(ErrorKind::internal, "a block of an array comes in pieces");
  cgns::add_blocks(array.type, begin / size, stored, sums_[target], room_);
}

/// Read size that keeps the bytes in the processor's cache until they are hashed.
constexpr std::int64_t plain_read = 256 * kibi;

/// Digests computed on this rank.
struct Sums {
  std::vector<Fingerprint> arrays;           ///< By target.
  std::vector<kernel::NewSection> sections;  ///< By index of the old section; not sound if on another rank.
};

using OnProgress = std::function<void(std::int64_t bytes)>;

kernel::OldSection reader_of(const OldElements& elements) {
  return elements.is_mixed ? kernel::OldSection(cgns::nodes_of_type()) : kernel::OldSection();
}

class ArrayHasher {
 public:
  ArrayHasher(par::Session& session, const mesh::Dataset& dataset, const OnProgress& progress, Sums& sums)
      : session_(session),
        dataset_(dataset),
        progress_(progress),
        source_(dataset.inputs, dataset.memory.share(4)),
        sums_(sums) {}

  void add(const DigestPiece& piece) {
    auto& sum = sums_.arrays[static_cast<std::size_t>(piece.target)];
    for_each_read(piece, [&](std::int64_t block, std::span<const std::byte> bytes) {
      cgns::add_blocks(target_of(piece).type, block, bytes, sum, room_);
    });
  }

  /// Processes a whole old connectivity.
  kernel::NewSection section(const DigestSection& section) {
    auto old = reader_of(section.elements);
    const auto type = target_of(section.piece).type;
    for_each_read(section.piece, [&](std::int64_t, std::span<const std::byte> bytes) {
      const auto values = cgns::canonical(type, bytes, room_);
      integers_.resize(values.size() / sizeof(std::int64_t));
      std::copy(values.begin(), values.end(), std::as_writable_bytes(std::span(integers_)).begin());
      add_values(old, type, integers_);
    });
    return old.finish();
  }

 private:
  [[nodiscard]] const plan::Target& target_of(const DigestPiece& piece) const {
    return dataset_.plan.targets[static_cast<std::size_t>(piece.target)];
  }

  /// Calls `use(block, bytes)` with whole blocks (except the last) from `block` on, in stored form.
  template <typename Use>
  void for_each_read(const DigestPiece& piece, const Use& use) {
    const auto size = cgns::stored_block(target_of(piece).type);
    // Larger for HDF5, which may have to decompress.
    const auto wanted = dataset_.memory.buffer(32, source_.is_plain(piece.source) ? plain_read : 8 * mebi);
    const auto most = std::max<std::int64_t>(1, wanted / size);
    for (auto block = piece.blocks.begin; block < piece.blocks.end; block += most) {
      const auto end = std::min(piece.blocks.end, block + most);
      const Range bytes{block * size, std::min(end * size, target_of(piece).bytes())};
      buffer_.resize(std::max(buffer_.size(), static_cast<std::size_t>(bytes.size())));
      const auto read = std::span(buffer_).first(static_cast<std::size_t>(bytes.size()));
      par::fault_point("move", session_.rank(), block);
      source_.read(piece.source, {piece.begin + bytes.begin, piece.begin + bytes.end}, read);
      use(block, read);
      session_.alive();
      bytes_ += bytes.size();
      progress_(bytes_ * session_.size());
      if (par::Session::stop_requested()) throw Error(ErrorKind::stopped, "stopped while hashing");
    }
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const OnProgress& progress_;
  io::Source source_;
  Sums& sums_;
  std::int64_t bytes_ = 0;  ///< Read by this rank.
  std::vector<std::byte> buffer_;
  std::vector<std::byte> room_;
  std::vector<std::int64_t> integers_;
};

void hash_composites(par::Session& session, const mesh::Dataset& dataset, const std::vector<int>& targets,
                     const OnProgress& progress, Sums& sums) {
  if (targets.empty()) return;
  const auto plan = plan::subplan(dataset.plan, targets);
  const auto layout = digest::digest_layout(plan.targets);
  const auto machine = io::suited(
      {.ranks = session.size(), .memory = dataset.memory, .alignment = kernel::digest_block}, plan);
  const auto before = dataset.plan.bytes() - plan.bytes();
  DigestSink sink(plan.targets, layout);
  const io::Task task{.plan = plan,
                      .inputs = dataset.inputs,
                      .offsets = layout.offsets,
                      .end = layout.end,
                      .machine = machine};
  const auto moved =
      io::execute(session, task, sink, {.progress = [&](std::int64_t bytes) { progress(before + bytes); }});
  if (dataset.shared != nullptr) {
    for (const auto& [index, summary] : io::summaries_of_boxes(moved.shared, plan))
      dataset.shared->emplace(targets[static_cast<std::size_t>(index)], summary);
  }
  for (std::size_t i = 0; i < targets.size(); ++i)
    sums.arrays[static_cast<std::size_t>(targets[i])] = sink.sums()[i];
}

/// Processes the connectivity of an old section that is merged from several arrays; valid on rank 0 only.
kernel::NewSection merged_section(par::Session& session, const mesh::Dataset& dataset,
                                  const OldElements& elements) {
  const auto share = mesh::read_share(session, dataset, elements.target);
  const auto most = std::max<std::int64_t>(1, dataset.memory.buffer(32, 8 * mebi) / 8);
  auto reader = reader_of(elements);
  for (std::int64_t begin = 0; begin < share.count; begin += most) {
    const Range window{begin, std::min(share.count, begin + most)};
    mesh::Share values;
    values.type = share.type;
    values.bytes = mesh::fetch_range(session, share, session.rank() == 0 ? window : Range{});
    add_values(reader, values.type, mesh::integers_of(values));
  }
  return session.rank() == 0 ? reader.finish() : kernel::NewSection{};
}

/// Sums over ranks modulo 2^128, computed as sums of 32-bit numbers.
class Reduction {
 public:
  void put(const Fingerprint& sum) {
    for (const auto half : {sum.low, sum.high}) {
      numbers_.push_back(static_cast<std::int64_t>(half & 0xffffffff));
      numbers_.push_back(static_cast<std::int64_t>(half >> 32));
    }
  }
  void put(std::int64_t number) { numbers_.push_back(number); }

  /// Sums over all ranks. @note Collective.
  void reduce(MPI_Comm comm) { par::sum_over_ranks(comm, numbers_); }

  [[nodiscard]] std::int64_t number() { return numbers_[next_++]; }
  [[nodiscard]] Fingerprint sum() {
    Fingerprint sum;
    for (int i = 0; i < 4; ++i) sum = kernel::sum_of(sum, shifted(static_cast<std::uint64_t>(number()), i));
    return sum;
  }

 private:
  /// number * 2^(32 i) modulo 2^128.
  static Fingerprint shifted(std::uint64_t number, int i) {
    if (i == 0) return {.high = 0, .low = number};
    if (i == 1) return {.high = number >> 32, .low = number << 32};
    return {.high = i == 2 ? number : number << 32, .low = 0};
  }

  std::vector<std::int64_t> numbers_;
  std::size_t next_ = 0;
};

/// The digests of all ranks.
ArrayDigests reduced(MPI_Comm comm, const Sums& sums, const std::vector<OldElements>& old) {
  Reduction reduction;
  for (const auto& sum : sums.arrays) reduction.put(sum);
  for (const auto& section : sums.sections) {
    reduction.put(std::int64_t{section.sound});
    for (const auto& array : {section.connectivity, section.offsets}) {
      reduction.put(array.values);
      reduction.put(array.digest);
    }
  }
  reduction.reduce(comm);
  ArrayDigests digests;
  for (std::size_t i = 0; i < sums.arrays.size(); ++i) digests.arrays.push_back(reduction.sum());
  for (const auto& elements : old) {
    kernel::NewSection section{.sound = reduction.number() > 0, .connectivity = {}, .offsets = {}};
    for (auto* array : {&section.connectivity, &section.offsets}) {
      array->values = reduction.number();
      array->digest = reduction.sum();
    }
    if (section.sound) digests.new_sections.emplace(elements.target, section);
  }
  return digests;
}

/// `lists`: of arrays in another order than the stored one; `progress`: as for digest(). Reads all other bulk
/// arrays once, except those in Dataset::sums, and old connectivities twice. Throws the same Error on every
/// rank. @note Collective.
ArrayDigests digest_arrays(par::Session& session, const mesh::Dataset& dataset,
                           const std::vector<OldElements>& old, const cgns::ArraySums& lists,
                           const OnProgress& progress) {
  Sums sums{.arrays = std::vector<Fingerprint>(dataset.plan.targets.size()),
            .sections = std::vector<kernel::NewSection>(old.size())};
  auto known = dataset.sums != nullptr ? *dataset.sums : cgns::ArraySums();
  for (const auto& [target, sum] : lists) known[target] = sum;
  for (const auto& [target, sum] : known) sums.arrays[static_cast<std::size_t>(target)] = sum;
  digest::DigestWork work;
  par::collectively(session.comm(), "hashing", [&] {
    work = digest::digest_work(dataset.plan, dataset.inputs, old, session.rank(), session.size(), known);
    ArrayHasher hasher(session, dataset, progress, sums);
    for (const auto& piece : work.pieces) hasher.add(piece);
    for (const auto& section : work.sections) sums.sections[section.place] = hasher.section(section);
  });
  hash_composites(session, dataset, work.composites, progress, sums);
  for (const auto place : work.merged_sections)
    sums.sections[place] = merged_section(session, dataset, old[place]);
  return reduced(session.comm(), sums, old);
}

}  // namespace

std::vector<NodeDigest> digest(par::Session& session, const mesh::Dataset& dataset,
                               const std::function<void(std::int64_t bytes)>& progress) {
  session.enter("hashing");
  if (!is_stated_as_today(dataset.plan.output)) {
    auto plan = dataset.plan;
    state_as_today(plan.output);
    return digest(session,
                  {.plan = plan,
                   .inputs = dataset.inputs,
                   .memory = dataset.memory,
                   .sums = dataset.sums,
                   .shared = dataset.shared,
                   .known = dataset.known},
                  progress);
  }
  const auto old = digest::old_elements(dataset.plan.output);
  const auto lists = canonical_lists(session, dataset);
  const auto arrays = digest_arrays(session, dataset, old, lists.arrays, progress);
  std::vector<NodeDigest> nodes;
  par::on_root(session.comm(), "hashing", [&] {
    nodes = digest::digest_of(
        dataset.plan.output,
        {.arrays = arrays.arrays, .new_sections = arrays.new_sections, .lists = lists.forms});
  });
  return nodes;
}

}  // namespace pcgns::digest

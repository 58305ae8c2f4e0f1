#include "pcgns/verify/digest_arrays.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/verify/digest_sink.hpp"

namespace pcgns::verify {

namespace {

/// Read at once: what the processor's cache still has when it is hashed.
constexpr std::int64_t plain_read = 256 * kibi;
/// HDF5 reads more at once, as it may have to decompress.
constexpr std::int64_t hdf5_read = 8 * mebi;

/// What this rank has hashed.
struct Sums {
  std::vector<Fingerprint> arrays;           ///< By target.
  std::vector<kernel::NewSection> sections;  ///< By place among the old ones; not sound if another's.
};

using OnProgress = std::function<void(std::int64_t bytes)>;

class ArrayHasher {
 public:
  ArrayHasher(par::Session& session, const mesh::Dataset& dataset, const OnProgress& progress, Sums& sums)
      : session_(session),
        dataset_(dataset),
        progress_(progress),
        source_(dataset.inputs, dataset.memory / 4),
        sums_(sums) {}

  void add(const plan::DigestPiece& piece) {
    auto& sum = sums_.arrays[static_cast<std::size_t>(piece.target)];
    for_each_read(piece, [&](std::int64_t block, std::span<const std::byte> bytes) {
      plan::add_blocks(target_of(piece).type, block, bytes, sum, room_);
    });
  }

  /// Goes through all of an old connectivity.
  kernel::NewSection section(const plan::DigestSection& section) {
    auto old = section.elements.is_mixed ? kernel::OldSection(plan::nodes_of_type()) : kernel::OldSection();
    const auto type = target_of(section.piece).type;
    for_each_read(section.piece, [&](std::int64_t, std::span<const std::byte> bytes) {
      const auto values = plan::canonical(type, bytes, room_);
      integers_.resize(values.size() / sizeof(std::int64_t));
      std::copy(values.begin(), values.end(), std::as_writable_bytes(std::span(integers_)).begin());
      old.add(integers_);
    });
    return old.finish();
  }

 private:
  [[nodiscard]] const plan::Target& target_of(const plan::DigestPiece& piece) const {
    return dataset_.plan.targets[static_cast<std::size_t>(piece.target)];
  }

  /// Calls `use(block, bytes)` with whole blocks (but for the last) from `block` on, as they are stored.
  template <typename Use>
  void for_each_read(const plan::DigestPiece& piece, const Use& use) {
    const auto size = plan::stored_block(target_of(piece).type);
    const auto most =
        std::max<std::int64_t>(1, (source_.is_plain(piece.source) ? plain_read : hdf5_read) / size);
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
  move::Source source_;
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
  const auto layout = plan::digest_layout(plan.targets);
  const auto machine = plan::suited(
      {.ranks = session.size(), .memory = dataset.memory, .alignment = kernel::digest_block}, plan);
  const auto before = dataset.plan.bytes() - plan.bytes();
  DigestSink sink(plan.targets, layout);
  const move::Task task{.plan = plan,
                        .inputs = dataset.inputs,
                        .offsets = layout.offsets,
                        .end = layout.end,
                        .machine = machine};
  (void)move::execute(session, task, sink,
                      {.progress = [&](std::int64_t bytes) { progress(before + bytes); },
                       .wants_checkpoint = [] { return false; },
                       .checkpoint = [](Range) {}});
  for (std::size_t i = 0; i < targets.size(); ++i)
    sums.arrays[static_cast<std::size_t>(targets[i])] = sink.sums()[i];
}

/// Sums modulo 2^128 over the ranks, as sums of numbers of 32 bits.
class Reduction {
 public:
  void put(const Fingerprint& sum) {
    for (const auto half : {sum.low, sum.high}) {
      numbers_.push_back(static_cast<std::int64_t>(half & 0xffffffff));
      numbers_.push_back(static_cast<std::int64_t>(half >> 32));
    }
  }
  void put(std::int64_t number) { numbers_.push_back(number); }

  /// The sums arrive on rank 0. @note Collective.
  void reduce(MPI_Comm comm) {
    constexpr std::size_t step = 1 << 20;
    auto sums = numbers_;
    for (std::size_t from = 0; from < numbers_.size(); from += step) {
      MPI_Request request = MPI_REQUEST_NULL;
      const auto count = static_cast<int>(std::min(step, numbers_.size() - from));
      MPI_Ireduce(numbers_.data() + from, sums.data() + from, count, MPI_INT64_T, MPI_SUM, 0, comm, &request);
      par::wait(request);
    }
    numbers_ = std::move(sums);
  }

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

/// On rank 0: what all have hashed.
ArrayDigests reduced(MPI_Comm comm, const Sums& sums, const std::vector<plan::OldElements>& old) {
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

}  // namespace

ArrayDigests digest_arrays(par::Session& session, const mesh::Dataset& dataset,
                           const std::vector<plan::OldElements>& old, const OnProgress& progress) {
  session.enter("hashing");
  Sums sums{.arrays = std::vector<Fingerprint>(dataset.plan.targets.size()),
            .sections = std::vector<kernel::NewSection>(old.size())};
  const plan::ArraySums none;
  const auto& known = dataset.sums != nullptr ? *dataset.sums : none;
  for (const auto& [target, sum] : known) sums.arrays[static_cast<std::size_t>(target)] = sum;
  std::vector<int> composites;
  par::collectively(session.comm(), "hashing", [&] {
    const auto work =
        plan::digest_work(dataset.plan, dataset.inputs, old, session.rank(), session.size(), known);
    ArrayHasher hasher(session, dataset, progress, sums);
    for (const auto& piece : work.pieces) hasher.add(piece);
    for (const auto& section : work.sections) sums.sections[section.place] = hasher.section(section);
    composites = work.composites;
  });
  hash_composites(session, dataset, composites, progress, sums);
  return reduced(session.comm(), sums, old);
}

}  // namespace pcgns::verify

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/grid.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/io/run/box_source.hpp"
#include "pcgns/io/run/repack_units.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::io {

namespace {

/// What the ranks exchange in a round.
struct News {
  bool failed = false;
  bool stopping = false;
  bool checkpoint = false;
  std::vector<std::int64_t> sizes = {};   ///< Stored sizes of the chunks of its unit.
  std::vector<std::uint32_t> masks = {};  ///< Filter masks of the same chunks.
};

class Rounds {
 public:
  Rounds(par::Session& session, const RepackTask& task, const Hooks& hooks, std::vector<Unit> units)
      : session_(session),
        task_(task),
        hooks_(hooks),
        units_(std::move(units)),
        source_(task.inputs, task.machine.memory.share(4)) {}

  /// Throws the same Error on all ranks if one has failed, or a stop was requested. @note Collective.
  void run();

  [[nodiscard]] std::vector<UnitHash> take_hashes() { return std::move(hashes_); }

 protected:
  ~Rounds() = default;

  [[nodiscard]] const Unit& unit(std::int64_t index) const { return units_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(units_.size()); }
  [[nodiscard]] const RepackTask& task() const { return task_; }
  [[nodiscard]] const plan::Target& target(std::int64_t index) const {
    return task_.plan.targets[static_cast<std::size_t>(unit(index).target)];
  }
  [[nodiscard]] const cgns::Array& array(std::int64_t index) const {
    return task_.inputs.arrays[static_cast<std::size_t>(unit(index).source)];
  }
  BoxSource& source() { return source_; }

  /// Reads the values of a unit and keeps their hash.
  std::span<const std::byte> read(std::int64_t index);

  [[nodiscard]] Hyperslab box_of(std::int64_t index) const {
    return grid(index).boxes(unit(index).first, unit(index).number);
  }

 private:
  [[nodiscard]] virtual Grid grid(std::int64_t index) const = 0;
  /// The work before the exchange of a round.
  virtual void prepare(std::int64_t mine, News& news) = 0;
  /// By target: what a checkpoint records; empty: there are none.
  [[nodiscard]] virtual std::span<const cgns::ChunkTable> reached() const { return {}; }
  /// `begin`: first unit of the round; `mine`: this rank's unit, possibly beyond the last.
  virtual void finish(std::int64_t begin, std::int64_t mine, const std::vector<News>& all) = 0;

  [[nodiscard]] std::int64_t bytes_of(std::int64_t index) const {
    return volume(box_of(index)) * cgns::size_of(target(index).type);
  }

  [[nodiscard]] bool wants_checkpoint() const {
    return session_.is_root() && hooks_.wants_checkpoint && hooks_.wants_checkpoint();
  }
  void checkpoint() const {
    const auto chunks = reached();
    if (!chunks.empty() && hooks_.checkpoint) hooks_.checkpoint({.chunks = chunks});
  }

  template <typename Step>
  void attempt(const Step& step) {
    auto failure = par::failure_of(step, "moving data");
    if (failure && !failure_) failure_ = std::move(failure);
  }

  h5::Quiet quiet_;
  par::Session& session_;
  const RepackTask& task_;
  const Hooks& hooks_;
  std::vector<Unit> units_;
  BoxSource source_;
  std::vector<std::byte> values_;
  std::vector<UnitHash> hashes_;
  std::optional<Error> failure_;
  std::int64_t bytes_ = 0;
};

std::vector<News> exchange(par::Session& session, const News& mine) {
  ByteWriter writer;
  writer.put(mine.failed);
  writer.put(mine.stopping);
  writer.put(mine.checkpoint);
  writer.put(mine.sizes);
  writer.put(mine.masks);
  std::vector<News> all;
  for (const auto& bytes : par::gather_all(session.comm(), writer.take())) {
    ByteReader reader(bytes);
    auto& news = all.emplace_back();
    reader.get(news.failed);
    reader.get(news.stopping);
    reader.get(news.checkpoint);
    reader.get(news.sizes);
    reader.get(news.masks);
  }
  return all;
}

void Rounds::run() {
  const auto units = static_cast<std::int64_t>(units_.size());
  const std::int64_t ranks = session_.size();
  bool ending = false;
  for (std::int64_t begin = 0; begin < units && !ending; begin += ranks) {
    const auto mine = begin + session_.rank();
    News news;
    attempt([&] {
      par::fault_point("repack", session_.rank(), begin / ranks);
      if (mine < units && !failure_) prepare(mine, news);
    });
    if (failure_) news = {};
    news.failed = failure_.has_value();
    news.stopping = par::Session::stop_requested();
    news.checkpoint = wants_checkpoint();
    const auto all = exchange(session_, news);
    session_.alive();
    const auto some = [&](bool News::*what) {
      return std::any_of(all.begin(), all.end(), [&](const News& n) { return n.*what; });
    };
    ending = some(&News::failed) || some(&News::stopping);
    if (ending) break;
    // Failures in earlier rounds would have been reported by now.
    if (some(&News::checkpoint)) checkpoint();
    attempt([&] { finish(begin, mine, all); });
    for (auto i = begin; i < std::min(units, begin + ranks); ++i) bytes_ += bytes_of(i);
    if (hooks_.progress) hooks_.progress(bytes_);
  }
  par::agree(session_.comm(), "moving data", failure_, par::Stops::ignore);
  if (!ending) return;
  checkpoint();
  par::agree(session_.comm(), "moving data", std::nullopt);
}

std::span<const std::byte> Rounds::read(std::int64_t index) {
  const auto box = box_of(index);
  values_.resize(static_cast<std::size_t>(volume(box) * cgns::size_of(target(index).type)));
  source_.read(unit(index).source, box, values_);
  if (!task_.keep_hashes) return values_;
  Hasher hasher;
  hasher.add(values_);
  hashes_.push_back({index, hasher.value()});
  return values_;
}

class Packer final : public Rounds {
 public:
  Packer(par::Session& session, const RepackTask& task, std::int64_t begin, Sink& sink, const Hooks& hooks)
      : Rounds(session, task, hooks,
               units_left(units_to_pack(task.plan, unit_bytes(task.machine)), chunks_in(task.done))),
        sink_(sink),
        next_(begin) {
    packed_.tables = task.done;
    packed_.tables.resize(task.plan.targets.size());
    packed_.taken_over = chunks_in(task.done);
    for (const auto& table : packed_.tables) {
      if (!table.offsets.empty()) next_ = table.offsets.back() + table.sizes.back();
    }
    packed_.bytes = {begin, next_};
  }

  [[nodiscard]] Packed take() {
    packed_.hashes = take_hashes();
    return std::move(packed_);
  }

 private:
  static std::vector<std::int64_t> chunks_in(const std::vector<cgns::ChunkTable>& tables) {
    std::vector<std::int64_t> counts;
    for (const auto& table : tables) counts.push_back(std::ssize(table.offsets));
    return counts;
  }

  [[nodiscard]] Grid grid(std::int64_t index) const override { return grid_of(target(index)); }

  [[nodiscard]] std::span<const cgns::ChunkTable> reached() const override { return packed_.tables; }

  void prepare(std::int64_t mine, News& news) override {
    stored_.clear();
    if (stays_as_it_is(mine)) return copy(mine, news);
    const auto values = read(mine);
    const auto cut = grid(mine);
    const auto box = box_of(mine);
    auto& codec = codec_of(mine);
    chunk_.resize(static_cast<std::size_t>(codec.bytes()));
    for (auto i = unit(mine).first; i < unit(mine).first + unit(mine).number; ++i) {
      const auto slab = cut.box(i);
      if (slab.count != cut.whole_box()) std::fill(chunk_.begin(), chunk_.end(), std::byte{0});
      copy_common({box, box.count}, values, {slab, cut.whole_box()}, chunk_,
                  cgns::size_of(target(mine).type));
      const auto [bytes, mask] = codec.encode(chunk_);
      add(bytes, mask, news);
    }
  }

  void finish(std::int64_t begin, std::int64_t mine, const std::vector<News>& all) override {
    auto index = begin;
    for (const auto& news : all) {
      if (index >= count()) break;
      const auto at = place(index, news);
      if (index == mine) sink_.write(at, stored_);
      ++index;
    }
  }

  /// True for chunks that the input already stores as the output needs them.
  [[nodiscard]] bool stays_as_it_is(std::int64_t index) const {
    const auto& from = array(index);
    const auto& to = target(index);
    return from.chunks && !from.derived && !from.swapped && from.type == to.type && from.chunk == to.chunk &&
           from.filters == to.filters;
  }

  void copy(std::int64_t index, News& news) {
    if (task().keep_hashes) (void)read(index);
    const auto& chunks = *array(index).chunks;
    for (auto i = unit(index).first; i < unit(index).first + unit(index).number; ++i) {
      const auto place = static_cast<std::size_t>(i);
      chunk_.resize(static_cast<std::size_t>(chunks.sizes[place]));
      source().read_stored(unit(index).source, i, chunk_);
      // A damaged chunk must not be passed on.
      if (task().check_copies && !task().keep_hashes) source().require_sound(unit(index).source, i, chunk_);
      add(chunk_, chunks.masks[place], news);
    }
  }

  void add(std::span<const std::byte> bytes, std::uint32_t mask, News& news) {
    stored_.insert(stored_.end(), bytes.begin(), bytes.end());
    news.sizes.push_back(static_cast<std::int64_t>(bytes.size()));
    news.masks.push_back(mask);
  }

  /// Assigns offsets to the chunks of a unit; returns the first one.
  std::int64_t place(std::int64_t index, const News& news) {
    auto& table = packed_.tables[static_cast<std::size_t>(unit(index).target)];
    if (unit(index).first == 0) next_ = round_up(next_, std::max<std::int64_t>(16, task().machine.alignment));
    const auto first = next_;
    for (const auto size : news.sizes) {
      table.offsets.push_back(next_);
      next_ += size;
    }
    table.sizes.insert(table.sizes.end(), news.sizes.begin(), news.sizes.end());
    table.masks.insert(table.masks.end(), news.masks.begin(), news.masks.end());
    packed_.bytes.end = next_;
    return first;
  }

  h5::ChunkCodec& codec_of(std::int64_t index) {
    if (codec_target_ == unit(index).target) return *codec_;
    const auto& wanted = target(index);
    const auto* last =
        codec_target_ < 0 ? nullptr : &task().plan.targets[static_cast<std::size_t>(codec_target_)];
    if (last == nullptr || last->type != wanted.type || last->chunk != wanted.chunk ||
        last->filters != wanted.filters) {
      codec_ = new_codec(index);
    }
    codec_target_ = unit(index).target;
    return *codec_;
  }

  /// Some filters do not take values of all types.
  [[nodiscard]] std::unique_ptr<h5::ChunkCodec> new_codec(std::int64_t index) const {
    const auto& wanted = target(index);
    try {
      return std::make_unique<h5::ChunkCodec>(wanted.type, grid(index).whole_box(), wanted.filters,
                                              task().plan.format.big_endian);
    } catch (const h5::Failure& failure) {
      const auto& file = task().inputs.files.at(static_cast<std::size_t>(array(index).file));
      throw input_error(file.path, wanted.path,
                        fmt::format("its filters cannot compress it: {}", failure.what()));
    }
  }

  Sink& sink_;
  std::int64_t next_;
  Packed packed_;
  std::unique_ptr<h5::ChunkCodec> codec_;
  int codec_target_ = -1;
  std::vector<std::byte> chunk_;
  std::vector<std::byte> stored_;
};

class Unpacker final : public Rounds {
 public:
  Unpacker(par::Session& session, const RepackTask& task, std::span<const std::int64_t> offsets, Sink& sink,
           const Hooks& hooks)
      : Rounds(session, task, hooks,
               units_to_unpack(task.plan, task.inputs, task.machine.memory.share(4).bytes())),
        offsets_(offsets),
        sink_(sink) {}

 private:
  [[nodiscard]] Grid grid(std::int64_t index) const override { return grid_of(array(index)); }

  void prepare(std::int64_t mine, News&) override { write(mine, box_of(mine), 0, read(mine)); }
  void finish(std::int64_t, std::int64_t, const std::vector<News>&) override {}

  /// Writes the box in as few contiguous pieces as possible; splits at `dimension` and faster ones.
  void write(std::int64_t index, const Hyperslab& box, std::size_t dimension,
             std::span<const std::byte> values) {
    const auto cut = grid(index);
    bool is_whole = true;
    for (auto i = dimension + 1; i < box.count.size(); ++i) is_whole &= box.count[i] == cut.extents()[i];
    if (is_whole) {
      std::int64_t place = 0;
      for (std::size_t i = 0; i < box.start.size(); ++i) place = place * cut.extents()[i] + box.start[i];
      return sink_.write(
          offsets_[static_cast<std::size_t>(unit(index).target)] + place * cgns::size_of(target(index).type),
          values);
    }
    const auto part_bytes = values.size() / static_cast<std::size_t>(box.count[dimension]);
    auto part = box;
    part.count[dimension] = 1;
    for (std::int64_t i = 0; i < box.count[dimension]; ++i, ++part.start[dimension]) {
      write(index, part, dimension + 1, values.subspan(static_cast<std::size_t>(i) * part_bytes, part_bytes));
    }
  }

  std::span<const std::int64_t> offsets_;
  Sink& sink_;
};

}  // namespace

Packed pack(par::Session& session, const RepackTask& task, std::int64_t begin, Sink& sink,
            const Hooks& hooks) {
  session.enter("moving data");
  Packer packer(session, task, begin, sink, hooks);
  packer.run();
  return packer.take();
}

std::vector<UnitHash> unpack(par::Session& session, const RepackTask& task,
                             std::span<const std::int64_t> offsets, Sink& sink, const Hooks& hooks) {
  session.enter("moving data");
  Unpacker unpacker(session, task, offsets, sink, hooks);
  unpacker.run();
  return unpacker.take_hashes();
}

}  // namespace pcgns::io

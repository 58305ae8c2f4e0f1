#include "pcgns/partition/run/direct_arrays.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/partition/run/run_sorter.hpp"
#include "pcgns/partition/run/windows.hpp"

namespace pcgns::partition {

namespace {

constexpr std::string_view moving_data = "moving data";

/// Writes one array; errors are kept.
class Writer {
 public:
  Writer(par::Session& session, const DirectArrays::Array& array, const io::Task& task, io::Sink& sink,
         std::span<const plan::Direct> runs)
      : session_(session),
        task_(task),
        sink_(sink),
        each_(array.width * static_cast<std::int64_t>(cgns::size_of(array.type))),
        runs_(array.distribution->totals.size()),
        sorter_(runs_.size()) {
    for (const auto& run : runs) {
      const auto index = static_cast<std::size_t>(run.run);
      const auto begin = task.offsets[static_cast<std::size_t>(run.target)] +
                         run.target_begin * static_cast<std::int64_t>(cgns::size_of(array.type)) +
                         array.distribution->before[index] * each_;
      runs_[index] = {.bytes = {begin, begin}, .is_here = true};
    }
  }

  void put(std::span<const std::int32_t> parts, std::span<const std::byte> values) {
    if (failure_) return;
    failure_ = par::failure_of(
        [&] {
          sorter_.sort(
              parts, each_, values, [&](std::size_t part, auto bytes) { write(runs_[part], bytes); },
              [&](std::size_t part, std::int64_t bytes) { return room_of(runs_[part], bytes); });
        },
        moving_data);
    session_.alive();
  }

  /// Nothing more is written.
  void fail(const Error& failure) { failure_ = failure; }

  void fault(long number) {
    if (failure_) return;
    failure_ = par::failure_of([&] { par::fault_point("direct", session_.rank(), number); }, moving_data);
  }

  /// What has failed, if anything; otherwise adds the hashes.
  [[nodiscard]] std::optional<Error> finish(std::vector<io::RunHash>& hashes) {
    if (failure_) return failure_;
    for (const auto& run : runs_) {
      if (run.hasher) hashes.push_back({run.bytes, run.hasher->value()});
    }
    return std::nullopt;
  }

 private:
  /// How far this rank has written its values of one part.
  struct Run {
    Range bytes;
    bool is_here = false;  ///< The file of the part is among the outputs of the task.
    std::optional<Hasher> hasher = {};
  };

  [[nodiscard]] std::span<std::byte> room_of(const Run& run, std::int64_t bytes) {
    if (!run.is_here) return {};
    return sink_.memory_of({run.bytes.end, run.bytes.end + bytes});
  }

  void write(Run& run, std::span<const std::byte> bytes) {
    if (!run.is_here) return;
    sink_.write(run.bytes.end, bytes);
    run.bytes.end += std::ssize(bytes);
    if (!task_.keep_hashes) return;
    if (!run.hasher) run.hasher.emplace();
    run.hasher->add(bytes);
  }

  par::Session& session_;
  const io::Task& task_;
  io::Sink& sink_;
  std::int64_t each_;
  std::vector<Run> runs_;
  RunSorter sorter_;
  std::optional<Error> failure_;
};

void forget_places(Distribution& distribution) { distribution.indices = {}; }

bool is_known(const mesh::Dataset& whole, const DirectArrays::Array& array) {
  return whole.shared != nullptr && whole.shared->contains(array.target);
}

/// Writes all arrays; small ones are read together.
class DirectMove {
 public:
  DirectMove(par::Session& session, const mesh::Dataset& whole, const DirectArrays& arrays,
             const io::Task& task, io::Sink& sink, const std::function<void()>& after_window,
             std::vector<std::byte>& memory)
      : session_(session),
        whole_(whole),
        task_(task),
        sink_(sink),
        after_window_(after_window),
        values_(memory) {
    std::map<int, std::vector<plan::Direct>> runs;
    for (const auto& run : task.plan.direct) {
      if (run.array == plan::Direct::digest) continue;
      if (task.offsets[static_cast<std::size_t>(run.target)] >= 0) runs[run.array].push_back(run);
    }
    for (auto& [index, of_array] : runs) work_.push_back({index, &arrays.array(index), std::move(of_array)});
    // Only those alike in this are read together.
    std::stable_partition(work_.begin(), work_.end(),
                          [&](const Work& work) { return !is_known(whole, *work.array); });
    for (const auto& work : work_) arrays_.push_back(work.array);
  }

  std::vector<io::RunHash> run(const std::function<void(std::int64_t)>& progress) {
    session_.enter(moving_data);
    for (std::size_t first = 0; first < work_.size();) {
      const auto count = count_together(session_, whole_, std::span(arrays_).subspan(first));
      write(first, count);
      par::agree(session_.comm(), moving_data, failure_);
      progress(bytes_);
      first += count;
    }
    return std::move(hashes_);
  }

 private:
  struct Work {
    int index = 0;
    const DirectArrays::Array* array = nullptr;
    std::vector<plan::Direct> runs = {};
  };

  void write(std::size_t first, std::size_t count) {
    const auto arrays = std::span(arrays_).subspan(first, count);
    std::vector<const DirectArrays::Array*> to_read;
    std::ranges::copy_if(arrays, std::back_inserter(to_read),
                         [](const auto* array) { return array->target >= 0; });
    std::vector<std::vector<std::byte>> read;
    if (!to_read.empty()) read = values_together(session_, whole_, to_read, std::move(values_));
    auto next = read.begin();
    for (const auto& work : std::span(work_).subspan(first, count))
      write(work, work.array->target < 0 ? std::vector<std::byte>() : std::move(*next++));
    if (after_window_) after_window_();
  }

  void write(const Work& work, std::vector<std::byte> values) {
    if (failure_ && !after_window_) return;
    const auto& array = *work.array;
    const auto size = static_cast<std::int64_t>(cgns::size_of(array.type));
    const auto each = array.width * size;
    // Ranks have different numbers of windows, and each goes with all. The last one waits for further arrays.
    auto windows = most_windows(*array.distribution, whole_.memory, each);
    Writer writer(session_, array, task_, sink_, work.runs);
    if (failure_) writer.fail(*failure_);
    writer.fault(work.index);
    const auto put = [&](std::span<const std::int32_t> parts, std::span<const std::byte> of_window) {
      writer.put(parts, of_window);
      if (--windows > 0 && after_window_) after_window_();
    };
    if (array.made) {
      if (read_back(*array.made, array.distribution->mine.size() * each, values, writer)) {
        const auto& made = array.made->scratch == nullptr ? array.made->values : values;
        for_each_value(*array.distribution, whole_.memory, each, made, put);
      }
    } else if (array.target < 0) {
      for_each_number(*array.distribution, whole_.memory, array.first,
                      [&](auto parts, auto numbers) { put(parts, std::as_bytes(numbers)); });
    } else {
      for_each_value(*array.distribution, whole_.memory, each, values, put);
    }
    for (; after_window_ && windows > 1; --windows) after_window_();
    failure_ = writer.finish(hashes_);
    for (const auto& run : work.runs) bytes_ += run.count * size;
    if (values.capacity() > values_.capacity()) values_ = std::move(values);
  }

  /// Reads `bytes` of values that are in a scratch file. False if that fails, as `writer` then does, too.
  bool read_back(const DirectArrays::Made& made, std::int64_t bytes, std::vector<std::byte>& values,
                 Writer& writer) {
    if (made.scratch == nullptr) return true;
    values = std::move(values_);
    const auto failure = par::failure_of(
        [&] {
          resize_in_room(values, static_cast<std::size_t>(bytes));
          made.scratch->read(made.offset, values);
        },
        moving_data);
    if (failure) writer.fail(*failure);
    return !failure;
  }

  par::Session& session_;
  const mesh::Dataset& whole_;
  const io::Task& task_;
  io::Sink& sink_;
  const std::function<void()>& after_window_;
  std::vector<Work> work_;
  std::vector<const DirectArrays::Array*> arrays_;  ///< Those of `work_`.
  std::vector<std::byte>& values_;                  ///< Memory for those of a large array.
  std::vector<io::RunHash> hashes_;
  std::optional<Error> failure_;
  std::int64_t bytes_ = 0;
};

}  // namespace

std::vector<std::byte> values_of(par::Session& session, const mesh::Dataset& whole,
                                 const DirectArrays::Array& array, std::vector<std::byte> used) {
  const auto& distribution = *array.distribution;
  const auto begin = array.column * distribution.count();
  return mesh::fetch_range(
      session, mesh::read_share(session, whole, array.target, array.width, std::move(used)),
      {(begin + distribution.mine.begin) * array.width, (begin + distribution.mine.end) * array.width});
}

std::size_t count_together(const par::Session& session, const mesh::Dataset& whole, ArrayPointers arrays) {
  const auto most = session.size() * whole.memory.buffer(16, mebi);
  std::int64_t bytes = 0;
  std::size_t count = 0;
  for (; count < arrays.size(); ++count) {
    const auto& array = *arrays[count];
    // What is not read is written all the same: ranks agree, and heed a stop, after each group.
    bytes += array.target < 0 ? array.distribution->count() * array.width *
                                    static_cast<std::int64_t>(cgns::size_of(array.type))
                              : whole.plan.targets[static_cast<std::size_t>(array.target)].bytes();
    if (count > 0 && (bytes > most || is_known(whole, array) != is_known(whole, *arrays[0]))) break;
  }
  return count;
}

std::vector<std::vector<std::byte>> values_together(par::Session& session, const mesh::Dataset& whole,
                                                    ArrayPointers arrays, std::vector<std::byte> used) {
  if (arrays.size() == 1) {
    std::vector<std::vector<std::byte>> values;
    values.push_back(values_of(session, whole, *arrays.front(), std::move(used)));
    return values;
  }
  std::vector<mesh::Portions> wanted;
  for (const auto* array : arrays) {
    const auto& distribution = *array->distribution;
    wanted.push_back({.target = array->target,
                      .begins = distribution.begins,
                      .width = array->width,
                      .shift = array->column * distribution.count()});
  }
  return mesh::read_portions(session, whole, wanted);
}

bool DirectArrays::can_have(const Distribution& distribution) const {
  if (distribution.is_ordered) return false;
  return std::any_of(zones_.begin(), zones_.end(), [&](const MeshDistribution& zone) {
    const auto& sections = zone.elements.sections;
    return &distribution == &zone.vertices || &distribution == &zone.cells ||
           std::any_of(sections.begin(), sections.end(),
                       [&](const Distribution& section) { return &distribution == &section; });
  });
}

DistributedValues DirectArrays::add(Array array) {
  DistributedValues values{.direct = static_cast<int>(arrays_.size()),
                           .begins = {0},
                           .ghosts = static_cast<std::size_t>(array.distribution->ghosts)};
  for (const auto total : array.distribution->totals)
    values.begins.push_back(values.begins.back() + total * array.width);
  arrays_.push_back(std::move(array));
  return values;
}

void DirectArrays::settle() {
  for (auto& zone : zones_) {
    zone.elements.implied = {};
    forget_places(zone.vertices);
    forget_places(zone.cells);
    for (auto& section : zone.elements.sections) forget_places(section);
  }
}

std::vector<io::RunHash> write_direct(par::Session& session, const mesh::Dataset& whole,
                                      const DirectArrays& arrays, const io::Task& task, io::Sink& sink,
                                      const std::function<void(std::int64_t)>& progress,
                                      const std::function<void()>& after_window,
                                      std::vector<std::byte>* memory) {
  std::vector<std::byte> own;
  return DirectMove(session, whole, arrays, task, sink, after_window, memory == nullptr ? own : *memory)
      .run(progress);
}

}  // namespace pcgns::partition

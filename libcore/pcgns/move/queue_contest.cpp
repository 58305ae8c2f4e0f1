#include "pcgns/move/queue_contest.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/move/deliver.hpp"

namespace pcgns::move {

namespace {

int judge_of(std::int64_t offset, std::size_t ranks) {
  const auto mixed = static_cast<std::uint64_t>(offset) * 0x9E3779B97F4A7C15U >> 33U;
  return static_cast<int>(mixed % ranks);
}

bool is_empty(const FileBox& box) {
  return std::any_of(box.count.begin(), box.count.end(), [](std::int64_t count) { return count == 0; });
}

bool meet(const FileBox& a, const FileBox& b) {
  for (std::size_t i = 0; i < a.begin.size() && i < b.begin.size(); ++i) {
    if (a.begin[i] >= b.begin[i] + b.count[i] || b.begin[i] >= a.begin[i] + a.count[i]) return false;
  }
  return true;
}

/// What a judge is told of boxes, and what it answers, in the same order.
struct Case {
  std::vector<FileBox> boxes;
  std::vector<std::pair<int, std::size_t>> from;  ///< Rank, and place in its letter.
};

std::map<std::int64_t, Case> read_cases(const Letters& letters) {
  std::map<std::int64_t, Case> cases;
  for (std::size_t rank = 0; rank < letters.size(); ++rank) {
    ByteReader reader(letters[rank]);
    for (std::size_t i = 0; reader.rest() > 0; ++i) {
      FileBox box;
      reader.get(box.offset);
      reader.get(box.begin);
      reader.get(box.count);
      auto& entry = cases[box.offset];
      entry.boxes.push_back(std::move(box));
      entry.from.emplace_back(static_cast<int>(rank), i);
    }
  }
  return cases;
}

Letters judged(const Letters& letters) {
  Letters answers(letters.size());
  for (const auto& [offset, entry] : read_cases(letters)) {
    const auto verdict = overlapping(entry.boxes);
    for (std::size_t i = 0; i < verdict.size(); ++i) {
      const auto [rank, place] = entry.from[i];
      auto& answer = answers[static_cast<std::size_t>(rank)];
      answer.resize(std::max(answer.size(), place + 1));
      answer[place] = std::byte{verdict[i]};
    }
  }
  return answers;
}

}  // namespace

std::vector<bool> overlapping(std::span<const FileBox> boxes) {
  std::vector<bool> result(boxes.size());
  std::vector<std::size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto begin = [&](std::size_t i) { return boxes[i].begin.back(); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return begin(a) < begin(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& box = boxes[order[i]];
    const auto end = box.begin.back() + box.count.back();
    for (std::size_t j = i + 1; j < order.size() && begin(order[j]) < end; ++j) {
      if (meet(box, boxes[order[j]])) result[order[i]] = result[order[j]] = true;
    }
  }
  return result;
}

std::vector<bool> contested(MPI_Comm comm, std::span<const Slab> slabs) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<ByteWriter> writers(static_cast<std::size_t>(ranks));
  std::vector<int> judges;
  for (const auto& [box, memory, type, strides] : slabs) {
    judges.push_back(is_empty(box) ? -1 : judge_of(box.offset, writers.size()));
    if (judges.back() < 0) continue;
    auto& writer = writers[static_cast<std::size_t>(judges.back())];
    writer.put(box.offset);
    writer.put(box.begin);
    writer.put(box.count);
  }
  Letters letters;
  for (auto& writer : writers) letters.push_back(writer.take());
  const auto answers = deliver(comm, judged(deliver(comm, letters)));

  std::vector<bool> result;
  std::vector<std::size_t> next(answers.size());
  for (const int judge : judges) {
    const auto from = static_cast<std::size_t>(std::max(judge, 0));
    result.push_back(judge >= 0 && answers[from].at(next[from]++) != std::byte{0});
  }
  return result;
}

}  // namespace pcgns::move

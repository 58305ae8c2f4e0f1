#include "pcgns/move/repack_rounds.hpp"

#include <algorithm>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::move {

namespace {

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

}  // namespace

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
    news.checkpoint = session_.is_root() && wants_checkpoint();
    const auto all = exchange(session_, news);
    session_.alive();
    const auto some = [&](bool News::*what) {
      return std::any_of(all.begin(), all.end(), [&](const News& n) { return n.*what; });
    };
    ending = some(&News::failed) || some(&News::stopping);
    if (ending) break;
    // Whatever failed in the rounds before would have been told.
    if (some(&News::checkpoint)) checkpoint();
    attempt([&] { finish(begin, mine, all); });
    for (auto i = begin; i < std::min(units, begin + ranks); ++i) bytes_ += bytes_of(i);
    if (task_.progress) task_.progress(bytes_);
  }
  par::agree(session_.comm(), "moving data", failure_, par::Stops::ignore);
  if (!ending) return;
  checkpoint();
  par::agree(session_.comm(), "moving data", std::nullopt);
}

std::span<const std::byte> Rounds::read(std::int64_t index) {
  const auto box = box_of(index);
  values_.resize(static_cast<std::size_t>(volume(box) * tree::size_of(target(index).type)));
  source_.read(unit(index).source, box, values_);
  if (!task_.keep_hashes) return values_;
  Hasher hasher;
  hasher.add(values_);
  hashes_.push_back({index, hasher.value()});
  return values_;
}

}  // namespace pcgns::move

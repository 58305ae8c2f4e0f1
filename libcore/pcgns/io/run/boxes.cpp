#include "pcgns/io/run/boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <queue>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/run/pieces.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

/// Rows closer than this are read in one go, holes included.
constexpr std::int64_t largest_hole = 64 * kibi;
/// Rows of at least this size get their own read, directly to their position.
constexpr std::int64_t long_row = 128 * kibi;
/// Rows that are read in one go: a list of them stays in the processor's cache.
constexpr std::size_t most_together = 8192;

/// Range from the first to the last byte of the box.
Range bytes_of(const plan::Box& box, std::int64_t offset, std::int64_t width) {
  const BoxRows rows(box, offset, width, {0, std::numeric_limits<std::int64_t>::max()});
  if (rows.empty()) return {};
  const auto last = rows.row(rows.count() - 1);
  return {rows.row(0).at, last.at + last.size};
}

/// True if `row`, which is not before `needed`, is worth reading with it.
bool is_near(Range needed, const Row& row, std::int64_t most) {
  return row.from - needed.end <= largest_hole && row.from + row.size - needed.begin <= most;
}

std::span<std::byte> place_in(const Window& window, std::int64_t at, std::int64_t size) {
  return window.buffer.subspan(static_cast<std::size_t>(at - window.bytes.begin),
                               static_cast<std::size_t>(size));
}

}  // namespace

Boxes::Boxes(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
             std::span<const std::int64_t> offsets, std::span<const Range> runs,
             const FileBlocks& file_blocks, Source& source)
    : session_(session),
      plan_(plan),
      inputs_(inputs),
      runs_(runs),
      file_blocks_(file_blocks),
      source_(source),
      messages_(session.comm(), par::Tag::boxes) {
  entries_.reserve(plan.boxes.size());
  for (const auto& box : plan.boxes) {
    const auto target = static_cast<std::size_t>(box.target);
    if (offsets[target] < 0) continue;
    const auto width = cgns::size_of(plan.targets[target].type);
    if (box.shared && offsets[target] % width != 0)
      throw Error(ErrorKind::internal, "an array begins inside of a value");
    const auto longest = coalesced(box);
    entries_.push_back({longest, offsets[target], width, bytes_of(longest, offsets[target], width)});
    const auto count = static_cast<std::int64_t>(entries_.size());
    const bool is_new = targets_.empty() || targets_.back().first.begin != offsets[target];
    if (is_new) {
      const auto bytes = plan.targets[target].bytes();
      targets_.push_back({{offsets[target], offsets[target] + bytes}, {count - 1, count}});
    }
    targets_.back().second.end = count;
  }
  std::sort(targets_.begin(), targets_.end(),
            [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
}

template <typename Use>
void Boxes::for_each_in(Range bytes, const Use& use) const {
  auto target = std::partition_point(targets_.begin(), targets_.end(),
                                     [&](const auto& t) { return t.first.end <= bytes.begin; });
  for (; target != targets_.end() && target->first.begin < bytes.end; ++target) {
    for (auto i = target->second.begin; i < target->second.end; ++i) {
      const auto& entry = entries_[static_cast<std::size_t>(i)];
      if (intersect(entry.bytes, bytes).empty()) continue;
      if (!BoxRows(entry.box, entry.offset, entry.width, bytes).empty()) use(entry);
    }
  }
}

int Boxes::reader_of(const Entry& entry) const {
  const auto file = inputs_.arrays[static_cast<std::size_t>(entry.box.source)].file;
  return inputs_.files[static_cast<std::size_t>(file)].reader;
}

bool Boxes::is_mine_to_read(const Entry& entry) const {
  return source_.is_plain(entry.box.source) || reader_of(entry) == session_.rank();
}

std::int64_t Boxes::scratch_size() const { return source_.memory().buffer(16, 4 * mebi); }

const std::byte* Boxes::read_scratch(int source, Range bytes) {
  scratch_.resize(static_cast<std::size_t>(std::max<std::int64_t>(bytes.size(), scratch_.size())));
  source_.read(source, bytes, std::span(scratch_).first(static_cast<std::size_t>(bytes.size())));
  return scratch_.data();
}

template <typename Use>
std::int64_t Boxes::read_group(const Entry& entry, const BoxRows& rows, std::int64_t first, const Use& use) {
  const auto begin = rows.row(first);
  Range needed{begin.from, begin.from + begin.size};
  auto end = first + 1;
  for (; end < rows.count(); ++end) {
    const auto next = rows.row(end);
    const Range both{std::min(needed.begin, next.from), std::max(needed.end, next.from + next.size)};
    const auto hole = both.size() - needed.size() - next.size;
    if (hole > largest_hole || both.size() > scratch_size()) break;
    needed = both;
  }
  const auto* values = read_scratch(entry.box.source, needed);
  for (auto number = first; number < end; ++number) {
    const auto row = rows.row(number);
    use(row, values + (row.from - needed.begin));
  }
  return end - first;
}

Boxes::Cursor Boxes::cursor_of(const Entry& entry, Range bytes) {
  Cursor cursor{.entry = &entry, .rows = {entry.box, entry.offset, entry.width, bytes}, .next = {}};
  cursor.next = cursor.rows.row(0);
  if (!entry.box.shared) return cursor;
  auto& packed = shared_[&entry];
  packed.resize(static_cast<std::size_t>(cursor.rows.bytes()));
  cursor.packed = packed.data();
  return cursor;
}

void Boxes::read_together(std::span<Cursor> cursors, const Window& window) {
  together_.clear();  // An error may have left cursors of another call.
  const auto is_later = [](const Cursor* a, const Cursor* b) { return a->next.from > b->next.from; };
  std::priority_queue<Cursor*, std::vector<Cursor*>, decltype(is_later)> open(is_later);
  for (auto& cursor : cursors) open.push(&cursor);
  const auto most = scratch_size();
  Range needed;
  const auto finish = [&] {
    if (!together_.empty()) deliver(needed, window);
    together_.clear();
  };
  while (!open.empty()) {
    auto* cursor = open.top();
    open.pop();
    const auto row = cursor->next;
    const bool is_long = row.size >= long_row;
    const bool is_full = together_.size() == most_together;
    if (is_long || is_full || !is_near(needed, row, most)) finish();
    if (together_.empty()) needed = {row.from, row.from};
    together_.emplace_back(cursor, row);
    needed.end = std::max(needed.end, row.from + row.size);
    if (++cursor->number < cursor->rows.count()) {
      cursor->next = cursor->rows.row(cursor->number);
      open.push(cursor);
    }
    if (is_long) finish();
  }
  finish();
}

void Boxes::deliver(Range bytes, const Window& window) {
  const auto room_of = [&](Cursor& cursor, const Row& row) {
    if (cursor.packed == nullptr) return place_in(window, row.at, row.size);
    const std::span<std::byte> room(cursor.packed, static_cast<std::size_t>(row.size));
    cursor.packed += row.size;
    return room;
  };
  const auto source = together_.front().first->entry->box.source;
  if (together_.size() == 1) {
    const auto& [cursor, row] = together_.front();
    return source_.read(source, bytes, room_of(*cursor, row));
  }
  const auto* values = read_scratch(source, bytes);
  for (const auto& [cursor, row] : together_) {
    const auto room = room_of(*cursor, row);
    std::memcpy(room.data(), values + (row.from - bytes.begin), room.size());
  }
}

void Boxes::place(const Entry& entry, const Window& window) {
  const BoxRows rows(entry.box, entry.offset, entry.width, window.bytes);
  for (std::int64_t next = 0; next < rows.count();) {
    next += read_group(entry, rows, next, [&](const Row& row, const std::byte* bytes) {
      std::memcpy(place_in(window, row.at, row.size).data(), bytes, static_cast<std::size_t>(row.size));
    });
  }
}

void Boxes::pack(const Entry& entry, Range window, std::span<std::byte> to) {
  const BoxRows rows(entry.box, entry.offset, entry.width, window);
  auto* next_byte = to.data();
  for (std::int64_t next = 0; next < rows.count();) {
    next += read_group(entry, rows, next, [&](const Row& row, const std::byte* bytes) {
      std::memcpy(next_byte, bytes, static_cast<std::size_t>(row.size));
      next_byte += row.size;
    });
  }
}

void Boxes::expect(const Window& window) {
  for_each_in(window.bytes, [&](const Entry& entry) {
    if (is_mine_to_read(entry)) return;
    const BoxRows rows(entry.box, entry.offset, entry.width, window.bytes);
    expected_.push_back({&entry, std::vector<std::byte>(static_cast<std::size_t>(rows.bytes()))});
    auto& bytes = expected_.back().bytes;
    messages_.receive(reader_of(entry), bytes);
  });
}

void Boxes::send(std::int64_t round) {
  par::PointToPoint sent(session_.comm(), par::Tag::boxes);
  std::optional<Error> failure;
  std::vector<std::byte> bytes;
  for (int aggregator = 0; aggregator < session_.size(); ++aggregator) {
    if (aggregator == session_.rank()) continue;
    const auto window = file_blocks_.bytes_of(file_blocks_.file_block_of(aggregator, round));
    if (cut(runs_, window).empty()) continue;  // The aggregator skips it, too.
    for_each_in(window, [&](const Entry& entry) {
      if (source_.is_plain(entry.box.source) || reader_of(entry) != session_.rank()) return;
      bytes.resize(static_cast<std::size_t>(BoxRows(entry.box, entry.offset, entry.width, window).bytes()));
      if (!failure) failure = par::failure_of([&] { pack(entry, window, bytes); }, "moving data");
      sent.send(aggregator, bytes);
      sent.wait();
    });
  }
  if (failure) throw Error(*failure);
}

void Boxes::read(const Window& window) {
  std::vector<Cursor> cursors;
  for_each_in(window.bytes, [&](const Entry& entry) {
    if (!is_mine_to_read(entry)) return;
    if (entry.box.is_straight()) {
      for (const auto& left : without(intersect(entry.bytes, window.bytes), left_out_)) {
        if (!BoxRows(entry.box, entry.offset, entry.width, left).empty())
          cursors.push_back(cursor_of(entry, left));
      }
    } else if (!entry.box.shared) {
      place(entry, window);
    }
  });
  const auto source_of = [](const Cursor& cursor) { return cursor.entry->box.source; };
  std::ranges::stable_sort(cursors, {}, source_of);
  for (auto first = cursors.begin(); first != cursors.end();) {
    const auto last = std::ranges::upper_bound(first, cursors.end(), source_of(*first), {}, source_of);
    read_together({first, last}, window);
    first = last;
  }
}

void Boxes::receive(const Window& window) {
  messages_.wait();
  for (auto& [entry, bytes] : expected_) {
    if (entry->box.shared) {
      shared_[entry] = std::move(bytes);
      continue;
    }
    const BoxRows rows(entry->box, entry->offset, entry->width, window.bytes);
    const auto* next = bytes.data();
    for (std::int64_t number = 0; number < rows.count(); ++number) {
      const auto row = rows.row(number);
      std::memcpy(place_in(window, row.at, row.size).data(), next, static_cast<std::size_t>(row.size));
      next += row.size;
    }
  }
  expected_.clear();
}

void Boxes::settle(const Window& window) {
  std::vector<std::byte> packed;
  for_each_in(window.bytes, [&](const Entry& entry) {
    if (!entry.box.shared) return;
    if (const auto came = shared_.find(&entry); came != shared_.end()) {
      return compare(entry, window, came->second);
    }
    packed.resize(
        static_cast<std::size_t>(BoxRows(entry.box, entry.offset, entry.width, window.bytes).bytes()));
    pack(entry, window.bytes, packed);
    compare(entry, window, packed);
  });
  shared_.clear();
  averages_.settle(window.bytes.begin, window.buffer);
}

/// The source of the value at byte `at` of the output: of the first box that has it.
int Boxes::source_at(const Entry& like, std::int64_t at) const {
  const Range value{at, at + like.width};
  int source = -1;
  for_each_in(value, [&](const Entry& entry) {
    if (source < 0 && !entry.box.shared) source = entry.box.source;
  });
  return source;
}

void Boxes::note_difference(const Entry& entry, std::int64_t at, const std::byte* ours,
                            const std::byte* theirs) {
  const auto& target = plan_.targets[static_cast<std::size_t>(entry.box.target)];
  auto found = two_values(target, ours, theirs);
  found.position = (at - entry.offset) / entry.width;
  found.sources = {-1, entry.box.source};
  if (entry.box.is_ghost) return note_ghost(entry, found, at);
  if (plan_.shared_points == plan::SharedPoints::error) {
    const auto& array = inputs_.arrays[static_cast<std::size_t>(entry.box.source)];
    throw Error(ErrorKind::input,
                pcgns::at(inputs_.files[static_cast<std::size_t>(array.file)].path, array.path,
                          "a value at a shared point differs from that of the previous piece"));
  }
  // Looking for the box takes long where a zone has many pieces: only for what may be told.
  if (target.is_coordinate && found.precedes(differences_.arrays[entry.box.target].in_zone))
    found.sources.front() = source_at(entry, at);
  differences_.add(plan_, entry.box.target, found);
}

void Boxes::note_ghost(const Entry& entry, TwoValues found, std::int64_t at) {
  if (found.absolute == 0) return;
  if (found.precedes(differences_.ghosts[entry.box.target].largest))
    found.sources.front() = source_at(entry, at);
  differences_.add_ghost(entry.box.target, found);
}

void Boxes::compare(const Entry& entry, const Window& window, std::span<const std::byte> packed) {
  const auto& target = plan_.targets[static_cast<std::size_t>(entry.box.target)];
  const bool is_real = cgns::is_real(target.type);
  const bool averages = plan_.shared_points == plan::SharedPoints::average && is_real && !entry.box.is_ghost;
  auto& compared = entry.box.is_ghost ? differences_.ghosts_compared : differences_.compared;
  const BoxRows rows(entry.box, entry.offset, entry.width, window.bytes);
  const auto width = static_cast<std::size_t>(entry.width);
  const auto* theirs = packed.data();
  for (std::int64_t number = 0; number < rows.count(); ++number) {
    const auto row = rows.row(number);
    const auto* ours = place_in(window, row.at, row.size).data();
    if (!averages && std::memcmp(ours, theirs, static_cast<std::size_t>(row.size)) == 0) {
      compared += row.size / entry.width;
      theirs += row.size;
      continue;
    }
    compared += row.size / entry.width;
    for (std::int64_t at = 0; at < row.size; at += entry.width, ours += width, theirs += width) {
      if (std::memcmp(ours, theirs, width) != 0) note_difference(entry, row.at + at, ours, theirs);
      if (averages) averages_.add(target.type, row.at + at, ours, theirs);
    }
  }
}

}  // namespace pcgns::io

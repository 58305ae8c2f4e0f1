#include "pcgns/io/source.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::io {

namespace {

/// A file block touches few hundred files unless they are tiny.
constexpr std::size_t most_open_files = 256;

}  // namespace

Source::Source(const cgns::InputSet& inputs, Budget memory, Reads reads)
    : inputs_(inputs), memory_(memory), reads_(reads), hdf5_(inputs, memory.bytes()) {}

const cgns::Array& Source::array_of(int index) const {
  return inputs_.arrays[static_cast<std::size_t>(index)];
}

bool Source::is_plain(int array) const {
  const auto& facts = array_of(array);
  if (!facts.derived) return facts.values || facts.offset >= 0;
  return is_plain(facts.derived->source) && (facts.derived->offsets < 0 || is_plain(facts.derived->offsets));
}

void Source::read(int array, Range bytes, std::span<std::byte> to) {
  const auto& facts = array_of(array);
  if (facts.values) {
    std::copy_n(facts.values->begin() + bytes.begin, to.size(), to.begin());
    return;
  }
  if (facts.offset >= 0 && !facts.swapped) return read_from_file(array, facts.offset + bytes.begin, to);
  const std::int64_t width = cgns::size_of(facts.type);
  const Range elements{bytes.begin / width, divide_up(bytes.end, width)};
  if (elements.size() * width == bytes.size()) return read_elements(array, elements, to);
  // A range may end inside a value: read whole values, and copy the wanted bytes.
  whole_elements_.resize(static_cast<std::size_t>(elements.size() * width));
  read_elements(array, elements, whole_elements_);
  std::memcpy(to.data(), whole_elements_.data() + (bytes.begin - elements.begin * width), to.size());
}

Fingerprint Source::hash(int array) {
  const auto total = array_of(array).bytes();
  Hasher hasher;
  const auto hash_piece = memory_.buffer(8, 8 * mebi);
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(total, hash_piece)));
  for (std::int64_t from = 0; from < total; from += hash_piece) {
    const Range bytes{from, std::min(total, from + hash_piece)};
    const auto piece = std::span(buffer).first(static_cast<std::size_t>(bytes.size()));
    read(array, bytes, piece);
    hasher.add(piece);
  }
  return hasher.value();
}

void Source::read_elements(int index, Range elements, std::span<std::byte> to) {
  const auto& facts = array_of(index);
  if (facts.derived) return read_derived(*this, inputs_, index, elements, to);
  if (facts.offset < 0) return read_by_library(index, elements, to);
  const std::int64_t width = cgns::size_of(facts.type);
  read_from_file(index, facts.offset + elements.begin * width, to);
  kernel::reverse_words(to, cgns::word_size(facts.type));
}

cgns::RemoteReads* Source::remote() const {
  return reads_ == Reads::by_readers ? inputs_.remote.get() : nullptr;
}

void Source::read_by_library(int array, Range elements, std::span<std::byte> to) {
  if (remote() != nullptr && remote()->read_values(array, elements, to)) return;
  hdf5_.read(array, elements, to);
}

bool Source::is_stored_as_read(int array) const {
  const auto& facts = array_of(array);
  return remote() == nullptr && !facts.derived && !facts.values && facts.offset >= 0 && !facts.swapped;
}

void Source::read(int array, std::int64_t begin, std::span<const std::span<std::byte>> pieces) {
  read_at(array, array_of(array).offset + begin, pieces);
}

void Source::read_from_file(int array, std::int64_t offset, std::span<std::byte> to) {
  if (remote() != nullptr && remote()->read_file(array, offset, to)) return;
  read_at(array, offset, to);
}

template <typename Bytes>
void Source::read_at(int array, std::int64_t offset, Bytes to) {
  const auto& facts = array_of(array);
  try {
    open(facts.file).read_at(offset, to);
  } catch (const Error& error) {
    throw Error(error.kind(),
                at(inputs_.files[static_cast<std::size_t>(facts.file)].path, facts.path, error.what()));
  }
}

const FileDescriptor& Source::open(int file) {
  if (const auto found = by_file_.find(file); found != by_file_.end()) {
    open_.splice(open_.begin(), open_, found->second);
    return open_.front().descriptor;
  }
  if (open_.size() >= files_at_once(most_open_files)) {
    by_file_.erase(open_.back().file);
    open_.pop_back();
  }
  const auto& path = inputs_.files[static_cast<std::size_t>(file)].path;
  open_.push_front({file, FileDescriptor(path, O_RDONLY)});
  by_file_[file] = open_.begin();
  return open_.front().descriptor;
}

void Source::forget(int file) {
  const auto found = by_file_.find(file);
  if (found == by_file_.end()) return;
  open_.erase(found->second);
  by_file_.erase(found);
}

}  // namespace pcgns::io

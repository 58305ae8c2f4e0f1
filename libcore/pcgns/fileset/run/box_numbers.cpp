#include "pcgns/fileset/run/box_numbers.hpp"

#include <algorithm>
#include <span>

#include "pcgns/io/number_table.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

class IntegerReader {
 public:
  IntegerReader(const par::Session& session, const cgns::InputSet& inputs, Budget memory)
      : session_(session), inputs_(inputs), source_(inputs, memory.share(4)) {}

  /// True if this rank reads chunk `turn` of all chunks, which belongs to `array`.
  [[nodiscard]] bool is_mine(int array, std::int64_t turn) const {
    if (source_.is_plain(array)) return turn % session_.size() == session_.rank();
    const auto file = inputs_.array(array).file;
    return inputs_.files[static_cast<std::size_t>(file)].reader == session_.rank();
  }

  /// Values from `begin` on, valid until the next call.
  std::span<const std::int64_t> read(int array, std::int64_t begin, std::int64_t count) {
    io::read_integers(source_, inputs_, array, begin, count, raw_, values_);
    return values_;
  }

 private:
  const par::Session& session_;
  const cgns::InputSet& inputs_;
  io::Source source_;
  std::vector<std::byte> raw_;
  std::vector<std::int64_t> values_;
};

}  // namespace

SingleValues numbers_at(par::Session& session, const cgns::InputSet& inputs,
                        const std::vector<ValueAt>& places, Budget memory) {
  SingleValues found;
  if (places.empty()) return found;
  session.enter("reading global numbers");
  std::vector<std::int64_t> values(places.size(), 0);
  par::collectively(session.comm(), "reading global numbers", [&] {
    IntegerReader reader(session, inputs, memory);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& place = places[i];
      if (!reader.is_mine(place.array, place.array)) continue;
      values[i] = reader.read(place.array, place.index, 1).front();
      session.alive();
    }
  });
  par::sum_over_ranks(session.comm(), values);
  for (std::size_t i = 0; i < places.size(); ++i) found[places[i]] = values[i];
  return found;
}

void check_box_numbers(par::Session& session, const cgns::InputSet& inputs,
                       const std::vector<BoxNumbers>& boxes, Budget memory, std::int64_t chunk) {
  if (boxes.empty()) return;
  session.enter("reading global numbers");
  par::collectively(session.comm(), "reading global numbers", [&] {
    IntegerReader reader(session, inputs, memory);
    std::int64_t turn = 0;
    for (const auto& box : boxes) {
      for (std::int64_t from = 0; from < box.size(); from += chunk, ++turn) {
        if (!reader.is_mine(box.array, turn)) continue;
        const auto count = std::min(chunk, box.size() - from);
        const auto wrong = fileset::first_wrong(box, from, reader.read(box.array, box.begin + from, count));
        if (wrong) throw fileset::wrong_number(inputs, box, *wrong);
        session.alive();
      }
    }
  });
}

}  // namespace pcgns::fileset

#include "pcgns/io/shared_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

template <typename Value>
double as_double(const std::byte* bytes) {
  Value value{};
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double real_at(cgns::DataType type, const std::byte* bytes) {
  return type == cgns::DataType::R4 ? as_double<float>(bytes) : as_double<double>(bytes);
}

/// The two values of integers that differ, and by how much, which is at least 1 whatever doubles can tell.
TwoValues two_integers(cgns::DataType type, const std::byte* a, const std::byte* b) {
  const auto value_of = [&](const std::byte* bytes) {
    return type == cgns::DataType::I4 ? as_double<std::int32_t>(bytes) : as_double<std::int64_t>(bytes);
  };
  TwoValues two{.values = {value_of(a), value_of(b)}};
  const auto [one, other] = two.values;
  if (std::memcmp(a, b, static_cast<std::size_t>(cgns::size_of(type))) == 0) return two;
  two.absolute = std::max(1.0, std::abs(one - other));
  two.relative = two.absolute / std::max({1.0, std::abs(one), std::abs(other)});
  return two;
}

void put_real(cgns::DataType type, double value, std::byte* bytes) {
  if (type == cgns::DataType::R8) {
    std::memcpy(bytes, &value, sizeof value);
    return;
  }
  const auto rounded = static_cast<float>(value);
  std::memcpy(bytes, &rounded, sizeof rounded);
}

/// The distance from the real `value` to the next larger one of its type.
double unit_in_last_place(cgns::DataType type, double value) {
  constexpr int digits_of_r4 = std::numeric_limits<float>::digits;
  constexpr int digits_of_r8 = std::numeric_limits<double>::digits;
  if (value == 0 || !std::isfinite(value)) return 0;
  return std::ldexp(1.0, std::ilogb(value) + 1 - (type == cgns::DataType::R4 ? digits_of_r4 : digits_of_r8));
}

constexpr double usual_units = 8;

double usual_tolerance(cgns::DataType type, double largest) {
  return usual_units * unit_in_last_place(type, largest);
}

/// 1-based indices of a value of `target`; the planes around the zone have those below 1 or above its size.
std::vector<std::int64_t> indices_at(const plan::Target& target, std::int64_t position) {
  std::vector<std::int64_t> indices;
  for (std::size_t d = 0; d < target.dims.size(); ++d) {
    const auto before = 2 * d < target.rind.size() ? target.rind[2 * d] : 0;
    indices.push_back(position % target.dims[d] + 1 - before);
    position /= target.dims[d];
  }
  return indices;
}

bool is_in_zone(const plan::Target& target, std::int64_t position) {
  if (target.rind.size() < 2 * target.dims.size()) return true;
  const auto indices = indices_at(target, position);
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const auto size = target.dims[d] - target.rind[2 * d] - target.rind[2 * d + 1];
    if (indices[d] < 1 || indices[d] > size) return false;
  }
  return true;
}

constexpr std::int64_t values_looked_at = 1 << 17;

/// The largest magnitude in this rank's portion of `arrays`.
double largest_of(par::Session& session, const cgns::InputSet& inputs, Source& source,
                  const std::vector<int>& arrays) {
  double largest = 0;
  std::int64_t turn = 0;
  std::vector<std::byte> bytes;
  for (const auto index : arrays) {
    const auto& array = inputs.array(index);
    const auto width = cgns::size_of(array.type);
    const auto count = cgns::count_of(array.dims);
    for (std::int64_t at = 0; at < count; at += values_looked_at) {
      if (turn++ % session.size() != session.rank()) continue;
      const Range part{at, std::min(at + values_looked_at, count)};
      bytes.resize(static_cast<std::size_t>(part.size() * width));
      source.read(index, {part.begin * width, part.end * width}, bytes);
      for (std::size_t i = 0; i < bytes.size(); i += static_cast<std::size_t>(width)) {
        const auto value = std::abs(real_at(array.type, bytes.data() + i));
        if (std::isfinite(value)) largest = std::max(largest, value);
      }
      session.alive();
    }
  }
  return largest;
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

void put(ByteWriter& writer, const TwoValues& values) {
  writer.put(values.absolute);
  writer.put(values.relative);
  writer.put(values.position);
  for (const auto value : values.values) writer.put(value);
  for (const auto source : values.sources) writer.put(source);
}

void get(ByteReader& reader, TwoValues& values) {
  reader.get(values.absolute);
  reader.get(values.relative);
  reader.get(values.position);
  for (auto& value : values.values) reader.get(value);
  for (auto& source : values.sources) reader.get(source);
}

std::vector<std::byte> packed(const SharedDifferences& differences) {
  ByteWriter writer;
  writer.put(differences.compared);
  writer.put(differences.arrays.size());
  for (const auto& [target, array] : differences.arrays) {
    writer.put(target);
    writer.put(array.count);
    writer.put(array.unmeasured);
    writer.put(array.absolute);
    writer.put(array.relative);
    put(writer, array.largest);
    put(writer, array.in_zone);
  }
  writer.put(differences.ghosts_compared);
  writer.put(differences.ghosts.size());
  for (const auto& [target, ghosts] : differences.ghosts) {
    writer.put(target);
    writer.put(ghosts.count);
    put(writer, ghosts.largest);
  }
  return writer.take();
}

SharedDifferences unpacked(const std::vector<std::byte>& bytes) {
  ByteReader reader(bytes);
  SharedDifferences differences;
  std::size_t count = 0;
  reader.get(differences.compared);
  reader.get(count);
  for (; count > 0; --count) {
    int target = 0;
    reader.get(target);
    auto& array = differences.arrays[target];
    reader.get(array.count);
    reader.get(array.unmeasured);
    reader.get(array.absolute);
    reader.get(array.relative);
    get(reader, array.largest);
    get(reader, array.in_zone);
  }
  reader.get(differences.ghosts_compared);
  reader.get(count);
  for (; count > 0; --count) {
    int target = 0;
    reader.get(target);
    auto& ghosts = differences.ghosts[target];
    reader.get(ghosts.count);
    get(reader, ghosts.largest);
  }
  return differences;
}

}  // namespace

bool TwoValues::precedes(const TwoValues& other) const {
  if (position < 0 || other.position < 0) return position >= 0;
  if (absolute != other.absolute) return absolute > other.absolute;
  return std::tie(position, sources) < std::tie(other.position, other.sources);
}

bool TwoValues::is_measured() const { return std::isfinite(values[0]) && std::isfinite(values[1]); }

TwoValues two_values(const plan::Target& target, const std::byte* a, const std::byte* b) {
  if (cgns::is_integer(target.type)) return two_integers(target.type, a, b);
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  if (!cgns::is_real(target.type)) return {.values = {no_number, no_number}};
  TwoValues two{.values = {real_at(target.type, a), real_at(target.type, b)}};
  const auto [one, other] = two.values;
  two.absolute = std::abs(one - other);
  if (std::isnan(two.absolute)) {
    const bool is_same = one == other || (std::isnan(one) && std::isnan(other));
    two.absolute = target.is_coordinate && !is_same ? std::numeric_limits<double>::infinity() : 0;
    return two;
  }
  const auto scale = std::max(std::abs(one), std::abs(other));
  if (two.absolute > 0 && two.is_measured()) {
    two.absolute = std::min(two.absolute, std::numeric_limits<double>::max());
    two.relative = std::abs(one / scale - other / scale);
  }
  return two;
}

void ArrayDifferences::add(const TwoValues& difference, bool is_in_zone) {
  ++count;
  if (difference.is_measured()) {
    absolute = std::max(absolute, difference.absolute);
    relative = std::max(relative, difference.relative);
  } else {
    ++unmeasured;
  }
  if (difference.precedes(largest)) largest = difference;
  if (is_in_zone && difference.precedes(in_zone)) in_zone = difference;
}

void ArrayDifferences::add(const ArrayDifferences& other) {
  count += other.count;
  unmeasured += other.unmeasured;
  absolute = std::max(absolute, other.absolute);
  relative = std::max(relative, other.relative);
  if (other.largest.precedes(largest)) largest = other.largest;
  if (other.in_zone.precedes(in_zone)) in_zone = other.in_zone;
}

void GhostDifferences::add(const GhostDifferences& other) {
  count += other.count;
  if (other.largest.precedes(largest)) largest = other.largest;
}

void SharedDifferences::add(const plan::Plan& plan, int target, const TwoValues& difference) {
  const auto& array = plan.targets[static_cast<std::size_t>(target)];
  arrays[target].add(difference, array.is_coordinate && is_in_zone(array, difference.position));
}

void SharedDifferences::add(const SharedDifferences& other) {
  compared += other.compared;
  for (const auto& [target, array] : other.arrays) arrays[target].add(array);
  ghosts_compared += other.ghosts_compared;
  for (const auto& [target, found] : other.ghosts) ghosts[target].add(found);
}

void SharedSummary::add(const SharedSummary& other) {
  compared += other.compared;
  differing += other.differing;
  unmeasured += other.unmeasured;
  arrays += other.arrays;
  if (where.empty() || other.largest > largest) where = other.where;
  largest = std::max(largest, other.largest);
  largest_relative = std::max(largest_relative, other.largest_relative);
  ghosts.compared += other.ghosts.compared;
  ghosts.differing += other.ghosts.differing;
  if (ghosts.example.empty()) ghosts.example = other.ghosts.example;
}

std::vector<std::string> SharedSummary::warnings() const {
  std::vector<std::string> warnings;
  if (differing > 0) warnings.push_back(text());
  if (ghosts.differing > 0) {
    warnings.push_back(fmt::format(
        "{} of {} coordinates in ghost layers differ from those of the pieces that own the vertices: {}",
        ghosts.differing, ghosts.compared, ghosts.example));
  }
  return warnings;
}

std::string SharedSummary::text() const {
  auto text = fmt::format("{} of {} values at shared points differ between pieces, in {}, ", differing,
                          compared, plural(arrays, "array"));
  if (unmeasured < differing)
    text += fmt::format("by at most {} (relative: {:.3g}), largest in {}", largest, largest_relative, where);
  else
    text += fmt::format("for example in {}", where);
  if (unmeasured == 0) return text;
  return text + fmt::format("; at {} of them a value is not a finite real or integer", unmeasured);
}

namespace {

SharedSummary summary_of(const ArrayDifferences& array, const plan::Target& target) {
  return {.differing = array.count,
          .unmeasured = array.unmeasured,
          .arrays = 1,
          .largest = array.absolute,
          .largest_relative = array.relative,
          .where = target.path};
}

SharedSummary summary_of(const GhostDifferences& found) {
  if (found.text.empty()) return {};
  return {.ghosts = {.differing = found.count, .example = found.text}};
}

}  // namespace

SharedSummary summary_of(const SharedDifferences& differences, const plan::Plan& plan) {
  SharedSummary summary{.compared = differences.compared,
                        .ghosts = {.compared = differences.ghosts_compared}};
  for (const auto& [_, found] : differences.ghosts) summary.add(summary_of(found));
  for (const auto& [target, array] : differences.arrays)
    summary.add(summary_of(array, plan.targets[static_cast<std::size_t>(target)]));
  return summary;
}

SharedSummaries summaries_of_boxes(const SharedDifferences& differences, const plan::Plan& plan) {
  SharedSummaries summaries;
  for (const auto& box : plan.boxes) {
    if (!box.shared) continue;
    auto& summary = summaries[box.target];
    (box.is_ghost ? summary.ghosts.compared : summary.compared) += box.count[0] * box.count[1] * box.count[2];
  }
  for (auto& [target, summary] : summaries) {
    if (const auto found = differences.arrays.find(target); found != differences.arrays.end())
      summary.add(summary_of(found->second, plan.targets[static_cast<std::size_t>(target)]));
    if (const auto found = differences.ghosts.find(target); found != differences.ghosts.end())
      summary.add(summary_of(found->second));
  }
  return summaries;
}

SharedDifferences summed_up(MPI_Comm comm, const SharedDifferences& mine) {
  auto sum = mine;
  return unpacked(par::reduce_bytes(
      comm, [&] { return packed(sum); }, [&](const auto& bytes) { sum.add(unpacked(bytes)); }));
}

std::vector<int> Agreement::coordinates_beside(int target) const {
  std::set<std::pair<int, std::string>> folders;
  const auto note = [&](const auto& moves) {
    for (const auto& move : moves) {
      const auto& source = inputs_.array(move.source);
      if (move.target == target) folders.emplace(source.file, parent_of(source.path));
    }
  };
  note(plan_.boxes);
  note(plan_.indexed);
  std::set<int> files;
  for (const auto& [file, path] : folders) files.insert(file);
  std::vector<int> arrays;
  for (std::size_t i = 0; i < inputs_.arrays.size(); ++i) {
    const auto& array = inputs_.arrays[i];
    const bool may_be = cgns::is_real(array.type) && array.composite < 0 && files.contains(array.file);
    if (may_be && folders.contains({array.file, parent_of(array.path)})) arrays.push_back(int(i));
  }
  return arrays;
}

double Agreement::largest_coordinate(int target) {
  const auto& path = plan_.targets[static_cast<std::size_t>(target)].path;
  const auto [known, is_new] = largest_.try_emplace(parent_of(path), 0);
  if (!is_new) return known->second;
  constexpr auto step = "comparing shared points";
  session_.enter(step);
  double largest = 0;
  par::collectively(
      session_.comm(), step,
      [&] {
        Source source(inputs_, memory_.share(4));
        largest = largest_of(session_, inputs_, source, coordinates_beside(target));
      },
      par::Stops::ignore);
  std::array<double, 1> least = {-largest};
  par::min_over_ranks(session_.comm(), least);
  return known->second = -least.front();
}

double Agreement::allowed(int target, const TwoValues& found) {
  const auto& limits = plan_.shared_limits;
  if (limits.tolerance) return std::max(*limits.tolerance, limits.matched);
  const auto type = plan_.targets[static_cast<std::size_t>(target)].type;
  const auto at_least = std::max(std::abs(found.values[0]), std::abs(found.values[1]));
  const auto least = std::max(limits.matched, usual_tolerance(type, at_least));
  if (found.absolute <= least || std::isinf(found.absolute)) return least;
  return std::max(least, usual_tolerance(type, largest_coordinate(target)));
}

std::string Agreement::sentence(int target, const TwoValues& found, double allowed) const {
  const auto& array = plan_.targets[static_cast<std::size_t>(target)];
  const auto origin = [&](std::size_t i) {
    const auto& source = inputs_.array(found.sources[i]);
    return source.file < 0 ? source.path
                           : inputs_.files[static_cast<std::size_t>(source.file)].path + ":" + source.path;
  };
  const auto indices = indices_at(array, found.position);
  return fmt::format(
      "{}: point {}{}{} is at {} in {}, but at {} in {}; copies of a point may differ by {:.3g}. Check the "
      "global numbers of the pieces, or allow a distance with --shared-tolerance",
      array.path, indices.size() > 1 ? "(" : "", fmt::join(indices, ", "), indices.size() > 1 ? ")" : "",
      found.values[0], origin(0), found.values[1], origin(1), allowed);
}

std::optional<std::string> Agreement::contradiction_in(const SharedDifferences& differences) {
  for (const auto& [target, array] : differences.arrays) {
    const auto& found = array.in_zone;
    if (found.position < 0) continue;
    const auto most = allowed(target, found);
    if (found.absolute > most) return sentence(target, found, most);
  }
  return std::nullopt;
}

void Agreement::explain(SharedDifferences& differences) {
  for (auto& [target, ghosts] : differences.ghosts) {
    const auto most = allowed(target, ghosts.largest);
    if (ghosts.largest.absolute > most) ghosts.text = sentence(target, ghosts.largest, most);
  }
}

void Agreement::require(const SharedDifferences& differences) {
  if (plan_.shared_limits.is_judged || differences.arrays.empty()) return;
  if (const auto text = contradiction_in(differences)) throw Error(ErrorKind::input, *text);
  if (plan_.shared_limits.strict)
    throw Error(ErrorKind::input, "--strict: " + summary_of(differences, plan_).text());
}

void Averages::add(cgns::DataType type, std::int64_t place, const std::byte* first, const std::byte* value) {
  auto& sum = sums_.try_emplace(place, Sum{.type = type, .sum = real_at(type, first)}).first->second;
  sum.sum += real_at(type, value);
  ++sum.count;
  sum.differs = sum.differs || std::memcmp(first, value, static_cast<std::size_t>(cgns::size_of(type))) != 0;
}

void Averages::settle(std::int64_t begin, std::span<std::byte> buffer) {
  for (const auto& [place, sum] : sums_) {
    if (sum.differs) put_real(sum.type, sum.sum / sum.count, buffer.data() + (place - begin));
  }
  sums_.clear();
}

}  // namespace pcgns::io

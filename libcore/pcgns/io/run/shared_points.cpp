#include "pcgns/io/shared_points.hpp"

#include <cmath>
#include <cstring>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

double real_at(cgns::DataType type, const std::byte* bytes) {
  if (type == cgns::DataType::R4) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

void put_real(cgns::DataType type, double value, std::byte* bytes) {
  if (type == cgns::DataType::R8) {
    std::memcpy(bytes, &value, sizeof value);
    return;
  }
  const auto rounded = static_cast<float>(value);
  std::memcpy(bytes, &rounded, sizeof rounded);
}

}  // namespace

void SharedDifferences::add(bool differs, double difference, const std::string& path) {
  ++compared;
  if (!differs) return;
  ++differing;
  if (where.empty() || difference > largest) where = path;
  if (difference > largest) largest = difference;
}

void SharedDifferences::add(const SharedDifferences& other) {
  compared += other.compared;
  differing += other.differing;
  if (other.differing > 0 && (where.empty() || other.largest > largest)) where = other.where;
  if (other.largest > largest) largest = other.largest;
}

SharedDifferences summed_up(MPI_Comm comm, const SharedDifferences& mine) {
  SharedDifferences sum;
  ByteWriter writer;
  writer.put(mine.compared);
  writer.put(mine.differing);
  writer.put(mine.largest);
  writer.put(mine.where);
  for (const auto& bytes : par::gather_all(comm, writer.take())) {
    ByteReader reader(bytes);
    SharedDifferences one;
    reader.get(one.compared);
    reader.get(one.differing);
    reader.get(one.largest);
    reader.get(one.where);
    sum.add(one);
  }
  return sum;
}

double difference_of(cgns::DataType type, const std::byte* a, const std::byte* b) {
  if (type != cgns::DataType::R4 && type != cgns::DataType::R8) return 0;
  const double difference = std::abs(real_at(type, a) - real_at(type, b));
  return std::isnan(difference) ? 0 : difference;
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

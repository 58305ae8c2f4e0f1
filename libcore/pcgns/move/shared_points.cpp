#include "pcgns/move/shared_points.hpp"

#include <cmath>
#include <cstring>

namespace pcgns::move {

namespace {

double real_at(tree::DataType type, const std::byte* bytes) {
  if (type == tree::DataType::R4) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

void put_real(tree::DataType type, double value, std::byte* bytes) {
  if (type == tree::DataType::R8) {
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

double difference_of(tree::DataType type, const std::byte* a, const std::byte* b) {
  if (type != tree::DataType::R4 && type != tree::DataType::R8) return 0;
  const double difference = std::abs(real_at(type, a) - real_at(type, b));
  return std::isnan(difference) ? 0 : difference;
}

void Averages::add(tree::DataType type, std::int64_t place, const std::byte* first, const std::byte* value) {
  const auto found = sums_.try_emplace(place, Sum{type, real_at(type, first), 1}).first;
  found->second.sum += real_at(type, value);
  ++found->second.count;
}

void Averages::settle(std::int64_t begin, std::span<std::byte> buffer) {
  for (const auto& [place, sum] : sums_) {
    put_real(sum.type, sum.sum / sum.count, buffer.data() + (place - begin));
  }
  sums_.clear();
}

}  // namespace pcgns::move

#include "pcgns/kernel/value_differences.hpp"

#include <algorithm>

namespace pcgns::kernel {

namespace {

std::uint64_t mixed(std::uint64_t bits) {
  bits ^= bits >> 30;
  bits *= 0xbf58476d1ce4e5b9U;
  bits ^= bits >> 27;
  bits *= 0x94d049bb133111ebU;
  return bits ^ (bits >> 31);
}

void put(ByteWriter& writer, const Sample& sample) {
  writer.put(sample.index);
  writer.put(sample.a);
  writer.put(sample.b);
}

void get(ByteReader& reader, Sample& sample) {
  reader.get(sample.index);
  reader.get(sample.a);
  reader.get(sample.b);
}

}  // namespace

void Largest::raise(const Largest& other) {
  if (other.at.index >= 0 && yields_to(other.distance, other.at.index)) *this = other;
}

std::size_t samples_kept(std::int64_t most_samples) {
  // Beyond what is told, nobody reads on.
  constexpr std::int64_t most_ever = 1'000'000;
  return static_cast<std::size_t>(most_samples == 0 ? most_ever : std::min(most_samples, most_ever));
}

void Bag::add(std::uint64_t bits) {
  first += mixed(bits + 0x9e3779b97f4a7c15U);
  second += mixed(bits ^ 0xd1b54a32d192ed03U);
}

void ValueDifferences::add(const ValueDifferences& other, std::int64_t most_samples) {
  different += other.different;
  tolerated += other.tolerated;
  not_a_number += other.not_a_number;
  absolute.raise(other.absolute);
  relative.raise(other.relative);
  largest_tolerated = std::max(largest_tolerated, other.largest_tolerated);
  squares.add(other.squares);
  bag_a.first += other.bag_a.first;
  bag_a.second += other.bag_a.second;
  bag_b.first += other.bag_b.first;
  bag_b.second += other.bag_b.second;
  samples.insert(samples.end(), other.samples.begin(), other.samples.end());
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& x, const Sample& y) { return x.index < y.index; });
  samples.resize(std::min(samples.size(), samples_kept(most_samples)));
}

void put(ByteWriter& writer, const ValueDifferences& differences) {
  writer.put(differences.different);
  writer.put(differences.tolerated);
  writer.put(differences.not_a_number);
  for (const auto* largest : {&differences.absolute, &differences.relative}) {
    writer.put(largest->distance);
    put(writer, largest->at);
  }
  writer.put(differences.largest_tolerated);
  for (const auto digit : differences.squares.digits()) writer.put(digit);
  for (const auto* bag : {&differences.bag_a, &differences.bag_b}) {
    writer.put(bag->first);
    writer.put(bag->second);
  }
  writer.put(differences.samples.size());
  for (const auto& sample : differences.samples) put(writer, sample);
}

void get(ByteReader& reader, ValueDifferences& differences) {
  reader.get(differences.different);
  reader.get(differences.tolerated);
  reader.get(differences.not_a_number);
  for (auto* largest : {&differences.absolute, &differences.relative}) {
    reader.get(largest->distance);
    get(reader, largest->at);
  }
  reader.get(differences.largest_tolerated);
  ExactSum::Digits digits;
  for (auto& digit : digits) reader.get(digit);
  differences.squares = ExactSum::from_digits(digits);
  for (auto* bag : {&differences.bag_a, &differences.bag_b}) {
    reader.get(bag->first);
    reader.get(bag->second);
  }
  differences.samples.resize(reader.length(1));
  for (auto& sample : differences.samples) get(reader, sample);
}

}  // namespace pcgns::kernel

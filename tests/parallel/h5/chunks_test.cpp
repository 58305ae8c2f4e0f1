// Where chunks lie, and how they are encoded.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "catch.hpp"
#include "file/fixture.hpp"
#include "memory_file.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/h5/h5.hpp"

#include <fcntl.h>

namespace {

using namespace pcgns;
using test::made;
using Filters = std::vector<cgns::Filter>;

const Filters none = {};
const Filters deflate = {{1, true, {6}}};
const Filters shuffle_deflate = {{2, true, {4}}, {1, true, {6}}};
const Filters checksum = {{3, false, {}}};
const Filters checked_deflate = {{1, true, {6}}, {3, false, {}}};
const Filters packed_deflate = {{5, true, {}}, {1, true, {6}}};

std::vector<std::int32_t> even_values(std::size_t count) {
  std::vector<std::int32_t> values(count);
  std::iota(values.begin(), values.end(), 100);
  return values;
}

/// A file with the values 100, 101, … of {5, 7} in chunks of {2, 4}; only the first `rows` are written.
std::string file_of_chunks(const test::Folder& folder, const Filters& filters, std::int64_t rows = 5) {
  auto path = folder.path("chunks.h5");
  const auto file = made(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const std::array<hsize_t, 2> chunk = {2, 4};
  h5::check(H5Pset_chunk(creation, 2, chunk.data()), "cannot set the chunk");
  h5::set_filters(creation, filters);
  const auto space = h5::space_of({5, 7});
  const auto dataset =
      made(H5Dcreate2(file, "values", H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  const std::array<hsize_t, 2> start = {};
  const std::array<hsize_t, 2> count = {static_cast<hsize_t>(rows), 7};
  h5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
            "cannot select");
  const auto values = even_values(35);
  h5::check(H5Dwrite(dataset, H5T_NATIVE_INT, h5::space_of({rows, 7}), space, H5P_DEFAULT, values.data()),
            "cannot write");
  return path;
}

std::vector<std::int32_t> decoded(const std::string& path, const cgns::ChunkTable& table, std::size_t chunk,
                                  h5::ChunkCodec& codec) {
  std::vector<std::byte> stored(static_cast<std::size_t>(table.sizes[chunk]));
  FileDescriptor(path, O_RDONLY).read_at(table.offsets[chunk], stored);
  std::vector<std::int32_t> values(8);
  codec.decode(stored, table.masks[chunk], std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace

TEST_CASE("the chunks of an array are found in its file, with the values that they have", "[serial]") {
  const h5::Quiet quiet;
  const test::Folder folder;
  for (const auto& filters : {none, deflate, shuffle_deflate, checked_deflate, packed_deflate}) {
    const auto path = file_of_chunks(folder, filters);
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
    h5::ChunkFinder finder(path);
    int found = 0;
    const auto table = finder.find("/values", size, [&] { ++found; });
    REQUIRE(table);
    REQUIRE(table->offsets.size() == 6);
    CHECK(found == 6);
    h5::ChunkCodec codec(cgns::DataType::I4, {2, 4}, filters);
    CHECK(decoded(path, *table, 0, codec) ==
          std::vector<std::int32_t>{100, 101, 102, 103, 107, 108, 109, 110});
    const auto corner = decoded(path, *table, 3, codec);
    CHECK(std::vector(corner.begin(), corner.begin() + 3) == std::vector<std::int32_t>{118, 119, 120});

    CHECK(!finder.find("/values", *std::max_element(table->offsets.begin(), table->offsets.end())));
    CHECK(
        test::failure_of([&] { (void)finder.find("/other", size); }).starts_with("cannot open the values: "));
  }
}

TEST_CASE("an array that lacks a chunk, and a file that is none, have no table of chunks", "[serial]") {
  const h5::Quiet quiet;
  const test::Folder folder;
  const auto path = file_of_chunks(folder, none, 2);
  CHECK(!h5::ChunkFinder(path).find("/values", 1 << 20));
  std::filesystem::resize_file(path, 40);
  CHECK(test::failure_of([&] { const h5::ChunkFinder finder(path); }).starts_with("is damaged or truncated"));
}

TEST_CASE("a chunk is encoded as it is decoded, and stored as it is where that saves nothing", "[serial]") {
  const h5::Quiet quiet;
  const auto values = even_values(1000);
  const auto bytes = std::as_bytes(std::span(values));
  for (const auto& filters : {none, deflate, shuffle_deflate, checksum, checked_deflate}) {
    h5::ChunkCodec codec(cgns::DataType::I4, {10, 100}, filters);
    CHECK(codec.bytes() == 4000);
    for (int time = 0; time < 2; ++time) {
      const auto stored = codec.encode(bytes);
      const std::vector<std::byte> kept(stored.bytes.begin(), stored.bytes.end());
      std::vector<std::int32_t> back(values.size());
      codec.decode(kept, stored.mask, std::as_writable_bytes(std::span(back)));
      CHECK(back == values);
    }
  }
  const std::vector<std::int32_t> one = {7};
  h5::ChunkCodec codec(cgns::DataType::I4, {1}, shuffle_deflate);
  const auto stored = codec.encode(std::as_bytes(std::span(one)));
  CHECK(stored.mask == 3);
  CHECK(stored.bytes.size() == 4);
}

TEST_CASE("a chunk is stored as it is where filters would change its values", "[serial]") {
  const h5::Quiet quiet;
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 3;
  const auto bytes = std::as_bytes(std::span(values));
  const Filters rounded = {{6, true, {0, 2}}};
  // N-Bit returns too many bytes to shuffle.
  const Filters spoilt = {{2, true, {}}, {5, true, {}}, {1, true, {6}}};
  for (const auto& filters : {rounded, spoilt}) {
    h5::ChunkCodec codec(cgns::DataType::R8, {1000}, filters);
    const auto stored = codec.encode(bytes);
    CHECK(stored.mask == (1U << filters.size()) - 1);
    CHECK(std::ranges::equal(stored.bytes, bytes));
  }
  for (auto& value : values) value = std::round(value);
  h5::ChunkCodec codec(cgns::DataType::R8, {1000}, rounded);
  CHECK(codec.encode(bytes).mask == 0);
}

TEST_CASE("a checksum is stored although it makes a chunk larger", "[serial]") {
  const h5::Quiet quiet;
  std::vector<std::uint64_t> noise(500, 1);
  for (std::size_t i = 1; i < noise.size(); ++i) noise[i] = noise[i - 1] * 6364136223846793005U + 1;
  const auto bytes = std::as_bytes(std::span(noise));
  for (const auto& [filters, mask] : {std::pair(checksum, 0U), std::pair(checked_deflate, 1U)}) {
    h5::ChunkCodec codec(cgns::DataType::U8, {500}, filters);
    const auto stored = codec.encode(bytes);
    CHECK(stored.mask == mask);
    CHECK(stored.bytes.size() == bytes.size() + 4);
    std::vector<std::byte> back(bytes.size());
    const std::vector<std::byte> kept(stored.bytes.begin(), stored.bytes.end());
    codec.decode(kept, stored.mask, back);
    CHECK(std::ranges::equal(back, bytes));
  }
}

TEST_CASE("a damaged chunk is an error", "[serial]") {
  const h5::Quiet quiet;
  const auto values = even_values(1000);
  for (const auto& filters : {deflate, shuffle_deflate, checked_deflate}) {
    h5::ChunkCodec codec(cgns::DataType::I4, {1000}, filters);
    const auto stored = codec.encode(std::as_bytes(std::span(values))).bytes;
    std::vector<std::byte> damaged(stored.begin(), stored.end());
    damaged[damaged.size() / 2] ^= std::byte{0xff};
    std::vector<std::byte> back(4000);
    CHECK_THROWS_AS(codec.decode(damaged, 0, back), h5::Failure);
    damaged.resize(damaged.size() / 2);
    CHECK_THROWS_AS(codec.decode(damaged, 0, back), h5::Failure);
  }
}

TEST_CASE("an output has arrays and chunks where they were placed, and nothing else in reserved bytes",
          "[serial]") {
  const h5::Quiet quiet;
  const test::Folder folder;
  const auto path = folder.path("out.h5");
  FileDescriptor(path, O_RDWR | O_CREAT).close();
  const auto access = made(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  h5::OutputFile output(path, H5P_DEFAULT, access, {.bytes = {8192, 65536}});
  const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  h5::check(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY), "cannot set the allocation");
  h5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "cannot set the fill time");
  const auto add = [&](const char* name) {
    const auto dataset = made(H5Dcreate2(output.id(), name, H5T_STD_I32LE, h5::space_of({5000}), H5P_DEFAULT,
                                         creation, H5P_DEFAULT),
                              H5Dclose);
    return h5::offset_of(dataset).value_or(-1);
  };
  output.place_array(10000);
  CHECK(add("placed") == 10000);
  output.place_array(-1);
  CHECK(add("free") >= 65536);
  output.close();
  CHECK(std::filesystem::file_size(path) >= 65536 + 20000);
}

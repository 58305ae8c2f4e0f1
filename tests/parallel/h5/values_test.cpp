// Values come from a file or are the fill value: what H5Dread would make up is an error.
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>

#include "catch.hpp"
#include "file/fixture.hpp"
#include "memory_file.hpp"
#include "pcgns/h5/h5.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::made;

constexpr hsize_t count = 1000;
constexpr hsize_t half = count / 2;

std::vector<double> good_values() {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 0.5);
  return values;
}

std::string first_bytes(std::size_t size) {
  const auto values = good_values();
  return {reinterpret_cast<const char*>(values.data()), size};
}

std::string deflated(const std::string& bytes) {
  auto size = compressBound(bytes.size());
  std::string result(size, '\0');
  compress(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
           bytes.size());
  return result.substr(0, size);
}

/// A dataset of 1000 reals in a file of its own, with what `set` sets.
class Values {
 public:
  explicit Values(const std::function<void(hid_t)>& set, hid_t type = H5T_IEEE_F64LE)
      : file_(test::file_in_memory()), creation_(made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose)) {
    set(creation_);
    dataset_ =
        made(H5Dcreate2(file_, "values", type, h5::space_of({count}), H5P_DEFAULT, creation_, H5P_DEFAULT),
             H5Dclose);
  }

  void write(const std::string& chunk, hsize_t at = 0, std::uint32_t mask = 0) const {
    h5::check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, mask, &at, chunk.size(), chunk.data()), "cannot write");
  }
  void write_all() const {
    const auto values = good_values();
    h5::check(H5Dwrite(dataset_, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
              "cannot write");
  }

  /// "" if reading them, all and in pieces, gives `wanted`.
  [[nodiscard]] std::string why_not(const std::vector<double>& wanted) {
    // HDF5 1.10.8 forgets the masks of chunks until the dataset is closed.
    dataset_.reset();
    dataset_ = made(H5Dopen2(file_, "values", H5P_DEFAULT), H5Dclose);
    return test::failure_of([&] {
      std::vector<double> values(count, -7);
      h5::read_values(dataset_, H5T_NATIVE_DOUBLE, std::as_writable_bytes(std::span(values)));
      CHECK(values == wanted);
      h5::ValueReader reader(dataset_, H5T_NATIVE_DOUBLE, 1 << 20);
      std::vector<double> piece(30, -7);
      reader.read({{490}, {30}}, std::as_writable_bytes(std::span(piece)));
      CHECK(std::equal(piece.begin(), piece.end(), wanted.begin() + 490));
    });
  }

  [[nodiscard]] hid_t file() const { return file_; }

 private:
  h5::Handle file_;
  h5::Handle creation_;
  h5::Handle dataset_;
};

void set_chunk(hid_t creation, hsize_t size = count) {
  h5::check(H5Pset_chunk(creation, 1, &size), "cannot set the chunk");
}

void never_fill(hid_t creation) {
  h5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "cannot set the fill time");
}

const auto compressed = [](hid_t creation) {
  set_chunk(creation);
  H5Pset_deflate(creation, 1);
};

const auto checksum = [](hid_t creation) {
  set_chunk(creation);
  H5Pset_fletcher32(creation);
};

/// Values whose bits in the file are those of `values` in the type `stored`, read as `type`.
template <typename Value>
std::vector<Value> read_as(const std::vector<Value>& values, const std::function<void(hid_t)>& set,
                           hid_t stored, hid_t type) {
  const auto file = test::file_in_memory();
  const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  set(creation);
  const auto dataset = made(H5Dcreate2(file, "values", stored, h5::space_of({std::ssize(values)}),
                                       H5P_DEFAULT, creation, H5P_DEFAULT),
                            H5Dclose);
  const auto native = made(H5Tget_native_type(stored, H5T_DIR_DEFAULT), H5Tclose);
  h5::check(H5Dwrite(dataset, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "cannot write");
  std::vector<Value> result(values.size());
  h5::read_values(dataset, type, std::as_writable_bytes(std::span(result)));
  if (H5Pget_layout(creation) == H5D_CONTIGUOUS) {
    auto again = result;
    h5::read_contiguous(dataset, stored, type, std::as_writable_bytes(std::span(again)));
    CHECK(again == result);
  }
  return result;
}

}  // namespace

TEST_CASE("values are read through every filter, whole and in pieces, and converted", "[serial]") {
  const h5::Quiet quiet;
  using Set = std::function<void(hid_t)>;
  const std::vector<Set> filters = {
      [](hid_t) {},
      [](hid_t c) { H5Pset_deflate(c, 1); },
      [](hid_t c) { H5Pset_shuffle(c), H5Pset_deflate(c, 1); },
      [](hid_t c) { H5Pset_fletcher32(c), H5Pset_deflate(c, 1); },
      [](hid_t c) { H5Pset_shuffle(c), H5Pset_deflate(c, 1), H5Pset_fletcher32(c); },
      [](hid_t c) { H5Pset_nbit(c); },
      [](hid_t c) { H5Pset_scaleoffset(c, H5Z_SO_FLOAT_DSCALE, 1); }};
  for (const auto& set : filters) {
    for (const hid_t type : {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE}) {
      Values values([&](hid_t c) { set_chunk(c, 300), set(c); }, type);
      values.write_all();
      CHECK(values.why_not(good_values()) == "nothing");
    }
  }
}

TEST_CASE("integers keep their bits where only the sign of the type differs", "[serial]") {
  const h5::Quiet quiet;
  using Set = std::function<void(hid_t)>;
  const std::vector<unsigned char> text = {'G', 'r', 0xc3, 0xb6, 0, 0xff};
  const std::vector<std::uint32_t> large = {0, 0x7fffffff, 0x80000000, 0xffffffff};
  for (const auto& set : {Set([](hid_t) {}), Set([](hid_t c) { set_chunk(c, 2); }),
                          Set([](hid_t c) { set_chunk(c, 2), H5Pset_deflate(c, 1); })}) {
    CHECK(read_as(text, set, H5T_STD_U8LE, H5T_STD_I8LE) == text);
    CHECK(read_as(text, set, H5T_STD_I8BE, H5T_STD_U8LE) == text);
    for (const hid_t stored : {H5T_STD_U32LE, H5T_STD_U32BE})
      CHECK(read_as(large, set, stored, H5T_STD_I32LE) == large);
    for (const hid_t stored : {H5T_STD_I32LE, H5T_STD_I32BE})
      CHECK(read_as(large, set, stored, H5T_STD_U32LE) == large);
  }
}

TEST_CASE("a chunk that decodes to another size is an error", "[serial]") {
  const h5::Quiet quiet;
  for (const auto& bytes : {first_bytes(1000), first_bytes(8 * count) + "more", std::string()}) {
    Values values(compressed);
    values.write(deflated(bytes));
    CHECK_THAT(values.why_not({}), Contains("chunk 1: it does not decompress to its 8000 bytes"));
  }
  Values skipped(compressed);
  skipped.write(first_bytes(1000), 0, 1);
  CHECK_THAT(skipped.why_not({}), Contains("chunk 1: it has 1000 bytes instead of 8000"));
  Values plain([](hid_t c) { set_chunk(c); });
  plain.write(first_bytes(1000));
  CHECK_THAT(plain.why_not({}), Contains("1000 bytes instead of 8000"));
}

TEST_CASE("no filter reads more than a chunk has", "[serial]") {
  const h5::Quiet quiet;
  for (const auto& bytes : {std::string("ab"), std::string("abcd"), std::string(4, '\0')}) {
    Values values(checksum);
    values.write(bytes);
    CHECK_THAT(values.why_not({}), Contains("chunk 1: it does not decode to its 8000 bytes"));
  }
  Values scaled([](hid_t c) { set_chunk(c), H5Pset_scaleoffset(c, H5Z_SO_FLOAT_DSCALE, 1); });
  scaled.write(std::string("\x28\0\0\0\x08", 5) + std::string(30, 'x'));
  CHECK_THAT(scaled.why_not({}), Contains("chunk 1: it does not decode to its 8000 bytes"));
  Values bits([](hid_t c) { set_chunk(c), H5Pset_nbit(c); }, H5T_IEEE_F64BE);
  bits.write("short");
  CHECK_THAT(bits.why_not({}), Contains("chunk 1: it does not decode to its 8000 bytes"));
  Values bomb([](hid_t c) { set_chunk(c), H5Pset_deflate(c, 1), H5Pset_fletcher32(c); });
  bomb.write(std::string(200000, 'x'));
  CHECK_THAT(bomb.why_not({}), Contains("chunk 1: it is larger than its values"));
}

TEST_CASE("chunks at the ends of the extents may lack the filters of the others", "[serial]") {
  const h5::Quiet quiet;
  for (const bool shuffles : {false, true}) {
    Values values([&](hid_t c) {
      set_chunk(c, 300);
      if (shuffles) H5Pset_shuffle(c);
      H5Pset_deflate(c, 1);
      H5Pset_chunk_opts(c, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    });
    values.write_all();
    CHECK(values.why_not(good_values()) == "nothing");
  }
}

TEST_CASE("what was never written is the fill value, or an error", "[serial]") {
  const h5::Quiet quiet;
  const double seven = 7;
  using Set = std::function<void(hid_t)>;
  for (const Set& layout : {Set([](hid_t) {}), Set([](hid_t c) { set_chunk(c, 300); }),
                            Set([](hid_t c) { set_chunk(c, 300), H5Pset_deflate(c, 1); })}) {
    CHECK(Values(layout).why_not(std::vector<double>(count)) == "nothing");
    Values filled([&](hid_t c) { layout(c), H5Pset_fill_value(c, H5T_NATIVE_DOUBLE, &seven); });
    CHECK(filled.why_not(std::vector<double>(count, 7)) == "nothing");
    CHECK_THAT(Values([&](hid_t c) { layout(c), never_fill(c); }).why_not({}), Contains("never written"));
    Values undefined([&](hid_t c) { layout(c), H5Pset_fill_value(c, H5T_NATIVE_DOUBLE, nullptr); });
    CHECK_THAT(undefined.why_not({}), Contains("never written"));
  }
  Values part([](hid_t c) { set_chunk(c, half), H5Pset_deflate(c, 1), never_fill(c); });
  part.write(deflated(first_bytes(8 * half)));
  CHECK_THAT(part.why_not({}), Contains("never written"));
  Values rest([](hid_t c) { set_chunk(c, half), H5Pset_deflate(c, 1); });
  rest.write(deflated(first_bytes(8 * half)));
  auto wanted = good_values();
  std::fill(wanted.begin() + half, wanted.end(), 0);
  CHECK(rest.why_not(wanted) == "nothing");
}

TEST_CASE("external files must be there, be files and be long enough", "[serial]") {
  const h5::Quiet quiet;
  const test::Folder folder;
  const auto path = folder.path("values.raw");
  Values values([&](hid_t c) { H5Pset_external(c, path.c_str(), 0, 8 * count); });
  CHECK_THAT(values.why_not({}), Contains(path + ": No such file"));
  std::ofstream(path) << first_bytes(8 * count);
  CHECK(values.why_not(good_values()) == "nothing");
  std::filesystem::resize_file(path, 7999);
  CHECK_THAT(values.why_not({}), Contains(path + ", which is too short"));
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  CHECK_THAT(values.why_not({}), Contains("not a regular file"));
}

TEST_CASE("a virtual dataset is read if its values are all in its own file", "[serial]") {
  const h5::Quiet quiet;
  Values source([](hid_t c) { never_fill(c); });
  const auto from = [&](const char* file) {
    const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const auto space = h5::space_of({count});
    h5::check(H5Pset_virtual(creation, space, file, "values", space), "cannot map");
    H5Ldelete(source.file(), "virtual", H5P_DEFAULT);
    return made(
        H5Dcreate2(source.file(), "virtual", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
        H5Dclose);
  };
  std::vector<double> values(count);
  const auto read = [&](hid_t dataset) {
    return test::failure_of(
        [&] { h5::read_values(dataset, H5T_NATIVE_DOUBLE, std::as_writable_bytes(std::span(values))); });
  };
  CHECK_THAT(read(from(".")), Contains("never written"));
  source.write_all();
  CHECK(read(from(".")) == "nothing");
  CHECK(values == good_values());
  CHECK_THAT(read(from("elsewhere.h5")), Contains("virtual dataset over elsewhere.h5, which may be missing"));
}

TEST_CASE("extents that claim far more than is stored are an error", "[serial]") {
  const h5::Quiet quiet;
  const auto file = test::file_in_memory();
  const auto claim = [&](hsize_t extent, hsize_t chunk) {
    const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    if (chunk > 0) set_chunk(creation, chunk);
    const auto dataset = made(H5Dcreate2(file, "values", H5T_IEEE_F64LE, h5::space_of({std::int64_t(extent)}),
                                         H5P_DEFAULT, creation, H5P_DEFAULT),
                              H5Dclose);
    auto why = test::failure_of([&] { h5::require_plausible(dataset); });
    H5Ldelete(file, "values", H5P_DEFAULT);
    return why;
  };
  CHECK(claim(1 << 20, 0) == "nothing");
  CHECK(claim(1 << 20, 1 << 10) == "nothing");
  CHECK_THAT(claim(1 << 20, 1),
             Contains("declare 8.389e+06 bytes in 1048576 chunks, but 0 bytes in 0 chunks"));
  CHECK_THAT(claim(hsize_t{1} << 40, 0), Contains("declare"));
  CHECK_THAT(claim(hsize_t{1} << 40, 1 << 28), Contains("declare"));
}

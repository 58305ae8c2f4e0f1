// Small values that a plan must look at.
#include "catch.hpp"
#include "part_files.hpp"
#include "pcgns/io/execute.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using test::PartFiles;
using test::Storage;

}  // namespace

TEST_CASE("every rank gets the values of small arrays") {
  const auto storage = GENERATE(Storage::plain, Storage::swapped, Storage::hdf5);
  PartFiles files;
  std::vector<int> arrays;
  for (int file = 0; file < 3; ++file) {
    files.add_file();
    arrays.push_back(files.add_integers(file, DataType::I4, {7 + file, 2, 3}, storage));
    arrays.push_back(files.add_integers(file, DataType::I8, {-1 - file, 5}, storage));
  }
  files.write_files();
  const auto values = io::values_of(test::session(), files.inputs, arrays, 1 << 20);
  CHECK((values[2] == test::bytes_as(DataType::I4, {8, 2, 3})));
  CHECK((values[5] == test::bytes_as(DataType::I8, {-3, 5})));
}

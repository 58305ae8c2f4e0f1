// Gives what the fuzzers have found, one folder of inputs, to the function of a fuzzer, without libFuzzer:
// `replay_NAME corpus/NAME`.
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: replay_NAME FOLDER\n", stderr), 2;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), {}};
    std::printf("%s\n", entry.path().c_str());
    std::fflush(stdout);  // the last one is the culprit
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(input.data()), input.size());
    ++inputs;
  }
  return inputs > 0 ? 0 : 2;
}

// Assembly files: any text is parsed or is an Error{input}.
#include <cstdlib>

#include "pcgns/base/error.hpp"
#include "pcgns/fileset/plan/conventions/assembly_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  try {
    (void)pcgns::fileset::parse_assembly({{reinterpret_cast<const char*>(data), size}, "assembly.json"});
  } catch (const pcgns::Error& error) {
    if (error.kind() != pcgns::ErrorKind::input) std::abort();
  }
  return 0;
}

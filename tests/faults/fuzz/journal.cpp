// Journals: any text is a journal or is none, and what is read is written the same way.
#include <cstdlib>

#include "pcgns/publish/detail/journal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  namespace publish = pcgns::publish;
  const auto journal = publish::parse_journal({reinterpret_cast<const char*>(data), size});
  if (!journal) return 0;
  const auto again = publish::parse_journal(publish::header_of(journal->identity));
  if (!again || again->identity != journal->identity) std::abort();
  return 0;
}

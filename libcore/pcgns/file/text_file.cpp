#include "pcgns/file/text_file.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>

#include "pcgns/par/collective.hpp"

namespace pcgns::file {

std::string read_text(par::Session& session, const std::string& path, const std::string& what) {
  std::string content;
  par::on_root(session.comm(), "reading " + what, [&] {
    std::ifstream file(path);
    std::stringstream text;
    if (file) {
      errno = 0;
      text << file.rdbuf();
    }
    // Not only an error ends without text, an empty file does, too.
    const bool is_cut = text.fail() && errno != 0;
    if (!file || is_cut) throw system_error("cannot read " + what, path, errno);
    content = text.str();
    if (content.empty()) throw input_error(path, "", "is empty");
  });
  par::broadcast(session.comm(), content);
  return content;
}

}  // namespace pcgns::file

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
    text << file.rdbuf();
    if (!file) throw system_error("cannot read " + what, path, errno);
    content = text.str();
    if (content.empty()) throw input_error(path, "", "is empty");
  });
  par::broadcast(session.comm(), content);
  return content;
}

}  // namespace pcgns::file

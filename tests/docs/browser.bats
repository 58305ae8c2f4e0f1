#!/usr/bin/env bats
# The built site in a browser: accessible by the rules of axe, and no wider than a phone.

load ../bats

@test "kinds of pages pass; a link that only its colour marks, and a page wider than a phone are told" {
  python=$PCGNS_SOURCE_DIR/build/docs-venv/bin/python
  "$python" -c 'import mkdocs, material, axe_playwright_python' 2>/dev/null || skip "not all of docs/requirements.txt is there"
  need_tool mandoc chromium
  copy=$BATS_TEST_TMPDIR
  cp -r "$PCGNS_SOURCE_DIR"/{docs,man,packaging,README.md,CHANGELOG.md} "$copy"
  mkdir "$copy/libcore"
  cp -r "$PCGNS_SOURCE_DIR/libcore/decisions" "$copy/libcore"
  "$python" "$copy/docs/build" --build "$PCGNS_BUILD_DIR"
  look() { "$python" "$PCGNS_SOURCE_DIR/tests/docs/browser.py" --site "$copy/build/docs/site" "$@"; }
  look start.html reference/pcgns-verify.1.html
  rm "$copy/build/docs/site/assets/site.css"
  run -1 look reference/pcgns-verify.1.html
  [[ $output == *"pcgns-verify.1.html (desktop, light): link-in-text-block: <a href="* ]]
  [[ $output == *"pcgns-verify.1.html (phone, dark): wider than the screen"* ]]
}

#!/usr/bin/env bats
# The site is built without a warning, without the network, and without a link that leads nowhere. In a browser it is
# accessible by the rules of axe, and no wider than a phone.

load ../bats

setup() {
  python=$PCGNS_SOURCE_DIR/build/docs-venv/bin/python
  "$python" -c 'import mkdocs, material' 2>/dev/null || skip "no mkdocs (docs/requirements.txt)"
  need_tool mandoc
  copy=$BATS_TEST_TMPDIR/copy
  mkdir -p "$copy"
  cd "$BATS_TEST_TMPDIR" || return
  cp -r "$PCGNS_SOURCE_DIR"/{docs,man,packaging,README.md,CHANGELOG.md} "$copy"
  mkdir -p "$copy/libcore"
  cp -r "$PCGNS_SOURCE_DIR/libcore/decisions" "$copy/libcore"
  mkdir -p "$copy/libcore/bindings/python"
  cp "$PCGNS_SOURCE_DIR/libcore/bindings/python/README.md" "$copy/libcore/bindings/python"
}

build() { unshare --net "$python" "$copy/docs/build" --build "$PCGNS_BUILD_DIR"; }

@test "the site is built; a link to no page, to no place on a page, and to a picture elsewhere are told" {
  unshare --net true 2>/dev/null || skip "a network of its own needs root"
  build
  cp "$copy/docs/site/start.md" start.kept
  echo '[there](nowhere.md)' >>"$copy/docs/site/start.md"
  run -1 build
  [[ $output == *nowhere.md* ]]
  cp start.kept "$copy/docs/site/start.md"
  echo '<a href="concepts.html#no-such-place">x</a> <img src="https://pcgns.example/x.png">' >>"$copy/docs/site/start.md"
  run -1 build
  [[ $output == *"start.html: concepts.html#no-such-place: no such place on that page"* ]]
  [[ $output == *"start.html: https://pcgns.example/x.png: needs the network"* ]]
}

@test "kinds of pages pass in a browser; a link that only its colour marks, and a page wider than a phone are told" {
  "$python" -c 'import axe_playwright_python' 2>/dev/null || skip "no axe (docs/requirements.txt)"
  need_tool chromium
  "$python" "$copy/docs/build" --build "$PCGNS_BUILD_DIR"
  look() { "$python" "$PCGNS_SOURCE_DIR/tests/docs/browser.py" --site "$copy/build/docs/site" "$@"; }
  look start.html reference/pcgns.3.html
  rm "$copy/build/docs/site/assets/site.css"
  run -1 look reference/pcgns.3.html
  [[ $output == *"pcgns.3.html (desktop, light): link-in-text-block: <a href="* ]]
  [[ $output == *"pcgns.3.html (phone, dark): wider than the screen"* ]]
}

@test "all pages as one document" {
  "$python" -c 'import mkdocs_print_site_plugin' 2>/dev/null || skip "no print-site (docs/requirements.txt)"
  need_tool chromium
  need_tool pdftotext
  "$python" "$copy/docs/build" --build "$PCGNS_BUILD_DIR" --pdf
  pdftotext "$copy/build/docs/pcgns.pdf" text
  for title in Start 'Restart on other ranks' 'One file per rank' Platforms Measured 'Why pcgns'; do
    (($(grep -cE "^([0-9.]+ )?$title\b" text) >= 2))  # in the contents, and above its page
  done
}

#!/usr/bin/env python3
"""Looks at pages of the built site in Chromium: what axe finds wrong with them, and whether a phone shows their whole width.

Needs axe-playwright-python (docs/requirements.txt) and Debian's chromium. Ends with an error if something is found.
"""

import argparse
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
WIDTHS = {"phone": 390, "desktop": 1280}


def complaints(page, address):
    page.goto(address)
    page.wait_for_load_state("networkidle")
    for found in Axe().run(page).response["violations"]:
        for node in found["nodes"]:
            yield f"{found['id']}: {node['html']}: {node['failureSummary']}"
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        yield "wider than the screen"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(site):
    """The address of the site: as local files, without a server, pages have no search."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_port}"


def look(browser, options):
    address = serve(options.site)
    for width, scheme in (("desktop", "light"), ("phone", "dark")):
        page = browser.new_page(viewport={"width": WIDTHS[width], "height": 844}, color_scheme=scheme)
        for file in options.pages or sorted(options.site.rglob("*.html")):
            name = file.relative_to(options.site)
            for text in complaints(page, f"{address}/{name}"):
                yield f"{name} ({width}, {scheme}): {text}"
            if options.pictures:
                page.screenshot(path=options.pictures / f"{str(name.with_suffix('')).replace('/', '-')}-{width}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=ROOT / "build/docs/site")
    parser.add_argument("--pictures", type=Path, help="folder for screenshots")
    parser.add_argument("pages", nargs="*", help="pages such as guides/merge.html; without: all")
    options = parser.parse_args()
    options.site = options.site.resolve()
    options.pages = [options.site / page for page in options.pages]
    with sync_playwright() as playwright:
        # Without a sandbox root may start it; the pages are ours.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found = list(look(browser, options))
        browser.close()
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()

"""The site of static pages: every link and anchor leads somewhere, every public function has its place,
nothing is left of Markdown. Nightly, with CT_WIDTH=360: no page is wider than a phone, by chromium."""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ["CT_PROGRAMS"])
sys.path.insert(0, str(ROOT / "tests" / "package"))
import symbols  # noqa: E402


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.twice, self.words, self.stack = [], set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.stack.append(tag)
        named = dict(attributes)
        self.links += [named[key] for key in ("href", "src") if key in named]
        if "id" in named:
            self.twice += [named["id"]] if named["id"] in self.places else []
            self.places.add(named["id"])

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"pre", "code", "script", "style"} & set(self.stack):
            self.words.append(data)


def wider_than_window(folder, pages, width):
    """By frames of that width, which tell how wide the pages in them are."""
    probe = folder / "probe.htm"
    frames = "".join(f'<iframe style="width:{width}px;height:700px" src="{page}"></iframe>' for page in pages)
    probe.write_text(f"{frames}<script>onload = () => document.title = 'wide: ' + [...document.querySelectorAll('iframe')]"
                     ".filter(f => { const e = f.contentDocument.documentElement; return e.scrollWidth > e.clientWidth; })"
                     ".map(f => f.getAttribute('src')).join(' ')</script>")
    seen = subprocess.run(["chromium", "--headless", "--no-sandbox", "--allow-file-access-from-files",
                           "--virtual-time-budget=9000", "--dump-dom", probe.as_uri()], text=True,
                          capture_output=True, timeout=300, check=True).stdout
    return re.search(r"<title>wide: (.*?)</title>", seen)[1].split()


class Site(unittest.TestCase):
    def test_pages(self):
        with tempfile.TemporaryDirectory() as directory:
            folder = pathlib.Path(directory)
            subprocess.run([ROOT / "apps" / "site" / "make", folder, PROGRAMS / "exchange"], check=True)
            pages = {path.name: Page(path.read_text()) for path in folder.glob("*.html")}
            guides = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True,
                                    check=True).stdout.split()
            self.assertGreater(len(pages), 50 + len(guides))
            made = subprocess.run([sys.executable, "-B", "-c", "import runpy; print(*runpy.run_path('apps/site/make')["
                                   "'GUIDES'])"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
            self.assertEqual(sorted(made), sorted(guides))
            if "CT_WIDTH" in os.environ and shutil.which("chromium"):
                (folder / "wide.htm").write_text('<p style="width:99rem">.</p>')
                ours = [page for page in pages if not page.startswith("explorer-")]
                self.assertEqual(wider_than_window(folder, ["wide.htm", *ours], os.environ["CT_WIDTH"]), ["wide.htm"])
            places = set()
            for name, page in pages.items():
                places |= page.places
                if name.startswith("explorer-"):
                    continue
                with self.subTest(page=name):
                    self.assertEqual(page.twice, [])
                    for link in page.links:
                        target, _, anchor = link.partition("#")
                        if not link.startswith("http"):
                            self.assertTrue((folder / (target or name)).is_file(), link)
                            if anchor:
                                self.assertIn(anchor, pages[target or name].places, link)
                    words = "".join(page.words)
                    self.assertEqual([left for left in ("](", "```", "\n| ") if left in words], [])
            self.assertLessEqual(symbols.declared(ROOT / "core/include/cornerturn"), places)
            self.assertLessEqual({"ct_status", "ct_machine", "ct_fft_options", "exchange-plan", "fft"}, places)
            self.assertFalse([path for path in folder.rglob("*") if path.is_file() and path.stat().st_size == 0])


if __name__ == "__main__":
    unittest.main()

"""The site of static pages: every link and anchor leads somewhere, every public function has its place,
nothing is left of Markdown."""
import html.parser
import os
import pathlib
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
        self.links, self.places, self.words, self.stack = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.stack.append(tag)
        named = dict(attributes)
        self.links += [named[key] for key in ("href", "src") if key in named]
        if "id" in named:
            self.places.add(named["id"])

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"pre", "code", "script", "style"} & set(self.stack):
            self.words.append(data)


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
            places = set()
            for name, page in pages.items():
                places |= page.places
                if name.startswith("explorer-"):
                    continue
                with self.subTest(page=name):
                    for link in page.links:
                        target, _, anchor = link.partition("#")
                        if not link.startswith("http"):
                            self.assertTrue((folder / (target or name)).is_file(), link)
                            if anchor:
                                self.assertIn(anchor, pages[target or name].places, link)
                    words = "".join(page.words)
                    self.assertEqual([left for left in ("](", "```", "\n| ") if left in words], [])
            self.assertLessEqual(symbols.declared(ROOT / "core/include/cornerturn"), places)
            self.assertFalse([path for path in folder.rglob("*") if path.is_file() and path.stat().st_size == 0])


if __name__ == "__main__":
    unittest.main()

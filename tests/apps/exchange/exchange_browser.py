"""The page of exchange explore in headless Chromium: it loads without errors, plays, follows what is clicked,
says the numbers of check and price, fits a phone, prints. CT_BROWSER=all opens all topologies; CT_BROWSER=frames
prints how long frames and steps take, too."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from browser import CHROMIUM, Browser
from exchange_run import in_seconds, output

EXTENT = os.environ.get("CT_BROWSER", "")
TOPOLOGIES = ("hypercube:4", "mesh:4x4", "torus:4x4", "torus:4x4x4", "nodes:4x4", "dragonfly:4x2x2")
if not EXTENT:
    TOPOLOGIES = TOPOLOGIES[::5]
in_all = unittest.skipUnless(EXTENT, "by the nightly test")

# Where a rank of picture A is, and the middle of a link's longest piece, in pixels of the window.
PLACES = """(() => {
  scrollTo(0, 0);
  const {view, layout, canvas, links} = state.a, box = canvas.getBoundingClientRect();
  const seen = (x, y) => [box.left + view.x + view.scale * x, box.top + view.y + view.scale * y];
  const pieces = links.flatMap(({link, lines}) => lines.flatMap((line) => line.slice(1).map((end, i) =>
    ({link, middle: [(line[i][0] + end[0]) / 2, (line[i][1] + end[1]) / 2]}))));
  const clear = pieces.find(({link, middle}) => (pickAt(state.a, view.x + view.scale * middle[0],
    view.y + view.scale * middle[1]) || {}).link !== undefined);
  return {rank: seen(layout.x[3], layout.y[3]), link: clear && seen(...clear.middle)};
})()"""
# How many colours picture A has, and what share of its points is painted.
PAINTED = """(() => {
  const {canvas} = state.a, {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const points = new Uint32Array(data.buffer);
  return {colours: new Set(points).size, share: points.filter((one) => one !== 0).length / points.length};
})()"""
# Milliseconds between frames while it plays, and of steps until they are painted.
FRAMES = """new Promise((done) => {
  const times = [];
  let before = performance.now();
  const tick = (now) => {
    times.push(now - before);
    before = now;
    if (times.length < 150 && state.playing) requestAnimationFrame(tick);
    else { play(false); done(times.slice(5).sort((a, b) => a - b)); }
  };
  at('speed').value = 0.25;
  play(true);
  requestAnimationFrame(tick);
})"""
STEPS = """(async () => {
  const times = [];
  showStep(-1);
  for (let k = 0; k < 9; k++) {
    await new Promise(requestAnimationFrame);
    const before = performance.now();
    stepBy(1);
    state.a.canvas.getContext('2d').getImageData(0, 0, 1, 1);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
})()"""


def said(browser, name):
    """The numbers below picture A."""
    return browser.run(f"document.querySelector('#stage-a [data-name=\"{name}\"] b').textContent")


@unittest.skipIf(CHROMIUM is None, "no chromium: the page is not opened")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.page = Path(cls.folder.name) / "explorer.html"
        cls.page.write_text(output("explore"))
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.errors.clear()
        self.browser.look(1280, 900)
        self.browser.open(self.page)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def choose(self, identity, value):
        self.browser.run(f"at('{identity}').value = '{value}'; at('{identity}').dispatchEvent(new Event('change'))")
        self.browser.settle()

    def click(self, place):
        self.browser.click(*place)
        return self.browser.run("at('way').textContent")

    def check_numbers(self, topology):
        """Those of the page are those of check, and of price: as printed, and to 1e-9."""
        algorithm = self.browser.run("state.a.schedule.algorithm.label")
        what = ("--topology", topology, "--algorithm", algorithm)
        self.browser.key("End")
        told = output("check", *what)
        for name in ("steps", "messages", "blocks moved"):
            self.assertEqual(said(self.browser, name.rstrip("s") if name == "steps" else name).split()[-1],
                             re.search(rf"\n +{name} +(\d+)", told)[1], f"{topology}: {name}")
        machine = self.browser.run("state.machine.name")
        told = re.search(r"\n +time +([\d.]+ \w+)", output("price", *what, "--block", 1024, "--machine", machine))[1]
        shown = said(self.browser, "time").replace("µ", "u")
        self.assertAlmostEqual(in_seconds(shown) / in_seconds(told), 1, delta=1e-3, msg=topology)
        worst = self.browser.run("""Math.max(...state.topology.algorithms.slice(0, 4).flatMap((one) =>
          one.prices.map(([machine, bytes, seconds]) =>
            Math.abs(totalTime(scheduleOf(state.topology, one), data.machines[machine], bytes) / seconds - 1))))""")
        self.assertLessEqual(worst, 1e-9)

    def test_topologies(self):
        for topology in TOPOLOGIES:
            with self.subTest(topology=topology):
                self.choose("topology", topology)
                steps = int(said(self.browser, "step").split()[-1])
                for step in range(1, 4):
                    self.browser.key("ArrowRight")
                    self.assertEqual(said(self.browser, "step"), f"{step} of {steps}")
                self.assertRegex(self.browser.run("at('messages').textContent"), f"step 3 of {steps}")
                self.browser.key("ArrowLeft")
                self.assertEqual(said(self.browser, "step"), f"2 of {steps}")
                self.browser.run("at('time').value = 999; at('time').dispatchEvent(new Event('input'))")
                self.browser.settle()
                self.assertGreater(int(said(self.browser, "step").split()[0]), steps // 3)
                self.browser.key("Home")
                self.browser.key("ArrowRight")
                painted = self.browser.run(PAINTED)
                self.assertGreater(painted["colours"], 20)
                self.assertGreater(painted["share"], 0.01)
                self.check_numbers(topology)
                places = self.browser.run(PLACES)
                self.assertRegex(self.click(places["rank"]), r"Rank .*3.* sends and receives: \d+ messages")
                if self.browser.run("state.a.links.length > 0"):  # nodes have interfaces, no links
                    self.assertRegex(self.click(places["link"]), r"Link .+: \d+ messages? in \d+ step")
                self.assertTrue(self.browser.run("state.marks.size > 0"))
                self.browser.key("Escape")
                self.assertRegex(self.browser.run("at('way').textContent"), "^Click a rank or a link")

    def test_blocks(self):
        self.browser.run("at('matrix-a').scrollIntoView({block: 'center'})")
        box = self.browser.run("""(() => { const {left, top, width, height} =
          document.querySelector('#matrix-a canvas').getBoundingClientRect(); return [left, top, width, height]; })()""")
        text = self.click((box[0] + box[2] * 9.5 / 16, box[1] + box[3] * 6.5 / 16))
        self.assertRegex(text, "Block of 6 for 9: 1 message in 1 step")
        self.browser.run("document.querySelector('#way td button').click()")
        self.assertEqual(said(self.browser, "step"), "15 of 15")

    @in_all
    def test_sliders_redraw(self):
        def drawn():
            self.browser.settle()
            return self.browser.run("[at('curves').innerHTML, at('hull').innerHTML, at('clock').textContent]")
        before = drawn()
        self.browser.run("(() => { const one = document.querySelector('#sliders input'); one.value = one.max;"
                         "one.dispatchEvent(new Event('input')); })()")
        for was, becomes in zip(before, drawn()):
            self.assertNotEqual(was, becomes)

    @in_all
    def test_keyboard_alone(self):
        reached = set()
        for _ in range(24):
            self.browser.key("Tab")
            reached.add(self.browser.run("document.activeElement.id || document.activeElement.tagName"))
        self.assertLessEqual({"topology", "machine", "block", "compare", "theme", "CANVAS", "play", "time"}, reached)
        self.browser.run("document.activeElement.blur()")
        for playing in (True, False):
            self.browser.key("Space", " ")
            self.assertEqual(self.browser.run("state.playing"), playing)
        self.browser.run("at('theme').focus()")
        theme = self.browser.run("document.documentElement.dataset.theme")
        self.browser.key("Enter", "\r")
        self.assertNotEqual(self.browser.run("document.documentElement.dataset.theme"), theme)

    def test_looks(self):
        lights = []
        for dark in (False, True):
            self.browser.look(360, 740, dark)
            self.browser.open(self.page)
            for topology in TOPOLOGIES:
                self.choose("topology", topology)
                self.browser.run("pick(state.a, {origin: 1, destination: 6})")
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360, topology)
            least = self.browser.run("""Math.min(...[...document.querySelectorAll('.plot text')].map((text) =>
              parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))""")
            self.assertGreater(least, 9, "text in figures is too small to read")
            light = [int(one) for one in re.findall(r"\d+", self.browser.run(
                "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"))]
            lights.append(sum(light[:3]) - sum(light[-3:]))
            self.assertGreater(len(self.browser.picture(whole=False)), 10000)
        self.assertGreater(lights[0], 300)
        self.assertLess(lights[1], -300)

    @in_all
    def test_prints(self):
        paper = self.browser.printed()
        self.assertTrue(paper.startswith(b"%PDF"))
        self.assertGreater(len(paper), 50000)

    def test_faults_are_seen(self):
        text = self.page.read_text()
        for fault in ("console.error('no')", "throw Error('no')", "absent()"):
            with tempfile.NamedTemporaryFile("w", suffix=".html") as broken:
                broken.write(text.replace("\nbegin();", f"\nbegin(); {fault};"))
                broken.flush()
                self.browser.open(broken.name)
            self.assertEqual(len(self.browser.errors), 1, fault)
            self.browser.errors.clear()

    @unittest.skipUnless(EXTENT == "frames", "CT_BROWSER=frames prints times of frames")
    def test_frames(self):
        for topology, algorithms in (("hypercube:6", "direct,standard"), ("torus:8x8", "t1,direct"),
                                     ("hypercube:10", "standard,multiphase"), ("torus:32x32", "t1,direct")):
            try:
                self.page.with_name("one.html").write_text(
                    output("explore", "--topology", topology, "--algorithm", algorithms))
            except AssertionError as refused:
                print(f"{topology} {algorithms}: {refused}")
                continue
            self.browser.open(self.page.with_name("one.html"))
            frames, steps = self.browser.run(FRAMES), self.browser.run(STEPS)
            print(f"{topology} {algorithms}: frames of {frames[len(frames) // 2]:.1f} ms, 99 % below "
                  f"{frames[len(frames) * 99 // 100]:.1f} ms; a step in {steps[len(steps) // 2]:.1f} ms, "
                  f"at most {steps[-1]:.1f} ms", flush=True)


if __name__ == "__main__":
    unittest.main()

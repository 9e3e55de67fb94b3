"""The page of exchange explore: its numbers are those of check and price, its parts are all inside, and
what it cannot show is refused."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from exchange_run import exchange, output

NUMBERS = Path(__file__).with_name("explorer_numbers.js")


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])


def compute(page):
    """What the page computes itself, by node: status and output."""
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(page)
        file.flush()
        run = subprocess.run(["node", NUMBERS, file.name], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


class Explorer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = output("explore")
        cls.data = data_of(cls.page)

    def test_page_is_whole(self):
        self.assertNotRegex(self.page, r"https?://(?!www\.w3\.org)|@(STYLE|SCRIPT|DATA)@")
        self.assertNotRegex(self.page, r"<(link|img|iframe)\b|<script [^>]*src=")
        kinds = {one["kind"] for one in self.data["topologies"]}
        self.assertLessEqual({"hypercube", "mesh", "torus", "nodes", "dragonfly"}, kinds)

    def test_counts_are_those_of_check(self):
        for place in (self.data["topologies"][i] for i in (0, 2, 5)):
            for algorithm in place["algorithms"][::3]:
                with self.subTest(topology=place["text"], algorithm=algorithm["label"]):
                    text = output("check", "--topology", place["text"], "--algorithm", algorithm["label"])
                    for name in ("steps", "messages"):
                        self.assertEqual(int(re.search(rf"\n +{name} +(\d+)", text)[1]), algorithm["check"][name])

    def test_prices_are_those_of_price(self):
        place = self.data["topologies"][1]
        for algorithm in place["algorithms"][::2]:
            number, block, seconds = algorithm["prices"][4]
            text = output("price", "--topology", place["text"], "--algorithm", algorithm["label"],
                          "--block", f"{block:.0f}", "--machine", self.data["machines"][number]["name"])
            value, unit = re.search(r"\n +time +([\d.]+) (\w+)", text).groups()
            printed = float(value) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
            self.assertAlmostEqual(printed / seconds, 1, delta=1e-3, msg=algorithm["label"])

    @unittest.skipIf(shutil.which("node") is None, "no node: the page's script is not run")
    def test_page_computes_the_same(self):
        status, text = compute(self.page)
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"the same: \d{2,3} schedules, \d{4} prices, \d{4} blocks")
        self.assertIn("hull of ipsc860, 6: 2,2,2 from 0.0; 3,3 from 6.3; 6 from 122.4", text)
        small = output("explore", "--topology", "hypercube:4", "--algorithm", "direct")
        price = f"{data_of(small)['topologies'][0]['algorithms'][0]['prices'][5][2]:.17g}"
        barriers = output("explore", "--topology", "hypercube:4", "--algorithm", "multiphase", "--partition", "2,2",
                          "--sync", "phase", "--transit", "shuffled")
        for page, was, becomes in (
                (small, price, f"{float(price) * (1 + 1e-8):.17g}"),
                (small, '"messages":240', '"messages":241'),
                (barriers, "FENCE = 2,", "FENCE = 64,"), (barriers, "SHUFFLE = 16;", "SHUFFLE = 64;"),
                (barriers, "nothing", "nothing")):
            with self.subTest(was=was):
                status, text = compute(page.replace(was, becomes, 1))
                self.assertEqual(status, int(was != becomes), text)

    def test_algorithms_asked_for(self):
        page = output("explore", "--topology", "hypercube:4", "--algorithm", "direct,multiphase", "--partition", "3,1")
        labels = [one["label"] for one in data_of(page)["topologies"][0]["algorithms"]]
        self.assertEqual([label.split()[0] for label in labels], ["direct", "multiphase"])
        self.assertIn("--partition 3,1", labels[1])

    def test_refusals(self):
        for arguments, message in (
                (["--topology", "mesh:40x40"], "1600 ranks: the page shows at most 1024"),
                (["--algorithm", "direct"], "--algorithm needs --topology"),
                (["--topology", "flat:4", "--algorithm", "broadcast"], "the page shows complete exchanges"),
                (["--topology", "flat:4", "--algorithm", "direct,nonsense"], "nonsense")):
            with self.subTest(arguments=arguments):
                run = exchange("explore", *arguments)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertIn(message, run.stderr)


if __name__ == "__main__":
    unittest.main()

"""What the tests of simulated machines share. CT_BUILD is the build directory."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "run"))
import simulation  # noqa: E402


class SimulationTest(unittest.TestCase):
    def simulate(self, *arguments, **options):
        """All results, whose data must be right."""
        results = simulation.simulate(*arguments, **options)
        self.assertGreater(len(results), 0)
        for result in results:
            self.assertEqual(result.wrong, 0, result)
        return results

    def assert_close(self, found, wanted, relative=1e-6):
        self.assertLess(abs(found / wanted - 1), relative, f"{found} is not {wanted}")

    def assert_as_predicted(self, results):
        for result in results:
            self.assert_close(result.simulated_s, result.predicted_s)

    def refuses(self, *arguments, says, **options):
        with self.assertRaises(simulation.Failure) as failure:
            simulation.simulate(*arguments, **options)
        self.assertIn(says, str(failure.exception))

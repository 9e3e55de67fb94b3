"""run/setup with stand-ins for dpkg, apt and sudo: what is installed, when, and what is said."""
import os
import shutil
import unittest

from tools import ScratchTest

# Says of all packages that they are installed, but not of those in the file "missing".
DPKG_QUERY = """#!/bin/sh
for word; do
    case $word in -* | *'}'*) ;; *) grep -qx "$word" '{0}/missing' || echo "$word installed" ;; esac
done
"""

# Notes what it is asked; fails once for each line of the file "failures".
APT_GET = """#!/bin/sh
echo "apt-get $*" >>'{0}/log'
echo "frontend $DEBIAN_FRONTEND" >>'{0}/log'
if [ -s '{0}/failures' ]; then
    sed -i 1d '{0}/failures'
    exit 100
fi
"""


class Setup(ScratchTest):
    def setUp(self):
        super().setUp()
        for name, text in ("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET):
            self.write(f"bin/{name}", text.replace("{0}", self.scratch), executable=True)
        self.stand_in_user(0)
        for name in "missing", "failures", "log":
            self.write(name, "")

    def stand_in_user(self, number):
        self.write("bin/id", f"#!/bin/sh\necho {number}\n", executable=True)

    def setup(self, *arguments, **environment):
        return self.run_script("setup", *arguments, path_first=self.path("bin"),
                               environment={"CT_RETRY_S": "0", **environment})

    def asked(self):
        return [line.split("Timeout=120 ")[1] for line in self.read("log").splitlines()
                if line.startswith("apt-get")]

    def test_nothing_missing_does_nothing(self):
        result = self.setup()
        self.expect(result, 0)
        self.assertEqual(result.stdout + result.stderr, "")
        self.assertEqual(self.asked(), [])

    def test_installs_what_is_missing(self):
        self.write("missing", "mpich\nshellcheck\n")
        self.expect(self.setup(), 0, "installing mpich shellcheck")
        self.assertEqual(self.asked(),
                         ["update", "install --no-install-recommends mpich shellcheck"])
        self.assertIn("frontend noninteractive", self.read("log"))

    def test_another_mpi(self):
        self.write("missing", "openmpi-bin\nlibopenmpi-dev\nlibhdf5-openmpi-dev\nlibmpich-dev\n")
        self.expect(self.setup(CT_SETUP_MPI="openmpi"), 0)
        self.assertEqual(self.asked()[-1], "install --no-install-recommends "
                         "libhdf5-openmpi-dev libopenmpi-dev openmpi-bin")
        self.expect(self.setup(CT_SETUP_MPI="lam"), 2, "lam; allowed: mpich, openmpi")

    def test_tries_again(self):
        self.write("missing", "mpich\n")
        self.write("failures", "1\n")
        self.expect(self.setup(), 0, "once more")
        self.assertEqual(self.asked(), ["update", "update",
                                        "install --no-install-recommends mpich"])

    def test_sudo(self):
        self.write("missing", "mpich\n")
        self.stand_in_user(1000)
        self.write("bin/sudo", f"#!/bin/sh\necho \"sudo $*\" >>'{self.scratch}/log'\nshift\n"
                   "exec \"$@\"\n", executable=True)
        self.expect(self.setup(), 0)
        self.assertEqual(len(self.asked()), 2)
        self.assertIn("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get", self.read("log"))

    def test_no_rights_but_all_tools(self):
        """dpkg does not know it, yet everything is there: goes on."""
        self.write("missing", "mpich\n")
        self.stand_in_user(1000)
        self.write("bin/sudo", "#!/bin/sh\nexit 1\n", executable=True)
        self.expect(self.setup(), 0, "neither root nor sudo", "going on")
        self.assertEqual(self.asked(), [])

    def test_apt_fails(self):
        self.write("missing", "mpich\n")
        self.write("failures", "1\n2\n")
        self.expect(self.setup(), 0, "apt-get failed", "going on")

    def test_other_system_without_tools(self):
        """No apt, no tools: names them for Debian and Spack, and fails."""
        os.mkdir(self.path("bare"))
        for tool in "bash", "env", "cat":
            os.symlink(shutil.which(tool), self.path("bare", tool))
        result = self.run_script("setup", environment={"PATH": self.path("bare")})
        self.expect(result, 1, "no apt", "libhdf5-mpich-dev", "hdf5+mpi", "spack install gcc cmake")

    def test_list_and_wrong_option(self):
        self.expect(self.setup("--list"), 0, "libcyaml-dev", "mricron-data")
        self.expect(self.setup("--lsit"), 2, "--lsit", "allowed: --list")
        self.assertEqual(self.asked(), [])


if __name__ == "__main__":
    unittest.main()

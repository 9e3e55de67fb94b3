"""run/setup with stand-ins for dpkg, apt and sudo: what is installed, when, and what is said."""
import itertools
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


# Keeps lines "NAME MODE PATH" in the file "alternatives", as --get-selections prints them.
ALTERNATIVES = """#!/bin/sh
case $1 in
--get-selections) cat '{0}/alternatives' ;;
--list) echo '{0}/'$2.mpich; echo '{0}/'$2.openmpi ;;
--set)
    echo "set $2 $3" >>'{0}/log'
    grep -v "^$2 " '{0}/alternatives' >'{0}/others'
    { cat '{0}/others'; echo "$2 manual $3"; } >'{0}/alternatives' ;;
esac
"""

# Those that are chosen by hand stay; of the others Open MPI's is taken, as Debian does.
INSTALLS_OPENMPI = """
for name in mpi mpirun h5pcc; do
    grep -q "^$name manual" '{0}/alternatives' || {
        sed -i "/^$name /d" '{0}/alternatives'
        echo "$name auto {0}/$name.openmpi" >>'{0}/alternatives'
    }
done
"""


class Setup(ScratchTest):
    def setUp(self):
        super().setUp()
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET),
                           ("update-alternatives", ALTERNATIVES)):
            self.stand_in(name, text)
        self.stand_in_user(0)
        for name in "missing", "failures", "log", "alternatives":
            self.write(name, "")

    def stand_in(self, name, text):
        self.write(f"bin/{name}", text.replace("{0}", self.scratch), executable=True)

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

    def test_second_mpi_for_tests(self):
        """Beside MPICH, needed by nothing else; nobody without apt is told to load both."""
        self.write("missing", "openmpi-bin\nlibopenmpi-dev\nlibhdf5-openmpi-dev\n")
        self.expect(self.setup(), 0, "libhdf5-openmpi-dev")
        self.assertEqual(self.asked()[-1], "install --no-install-recommends "
                         "libhdf5-openmpi-dev libopenmpi-dev openmpi-bin")
        self.stand_in_user(1000)
        self.write("bin/sudo", "#!/bin/sh\nexit 1\n", executable=True)
        said = self.setup()
        self.expect(said, 0, "going on")
        self.assertNotRegex(said.stdout, "spack install.* openmpi")

    def test_another_mpi(self):
        self.write("missing", "openmpi-bin\nlibopenmpi-dev\nlibhdf5-openmpi-dev\nlibmpich-dev\n")
        self.expect(self.setup(CT_SETUP_MPI="openmpi"), 0)
        self.assertEqual(self.asked()[-1], "install --no-install-recommends "
                         "libhdf5-openmpi-dev libopenmpi-dev openmpi-bin")
        self.expect(self.setup(CT_SETUP_MPI="lam"), 2, "lam; allowed: mpich, openmpi")

    def expect_alternatives(self, before, wanted, **environment):
        """What is installed brings Open MPI's; `before` and `wanted` by name and flavour."""
        def written(lines):
            return [f"{name} {mode} {self.path(name)}.{flavour}" for name, mode, flavour in lines]
        for name, flavour in itertools.product(("mpi", "mpirun", "h5pcc"), ("mpich", "openmpi")):
            self.write(f"{name}.{flavour}", "")
        self.write("missing", "libopenmpi-dev\nopenmpi-bin\n")
        self.stand_in("apt-get", APT_GET + "[ $6 = update ] ||" + INSTALLS_OPENMPI)
        self.write("alternatives", "".join(f"{line}\n" for line in written(before)))
        self.expect(self.setup(**environment), 0)
        self.assertCountEqual(self.read("alternatives").splitlines(), written(wanted))

    def test_alternatives_stay(self):
        """MPICH's that Debian chose, and whatever the user chose."""
        names = "mpi", "mpirun", "h5pcc"
        self.expect_alternatives([(name, "auto", "mpich") for name in names],
                                 [(name, "manual", "mpich") for name in names])
        by_hand = [(name, "manual", "openmpi") for name in names]
        self.expect_alternatives(by_hand, by_hand)
        self.write("log", "")
        mixed = [("mpi", "manual", "mpich"), ("mpirun", "auto", "openmpi")]
        self.expect_alternatives([*mixed, ("h5pcc", "auto", "mpich")], [*mixed, ("h5pcc", "manual", "mpich")])
        self.assertEqual(self.read("log").count("set "), 1)

    def test_new_alternatives(self):
        """Of CT_SETUP_MPI, but of the MPI that mpicc was, where there was one."""
        names = "mpi", "mpirun", "h5pcc"
        theirs = [(name, "auto", "openmpi") for name in names]
        self.expect_alternatives([], [(name, "manual", "mpich") for name in names])
        self.expect_alternatives([], theirs, CT_SETUP_MPI="openmpi")
        self.expect_alternatives([("mpi", "auto", "openmpi")], theirs)
        self.expect_alternatives([("mpi", "manual", "mpich")], [(name, "manual", "mpich") for name in names])

    def test_no_alternatives_without_an_installation(self):
        self.write("alternatives", "mpi auto /usr/bin/mpicc.openmpi\n")
        self.expect(self.setup(), 0)
        self.assertEqual(self.read("log"), "")

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

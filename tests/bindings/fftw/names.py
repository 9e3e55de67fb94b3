"""All functions of FFTW's fftw3-mpi.h and fftw3-mpi.f03 are in the library, in both precisions; those
of serial FFTW that it has too are passed on, and there are no others. Long double is FFTW's alone.
Usage: names.py LIBRARY [FFTW3-MPI.H]"""
import re
import subprocess
import sys

# Of fftw3-mpi.h, FFTW 3.3.10. With a communicator as an argument Fortran calls NAME_f03.
LOCAL = ("local_size local_size_1d local_size_2d local_size_2d_transposed local_size_3d "
         "local_size_3d_transposed local_size_many local_size_many_1d local_size_many_transposed "
         "local_size_transposed").split()
PLANS = ("plan_dft plan_dft_1d plan_dft_2d plan_dft_3d plan_dft_c2r plan_dft_c2r_2d plan_dft_c2r_3d "
         "plan_dft_r2c plan_dft_r2c_2d plan_dft_r2c_3d plan_many_dft plan_many_dft_c2r "
         "plan_many_dft_r2c plan_many_r2r plan_many_transpose plan_r2r plan_r2r_2d plan_r2r_3d "
         "plan_transpose").split()
WISDOM = ["broadcast_wisdom", "gather_wisdom"]
OTHERS = "init cleanup execute_dft execute_dft_c2r execute_dft_r2c execute_r2r".split()
SERIAL = ("execute execute_r2r destroy_plan fprint_plan print_plan sprint_plan flops estimate_cost "
          "cost malloc free alloc_real alloc_complex").split()


def main():
    library, *header = sys.argv[1:]
    told = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    found = {line.split()[-1] for line in told.splitlines()}
    names = set(LOCAL + PLANS + WISDOM + OTHERS)
    if header:
        with open(header[0], encoding="utf-8") as file:
            names |= set(re.findall(r"\bXM\((\w+)\)", file.read())) - {"ddim", "name"}
    wanted = set()
    for prefix in ("fftw_", "fftwf_"):
        wanted |= {f"{prefix}mpi_{name}" for name in names}
        wanted |= {f"{prefix}mpi_{name}_f03" for name in LOCAL + PLANS + WISDOM}
        wanted |= {prefix + name for name in SERIAL}
    for name in sorted(wanted - found):
        print(f"missing: {name}")
    for name in sorted(found - wanted):
        print(f"not of FFTW: {name}")
    sys.exit(wanted != found)


main()

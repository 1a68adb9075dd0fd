# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""An environment in which idf.py works: an installed ESP-IDF, a script's, or one of our own making.

Ours serves the target `linux`, which needs no compiler of Espressif's and no submodule of the
checkout: only ESP-IDF's Python packages, and libbsd.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

SOURCE_TIMEOUT = 120
AND_SHOW = '. "$1" >/dev/null || exit; command -v idf.py >/dev/null && env -0'


class NoEnvironment(Exception):
    """No environment; the message says what to do."""


def of(idf: Path, script: Path | None, work: Path) -> dict[str, str]:
    """Variables for idf.py of the checkout `idf`.

    script: a bash script that makes idf.py available, in place of the checkout's export.sh.
    work: a folder of ours, for a Python environment if nothing is installed.
    """
    if not (idf / "tools" / "idf.py").is_file():
        raise NoEnvironment(f"{idf} is no ESP-IDF checkout: it has no tools/idf.py")
    if script is not None:
        return sourced(script)
    try:
        return sourced(idf / "export.sh")
    except NoEnvironment as not_installed:
        print(f"   {not_installed.args[0].splitlines()[0]}; making an environment for linux")
        return own(idf, work)


def sourced(script: Path) -> dict[str, str]:
    """What a shell has after sourcing the script; raises if idf.py is not there then."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("IDF_")}
    done = subprocess.run(
        ["bash", "-c", AND_SHOW, "-", str(script)],
        env=clean,
        capture_output=True,
        timeout=SOURCE_TIMEOUT,
    )
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise NoEnvironment(
            f"{script} does not make idf.py available" + (f" ({reason[-1]})" if reason else "")
        )
    pairs = done.stdout.decode().split("\0")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def own(idf: Path, work: Path) -> dict[str, str]:
    """For the linux target alone; installs ESP-IDF's Python requirements into `work`, once."""
    if not Path("/usr/include/bsd/string.h").is_file():
        raise NoEnvironment("ESP-IDF's linux target needs libbsd: apt-get install libbsd-dev")
    python = work / "python"
    stamp = python / "installed"
    requirements = idf / "tools" / "requirements" / "requirements.core.txt"
    if not stamp.is_file() or stamp.read_text() != requirements.read_text():
        print("   installing ESP-IDF's Python packages, once", flush=True)
        subprocess.run(["python3", "-m", "venv", str(python)], check=True)
        pip = [str(python / "bin" / "python"), "-m", "pip", "install", "-q"]
        pip += ["--disable-pip-version-check", "-r", str(requirements)]
        done = subprocess.run(pip, capture_output=True, text=True)
        if done.returncode:
            raise NoEnvironment(f"pip install of {requirements} failed:\n{done.stderr[-1500:]}")
        stamp.write_text(requirements.read_text())
    version = (idf / "tools" / "cmake" / "version.cmake").read_text()
    numbers = [re.search(rf"IDF_VERSION_{part} (\d+)", version) for part in ("MAJOR", "MINOR")]
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("IDF_")},
        "IDF_PATH": str(idf),
        "IDF_PYTHON_ENV_PATH": str(python),
        # The pinned versions are on a server of Espressif's.
        "IDF_PYTHON_CHECK_CONSTRAINTS": "no",
        # A checkout without its submodules is enough for linux.
        "IDF_SKIP_CHECK_SUBMODULES": "1",
        "ESP_IDF_VERSION": ".".join(number.group(1) for number in numbers if number),
        "PATH": f"{python / 'bin'}:{idf / 'tools'}:{os.environ['PATH']}",
    }

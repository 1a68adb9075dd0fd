# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""ExecuTorch's own unit tests, unmodified, against our runtime/ and kernels/.

    ./run upstream-tests --src <checkout of executorch> [--filter op_add]

The checkout is the user's; nothing of it is kept. Each file is a program of its own, so that one
that does not build stops no other. known.toml names what cannot pass and why. The exit code is 0 if
everything passed that it does not name.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import generated
import gtest
import programs
import suites
from generated import ROOT, Operator, function_name
from gtest import Outcome
from kernel_bundle import sources
from kernel_bundle.libraries import LibraryError
from suites import TestFile
from toolchain import BuildError, Toolchain

_CALL = re.compile(r"torch::executor::(\w+)::(\w+)\(")
_REGISTRY = ROOT / "runtime/src/kernel/operator_registry.cpp"
_PRIM_OPS = ROOT / "runtime/src/prim_ops/register_prim_ops.cpp"
SYSTEM = ["-lgtest_main", "-lgmock", "-lgtest", "-lpthread"]


@dataclass
class Row:
    """What became of one file."""

    file: TestFile
    outcome: Outcome | None = None
    reason: str = ""
    missing: list[str] = field(default_factory=list)


class Runner:
    def __init__(self, checkout: Path, folder: Path, jobs: int, sanitize: bool) -> None:
        self._checkout = checkout
        self._folder = folder
        self._jobs = jobs
        self._kernels = generated.kernel_libraries()
        support = folder / "support"
        suites.link_support(checkout, support)
        generated.write(folder / "generated", checkout, self._kernels)
        self.tools = Toolchain(folder, support, sanitize)
        self._listed = _upstream_operators(checkout)
        self._common: list[Path] = []
        self._programs: list[Path] = []
        self._environment = dict(os.environ)
        (folder / "logs").mkdir(parents=True, exist_ok=True)

    def prepare(self) -> None:
        """The runtime and what tests share; a BuildError here ends the run."""
        runtime = [
            path
            for folder in ("src", "host")
            for path in sorted((ROOT / "runtime" / folder).rglob("*.cpp"))
            if path not in (_REGISTRY, _PRIM_OPS)
        ]
        shared = [self._checkout / name for name in suites.SHARED]
        with ThreadPoolExecutor(self._jobs) as pool:
            ours = pool.map(self.tools.ours, runtime)
            theirs = pool.map(lambda path: self.tools.theirs(path, self._checkout), shared)
            self._common = [
                self.tools.archive("support", theirs),
                self.tools.archive("executorch", ours),
            ]

    def prepare_programs(self) -> None:
        """What the tests need that load programs; half a minute the first time."""
        folder = self._folder / "programs"
        programs.export(self._checkout, folder)
        self._environment |= programs.environment(self._checkout, folder)
        source = self._folder / "generated" / "RegisterPortable.cpp"
        operators = programs.write_registration(source, folder, self._kernels)
        bundle = f"-I{ROOT / 'component/kernel_bundle'}"
        kernels = [ROOT / path for path in sources.find(operators, ROOT)]
        with ThreadPoolExecutor(self._jobs) as pool:
            self._programs = [
                self.tools.ours(source, [bundle]),
                *pool.map(self.tools.ours, kernels),
            ]

    def with_programs(self) -> list[Path]:
        """What a program links that runs the exported programs."""
        registry = [self.tools.ours(_REGISTRY), self.tools.ours(_PRIM_OPS)]
        return [*self._programs, *registry, *self._common]

    def run(self, files: Iterable[TestFile]) -> Iterable[Row]:
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(self._one, files)

    def _one(self, file: TestFile) -> Row:
        row = Row(file)
        operators, row.missing = self._called(file)
        needs = file.needs
        name = file.path.removesuffix(".cpp").replace("/", "__")
        try:
            inputs = [
                self.tools.theirs(self._checkout / path, self._checkout, needs.flags)
                for path in (file.path, *needs.sources)
            ]
            kernels = [self.tools.ours(ROOT / path) for path in sources.find(operators, ROOT)]
            inputs += dict.fromkeys([*kernels, *(self._programs if needs.programs else [])])
            inputs.append(self.tools.ours(_REGISTRY, needs.registry))
            if needs.prim_ops:
                inputs.append(self.tools.ours(_PRIM_OPS))
            program = self.tools.link(name, [*inputs, *self._common], SYSTEM)
        except (BuildError, LibraryError) as error:
            row.reason = str(error)
            return row
        log = self._folder / "logs" / f"{name}.log"
        row.outcome = gtest.run(program, log, self._environment)
        return row

    def _called(self, file: TestFile) -> tuple[list[Operator], list[str]]:
        """The operators of ours that a test calls by name, and the names that we lack."""
        ours = [operator for library in self._kernels.values() for operator in library]
        calls = set(_CALL.findall(file.text))
        native = set(re.findall(r"\b(\w+_out)\(", file.text))
        found = [
            operator
            for operator in ours
            if function_name(operator) in calls
            or (
                "NativeFunctions.h" in file.text
                and operator.symbol.rpartition("::")[2] in native
                and operator.symbol.startswith("torch::executor::native::")
            )
        ]
        names = {operator.schema.qualified for operator in found}
        bases = {(namespace, re.sub(r"_outf$", "", name)) for namespace, name in calls}
        missing = [
            name
            for name in self._listed
            if name not in names and tuple(name.split(".")[0].split("::")) in bases
        ]
        return found, missing


def _upstream_operators(checkout: Path) -> list[str]:
    names = []
    for path in sorted((checkout / "kernels/portable").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^- (?:op|func): ([\w:.]+)", text, re.MULTILINE):
            names.append(name if "::" in name else f"aten::{name}")
    return list(dict.fromkeys(names))


def _known() -> dict[tuple[str, str], str]:
    """Reasons by (file, test); test is "" where the reason is the whole file's."""
    text = (Path(__file__).parent / "known.toml").read_text(encoding="utf-8")
    return {
        (entry["file"], test): entry["reason"]
        for entry in tomllib.loads(text).get("known", [])
        for test in entry.get("tests", [""])
    }


def report(rows: list[Row], every: bool) -> bool:
    """Prints the tables; whether nothing is wrong that known.toml does not name."""
    known = _known()
    reasons: list[str] = []
    wrong: list[str] = []
    used = set()
    total: Counter[str] = Counter()
    heads = ("files", "passed", "failed", "named", "skipped", "not built", "no kernel")
    print(f"{'directory':44}" + "".join(f"{head:>10}" for head in heads))
    for directory in dict.fromkeys(row.file.directory for row in rows):
        count = dict.fromkeys(heads, 0)
        for row in rows:
            if row.file.directory != directory:
                continue
            count["files"] += 1
            path = row.file.path
            if row.outcome is None:
                named = known.get((path, ""))
                used.add((path, ""))
                if row.missing and named is None:
                    count["no kernel"] += 1
                    wrong.append(f"{path}: no kernel yet: {', '.join(row.missing)}")
                    continue
                count["not built"] += 1
                (reasons if named else wrong).append(f"{path}: not built: {named or row.reason}")
                continue
            count["passed"] += len(row.outcome.passed)
            count["skipped"] += len(row.outcome.skipped)
            for test in row.outcome.failed:
                key = next((k for k in ((path, test), (path, "")) if k in known), None)
                count["failed" if key is None else "named"] += 1
                if key is None:
                    wrong.append(f"{path}: {test} failed")
                else:
                    used.add(key)
                    reasons.append(f"{path}: {test}: {known[key]}")
            if row.outcome.error and (path, "") in known:
                used.add((path, ""))
                reasons.append(f"{path}: {known[path, '']}")
            elif row.outcome.error:
                wrong.append(f"{path}: {row.outcome.error}")
            if row.missing:
                wrong.append(f"{path}: no kernel yet: {', '.join(row.missing)}")
        print(f"{directory:44}" + "".join(f"{count[head]:>10}" for head in heads))
        total.update(count)
    print(f"{'all':44}" + "".join(f"{total[head]:>10}" for head in heads))
    if every:
        wrong += [f"known.toml: {' '.join(key)}: passes now" for key in known if key not in used]
    for title, lines in (("Named in known.toml", reasons), ("Wrong", wrong)):
        if lines:
            print(f"\n{title}:")
            print("\n".join(f"  {line}" for line in lines))
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run upstream-tests", description=__doc__)
    parser.add_argument("--src", type=Path, required=True, help="checkout of executorch")
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="PATTERN",
        help="only such files: op_add, runtime/core/test, 'op_*pool*'",
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build/upstream-tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sanitize", action="store_true", help="with ASan and UBSan")
    args = parser.parse_args()
    checkout = args.src.resolve()
    if not suites.is_checkout(checkout):
        parser.error(f"{checkout} is no checkout of executorch: it has no kernels/test/TestUtil.h")
    files = suites.find(checkout)
    if args.filter:
        files = [file for file in files if any(file.matches(p) for p in args.filter)]
    if not files:
        parser.error(f"no test file matches {' or '.join(args.filter)}")
    folder = args.build.resolve() / ("sanitized" if args.sanitize else "plain")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        # Another run would replace the archives that this one links.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return run(checkout, folder, files, args)


def run(checkout: Path, folder: Path, files: list[TestFile], args: argparse.Namespace) -> int:
    runner = Runner(checkout, folder, args.jobs, args.sanitize)
    try:
        runner.prepare()
        if any(file.needs.programs or "getenv(" in file.text for file in files):
            runner.prepare_programs()
    except (BuildError, LibraryError, programs.ExportError) as error:
        print(f"upstream-tests: {error}", file=sys.stderr)
        return 1
    rows = []
    for row in runner.run(files):
        rows.append(row)
        if sys.stderr.isatty():
            print(f"\r{len(rows)} of {len(files)} {row.file.stem:50}", end="\r", file=sys.stderr)
    well = report(rows, every=not args.filter)
    print(f"\nThe programs' output is in {folder / 'logs'}")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())

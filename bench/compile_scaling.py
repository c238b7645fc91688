#!/usr/bin/env python3
"""How the time of the passes grows with the size of a program.

Compiles training steps of perceptrons of several depths, of which no two layers
are equal, prints how the time grows where the depth doubles, and draws it. Each
depth is measured in a process of its own, and the best of a few runs counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOAL = 2.2
"""By how much the time may grow where the depth doubles."""


def measure(depth: int, runs: int) -> dict:
    """Return the report of the fastest run."""
    command = [sys.executable, "-m", "tinymlir.testing", "compile-report", "mlp"]
    command += ["--layers", str(depth), "--json", "-"]
    path = os.pathsep.join(filter(None, [str(ROOT / "python"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "TINY_VERIFY": "0"}
    reports = []
    for _ in range(runs):
        done = subprocess.run(
            command, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        reports.append(json.loads(done.stdout))
    return min(reports, key=lambda report: report["passes_ms"])


def draw(reports: dict[int, dict], path: Path) -> None:
    """Draw the time of the passes, of the largest ones, and of LLVM."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "compile-scaling"
    depths = list(reports)
    times = {depth: pass_times(report) for depth, report in reports.items()}
    largest = sorted(times[depths[-1]], key=times[depths[-1]].__getitem__, reverse=True)[:6]
    figure, axes = pyplot.subplots(figsize=(7, 5))
    axes.loglog(depths, [reports[d]["passes_ms"] for d in depths], "o-k", lw=2, label="all passes")
    axes.loglog(depths, [reports[d]["llvm_ms"] for d in depths], "s--", color="gray", label="LLVM")
    for name in largest:
        axes.loglog(depths, [times[d].get(name, 0) for d in depths], ".-", label=name)
    first = reports[depths[0]]["passes_ms"]
    axes.loglog(
        depths, [first * d / depths[0] for d in depths], ":", color="silver", label="linear"
    )
    axes.set_xticks(depths, [str(d) for d in depths])
    axes.minorticks_off()
    axes.set_xlabel("layers of a perceptron, forward, backward and update")
    axes.set_ylabel("processor time in ms")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def pass_times(report: dict) -> dict[str, float]:
    """Return the time of each pass that is not LLVM's."""
    passes = [p for p in report["passes"] if p["stage"] != "LLVM"]
    return {f"{p['stage']}: {p['name']}": p["cpu_ms"] for p in passes}


def main() -> int:
    """Measure, print and draw; fail where the growth is above the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depths", type=int, nargs="+", default=[8, 16, 32, 64, 128])
    parser.add_argument("--runs", type=int, default=3, help="of which the fastest counts")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "compile-scaling.svg")
    arguments = parser.parse_args()
    reports: dict[int, dict] = {}
    worst, before = 0.0, None
    print("layers    ops  kernels  passes ms  us/op   LLVM ms  growth  fastest growing pass")
    for depth in arguments.depths:
        report = reports[depth] = measure(depth, arguments.runs)
        growth, culprit = "", ""
        if before:
            ratio = report["passes_ms"] / before["passes_ms"]
            worst = max(worst, ratio)
            growth = f"{ratio:.2f}x"
            old, new = pass_times(before), pass_times(report)
            rates = {n: new[n] / old[n] for n in new if old.get(n, 0) > 0.01 * before["passes_ms"]}
            name = max(rates, key=rates.__getitem__)
            culprit = f"{name} {rates[name]:.2f}x"
        print(
            f"{depth:6d} {report['ops']:6d} {report['kernels']:8d} {report['passes_ms']:10.1f} "
            f"{report['us_per_op']:6.1f} {report['llvm_ms']:9.1f} {growth:>7s}  {culprit}",
            flush=True,
        )
        before = report
    draw(reports, arguments.out)
    print(f"worst growth per doubling {worst:.2f}x, goal {GOAL}x; wrote {arguments.out}")
    return 0 if worst <= GOAL else 1


if __name__ == "__main__":
    raise SystemExit(main())

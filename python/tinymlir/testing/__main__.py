"""Check the compiler: `python -m tinymlir.testing COMMAND`."""

from __future__ import annotations

import argparse


def _opcost(arguments: argparse.Namespace) -> int:
    from tinymlir.testing.opcost import measure, report

    measurements = measure(arguments.realizes)
    print(report(measurements))
    return 0 if all(m.reached for m in measurements) else 1


def _fuzz(arguments: argparse.Namespace) -> int:
    if arguments.api:
        from tinymlir.testing.apifuzz.driver import fuzz
    else:
        from tinymlir.testing.fuzz.driver import fuzz  # type: ignore[assignment]

    findings = fuzz(
        arguments.seed, arguments.examples, arguments.first, arguments.most, not arguments.quiet
    )
    counts = {kind: sum(f.failure.kind == kind for f in findings) for kind in
              ("mismatch", "error", "crash", "hang", "invalid")}  # fmt: skip
    text = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    print(f"fuzz: seed {arguments.seed}: {text or 'no failures'}")
    return 1 if findings else 0


def _compile_report(arguments: argparse.Namespace) -> int:
    from tinymlir.testing.compile_report import measure, write
    from tinymlir.testing.models import build

    try:
        # The first compilation of a process also loads code.
        measure("", build("softmax"))
        outputs = build(arguments.model, arguments.layers)
    except ValueError as error:
        print(f"compile-report: {error}")
        return 2
    write(measure(arguments.model, outputs), arguments.json)
    return 0


def main(argv: list[str] | None = None) -> int:
    """Run a command; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tinymlir.testing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    opcost = commands.add_parser("opcost", help="measure what an op costs; fail on a missed target")
    opcost.add_argument("--realizes", type=int, default=100_000, help="how many to watch")
    opcost.set_defaults(run=_opcost)

    fuzz = commands.add_parser("fuzz", help="compare random programs with the interpreter")
    fuzz.add_argument("--api", action="store_true", help="compare tensor calls with PyTorch")
    fuzz.add_argument("--examples", type=int, default=1000, help="how many programs")
    fuzz.add_argument("--seed", type=int, default=0, help="which programs")
    fuzz.add_argument("--first", type=int, default=0, help="the number of the first")
    fuzz.add_argument("--most", type=int, default=5, help="stop after so many failures")
    fuzz.add_argument("--quiet", action="store_true", help="no progress bar")
    fuzz.set_defaults(run=_fuzz)

    report = commands.add_parser("compile-report", help="time and ops of each pass on a model")
    report.add_argument("model", help="mlp, cnn, block, softmax, matmul or FILE.py:FUNCTION")
    report.add_argument("--layers", type=int, help="how many, where a model has some")
    report.add_argument("--json", metavar="FILE", help="write JSON there instead; - is the output")
    report.set_defaults(run=_compile_report)

    arguments = parser.parse_args(argv)
    return arguments.run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())

"""Calls the C loaders and wrk, and reads what they print."""

import json
import re
import subprocess

from .prepare import WORK


class LoaderError(RuntimeError):
    """A loader failed; the text says what the server answered."""


def command(name, *arguments, port=None, headers=(), tls=False):
    line = [str(WORK / "loader" / name)]
    if port is not None:
        line += ["--port", str(port)]
    for header in headers:
        line += ["--header", header]
    if tls:
        line.append("--tls")
    return line + [str(a) for a in arguments]


def call(name, *arguments, **options):
    """Runs a loader to its end and returns its JSON result."""
    line = command(name, *arguments, **options)
    result = subprocess.run(line, capture_output=True, text=True, timeout=900)
    if result.returncode != 0:
        raise LoaderError(f"{name}: {result.stderr.strip()[-600:]}")
    return json.loads(result.stdout)


def start(name, *arguments, **options):
    """Starts a loader that runs beside others; `finish` collects it."""
    line = command(name, *arguments, **options)
    return subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def finish(process, timeout=300):
    out, err = process.communicate(timeout=timeout)
    if process.returncode != 0:
        raise LoaderError(err.strip()[-600:])
    return json.loads(out.strip().splitlines()[-1])


_UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}


def wrk(url, connections=64, threads=2, seconds=5, headers=()):
    """One wrk run: requests per second and latencies in seconds. Every answer must be 2xx."""
    line = ["wrk", "--latency", f"-t{threads}", f"-c{connections}", f"-d{seconds}s"]
    for header in headers:
        line += ["-H", header]
    text = subprocess.run(line + [url], capture_output=True, text=True, timeout=seconds + 60).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    if not rate or bad:
        raise LoaderError(f"wrk {url}: {bad.group(0) if bad else text[-300:]}")
    found = {"rate": float(rate.group(1))}
    for percent, number, unit in re.findall(r"^\s+(50|75|90|99)%\s+([\d.]+)(us|ms|s|m)\s*$", text, re.M):
        found[f"p{percent}"] = float(number) * _UNITS[unit]
    return found

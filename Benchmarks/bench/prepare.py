"""Installs what the benchmarks need and builds the loaders. One line per step; nothing is done twice."""

import glob
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "bench"
LOADERS = ("get", "upload", "small", "idle", "rate", "scan", "sha")
DAV_EXT = "ngx_http_dav_ext_module.so"


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def run_quietly(command):
    """Runs a command; on failure shows what it printed and stops."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed:\n{result.stdout}")


def install_packages():
    wanted = {
        "gcc": shutil.which("gcc"),
        "libc6-dev": os.path.exists("/usr/include/stdio.h"),
        "libssl-dev": glob.glob("/usr/include/openssl/ssl.h"),
        "openssl": shutil.which("openssl"),
        "wrk": shutil.which("wrk"),
        "rclone": shutil.which("rclone"),
        "curl": shutil.which("curl"),
        "aria2": shutil.which("aria2c"),
        "age": shutil.which("age"),
        "fuse3": shutil.which("fusermount3"),
        "gocryptfs": shutil.which("gocryptfs"),
        "libvips-tools": shutil.which("vipsthumbnail"),
        "imagemagick": shutil.which("mogrify-im6.q16") or shutil.which("mogrify"),
        "nginx-light": shutil.which("nginx") or os.path.exists("/usr/sbin/nginx"),
        "libnginx-mod-http-dav-ext": os.path.exists(f"/usr/lib/nginx/modules/{DAV_EXT}"),
        "python3-venv": subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True).returncode == 0,
    }
    missing = [name for name, present in wanted.items() if not present]
    if not missing:
        return
    if os.geteuid() != 0:
        sys.exit(f"bench: please install these packages first: {' '.join(missing)}")
    say("refreshing package lists")
    run_quietly(["apt-get", "update", "-qq"])
    # The nginx package starts a service of its own; the benchmarks bring theirs, so that one must not come up.
    policy = Path("/usr/sbin/policy-rc.d")
    guarded = not policy.exists()
    if guarded:
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
    try:
        for name in missing:
            say(f"installing {name}")
            run_quietly(
                ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends", name]
            )
    finally:
        if guarded:
            policy.unlink()


def install_python_peers():
    venv = WORK / "venv"
    if not (venv / "bin" / "copyparty").exists():
        run_quietly([sys.executable, "-m", "venv", "--clear", venv])
    elif glob.glob(f"{venv}/lib/python*/site-packages/PIL"):
        return
    say("installing copyparty and Pillow into .build/bench/venv")
    run_quietly([venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "copyparty", "pillow"])


def build_loaders():
    source = ROOT / "Benchmarks" / "loader"
    target = WORK / "loader"
    target.mkdir(parents=True, exist_ok=True)
    shared = [source / "net.c", source / "net.h"]
    built = []
    for name in LOADERS:
        binary = target / name
        inputs = [source / f"{name}.c", *shared]
        if binary.exists() and binary.stat().st_mtime >= max(p.stat().st_mtime for p in inputs):
            continue
        run_quietly(
            ["gcc", "-std=gnu17", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary]
            + [source / f"{name}.c", source / "net.c", "-lssl", "-lcrypto", "-lpthread"]
        )
        built.append(name)
    if built:
        say(f"built loaders: {', '.join(built)}")


def find_hearth():
    """The release binary: $HEARTH_BIN, or .build/release/hearth, built when it is not there."""
    chosen = os.environ.get("HEARTH_BIN")
    if chosen:
        if not os.access(chosen, os.X_OK):
            sys.exit(f"bench: HEARTH_BIN={chosen} is not a program")
        return Path(chosen).resolve()
    binary = ROOT / ".build" / "release" / "hearth"
    if not binary.exists():
        # It looks for hearth-media beside itself.
        for product in ("hearth-media", "hearth"):
            say(f"building {product} (release)")
            run_quietly(["swift", "build", "--package-path", ROOT, "-c", "release", "--product", product])
    return binary


def everything():
    WORK.mkdir(parents=True, exist_ok=True)
    install_packages()
    install_python_peers()
    build_loaders()
    return find_hearth()


def versions():
    """Names and versions of everything that is measured, for the line under the table."""

    def first_line(command):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return result.stdout.strip().splitlines()[0] if result.stdout.strip() else "?"

    listed = subprocess.run(
        [WORK / "venv" / "bin" / "pip", "list", "--disable-pip-version-check"], capture_output=True, text=True
    ).stdout
    python = {line.split()[0].lower(): line.split()[1] for line in listed.splitlines() if len(line.split()) == 2}
    magick = " ".join(first_line(["mogrify", "--version"]).split()[1:3])
    return [
        first_line([nginx_path(), "-v"]).replace("nginx version: ", ""),
        f"copyparty {python.get('copyparty', '?')}",
        first_line(["rclone", "version"]),
        " ".join(first_line(["curl", "--version"]).split()[:2]),
        first_line(["aria2c", "--version"]),
        first_line(["openssl", "version"]).split(" (")[0],
        first_line(["gocryptfs", "-version"]).split(";")[0],
        f"age {first_line(['age', '--version'])}",
        first_line(["vipsthumbnail", "--vips-version"]),
        f"Pillow {python.get('pillow', '?')}",
        magick,
    ]


def nginx_path():
    return shutil.which("nginx") or "/usr/sbin/nginx"

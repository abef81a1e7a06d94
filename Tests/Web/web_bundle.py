"""The app as it is installed: bundled by scripts/build-web, once for all tests."""

import os
import shutil
import subprocess

import pytest
from hearth_server import REPOSITORY


def build(folder):
    """A bundle in `folder`; skips where there is no esbuild, fails where there must be one."""
    if not shutil.which("esbuild"):
        if os.environ.get("HEARTH_BROWSERS") == "1":
            pytest.fail("no esbuild (package esbuild)")
        pytest.skip("no esbuild (package esbuild)")
    done = subprocess.run([str(REPOSITORY / "scripts/build-web"), str(folder)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


def change(folder, target):
    """The same app as another version."""
    shutil.copytree(folder, target)
    page = target / "index.html"
    page.write_text(page.read_text().replace("</body>", "<!-- another -->\n</body>"))
    return target

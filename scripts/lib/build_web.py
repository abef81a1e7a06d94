"""Bundles the web app: `build_web.py WEB OUT`."""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WORKER = "app/transfers/hash/worker.js"
WASM = "wasm/sha256.wasm"
COPIED = ["images", WASM, "vendor/icons.svg", "vendor/notices.txt", "vendor/pdfjs", "vendor/codemirror"]
# The app does without them: it hashes in JavaScript, and hands documents and texts to the browser.
OPTIONAL = {WASM, "vendor/pdfjs", "vendor/codemirror"}
COMPRESSED = {".mjs", ".js", ".css", ".svg", ".txt", ".wasm"}


def esbuild(*arguments):
    subprocess.run(["esbuild", "--log-level=warning", "--target=es2022", *map(str, arguments)], check=True)


def bundle(web, out):
    """The app's modules; returns which files its first screen needs, without main.js itself, and which come later."""
    meta = out / "meta.json"
    esbuild(web / "app/main.js", "--bundle", "--splitting", "--format=esm", "--minify", "--charset=utf8", f"--outdir={out}", f"--outbase={web}",
            "--chunk-names=app/chunks/[name]-[hash]", f"--metafile={meta}")
    # By itself, so that it shares no file with the app.
    esbuild(web / WORKER, "--bundle", "--format=esm", "--minify", "--charset=utf8", f"--outfile={out / WORKER}")
    esbuild(web / "styles/app.css", "--bundle", "--minify", f"--outfile={out / 'styles/app.css'}")
    outputs = json.loads(meta.read_text())["outputs"]
    meta.unlink()
    # The page begins with the app; its other parts are named as what the page loads at once, so that nothing waits for them.
    places = {str(Path(name).resolve().relative_to(out.resolve())): output for name, output in outputs.items()}
    needed, open_ones = set(), ["app/main.js"]
    while open_ones:
        for one in places[open_ones.pop()]["imports"]:
            place = str(Path(one["path"]).resolve().relative_to(out.resolve()))
            if one["kind"] == "import-statement" and place not in needed:
                needed.add(place)
                open_ones.append(place)
    return sorted(needed), sorted(places.keys() - needed - {"app/main.js"})


def copy(web, out):
    for name in COPIED:
        source, target = web / name, out / name
        if name in OPTIONAL and not source.exists():
            print(f"warning: the web app is built without {name}", file=sys.stderr)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)
    shutil.copy(web / "manifest.webmanifest", out)
    esbuild(web / "sw.js", "--minify", f"--outfile={out / 'sw.js'}")
    for large in (out / "vendor/pdfjs").glob("*.mjs"):
        esbuild(large, "--minify", "--legal-comments=inline", f"--outfile={large}", "--allow-overwrite")


def index(web, out, needed, later):
    page = (web / "index.html").read_text()
    lines = "".join(f'<link rel="modulepreload" href="/app/BUILD/{place}">\n' for place in needed)
    # The service worker keeps what the page names.
    apart = [place for place in (WORKER, WASM) if (out / place).exists()]
    lines += "".join(f'<meta name="hearth-later" content="/app/BUILD/{place}">\n' for place in [*later, *apart])
    page = page.replace('<script type="module"', lines + '<script type="module"')
    (out / "index.html").write_text(page)


def compress(out):
    for path in sorted(out.rglob("*")):
        if path.suffix in COMPRESSED and path.parent != out and path.stat().st_size > 600:
            packed = gzip.compress(path.read_bytes(), 9, mtime=0)
            if len(packed) < 0.95 * path.stat().st_size:
                path.with_name(path.name + ".gz").write_bytes(packed)


def main():
    web, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        fresh = Path(folder) / "web"
        fresh.mkdir()
        needed, later = bundle(web, fresh)
        copy(web, fresh)
        index(web, fresh, needed, later)
        compress(fresh)
        first = ["app/main.js", "styles/app.css", "vendor/icons.svg", *needed]
        size = sum((fresh / (name + ".gz") if (fresh / (name + ".gz")).exists() else fresh / name).stat().st_size for name in first)
        # What is served now goes last: a server that runs notices that its files are others, and a stopped build leaves it.
        if out.exists():
            out.rename(Path(folder) / "old")
        fresh.rename(out)
    print(f"The web app is in {out}: {len(first)} files and {size / 1024:.0f} KiB before the first list.")


if __name__ == "__main__":
    main()

"""Takes what the web app uses out of the wheels: `vendor_web.py ROOT WHEELS [--accept]`.

Each file is compared with Web/vendor-files.txt (sha256, path); `--accept` writes that list anew after a wheel changed. What is made here of
the files, the icons' sprite and the notices, is not in the list.
"""

import hashlib
import re
import shutil
import sys
import zipfile
from pathlib import Path

from web_notices import notices

# wheel, path in it (a folder ends with /), place below Web/vendor
PARTS = [
    ("datasette_preact", "datasette_preact/static/preact-10.27.2-htm-3.1.1.min.js", "preact-htm.js"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/build/pdf.mjs", "pdfjs/pdf.mjs"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/build/pdf.worker.mjs", "pdfjs/pdf.worker.mjs"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/web/cmaps/", "pdfjs/cmaps/"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/web/standard_fonts/", "pdfjs/standard_fonts/"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/web/wasm/", "pdfjs/wasm/"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/web/iccs/", "pdfjs/iccs/"),
    ("pdfjs_viewer_pyside6", "pdfjs_viewer/pdfjs/LICENSE", "pdfjs/LICENSE"),
    ("nicegui", "nicegui/elements/codemirror/dist/", "codemirror/"),
]
# Runs scripts of documents, which we never do.
UNUSED = ("quickjs-eval.js", "quickjs-eval.wasm")
TEXTS = {
    "MIT": ("nicegui", "nicegui-3.18.0.dist-info/licenses/LICENSE"),
    "Apache-2.0": ("datasette_preact", "datasette_preact-0.0.1.dist-info/licenses/LICENSE"),
    "icons": ("mkdocs_material", "material/templates/.icons/material/LICENSE"),
    "lock": ("nicegui", "nicegui/elements/codemirror/package-lock.json"),
}
ICONS = ("mkdocs_material", "material/templates/.icons/material/")
SOURCE_MAP = re.compile(rb"\n?//# sourceMappingURL=\S+\s*$|\n?/\*# sourceMappingURL=\S+ \*/\s*$")


def open_wheel(wheels, name):
    found = sorted(wheels.glob(f"{name}-*.whl"))
    if not found:
        sys.exit(f"error: no wheel {name} in {wheels}")
    return zipfile.ZipFile(found[-1])


def files(wheels):
    """(place below Web/vendor, bytes) of everything that is used."""
    for wheel, path, place in PARTS:
        with open_wheel(wheels, wheel) as archive:
            is_folder = path.endswith("/")
            names = [name for name in archive.namelist() if (name.startswith(path) and not name.endswith("/") if is_folder else name == path)]
            if not names:
                sys.exit(f"error: {wheel} has no {path}")
            for name in sorted(names):
                rest = name[len(path):] if is_folder else ""
                if rest.endswith((".map", ".html", ".d.ts")) or rest in UNUSED:
                    continue
                data = archive.read(name)
                yield place + rest, SOURCE_MAP.sub(b"\n", data) if rest.endswith((".js", ".mjs", ".css")) or not rest else data


def sprite(root, wheels):
    """One SVG file with a symbol for each icon of Web/icons.txt."""
    symbols = []
    wheel, folder = ICONS
    with open_wheel(wheels, wheel) as archive:
        for line in (root / "Web/icons.txt").read_text().split("\n"):
            name = line.split("#")[0].strip()
            if not name:
                continue
            text = archive.read(f"{folder}{name}.svg").decode()
            box = re.search(r'viewBox="([\d. ]+)"', text)[1]
            paths = re.search(r"<svg[^>]*>(.*)</svg>", text, re.S)[1]
            symbols.append(f'<symbol id="{name}" viewBox="{box}">{paths}</symbol>')
    return ('<svg xmlns="http://www.w3.org/2000/svg">' + "".join(symbols) + "</svg>").encode()


def text(wheels, wheel, path):
    with open_wheel(wheels, wheel) as archive:
        return archive.read(path).decode()


def main():
    root, wheels, accept = Path(sys.argv[1]), Path(sys.argv[2]), "--accept" in sys.argv
    made = dict(files(wheels))
    lines = [f"{hashlib.sha256(data).hexdigest()}  {place}\n" for place, data in sorted(made.items())]
    listed = root / "Web/vendor-files.txt"
    if accept:
        listed.write_text("".join(lines))
    elif listed.read_text() != "".join(lines):
        wrong = sorted(set(lines) ^ set(listed.read_text().splitlines(keepends=True)))
        sys.exit("error: these files are not the listed ones; nothing was written:\n" + "".join(wrong[:20]))
    texts = {name: text(wheels, *place) for name, place in TEXTS.items()}
    made |= {"icons.svg": sprite(root, wheels), "notices.txt": notices(made, texts)}
    vendor = root / "Web/vendor"
    shutil.rmtree(vendor, ignore_errors=True)
    for place, data in made.items():
        (vendor / place).parent.mkdir(parents=True, exist_ok=True)
        (vendor / place).write_bytes(data)


if __name__ == "__main__":
    main()

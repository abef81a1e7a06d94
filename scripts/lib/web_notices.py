"""The notices of the web app's libraries: who made them, and under which licence, with its text from the wheels themselves."""

import json

RULE = "=" * 100

# name, version or None, who holds the rights, licence, wheels' or vendored files with texts that belong to this one alone
LIBRARIES = [
    ("Preact", "10.27.2", "Copyright (c) 2015-present Jason Miller", "MIT", []),
    ("htm", "3.1.1", "Copyright 2018 Google Inc.", "Apache-2.0", []),
    ("Material Design Icons", None, "Copyright Pictogrammers and contributors", "Apache-2.0", ["icons"]),
    ("CodeMirror", "codemirror", "Copyright (C) 2018-2021 by Marijn Haverbeke <marijn@haverbeke.berlin> and others", "MIT", []),
    ("Themes of @uiw/codemirror-themes", "@uiw/codemirror-themes", "Copyright (c) 2021 uiw", "MIT", []),
    ("Babel runtime", "@babel/runtime", "Copyright (c) 2014-present Sebastian McKenzie and other contributors", "MIT", []),
    ("PDF.js", "6.4.299", "Copyright Mozilla Foundation", "Apache-2.0", []),
    ("Character maps of PDF.js", None, "Copyright 1990-2009 Adobe Systems Incorporated", "BSD-3-Clause", ["pdfjs/cmaps/LICENSE"]),
    ("Foxit fonts of PDF.js", None, "Copyright 2014 PDFium Authors", "BSD-3-Clause", ["pdfjs/standard_fonts/LICENSE_FOXIT"]),
    ("Liberation fonts of PDF.js", None, "Copyright (c) 2007 Red Hat, Inc.", "GPL-2.0 with font exception", ["pdfjs/standard_fonts/LICENSE_LIBERATION"]),
    ("Colour profile of PDF.js", None, "dedicated to the public", "CC0-1.0", ["pdfjs/iccs/LICENSE"]),
    ("JBIG2 decoder of PDF.js", None, "Copyright 2014 The PDFium Authors", "BSD-3-Clause and Apache-2.0", ["pdfjs/wasm/LICENSE_JBIG2", "pdfjs/wasm/LICENSE_PDFJS_JBIG2"]),
    ("OpenJPEG of PDF.js", None, "see below", "BSD-2-Clause", ["pdfjs/wasm/LICENSE_OPENJPEG", "pdfjs/wasm/LICENSE_PDFJS_OPENJPEG"]),
    ("qcms of PDF.js", None, "Copyright (C) 2009-2024 Mozilla Corporation, 1998-2007 Marti Maria", "MIT", ["pdfjs/wasm/LICENSE_QCMS", "pdfjs/wasm/LICENSE_PDFJS_QCMS"]),
]
# Which library's notice speaks for the packages whose names begin like this.
FAMILIES = {"@codemirror/": "CodeMirror", "@lezer/": "CodeMirror", "@marijn/": "CodeMirror", "codemirror": "CodeMirror", "crelt": "CodeMirror",
            "style-mod": "CodeMirror", "w3c-keyname": "CodeMirror", "@uiw/": "Themes of @uiw/codemirror-themes", "@babel/runtime": "Babel runtime"}


def packages(lock):
    """What the editor was bundled from: {library: ["name version", …]}, and each package's version. An unknown one stops everything."""
    found, versions = {}, {}
    for path, package in json.loads(lock)["packages"].items():
        if not path or package.get("dev"):
            continue
        name = path.rpartition("node_modules/")[2]
        family = next((library for start, library in FAMILIES.items() if name.startswith(start)), None)
        if family is None or package.get("license") != "MIT":
            raise SystemExit(f"error: no notice for {name}, licence {package.get('license')}: scripts/lib/web_notices.py needs one")
        found.setdefault(family, []).append(f"{name} {package['version']}")
        versions[name] = package["version"]
    return found, versions


def notices(vendored, texts):
    """The whole text.

    `vendored` has the bytes of every vendored file; `texts` the editor's `lock`, the licence of the `icons`, and the files with the texts of
    `MIT` and `Apache-2.0`.
    """
    families, versions = packages(texts["lock"])
    listed = {place for *_, places in LIBRARIES for place in places}
    missing = sorted(place for place in vendored if "LICENSE" in place and place not in listed | {"pdfjs/LICENSE"})
    if missing:
        raise SystemExit(f"error: no library names these licences: {', '.join(missing)}")
    parts = ["Hearth's web app contains the libraries listed here, under the licences that follow.\n"]
    for name, version, rights, licence, places in LIBRARIES:
        head = f"{name} {versions.get(version, version)}" if version else name
        lines = [RULE, head, rights, f"Licence: {licence}"]
        if name in families:
            lines += ["", "Bundled from " + ", ".join(sorted(families[name])) + "."]
        for place in places:
            lines += ["", (texts[place] if place == "icons" else vendored[place].decode()).strip()]
        parts.append("\n".join(lines) + "\n")
    mit = texts["MIT"]
    parts.append("\n".join([RULE, "The MIT licence, for each of the libraries above that names it, with its own copyright line", "",
                            mit[mit.index("Permission is hereby granted"):].strip()]) + "\n")
    parts.append("\n".join([RULE, "The Apache licence, version 2.0", "", texts["Apache-2.0"].strip("\n")]) + "\n")
    return "\n".join(parts).encode()

"""The app's texts by their keys, so that tests find buttons in both languages."""

import re
from functools import cache

from hearth_server import REPOSITORY

ENTRY = re.compile(r"""^\s*(?:'([^']+)'|([\w$]+)): (.+),\s*$""", re.M)
ONE = re.compile(r"""(?:\b(\w+): )?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


@cache
def table(language):
    found = {}
    for file in sorted((REPOSITORY / "Web/app/locales" / language).glob("*.js")):
        for quoted, plain, value in ENTRY.findall(file.read_text("utf-8")):
            forms = {form or "other": re.sub(r"\\(.)", r"\1", text[1:-1]) for form, text in ONE.findall(value)}
            if forms:
                found[quoted or plain] = forms
    return found


def text(language, key, **values):
    """What the app writes for a key; `n` chooses the form."""
    forms = table(language)[key]
    chosen = forms.get("one", forms["other"]) if values.get("n") == 1 else forms["other"]
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), chosen)

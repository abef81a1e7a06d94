"""An upload in WebKit, the engine of Safari."""

import base64
import os

import browser_tools
import pytest
from hearth_server import OWNER, OWNER_PASSWORD
from web_house import address_of

WAIT = """
const wait = async (find) => { const end = Date.now() + 60000; for (;;) { const found = find(); if (found) return found;
  if (Date.now() > end) throw new Error('not there: ' + find + ' ' + document.body.innerText.slice(0, 500)); await new Promise((done) => setTimeout(done, 50)); } };
const type = (element, text) => { element.focus(); element.value = text; element.dispatchEvent(new Event('input', { bubbles: true })); };
"""


@pytest.mark.timeout(180)
def test_files_are_uploaded_in_webkit(house):
    path = house.folder("WebKit")
    small, large = os.urandom(3000), os.urandom(1 << 16) * 160  # 10 MiB: two chunks
    webkit = browser_tools.start("webkit")
    try:
        base = f"http://127.0.0.1:{house.address[1]}"
        webkit.open(base + "/")
        webkit.run(WAIT + """
            type(await wait(() => document.querySelector('input[autocomplete=username]')), given.name);
            type(document.querySelector('input[autocomplete=current-password]'), given.password);
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)));
            document.querySelector('form button[type=submit]').click();
            await wait(() => document.querySelector('.shell'));
        """, name=OWNER, password=OWNER_PASSWORD)
        webkit.open(base + address_of(path))
        text = webkit.run(WAIT + """
            const input = await wait(() => document.querySelector('input[data-upload=files]'));
            const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
            const piece = bytes(given.piece);
            const data = new DataTransfer();
            data.items.add(new File([bytes(given.small)], 'small.bin', { lastModified: 1600000000000 }));
            data.items.add(new File(Array.from({ length: 160 }, () => piece), 'large.bin', { lastModified: 1600000000000 }));
            input.files = data.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
            await wait(() => /2 .*uploaded|已上传 2/.test(document.querySelector('.dock')?.innerText ?? ''));
            return document.querySelector('.dock').innerText;
        """, small=base64.b64encode(small).decode(), piece=base64.b64encode(large[:1 << 16]).decode())
        assert "2" in text
        assert house.owner.content(f"{path}/small.bin") == small
        assert house.owner.content(f"{path}/large.bin") == large
        assert {item["mod_time"] for item in house.owner.list(path).items()} == {1_600_000_000}
    finally:
        webkit.close()

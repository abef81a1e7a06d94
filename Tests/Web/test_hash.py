"""The hash of uploads in a browser: the worker as the app starts it, by WebAssembly and without."""

import base64
import hashlib

import pytest

#: The standard's own examples (FIPS 180-4), and lengths around blocks, the module's room of 1 MiB and slices of 4 MiB.
EXAMPLES = [b"", b"abc", b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", b"a" * 1_000_000,
            *(bytes(index % 251 for index in range(length)) for length in (55, 56, 63, 64, 65, (1 << 20) - 1, (1 << 20) + 1)), b"x" * ((4 << 20) + 3)]

HASH = """async (examples) => {
  const build = document.querySelector('meta[name="hearth-build"]').content;
  const worker = new Worker(`/app/${build}/app/transfers/hash/worker.js`, { type: 'module' });
  const found = [];
  for (const [job, example] of examples.entries()) {
    const file = new Blob([Uint8Array.from(atob(example), (letter) => letter.charCodeAt(0))]);
    found.push(await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => { if (data.digest) resolve(data.digest); else if (data.error) reject(new Error(data.error)); };
      worker.postMessage({ job, file });
    }));
  }
  worker.terminate();
  return found;
}"""


@pytest.mark.parametrize("way", ["wasm", "plain"])
def test_hash_in_the_worker(wide, way):
    asked = []
    # A worker's requests are the context's.
    wide.context.on("response", lambda answer: asked.append(answer.status) if answer.url.endswith("sha256.wasm") else None)
    if way == "plain":
        wide.guard.expect("sha256[.]wasm$", 404)
        wide.context.route("**/sha256.wasm", lambda route: route.fulfill(status=404))
    found = wide.evaluate(HASH, [base64.b64encode(example).decode() for example in EXAMPLES])
    assert found == [hashlib.sha256(example).hexdigest() for example in EXAMPLES]
    assert asked and all(status == (200 if way == "wasm" else 404) for status in asked), asked

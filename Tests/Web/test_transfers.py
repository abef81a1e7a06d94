"""Uploads: the ways in, clashes, several tabs, errors that say what to do, and what stays responsive meanwhile."""

import os
import re
import time

import pytest
from conftest import sign_in
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from playwright.sync_api import expect
from upload_door import UploadDoor
from web_house import SAFE_PASSWORD, address_of, web_server
from web_page import axe, evaluate, fits, fits_fingers, sign_in_here, take, until_true

CHUNK = 8 << 20
expect.set_options(timeout=20_000)

#: A busy machine is slow; what hangs ends all the same.
pytestmark = pytest.mark.timeout(180)


def made(path, size):
    """A file of its own of that length."""
    with open(path, "wb") as file:
        file.truncate(size)
        file.write(os.urandom(min(size, 64)))
    return path


def choose(page, *paths, way="files"):
    page.locator(f"input[data-upload={way}]").first.set_input_files([str(path) for path in paths] if way != "folder" else str(paths[0]))


def until(page, condition, seconds=60):
    """Lets Playwright hear what the page does until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


def dock(page):
    return page.locator(".dock")


def finished(page, count):
    text = "One file uploaded" if count == 1 else f"{count:,} files uploaded"
    expect(dock(page)).to_contain_text(text, timeout=60_000)


def tree(client, path):
    """Names below a folder with sizes; directories end in a slash."""
    found = {}
    for item in client.list(path, type=1).items():
        found[item["path"].removeprefix(path + "/") + ("/" if item["type"] == 0 else "")] = item["size"] if item["type"] else None
    return found


def test_files_of_all_sizes_arrive_with_their_time(house, page_at, tmp_path):
    path = house.folder("Sizes")
    page = page_at(path=address_of(path))
    sizes = {"empty.txt": 0, "one.txt": 1, "small.bin": 4 << 20, "large.bin": 2 * CHUNK + 5, "长长的名字 ü %41 #1 😀.bin": 100}
    for name, size in sizes.items():
        os.utime(made(tmp_path / name, size), (1_600_000_000, 1_600_000_000))
    choose(page, *(tmp_path / name for name in sizes))
    finished(page, len(sizes))
    items = {item["name"]: item for item in house.owner.list(path).items()}
    assert {name: item["size"] for name, item in items.items()} == sizes
    assert {item["mod_time"] for item in items.values()} == {1_600_000_000}
    expect(page.get_by_text("large.bin")).to_be_visible()
    for name in sizes:
        assert house.owner.content(f"{path}/{name}") == (tmp_path / name).read_bytes()


def test_a_taken_name_is_asked_once_with_three_answers(house, page_at, tmp_path):
    path = house.folder("Clash", [(f"{number}.txt", b"there") for number in range(4)])
    page = page_at(path=address_of(path))
    page.guard.expect(r"/resources/", 409)
    files = [made(tmp_path / f"{number}.txt", 3) for number in range(4)]
    new = {file.name: file.read_bytes() for file in files}
    question = page.locator("dialog.clash")

    # One by one: skip, replace, then keep both for the rest.
    choose(page, *files)
    asked = []
    for answer in ("Skip", "Replace", "Keep both"):
        expect(question).to_be_visible()
        asked.append(question.locator("strong").inner_text().replace("\n", ""))
        if answer == "Keep both":
            axe(page, "dialog")
            fits(page)
            question.get_by_label("Do the same").check()
        question.get_by_role("button", name=answer).click()
        expect(question.filter(has_text=asked[-1])).to_have_count(0)
    expect(dock(page)).to_contain_text("3 files uploaded, one left out")
    found = tree(house.owner, path)
    assert len(found) == 6, found
    assert house.owner.content(f"{path}/{asked[0]}") == b"there"
    assert house.owner.content(f"{path}/{asked[1]}") == new[asked[1]]
    for name in set(new) - {asked[0], asked[1]}:
        assert house.owner.content(f"{path}/{name}") == b"there"
        assert house.owner.content(f"{path}/{name.replace('.', '(1).')}") == new[name]

    # The same bytes are no clash; others are replaced in one answer.
    for file in files:
        file.write_bytes(b"newer " + file.name.encode())
    choose(page, *files)
    expect(question).to_be_visible()
    question.get_by_label("Do the same").check()
    question.get_by_role("button", name="Replace").click()
    expect(dock(page)).to_contain_text("7 files uploaded, one left out")
    for file in files:
        assert house.owner.content(f"{path}/{file.name}") == file.read_bytes()


def test_a_large_file_asks_before_its_bytes_go(house, page_at, tmp_path):
    path = house.folder("Clash", [("film.bin", b"there")])
    page = page_at(path=address_of(path))
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/uploads" in request.url else None)
    choose(page, made(tmp_path / "film.bin", 3 * CHUNK))
    question = page.locator("dialog.clash")
    expect(question).to_be_visible()
    assert sent == []
    # Put off: the row keeps the question.
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(dock(page)).to_contain_text("One name is taken")
    dock(page).get_by_role("button", name="Choose").click()
    question.get_by_role("button", name="Keep both").click()
    finished(page, 1)
    assert tree(house.owner, path) == {"film.bin": 5, "film(1).bin": 3 * CHUNK}


@pytest.mark.parametrize(("answer", "left"), [("Keep both", {"film.bin": 5, "film(1).bin": 2 * CHUNK}), ("Replace", {"film.bin": 2 * CHUNK}), ("Skip", {"film.bin": 5})])
def test_a_clash_at_the_end_sends_no_byte_again(house, page_at, tmp_path, answer, left):
    path = house.folder("End")
    page = page_at(path=address_of(path))
    page.guard.expect(r"/complete$", 409)
    chunks = []
    page.on("request", lambda request: chunks.append(request.url) if "/chunks/" in request.url else None)

    def take_the_name(route):
        """Somebody does, while the bytes go."""
        house.owner.send(f"{path}/film.bin", b"there")
        route.continue_()

    page.route("**/api/v1/uploads/*/complete", take_the_name, times=1)
    choose(page, made(tmp_path / "film.bin", 2 * CHUNK))
    question = page.locator("dialog.clash")
    question.get_by_role("button", name=answer).click()
    expect(question).to_have_count(0)
    page.locator(".side a[href='/transfers']").click()
    page.get_by_role("tab", name=re.compile("Finished")).click()
    expect(page.locator(f".transfer[data-state={'skipped' if answer == 'Skip' else 'done'}]")).to_be_visible()
    assert tree(house.owner, path) == left
    assert len(chunks) == 2


@pytest.mark.parametrize("answer, words", [("Replace", "a.txt: A folder has this name"), ("Skip", None)])
def test_a_file_does_not_take_the_place_of_a_folder(house, page_at, tmp_path, answer, words):
    path = house.folder("Names")
    house.make(house.owner, f"{path}/a.txt")
    page = page_at(path=address_of(path))
    page.guard.expect("/resources/|/uploads", 409)
    choose(page, made(tmp_path / "a.txt", 100))
    page.locator("dialog.clash").get_by_role("button", name=answer).click()
    if words:
        expect(dock(page).get_by_role("alert")).to_contain_text(words)
    else:
        expect(dock(page)).to_contain_text("One file left out")
    expect(page.locator("dialog.clash")).to_have_count(0)


def test_a_dropped_folder_keeps_its_tree(house, page_at, tmp_path):
    path = house.folder("Drop")
    page = page_at(path=address_of(path))
    # Before the folder is there nobody knows whether anything may be put into it.
    expect(page.get_by_text("This folder is empty")).to_be_visible()
    top = tmp_path / "Album 2026"
    for name in ("a.jpg", "day 1/b.jpg", "day 1/deep/c.jpg"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(name.encode())
    (top / "empty/inner").mkdir(parents=True)
    single = made(tmp_path / "single.txt", 10)

    tools = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(top), str(single)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver"):
        tools.send("Input.dispatchDragEvent", {"type": kind, "x": 700, "y": 400, "data": data})
    expect(page.locator(".drop-hint")).to_contain_text(f"Drop to upload into “{path.rsplit('/', 1)[1]}”")
    take(page, "transfers-drop")
    tools.send("Input.dispatchDragEvent", {"type": "drop", "x": 700, "y": 400, "data": data})
    expect(page.locator(".drop-hint")).to_have_count(0)
    finished(page, 5)
    assert tree(house.owner, path) == {
        "Album 2026/": None, "Album 2026/a.jpg": 5, "Album 2026/day 1/": None, "Album 2026/day 1/b.jpg": 11, "Album 2026/day 1/deep/": None,
        "Album 2026/day 1/deep/c.jpg": 16, "Album 2026/empty/": None, "Album 2026/empty/inner/": None, "single.txt": 10}


def test_a_chosen_folder_keeps_its_tree(house, page_at, tmp_path):
    path = house.folder("Pick")
    page = page_at(path=address_of(path))
    (tmp_path / "Trip/in").mkdir(parents=True)
    (tmp_path / "Trip/a.txt").write_bytes(b"a")
    (tmp_path / "Trip/in/b.txt").write_bytes(b"bb")
    choose(page, tmp_path / "Trip", way="folder")
    finished(page, 2)
    assert tree(house.owner, path) == {"Trip/": None, "Trip/a.txt": 1, "Trip/in/": None, "Trip/in/b.txt": 2}


def test_a_pasted_picture_gets_a_name(house, page_at):
    path = house.folder("Paste")
    page = page_at(path=address_of(path))
    expect(page.locator(".drop-zone")).to_be_visible()
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.items.add(new File(['picture'], 'image.png', {type: 'image/png'}));
      data.items.add(new File(['text'], 'notes.txt', {type: 'text/plain'}));
      document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
    }""")
    finished(page, 2)
    names = sorted(tree(house.owner, path))
    assert re.fullmatch(r"Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png", names[0]), names
    assert names[1] == "notes.txt"


def test_a_list_answers_at_once_beside_uploads_that_stall(pages, tmp_path):
    server = web_server(tmp_path / "data").start()
    door = UploadDoor(server.address)
    try:
        page = pages.at(server=door, path=None)
        sign_in(page, OWNER, OWNER_PASSWORD)
        page.goto("/folder/s/1")
        door.open.clear()
        choose(page, *(made(tmp_path / f"{number}.bin", 20 << 20 if number % 2 else 1 << 20) for number in range(12)))
        door.wait(lambda: door.in_flight == 4)
        ask = """async () => {
          const open = indexedDB.open('hearth');
          const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
          const session = await new Promise((done) => { const asking = database.transaction('session').objectStore('session').get('current'); asking.onsuccess = () => done(asking.result); });
          const took = [];
          for (let count = 0; count < 10; count += 1) {
            const from = performance.now();
            await (await fetch('/api/v1/resources/s/1?page_size=200', {cache: 'no-store', headers: {'scope-token': session.token}})).json();
            took.push(performance.now() - from);
          }
          return took;
        }"""
        # Every one of them is promised. A machine that did something else meanwhile is asked once more.
        for _ in range(2):
            took = page.evaluate(ask)
            print("lists beside a stalled queue took ms:", [round(one) for one in took])
            if max(took) < 200:
                break
        assert max(took) < 200, took
        assert door.in_flight == 4
        door.open.set()
        finished(page, 12)
        assert door.most_in_flight == 4
    finally:
        door.close()
        server.kill()


class Flight:
    """Uploads in flight, as the browser counts them."""

    def __init__(self, context):
        self.now, self.most = set(), 0
        context.on("request", self._begin)
        context.on("requestfinished", lambda request: self.now.discard(request))
        context.on("requestfailed", lambda request: self.now.discard(request))

    def _begin(self, request):
        if request.method in ("PUT", "POST") and re.search(r"/api/v1/(uploads|resources/)", request.url):
            self.now.add(request)
            self.most = max(self.most, len(self.now))

    def forget(self, page):
        """The page is gone, and so are its requests."""
        self.now -= {request for request in self.now if request.frame.page == page}


def test_two_tabs_share_one_queue(pages, tmp_path):
    server = web_server(tmp_path / "data").start()
    door = UploadDoor(server.address)
    try:
        first = pages.at(server=door, path=None)
        first.guard.windows_allowed = 2
        first.guard.expect(r"/resources/", 409)  # a file that the dying tab had just brought there
        sign_in(first, OWNER, OWNER_PASSWORD)
        first.goto("/folder/s/1")
        flight = Flight(first.context)
        second = first.context.new_page()
        second.goto("/folder/s/1")
        door.open.clear()
        choose(first, *(made(tmp_path / f"a{number}.bin", (1 + number) << 20) for number in range(8)))
        choose(second, *(made(tmp_path / f"b{number}.bin", (1 + number) << 20) for number in range(8)))
        door.wait(lambda: door.in_flight == 4)

        # Each shows all of them, and the one that does not work can steer.
        for page in (first, second):
            expect(dock(page)).to_contain_text("Uploading 16 files")
        second.goto("/transfers")
        second.get_by_role("button", name="Pause all").click()
        expect(dock(first)).to_contain_text("16 uploads are paused")
        expect(second.locator(".transfer[data-state=paused]").first).to_be_visible()
        second.get_by_role("button", name="Cancel a7.bin").click()
        expect(dock(first)).to_contain_text("15 uploads are paused")
        second.get_by_role("button", name="Go on", exact=True).click()
        expect(dock(first)).to_contain_text("Uploading 15 files")

        # The working tab dies in the middle: the other goes on, with the files of both.
        first.close(run_before_unload=False)
        flight.forget(first)
        door.open.set()
        expect(second.get_by_role("tab", name=re.compile("Finished"))).to_contain_text("15", timeout=60_000)
        names = {item["name"] for item in Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD).list("/s/1").items()}
        assert names == {f"{letter}{number}.bin" for letter in "ab" for number in range(8)} - {"a7.bin"}
        assert flight.most == 4
    finally:
        door.close()
        server.kill()


def test_how_long_it_takes_is_not_cut(house, page_at, tmp_path):
    path = house.folder("Pace")
    page = page_at("narrow", path=address_of(path))
    tools = page.context.new_cdp_session(page)
    tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 600_000})
    choose(page, *(made(tmp_path / f"A film of the summer holidays {number}.bin", 600 << 20) for number in range(2)))
    expect(dock(page)).to_contain_text("left")
    page.get_by_role("link", name="Transfers").last.click()
    state = page.locator(".transfer[data-state=running] .transfer-state").first
    expect(state).to_contain_text("left")
    assert state.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1")
    assert state.evaluate("(one) => one.closest('.window-item').scrollHeight <= one.closest('.window-item').clientHeight")
    fits(page)
    axe(page)
    take(page, "transfers-pace-narrow")
    # What was fast a moment ago is not while nobody answers.
    with page.guard.offline():
        tools.send("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        expect(state).to_contain_text("waits for the drive")
        expect(page.locator(".transfers-head")).to_contain_text("Waits for the drive")
        fits(page)
        tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 600_000})
        expect(state).to_contain_text("left", timeout=60_000)
    page.get_by_role("button", name="Pause all").click()
    for number in range(2):
        page.get_by_role("button", name=f"Cancel A film of the summer holidays {number}.bin").click()
    expect(page.get_by_text("Nothing is on its way")).to_be_visible()


def test_the_queue_is_kept_after_the_browser_closed_its_database(house, page_at, tmp_path):
    """Phones end the process behind it while a page sleeps, and people clear what a browser keeps."""
    path = house.folder("Closed")
    page = page_at(path=address_of(path))
    # Signed in from what the browser keeps: it is not to be cleared before that has been read.
    expect(page.locator(".empty")).to_be_visible()
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": page.evaluate("location.origin"), "storageTypes": "indexeddb"})
    choose(page, made(tmp_path / "a.bin", 1000))
    finished(page, 1)
    until_true(page, """new Promise((resolve) => {
        const opening = indexedDB.open("hearth");
        opening.onsuccess = () => {
            const kept = opening.result.transaction("uploads").objectStore("uploads").getAll();
            kept.onsuccess = () => (opening.result.close(), resolve(kept.result.some((row) => row.name === "a.bin" && row.state === "done")));
        };
    })""")


def test_nobody_sees_anothers_uploads(house, page_at, tmp_path):
    path = house.folder("Mine")
    page = page_at(path=None, fresh=True)
    page.goto(address_of(path))
    page.route("**/api/v1/uploads/*/chunks/*", lambda route: None)
    choose(page, made(tmp_path / "secret plan.bin", 20 << 20))
    expect(dock(page)).to_contain_text("Uploading one file")
    sign_out(page, asks=True)
    sign_in(page, "max", "maximal 7 secret")
    page.goto("/transfers")
    expect(page.get_by_text("Nothing is on its way")).to_be_visible()
    assert "secret plan" not in page.content()
    sign_out(page, asks=False)
    page.unroute("**/api/v1/uploads/*/chunks/*")
    sign_in(page, OWNER, OWNER_PASSWORD)
    page.goto("/transfers")
    expect(page.get_by_text("secret plan")).to_be_visible()
    page.locator("input[data-upload=again]").set_input_files(made(tmp_path / "other.bin", 20 << 20))
    expect(page.get_by_text("None of these is a file that is waited for")).to_be_visible()
    page.get_by_role("button", name="Cancel secret plan.bin").click()


def unlock(page):
    dialog = page.locator("dialog")
    dialog.locator("input").fill(SAFE_PASSWORD)
    dialog.locator("button[type=submit]").click()
    expect(dialog).to_have_count(0)


def sign_out(page, *, asks):
    """By hand, as soon as there is the button; what waits to be sent is asked about even then."""
    page.goto("/me")
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    if asks:
        page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.locator("input[autocomplete=username]").wait_for()


def test_a_locked_folder_waits_for_its_password(house, page_at, tmp_path):
    page = page_at(path=None, fresh=True)
    page.guard.expect(r"/(uploads|resources|folders)", 403)
    page.goto(address_of(house.safe_path))
    unlock(page)
    expect(page.get_by_text("Passport.jpg")).to_be_visible()
    choose(page, made(tmp_path / "small.txt", 20))
    finished(page, 1)
    held = []
    page.route("**/api/v1/uploads/*/chunks/*", lambda route: held.append(route) if not held else route.continue_())
    choose(page, made(tmp_path / "large.bin", 2 * CHUNK))
    expect(dock(page)).to_contain_text("Uploading one file")
    until(page, lambda: held)
    page.get_by_role("button", name="Lock now").first.click()
    for route in held:
        route.continue_()
    expect(dock(page).get_by_role("alert")).to_contain_text("large.bin: The folder is locked. Open it, and the upload goes on.")
    dock(page).locator("a").click()
    expect(page.get_by_text("The folder is locked")).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_role("button", name="Open the folder of large.bin").click()
    unlock(page)
    page.get_by_role("tab", name=re.compile("Finished")).click()
    expect(page.locator(".transfer[data-state=done]", has_text="large.bin")).to_be_visible()
    # What arrived is named as long as the folder is open, and not after a reload either.
    expect(page.get_by_text("small.txt")).to_have_count(0)
    page.goto(address_of(house.safe_path))
    page.get_by_role("button", name="Lock now").first.click()
    expect(page.get_by_role("heading", name="Files")).to_be_visible()
    for _ in range(2):
        page.goto("/transfers")
        page.get_by_role("tab", name=re.compile("Finished")).click()
        expect(page.get_by_text("large.bin")).to_have_count(0)
    house.unlock_for(house.owner)
    assert house.owner.content(f"{house.safe_path}/large.bin") == (tmp_path / "large.bin").read_bytes()
    house.owner.delete(f"{house.safe_path}/large.bin", f"{house.safe_path}/small.txt")


@pytest.mark.parametrize("answer", [404, None])
def test_files_arrive_where_the_worker_does_not_come(house, page_at, tmp_path, answer):
    """As from a page that is older than the drive's app, and while the drive is being started."""
    path = house.folder("Worker")
    page = page_at(path=address_of(path))
    with page.guard.offline():
        page.guard.expect("worker", 404)
        page.route(re.compile(r"hash/worker\.js"), lambda route: route.fulfill(status=answer) if answer else route.abort())
        files = [made(tmp_path / "large.bin", 2 * CHUNK + 5), made(tmp_path / "small.txt", 1000)]
        choose(page, *files)
        finished(page, 2)
    for file in files:
        assert house.owner.content(f"{path}/{file.name}") == file.read_bytes()


def test_leaving_asks_while_what_was_dropped_waits_for_a_password(house, page_at):
    page = page_at(path=None, fresh=True)
    page.guard.expect(r"/(uploads|resources|folders)", 403)
    page.goto(address_of(house.safe_path))
    page.locator("dialog input").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_text("This folder is locked")).to_be_visible()
    paste = """document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: ((data) => (data.items.add(new File(['x'], 'a.txt')), data))(new DataTransfer()),
        bubbles: true, cancelable: true}))"""
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type))
    page.evaluate(paste)
    page.locator("dialog input").wait_for()
    page.reload()
    until(page, lambda: asked)
    assert asked == ["beforeunload"]


def test_what_was_chosen_is_there_after_the_session_ended_in_the_middle(house, page_at, tmp_path):
    path = house.folder("Ended")
    folder = tmp_path / "Many"
    folder.mkdir()
    for number in range(3000):
        (folder / f"{number:04}.txt").write_bytes(b"")
    page = page_at(path=None, fresh=True)
    page.guard.expect(r".", 401)
    page.goto(address_of(path))
    page.route("**/api/v1/resources/**", lambda route: None if route.request.method == "POST" else route.continue_())
    expect(page.locator(".drop-zone")).to_be_visible()
    choose(page, folder, way="folder")
    expect(dock(page)).to_contain_text("Uploading")
    token = page.evaluate("""new Promise((resolve) => { indexedDB.open('hearth').onsuccess = ({ target }) => {
        target.result.transaction('session').objectStore('session').get('current').onsuccess = (event) => (target.result.close(), resolve(event.target.result.token)); }; })""")
    Hearth(house.server.address, token).request("DELETE", "/sessions", base=V1).ok()
    page.locator("input[autocomplete=current-password]").wait_for()
    sign_in_here(page, OWNER, OWNER_PASSWORD)
    expect(dock(page)).to_contain_text("Uploading 3,000 files", timeout=60_000)
    page.unroute("**/api/v1/resources/**")


def test_errors_name_the_file_and_stay(house, page_at, tmp_path):
    path = house.folder("Errors")
    page = page_at(path=address_of(path))
    page.guard.expect(r"/(uploads|resources)", 400, 404, 507)
    long = tmp_path / ("語" * 80 + ".txt")
    made(long, 5)
    choose(page, long)
    finished(page, 1)
    # A partition that is full.
    page.route("**/api/v1/uploads", lambda route: route.fulfill(
        status=507, content_type="application/json", body='{"status":10028,"reason":"There is not enough free space. Free some and try again."}'))
    choose(page, made(tmp_path / "film.mkv", 2 * CHUNK))
    expect(dock(page).get_by_role("alert")).to_contain_text("film.mkv: There is not enough free space. Free some and try again.")
    page.unroute("**/api/v1/uploads")
    expect(dock(page)).to_contain_text("See what to do")
    # Out of the way it is still not forgotten.
    dock(page).get_by_role("button", name="Hide this").click()
    expect(dock(page)).to_have_count(0)
    page.get_by_role("link", name="Transfers").last.click()
    page.get_by_role("tab", name=re.compile("Needs you")).click()
    expect(page.get_by_role("tab", name=re.compile("Needs you"))).to_have_attribute("aria-selected", "true")
    take(page, "transfers-failed")
    page.get_by_role("button", name="Try film.mkv again").click()
    page.get_by_role("tab", name=re.compile("Finished")).click()
    expect(page.locator(".transfer[data-state=done]", has_text="film.mkv")).to_be_visible()
    assert tree(house.owner, path)["film.mkv"] == 2 * CHUNK


def test_a_file_that_changes_is_never_mixed(house, page_at, tmp_path):
    path = house.folder("Changes")
    page = page_at(path=address_of(path))
    page.guard.expect("", )
    file = made(tmp_path / "growing.log", 4 * CHUNK)
    held = []
    page.route("**/api/v1/uploads/*/chunks/2", lambda route: held.append(route))
    choose(page, file)
    expect(dock(page)).to_contain_text("Uploading one file")
    until(page, lambda: held)
    # Of a larger file it would be kept how far it was hashed: what that says of the old content is not true of the new one.
    page.evaluate("""() => new Promise((resolve) => { indexedDB.open("hearth").onsuccess = ({ target: { result: database } }) => {
        const running = database.transaction(["uploads", "hashes"], "readwrite");
        running.objectStore("uploads").getAll().onsuccess = ({ target: { result: [row] } }) => {
            running.objectStore("hashes").put({ state: new Uint8Array(104), done: 1 << 20, size: row.size, lastModified: row.modified }, row.id);
        };
        running.oncomplete = () => (database.close(), resolve());
    }; })""")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    with open(file, "r+b") as writing:
        writing.seek(3 * CHUNK)
        writing.write(b"other bytes")
    for route in held:
        route.continue_()
    expect(dock(page).get_by_role("alert")).to_contain_text("growing.log: The file was changed or removed on this device")
    page.unroute("**/api/v1/uploads/*/chunks/2")
    assert tree(house.owner, path) == {}
    dock(page).locator("a").click()
    page.locator("input[data-upload=again]").set_input_files(file)
    page.get_by_role("tab", name=re.compile("Finished")).click()
    expect(page.locator(".transfer[data-state=done]")).to_be_visible()
    assert house.owner.content(f"{path}/growing.log") == file.read_bytes()


def test_a_lost_network_is_waited_for(house, page_at, tmp_path):
    path = house.folder("Network")
    page = page_at(path=address_of(path))
    page.guard.expect("")
    page.route("**/api/v1/uploads/*/chunks/1", lambda route: (route.abort("connectionreset"), page.unroute("**/api/v1/uploads/*/chunks/1")))
    choose(page, made(tmp_path / "a.bin", 2 * CHUNK))
    finished(page, 1)
    page.context.set_offline(True)
    choose(page, made(tmp_path / "b.bin", 100))
    expect(dock(page)).to_contain_text("Uploading one file")
    page.context.set_offline(False)
    finished(page, 2)


@pytest.mark.once
def test_ten_thousand_files_are_shown_in_a_window_and_paused_at_once(house, page_at, tmp_path):
    path = house.folder("Many")
    count = 10_000
    folder = tmp_path / "Many files"
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:05}.txt").write_bytes(b"%d" % number)
    page = page_at(path=address_of(path))
    # Nothing is to be sent: this is about the page.
    page.route("**/api/v1/resources/**", lambda route: None if route.request.method == "POST" else route.continue_())
    expect(page.locator(".drop-zone")).to_be_visible()
    choose(page, folder, way="folder")
    expect(dock(page)).to_contain_text("Uploading 10,000 files", timeout=120_000)
    page.locator(".side a[href='/transfers']").click()
    expect(page.locator(".transfer").first).to_be_visible()
    assert page.locator(".transfer").count() < 60
    page.get_by_role("button", name="Pause all").click()
    expect(page.locator(".transfer[data-state=paused]").first).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).wait_for()
    page.unroute("**/api/v1/resources/**")


def test_the_page_of_transfers(house, page_at, screen, tmp_path):
    path = house.folder("Page", [("taken.txt", b"there")])
    page = screen
    page.guard.expect(r"/resources/", 409)
    page.goto(address_of(path))
    page.route("**/api/v1/uploads/*/chunks/3", lambda route: None)
    choose(page, made(tmp_path / "Summer at the lake, the whole film in its first and longest version.mkv", 4 * CHUNK), made(tmp_path / "taken.txt", 7))
    page.locator("dialog.clash").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("a[href='/transfers']:visible").first.click()
    expect(page.locator(".transfer[data-state=running]")).to_be_visible()
    axe(page)
    fits(page)
    if page.size == "narrow":
        fits_fingers(page)
    take(page, f"transfers-running-{page.size}")
    page.get_by_role("button", name=re.compile("^Pause Summer")).click()
    expect(page.locator(".transfer[data-state=paused]")).to_be_visible()
    page.get_by_role("tab", name=re.compile("Needs you")).click()
    expect(page.locator(".transfer[data-state=clash]")).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_role("button", name="Choose what to do with taken.txt").click()
    page.get_by_role("button", name="Keep both").click()
    page.get_by_role("tab", name=re.compile("Finished")).click()
    expect(page.locator(".transfer[data-state=done]")).to_contain_text("taken(1).txt")
    axe(page)
    page.get_by_role("tab", name=re.compile("Downloads")).click()
    expect(page.get_by_text("No downloads yet")).to_be_visible()
    page.unroute("**/api/v1/uploads/*/chunks/3")
    page.get_by_role("tab", name=re.compile("Running")).click()
    page.get_by_role("button", name=re.compile("^Go on with Summer")).click()
    expect(page.get_by_role("tab", name=re.compile("Finished"))).to_contain_text("2")
    page.get_by_role("tab", name=re.compile("Finished")).click()
    page.get_by_role("button", name="Clear the list").click()
    expect(page.get_by_text("Nothing finished yet")).to_be_visible()


def test_downloads_are_listed_as_handed_over(house, page_at):
    path = house.folder("Down", [("report.txt", b"x")])
    page = page_at(path=address_of(path))
    page.get_by_text("report.txt").click(button="right")
    with page.expect_download():
        page.get_by_role("menuitem", name="Download").click()
    page.locator(".side a[href='/transfers']").click()
    page.get_by_role("tab", name=re.compile("Downloads")).click()
    expect(page.locator(".transfer")).to_contain_text("report.txt")
    expect(page.locator(".transfer")).to_contain_text("Handed to your browser")

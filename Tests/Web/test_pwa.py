"""What needs TLS: the service worker, the app without network, updates, files from other apps, installing it."""

import base64
import hashlib
import json
import re
import shutil
import signal
import subprocess

import browser_tools
import pytest
import samples
import web_bundle
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server, run_hearth
from playwright.sync_api import expect
from web_guard import Guard
from web_page import axe, take

# Everything here is about one browser with one profile; the plain pages of the suite have other tests.
pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl")


def key_hash(certificate):
    """What Chromium trusts when it is told: SHA-256 of the key. A certificate that it merely overlooks gets no service worker."""
    key = subprocess.run(["openssl", "x509", "-in", str(certificate), "-noout", "-pubkey"], capture_output=True, check=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key, capture_output=True, check=True).stdout
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


class Home:
    """A drive with the home's own certificate, and a browser that trusts it."""

    def __init__(self, playwright, folder, bundle):
        self.folder, self.bundle = folder, folder / "web"
        shutil.copytree(bundle, self.bundle)
        self.server = Server(folder / "data", arguments=["--web", str(self.bundle)])
        done = run_hearth("tls", "init", "--data", self.server.data)
        assert done.returncode == 0, done.stderr
        self.server.start()
        assert self.server.scheme == "https"
        self.port = self.server.address[1]
        self.browser = playwright.chromium.launch(
            executable_path=browser_tools.CHROMIUM, timeout=browser_tools.START * 1000,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                  f"--ignore-certificate-errors-spki-list={key_hash(self.server.data / 'keys/tls.pem')}"])
        self.origin = f"https://127.0.0.1:{self.port}"
        self.pages = []

    def page(self):
        context = self.browser.new_context(base_url=self.origin, locale="en-GB", viewport={"width": 390, "height": 844})
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.guard, page.size = Guard(context, self.origin.split("//")[1]), "narrow"
        self.pages.append(page)
        return page

    def signed_in(self):
        page = self.page()
        page.goto("/")
        page.locator("input[autocomplete=username]").fill(OWNER)
        page.locator("input[autocomplete=current-password]").fill(OWNER_PASSWORD)
        page.locator("form button[type=submit]").click()
        page.locator(".cards").first.wait_for()
        ready(page)
        return page

    def api(self):
        """This machine is served without TLS too."""
        return Hearth.sign_in(self.server.address, OWNER, OWNER_PASSWORD)

    def stop(self):
        self.server.stop()

    def start(self):
        self.server.arguments = ["--web", str(self.bundle)]
        self.server.listen = f"127.0.0.1:{self.port}"
        self.server.start()

    def close(self):
        self.browser.close()
        self.server.kill()


@pytest.fixture
def home(playwright, tmp_path, bundle):
    one = Home(playwright, tmp_path, bundle)
    yield one
    for page in one.pages:
        page.guard.check()
    one.close()


def ready(page):
    """The service worker has taken the page over."""
    page.evaluate("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, {once: true}))).then(() => 0)")


def share(page, *files):
    """What a phone does when somebody shares from its gallery."""
    page.evaluate("""() => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/receive', enctype: 'multipart/form-data', id: 'share' });
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true, id: 'shared' }));
      document.body.append(form);
    }""")
    page.locator("#shared").set_input_files(list(files))
    page.evaluate("document.getElementById('share').submit()")
    page.wait_for_url("**/receive*")


@pytest.mark.once
def test_installable(home):
    page = home.signed_in()
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert [error for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"] if error["errorId"] != "in-incognito"] == []
    described = json.loads(manifest["data"])
    assert described["id"] == "/" and described["display"] == "standalone"
    purposes = {icon.get("purpose", "any") for icon in described["icons"]}
    assert purposes == {"any", "maskable"}
    sizes = page.evaluate("""(icons) => Promise.all(icons.map(async ({ src }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [src, image.naturalWidth, image.naturalHeight];
    }))""", described["icons"])
    for icon, (_, wide, high) in zip(described["icons"], sizes):
        assert wide == high and icon["sizes"] in ("any", f"{wide}x{high}")
    assert page.evaluate("navigator.serviceWorker.getRegistration('/').then((found) => found.scope)") == home.origin + "/"


def seen_once(home):
    """A page that has shown a folder with a letter under the care of the worker, and the folder's address."""
    api = home.api()
    api.send(f"{api.home()}/letter.txt", b"Dear all")
    page = home.signed_in()
    page.locator(".cards a").first.click()
    expect(page.get_by_text("letter.txt").first).to_be_visible()
    folder = page.url
    page.reload()
    expect(page.get_by_text("letter.txt").first).to_be_visible()
    return page, folder


@pytest.mark.once
def test_opens_without_the_drive(home):
    page, folder = seen_once(home)
    page.guard.expect("")  # From here on the server is away.
    home.stop()
    page.goto(folder)
    expect(page.get_by_text("letter.txt").first).to_be_visible()
    expect(page.locator(".stale")).to_be_visible()
    axe(page)
    take(page, "offline")
    # The worker keeps the app's own files alone.
    kept = page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))"
                         ".then((lists) => lists.flat().map((request) => new URL(request.url).pathname))")
    assert kept and all(path == "/" or path.startswith("/app/") for path in kept), kept
    home.start()
    page.goto("/")
    page.locator(".cards").first.wait_for()


@pytest.mark.once
def test_opens_where_the_drive_says_nothing(home):
    """As on the way: the address of a home is no address there, and what is sent to it is lost."""
    page, folder = seen_once(home)
    page.guard.expect("")
    home.server.process.send_signal(signal.SIGSTOP)
    try:
        page.goto(folder)
        expect(page.get_by_text("letter.txt").first).to_be_visible()
        expect(page.locator(".stale")).to_be_visible()
        page.get_by_role("link", name="Files").last.click()
        expect(page.locator(".cards").first).to_be_visible()
        expect(page.locator(".stale")).to_be_visible()
    finally:
        home.server.process.send_signal(signal.SIGCONT)
    expect(page.locator(".stale")).to_have_count(0, timeout=30_000)


@pytest.mark.once
def test_says_that_there_is_a_new_version(home):
    page = home.signed_in()
    build = page.locator("meta[name=hearth-build]").get_attribute("content")
    page.guard.expect("")
    home.stop()
    web_bundle.change(home.bundle, home.folder / "newer")
    home.bundle = home.folder / "newer"
    home.start()
    # As when one comes back to the page.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notice = page.locator(".banner", has_text="Hearth was updated")
    expect(notice).to_be_visible()
    assert page.locator("meta[name=hearth-build]").get_attribute("content") == build, "it does not load anew by itself"
    take(page, "updated")
    with page.expect_navigation():
        notice.get_by_role("button", name="Reload").click()
    page.locator(".cards").first.wait_for()
    assert page.locator("meta[name=hearth-build]").get_attribute("content") != build
    expect(page.locator(".banner", has_text="Hearth was updated")).to_have_count(0)


@pytest.mark.once
def test_photos_from_another_app(home, tmp_path):
    page = home.signed_in()
    photos = []
    for number in range(3):
        photo = tmp_path / f"IMG_{number}.jpg"
        photo.write_bytes(samples.picture(number))
        photos.append(photo)
    share(page, *photos)
    expect(page.get_by_role("heading", name="Where shall these 3 files go?")).to_be_visible()
    expect(page.locator(".received img")).to_have_count(3)
    axe(page)
    take(page, "receive")
    # They wait: also over a reload.
    page.reload()
    page.get_by_role("button", name="Choose a folder").click()
    page.locator("dialog .picker-list button, dialog .picker-list a").first.click()
    page.get_by_role("button", name="Put it here").click()
    page.wait_for_url(re.compile("/folder/s/"))
    for photo in photos:
        expect(page.get_by_text(photo.name).first).to_be_visible()
    api = home.api()
    for photo in photos:
        assert api.content(f"{api.home()}/{photo.name}") == photo.read_bytes()
    page.goto("/receive")
    expect(page.get_by_role("heading", name="Nothing is waiting")).to_be_visible()


@pytest.mark.once
def test_what_was_shared_goes_with_who_signs_out(home, tmp_path):
    photo = tmp_path / "private.jpg"
    photo.write_bytes(samples.picture(1))
    page = home.signed_in()
    share(page, photo)
    page.locator(".received li").wait_for()
    page.goto("/me")
    page.get_by_role("button", name="Sign out").first.click()
    page.locator("input[autocomplete=username], input[autocomplete=current-password]").first.wait_for()
    assert page.evaluate("caches.has('shared-files')") is False


def test_plain_http_does_without(house, page_at):
    page = page_at("narrow", path="/receive")
    expect(page.get_by_role("heading", name="Nothing is waiting")).to_be_visible()

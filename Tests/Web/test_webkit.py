"""The main ways through the app in WebKitGTK, Safari's engine, on a phone's screen and on a computer's, in one document each: whatever a
policy forbids or a script throws on the way is found at the next look."""

import pytest
import samples
from hearth_server import OWNER, OWNER_PASSWORD
from tools import wait_until
from web_house import MEMBER, MEMBER_PASSWORD
from web_texts import text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def t(key, **values):
    return text("en", key, **values)


def sign_in(page, name, password):
    page.type_into("input[autocomplete=username]", name)
    page.type_into("input[autocomplete=current-password]", password)
    page.press(t("sign-in.action"))
    page.see("h1", t("nav.files"))


def open_entry(page, name):
    """Opens an entry of the list. This engine has no touch here: a click chooses, Enter opens."""
    page.click(page.see("[data-index] .name", name.rsplit(".", 1)[0]))
    page.keys("\ue007")


def test_a_phone(house, safari, tmp_path):
    photo = tmp_path / "Snapshot.jpg"
    photo.write_bytes(samples.picture(5))
    page = safari(390, 844, house.server)
    page.check("sign in")
    sign_in(page, OWNER, OWNER_PASSWORD)
    page.check("home")

    page.press(OWNER)
    page.see("[data-index]")
    page.check("personal folder")
    page.press(t("more"))
    page.press(t("folder.new"))
    page.type_into("dialog[open] input", "From Safari")
    page.check("new folder")
    page.press(t("create"))
    page.gone("dialog[open]")
    open_entry(page, "From Safari")
    page.see("h1", "From Safari")

    page.choose("input[data-upload=files]", photo)
    page.see("[data-index] .name", "Snapshot")
    path = f"{house.home}/From Safari"
    wait_until(lambda: house.owner.names(path) == ["Snapshot.jpg"], 30, "the upload")
    assert house.owner.content(f"{path}/Snapshot.jpg") == photo.read_bytes()
    page.check("folder with a picture")

    open_entry(page, "Snapshot.jpg")
    page.until("return [...document.querySelectorAll('.viewer img')].some((one) => one.complete && one.naturalWidth > 0)", "the picture")
    page.check("picture")
    page.run("history.back()")
    page.gone(".viewer")
    house.owner.delete(path).ok()


def test_a_computer(house, safari):
    path = house.folder("Safari", [("Words.txt", b"one\n"), ("Song.wav", samples.song()), ("Paper.pdf", samples.pdf())])
    inner = house.make(house.owner, f"{path}/Inner")
    page = safari(1280, 800, house.server)
    sign_in(page, OWNER, OWNER_PASSWORD)
    page.go("/folder" + path)
    page.see("[data-index]")
    page.check("folder")

    def show(name):
        open_entry(page, name)
        page.see(".viewer")

    show("Words.txt")
    page.until("return document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content') != null", "the editor")
    page.run("document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()")
    page.keys("two ")
    page.see("[role=status]", t("viewer.text.changed"))
    page.check("text")
    page.press(t("save"))
    wait_until(lambda: house.owner.content(f"{path}/Words.txt") == b"two one\n", 30, "the saved text")
    page.until("return !document.querySelector('.text-bar [role=status]').innerText.includes(given.text)", "the text to be saved", text=t("viewer.text.changed"))
    page.run("history.back()")
    page.gone(".viewer")

    show("Song.wav")
    page.until("const song = document.querySelector('.viewer audio'); if (!song) return false; await song.play().catch(() => {}); return song.currentTime > 0.2", "the song to play")
    page.check("player")
    page.run("history.back()")
    page.gone(".viewer")

    page.press(t("entry.menu", name="Inner"))
    page.press(t("share"))
    page.press("N")
    page.check("share")
    page.press(t("share"))
    page.gone("dialog[open]")
    wait_until(lambda: any(item["path"] == inner for item in house.owner.get("/shares/given").items()), 30, "the share")

    page.press(t("nav.storage"))
    page.see("h1", t("nav.storage"))
    page.gone(".skeleton")
    page.check("storage")
    house.owner.delete(path).ok()


def test_a_member_sees_no_more_than_he_may(house, safari):
    page = safari(390, 844, house.server)
    sign_in(page, MEMBER, MEMBER_PASSWORD)
    page.press(t("nav.shared"))
    page.see("h1", t("nav.shared"))
    page.check("shared")
    page.press(t("nav.me"))
    page.see("h1", t("nav.me"))
    assert t("nav.members") not in page.run("return document.body.innerText")
    page.check("me")

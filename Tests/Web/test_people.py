"""Accounts: set-up, sign-in, invitations, oneself, members, keys for other apps, and the pages that need no app."""

import json
import re
import urllib.parse

import pytest
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from playwright.sync_api import expect
from test_storage import answer
from web_house import MEMBER, MEMBER_PASSWORD, OTHER, OTHER_PASSWORD, SAFE_PASSWORD
from web_page import axe, fits, fits_fingers, settle, take
from web_texts import text

LANGUAGES = ["en", "zh"]


def locators(page):
    """Fields by what password managers look for, whatever the language."""
    return {name: page.locator(f"input[autocomplete={name}]") for name in ("username", "current-password", "new-password", "nickname", "organization")}


def check(page, name):
    axe(page)
    fits(page)
    if page.size == "narrow":
        fits_fingers(page)
    take(page, name)


def fill_account(page, name, nickname, password):
    fields = locators(page)
    fields["username"].fill(name)
    fields["nickname"].fill(nickname)
    fields["new-password"].fill(password)
    page.locator("form button[type=submit]").click()


# -- the first start ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "light", "en"), pytest.param("wide", "dark", "zh", marks=pytest.mark.once)])
def test_set_up(make_server, page_at, size, scheme, language):
    server = make_server(owner=False)
    page = page_at(size, scheme, language, server=server, path="/")
    expect(page.locator(".notice")).to_be_visible()
    assert page.locator("form").count() == 0, "a drive without an owner offers to sign in"
    check(page, f"set-up-first-{size}-{scheme}-{language}")

    page.goto(f"/setup#{server.setup_token()}")
    fields = locators(page)
    expect(fields["username"]).to_be_focused()
    assert "#" not in page.url, "the secret stays in the address bar"
    check(page, f"set-up-{size}-{scheme}-{language}")
    page.reload()
    expect(fields["username"]).to_be_visible()

    fields["username"].fill("mum")
    fields["new-password"].fill("short")
    page.locator("form button[type=submit]").click()
    expect(page.locator(".account-form")).to_be_visible()
    assert fields["new-password"].evaluate("(field) => field.validity.tooShort") or page.get_by_role("alert").is_visible()
    said = fields["new-password"].evaluate("(field) => field.validationMessage") or page.get_by_role("alert").inner_text()
    assert ("至少" in said) == (language == "zh"), said
    # The other language keeps what was typed.
    page.locator(".language-switch button[aria-pressed=false]").click()
    expect(fields["username"]).to_have_value("mum")
    fields["organization"].fill("The Ashes")
    fill_account(page, "mum", "Mum", "a long enough password")
    page.locator(".shell").wait_for()
    assert Hearth.sign_in(server.address, "mum", "a long enough password").get("/areas").ok()["name"] == "The Ashes"

    again = page_at(size, scheme, language, server=server, path="/setup#used")
    expect(again.locator("a.primary")).to_be_visible()
    assert again.locator("form").count() == 0


def test_signing_out_where_the_drive_is_away_says_that_it_does_not_know(page_at):
    page = page_at(path="/me", fresh=True)
    expect(page.get_by_text("This device").first).to_be_visible()
    page.guard.expect("")
    page.route("**/api/v1/sessions", lambda route: route.abort() if route.request.method == "DELETE" else route.continue_())
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(locators(page)["current-password"]).to_be_visible()
    expect(page.get_by_text("the drive could not be told")).to_be_visible()
    check(page, "sign-out-unheard")


def test_a_link_pasted_where_its_screen_stands_is_read(make_server, page_at):
    server = make_server(owner=False)
    page = page_at("narrow", server=server, path="/setup")
    expect(page.locator(".notice.warn")).to_be_visible()
    page.goto(f"/setup#{server.setup_token()}")
    expect(locators(page)["username"]).to_be_visible()
    assert "#" not in page.url, "the secret stays in the address bar"


@pytest.mark.once
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_link_that_has_ended_says_how_to_get_another(make_server, page_at, language):
    server = make_server(owner=False)
    page = page_at("narrow", language=language, server=server, path="/")
    expect(page.locator(".notice")).to_contain_text("hearth setup --link")
    page.goto("/setup#notthisone")
    page.guard.expect(r"/setup$", 401, 403)
    fill_account(page, "mum", "Mum", "a long enough password")
    expect(page.get_by_role("alert")).to_have_text(text(language, "set-up.ended"))
    assert "hearth setup --link" in text(language, "set-up.ended")
    check(page, f"set-up-ended-{language}")


@pytest.mark.once
def test_who_comes_second_reads_that_the_drive_has_an_owner(make_server, page_at):
    server = make_server(owner=False)
    page = page_at("narrow", server=server, path=f"/setup#{server.setup_token()}")
    held = []
    # Somebody is faster: the server answers as it does then.
    page.route("**/api/v1/setup", lambda route: (held.append(route.request), route.fulfill(**answer(code=10012, reason="This name is in use.", status=409))))
    page.route("**/api/v1/check", lambda route: route.fulfill(**answer({"is_bind": True})) if held else route.fallback())
    page.guard.expect(r"/setup$", 409)
    fill_account(page, "mum", "Mum", "a long enough password")
    expect(page.get_by_role("heading", name="This drive is set up")).to_be_visible()


# -- signing in -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "dark", "en"), ("wide", "light", "zh")])
def test_sign_in_comes_back_to_the_place(page_at, size, scheme, language):
    page = page_at(size, scheme, language, who=None, path="/shared")
    fields = locators(page)
    expect(fields["username"]).to_be_focused()
    check(page, f"sign-in-{size}-{scheme}-{language}")
    page.guard.expect(r"/sessions$", 401)
    fields["username"].fill(OTHER)
    fields["current-password"].fill("wrong")
    page.locator("form button[type=submit]").click()
    problem = page.locator(".problem[role=alert]")
    expect(problem).to_be_visible()
    assert fields["current-password"].get_attribute("aria-describedby") and fields["current-password"].get_attribute("aria-invalid") == "true"
    expect(fields["username"]).to_have_value(OTHER)
    fields["current-password"].fill(OTHER_PASSWORD)
    page.locator("form button[type=submit]").click()
    page.locator(".shell").wait_for()
    assert page.url.endswith("/shared")


def test_sign_in_by_keyboard_alone(page_at):
    page = page_at("wide", who=None, path="/")
    expect(locators(page)["username"]).to_be_focused()
    page.keyboard.type(OTHER)
    page.keyboard.press("Tab")
    page.keyboard.type(OTHER_PASSWORD)
    page.keyboard.press("Enter")
    page.locator(".shell").wait_for()


def test_what_password_managers_look_for(page_at):
    page = page_at("wide", who=None, path="/")
    form = page.locator("form")
    expect(form.locator("input[autocomplete=username]")).to_have_count(1)
    password = form.locator("input[autocomplete=current-password]")
    assert password.get_attribute("type") == "password"
    form.locator("button:not([type=submit])").click()
    expect(password).to_have_attribute("type", "text")
    page.goto("/me")
    expect(page.locator("input[autocomplete=username]")).to_have_count(1)


@pytest.mark.once
def test_throttled_says_how_long(make_server, page_at):
    server = make_server()
    page = page_at("narrow", server=server, path="/")
    page.guard.expect(r"/sessions$", 401, 429)
    fields = locators(page)
    fields["username"].fill(OWNER)
    for _ in range(12):
        fields["current-password"].fill("wrong")
        with page.expect_response(re.compile(r"/sessions$")) as answer:
            page.locator("form button[type=submit]").click()
        if answer.value.status == 429:
            break
    assert answer.value.status == 429
    expect(page.locator(".problem[role=alert]")).to_contain_text(re.compile(r"\d+ sec"))
    button = page.locator("form button[type=submit]")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=30_000)


#: What the server says to who has tried too often.
TOO_OFTEN = answer(code=90001, reason="Too many attempts.", status=429) | {"headers": {"Retry-After": "3"}}


def waits(place, button):
    """Says how long to wait, counts down, and lets go."""
    expect(place.get_by_role("alert")).to_contain_text(re.compile(r"Try again in \d sec"))
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("title", re.compile(r"Try again in 1 sec"))
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(place.get_by_role("alert")).to_have_count(0)


@pytest.mark.once
def test_every_password_says_how_long_to_wait(page_at, house):
    page = page_at("narrow", fresh=True, path="/folder" + house.safe_path)
    page.guard.expect(r"/folders/s/|/resources/|/recovery|/owner$|/updateFolderPwd", 403, 429)
    for glob in ("**/api/v1/folders/s/*", "**/api/v1/folders/*/recovery", "**/api/v1/folders/*/recovery-key", "**/api/v1/updateFolderPwd", "**/api/v1/users/*/owner"):
        page.route(glob, lambda route: route.fulfill(**TOO_OFTEN))
    dialog = page.get_by_role("dialog")
    dialog.locator("input").fill("wrong1")
    page.keyboard.press("Enter")
    waits(dialog, dialog.get_by_role("button", name="Open", exact=True))
    page.goto("/folders")
    page.get_by_role("button", name="Actions for Safe", exact=True).click()
    page.get_by_text("New recovery key").click()
    dialog.locator("input").fill("wrong1")
    page.keyboard.press("Enter")
    waits(dialog, dialog.get_by_role("button", name="Make a key"))
    page.goto("/members")
    page.get_by_role("button", name="More about max").click()
    page.get_by_text("Hand this home over").click()
    dialog.locator("input").fill("wrong1")
    page.keyboard.press("Enter")
    waits(dialog, dialog.get_by_role("button", name="Hand over"))


@pytest.mark.once
def test_an_invitation_waits_too(make_server, page_at):
    page = page_at("narrow", server=make_server(), path="/")
    page.guard.expect(r"/invitations/", 404, 429)
    page.route("**/api/v1/invitations/check", lambda route: route.fulfill(**TOO_OFTEN))
    page.goto("/#/invite/ABCDEFGH")
    again = page.get_by_role("button", name="Try again")
    expect(page.locator(".notice")).to_contain_text(re.compile(r"Try again in \d sec"))
    expect(again).to_have_attribute("aria-disabled", "true")
    page.unroute("**/api/v1/invitations/check")
    expect(again).not_to_have_attribute("aria-disabled", "true")
    again.click()
    expect(page.get_by_role("heading", name="This invitation does not work")).to_be_visible()


def test_an_ended_session_keeps_the_place(page_at, house):
    page = page_at("wide", who=OTHER, fresh=True, path="/me")
    page.locator(".devices").wait_for()
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    mine = next(one for one in Hearth.sign_in(house.address, OTHER, OTHER_PASSWORD).get("/sessions", base=V1).items() if one["client"].startswith("Chrome"))
    page.guard.expect(r"", 401)
    client = house.people[OTHER]
    for one in client.get("/sessions", base=V1).items():
        if one["id"] >= mine["id"] and not one["current"]:
            client.request("DELETE", f"/sessions/{one['id']}", base=V1)
    page.evaluate("dispatchEvent(new Event('focus'))")
    fields = locators(page)
    expect(fields["current-password"]).to_be_focused()
    expect(fields["username"]).to_have_value(OTHER)
    expect(page.locator(".notice.warn")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    fields["current-password"].fill(OTHER_PASSWORD)
    page.keyboard.press("Enter")
    page.locator(".devices").wait_for()
    assert page.url.endswith("/me")


# -- invitations ----------------------------------------------------------------------------------------------------------


def test_a_second_member_joins_and_sees_what_is_shared(make_server, page_at):
    server = make_server()
    owner = page_at("wide", server=server, path="/members")
    fields = locators(owner)
    fields["username"].fill(OWNER)
    fields["current-password"].fill(OWNER_PASSWORD)
    owner.locator("form button[type=submit]").click()
    expect(owner.get_by_role("heading", name="You are alone here")).to_be_visible()
    check(owner, "members-alone")
    owner.get_by_role("button", name="Invite").first.click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("For whom?").fill("Max")
    check(owner, "invite-ask")
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_role("textbox", name="Link").input_value()
    assert "/#/invite/" in link
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
    check(owner, "invite-made")
    owner.keyboard.press("Escape")
    expect(owner.get_by_role("list", name="Invitations")).to_contain_text("Max")

    guest = page_at("narrow", server=server, path=urllib.parse.urlsplit(link)._replace(scheme="", netloc="").geturl())
    expect(locators(guest)["nickname"]).to_have_value("Max")
    assert "#" not in guest.url
    check(guest, "invitation")
    fill_account(guest, "max", "Max", "maximal 7 secret")
    guest.locator(".shell").wait_for()

    boss = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    boss.mkdir(f"{boss.home()}/Trip").ok()
    boss.send(f"{boss.home()}/Trip/Map.txt", b"North\n")
    member = Hearth.sign_in(server.address, "max", "maximal 7 secret")
    boss.json("POST", "/shares", {"to_users": [member.user_id], "paths": [f"{boss.home()}/Trip"], "read": 1, "write": 0, "deleted": 0}).ok()
    guest.goto("/shared")
    guest.get_by_role("link", name=re.compile("Trip")).click()
    expect(guest.get_by_text("Map", exact=False).first).to_be_visible()

    used = page_at("narrow", language="zh", server=server, path="/")
    used.guard.expect(r"/invitations/check$", 404)
    used.goto(urllib.parse.urlsplit(link)._replace(scheme="", netloc="").geturl())
    expect(used.locator(".notice.warn")).to_be_visible()
    check(used, "invitation-used-zh")

    expect(owner.get_by_role("list", name="Members")).to_contain_text("Max", timeout=15_000)
    expect(owner.get_by_role("list", name="Invitations")).to_have_count(0)


def test_an_invitation_is_withdrawn(make_server, page_at):
    server = make_server()
    boss = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    boss.json("POST", "/invitations", {"nickname": "Grandmother with a rather long name of her own"}, base=V1).ok()
    page = page_at("narrow", server=server, path="/members")
    fields = locators(page)
    fields["username"].fill(OWNER)
    fields["current-password"].fill(OWNER_PASSWORD)
    page.locator("form button[type=submit]").click()
    page.get_by_role("button", name=re.compile("Withdraw")).click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("list", name="Invitations")).to_have_count(0)
    assert not [one for one in boss.get("/invitations", base=V1).items() if one["state"] == "open"]


# -- oneself --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "light", "zh"), ("wide", "dark", "en")])
def test_me(page_at, size, scheme, language):
    page = page_at(size, scheme, language, path="/me")
    page.locator(".devices li").first.wait_for()
    expect(page.locator(".own-use")).to_contain_text(re.compile(r"\d.*\d"), timeout=30_000)
    check(page, f"me-{size}-{scheme}-{language}")
    expect(page.locator(".devices .chip.good")).to_have_count(1)
    page.locator(".look [aria-labelledby=theme-label] button").nth(1 if scheme == "dark" else 2).click()
    other = "light" if scheme == "dark" else "dark"
    expect(page.locator("html")).to_have_attribute("data-theme", other)
    axe(page)
    page.locator(".look [aria-labelledby=language-label] button[aria-pressed=false]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en" if language == "zh" else "zh-CN")
    check(page, f"me-{size}-{other}-switched")


def test_name_and_password_and_devices(make_server, page_at):
    server = make_server()
    phone = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="Old phone")
    Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="<b>Tablet</b> \u202eecived")
    page = page_at("narrow", server=server, path="/me")
    fields = locators(page)
    fields["username"].fill(OWNER)
    fields["current-password"].fill(OWNER_PASSWORD)
    page.locator("form button[type=submit]").click()
    page.get_by_role("button", name="Change name").click()
    page.get_by_role("dialog").get_by_label("What others see").fill("Olivia the Great")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Olivia the Great")).to_be_visible()

    devices = page.locator(".devices")
    expect(devices.locator("li")).to_have_count(3)
    expect(devices).to_contain_text("⟨202E⟩")
    check(page, "devices")
    page.get_by_role("button", name="Sign out “Old phone”?").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(devices.locator("li")).to_have_count(2)
    phone.get("/sessions", base=V1).refused(10016)
    page.get_by_role("button", name="Sign out all others").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out all others").click()
    expect(devices.locator("li")).to_have_count(1)

    other = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    page.get_by_role("button", name="Change password").click()
    dialog = page.get_by_role("dialog")
    check(page, "change-password")
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_have_attribute("aria-disabled", "true")
    page.guard.expect(r"/password$", 400, 401, 403, 429)
    dialog.locator("input[autocomplete=current-password]").fill("not this one")
    dialog.locator("input[autocomplete=new-password]").fill("a new 12 secret")
    save.click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.locator("input[autocomplete=current-password]").fill(OWNER_PASSWORD)
    save.click()
    expect(dialog).to_have_count(0)
    other.get("/sessions", base=V1).refused(10016)
    assert Hearth.sign_in(server.address, OWNER, "a new 12 secret").user_id

    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(locators(page)["username"]).to_have_value("")
    kept = page.evaluate("""new Promise((done) => {
      const opening = indexedDB.open('hearth');
      opening.onsuccess = () => {
        const rows = {}, stores = ['session', 'lists'], running = opening.result.transaction(stores);
        for (const name of stores) running.objectStore(name).count(name === 'session' ? 'current' : undefined).onsuccess = (event) => { rows[name] = event.target.result; };
        running.oncomplete = () => { opening.result.close(); done(rows); };
      };
    })""")
    assert kept == {"session": 0, "lists": 0}


@pytest.mark.once
def test_nothing_is_called_copied_that_is_not(page_at):
    page = page_at("narrow", path="/me")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false")
    page.get_by_role("button", name="Let a service in").click()
    dialog = page.get_by_role("dialog")
    code = dialog.locator("output").inner_text()
    dialog.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("alert")).to_contain_text("copy it by hand")
    assert page.evaluate("getSelection().toString()") == code
    check(page, "copy-by-hand")
    page.get_by_role("alert").get_by_role("button", name="Dismiss").click()
    dialog.get_by_role("button", name="Done").click()

    # What stands nowhere any more is shown.
    page.route("**/api/v1/users/*/password", lambda route: route.fulfill(**answer()))
    page.get_by_role("link", name="Members").click()
    page.get_by_role("button", name="More about max").click()
    page.get_by_text("Set a new password").click()
    dialog.locator("input[autocomplete=new-password]").fill("a long enough password")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copy").click()
    field = page.get_by_role("dialog", name="Copy").get_by_role("textbox")
    expect(field).to_have_value("a long enough password")
    expect(field).to_be_focused()
    assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len("a long enough password")
    expect(page.get_by_text("Copied.")).to_have_count(0)
    check(page, "copy-shown")


@pytest.mark.once
def test_space_that_cannot_be_told_is_no_empty_heading(page_at):
    page = page_at("narrow", path=None)
    page.guard.expect(r"/usage$", 500)
    page.route("**/api/v1/usage", lambda route: route.fulfill(**answer(code=3, reason="It broke.", status=500)))
    page.goto("/me")
    space = page.locator("section.block").filter(has=page.get_by_role("heading", name="Space", exact=True))
    expect(space).to_contain_text("It broke.")
    page.unroute("**/api/v1/usage")
    space.get_by_role("button", name="Try again").click()
    expect(space.locator(".own-use")).to_be_visible(timeout=30_000)


@pytest.mark.parametrize("size, language", [("narrow", "zh"), ("wide", "en")])
def test_a_forgotten_folder_password_has_a_way(page_at, house, size, language):
    page = page_at(size, language=language, fresh=True, path=None)
    page.guard.expect(r"/resources/", 403)
    page.goto("/folder" + house.safe_path)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(text(language, "unlock.text"))
    assert "72" not in text(language, "unlock.text"), "how long it is can be set"
    expect(dialog).to_contain_text(text(language, "unlock.forgot"))
    check(page, f"unlock-{size}-{language}")
    dialog.get_by_role("link", name=text(language, "nav.folders")).click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name=text(language, "folders.title"), level=1)).to_be_visible()
    assert page.url.endswith("/folders")


@pytest.mark.once
def test_a_taken_name_is_told_at_its_field(page_at, house):
    page = page_at("narrow", path="/members")
    page.guard.expect(r"/users(/\d+)?$", 409)
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="More about max").click()
    page.get_by_text("Change names").click()
    shown, account = dialog.get_by_label("What others see"), dialog.get_by_label("Name for signing in")
    shown.fill("Olivia")
    page.keyboard.press("Enter")
    expect(shown).to_have_attribute("aria-invalid", "true")
    expect(shown.locator("xpath=..").get_by_role("alert")).to_have_text(text("en", "names.taken.nickname"))
    expect(account).not_to_have_attribute("aria-invalid", "true")
    shown.fill("max")
    account.fill(OWNER)
    page.keyboard.press("Enter")
    expect(account.locator("xpath=..").get_by_role("alert")).to_have_text(text("en", "names.taken.account"))
    expect(shown).not_to_have_attribute("aria-invalid", "true")
    shown.fill("Olivia")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text(text("en", "names.taken.both"))
    check(page, "names-taken")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add a member").click()
    fill_account(page, "somebody", "Olivia", "a long enough password")
    expect(dialog.get_by_role("alert")).to_have_text(text("en", "names.taken.both"))


# -- members --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "dark", "en"), ("wide", "light", "zh")])
def test_members(page_at, size, scheme, language):
    page = page_at(size, scheme, language, path="/members")
    expect(page.locator(".list-plain").first.locator("li")).to_have_count(3)
    check(page, f"members-{size}-{scheme}-{language}")
    page.locator(".list-plain li").first.get_by_role("button").click()
    items = page.locator(".menu-item")
    expect(items.first).to_be_visible()
    # The owner cannot lock himself out, hand over to himself or remove himself; each says why.
    assert page.locator(".menu-item .why").count() >= 3
    check(page, f"members-menu-{size}-{scheme}-{language}")


def test_a_member_sees_no_members_screen(page_at):
    page = page_at("narrow", who=MEMBER, path="/members")
    expect(page.locator(".empty")).to_be_visible()
    assert page.locator("a[href='/storage']").count() == 0
    check(page, "members-refused")


def test_managing_members(make_server, page_at):
    server = make_server(members=[(MEMBER, MEMBER_PASSWORD), (OTHER, OTHER_PASSWORD)])
    boss = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    page = page_at("wide", server=server, path="/members")
    fields = locators(page)
    fields["username"].fill(OWNER)
    fields["current-password"].fill(OWNER_PASSWORD)
    page.locator("form button[type=submit]").click()
    people = page.get_by_role("list", name="Members")

    def choose(name, action):
        people.get_by_role("listitem").filter(has_text=name).get_by_role("button").click()
        page.get_by_role("menuitem", name=action).click()

    def states():
        return {one["account_name"]: one for one in boss.get("/users").ok()["users"]}

    page.get_by_role("button", name="Add a member").click()
    dialog = page.get_by_role("dialog")
    check(page, "add-member")
    dialog.locator("input[autocomplete=username]").fill("kid")
    dialog.locator("input[autocomplete=new-password]").fill("kid secret 1")
    dialog.locator("button[type=submit]").click()
    expect(people.get_by_role("listitem")).to_have_count(4)

    choose(MEMBER, "Set a new password")
    dialog.locator("input[autocomplete=new-password]").fill("maximal 8 secret")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    assert Hearth.sign_in(server.address, MEMBER, "maximal 8 secret").user_id

    choose(MEMBER, "Lock out")
    expect(dialog).to_contain_text("signed out everywhere")
    dialog.get_by_role("button", name="Lock out").click()
    expect(people.get_by_role("listitem").filter(has_text=MEMBER)).to_contain_text("locked out")
    assert states()[MEMBER]["is_disabled"]
    choose(MEMBER, "Let in again")
    expect(people.get_by_role("listitem").filter(has_text=MEMBER)).not_to_contain_text("locked out")

    choose("kid", "Remove")
    expect(dialog).to_contain_text("pass to you")
    check(page, "remove-member")
    dialog.get_by_role("button", name="Remove").click()
    expect(people.get_by_role("listitem")).to_have_count(3, timeout=30_000)
    assert "kid" not in states()

    choose(OTHER, "Hand this home over")
    dialog.locator("input[autocomplete=current-password]").fill(OWNER_PASSWORD)
    dialog.get_by_role("button", name="Hand over").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("link", name="Members")).to_have_count(0)
    assert states()[OTHER]["is_owner"]


# -- keys for other web apps ----------------------------------------------------------------------------------------------


def consent(callback):
    return f"/#/auth-pan?callbackUrl={urllib.parse.quote(callback, safe='')}"


@pytest.mark.parametrize("size, scheme, language", [("narrow", "light", "zh"), ("wide", "dark", "en")])
def test_another_app_gets_a_key_of_its_own(page_at, pages, house, size, scheme, language):
    base = pages.base(house.server)
    page = page_at(size, scheme, language, path=consent(f"{base}/#/list"))
    expect(page.locator(".gate-facts")).to_contain_text(base)
    check(page, f"grant-{size}-{scheme}-{language}")
    page.locator(".gate-actions button").first.click()
    page.wait_for_url(re.compile("scopeToken="))
    route, query = urllib.parse.urlsplit(page.url).fragment.split("?")
    answer = {name: values[0] for name, values in urllib.parse.parse_qs(query).items()}
    assert route == "/list"
    assert answer["lang"] == language and answer["from"] == base
    user = json.loads(answer["userInfo"])
    assert user["is_owner"] is True and user["user_id"] == house.owner.user_id and user["nickname"] and user["area_name"]
    given = Hearth(house.address, json.loads(answer["scopeToken"])["token"])
    given.get("/resources/").ok()
    # The drive, and nothing of people or sessions.
    given.get("/sessions", base=V1).refused(10023)
    devices = house.owner.get("/sessions", base=V1).items()
    own = [one for one in devices if base in one["client"]]
    assert own, devices
    for one in own:
        house.owner.request("DELETE", f"/sessions/{one['id']}", base=V1).ok()
    given.get("/resources/").refused(10016)


CALLBACKS = ["javascript:alert(1)", "https://evil.example/#/", "//evil.example/", "http://{host}@evil.example/", "http://{host}\\@evil.example/", "http://{name}:1/",
             "https://{host}/", "http://evil.{host}/", " http://{host}/", "data:text/html,x", ""]


def test_no_other_address_is_answered(page_at, pages, house):
    host = urllib.parse.urlsplit(pages.base(house.server)).netloc
    page = page_at("narrow", path="/me")
    for callback in CALLBACKS:
        page.evaluate("(to) => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }",
                      consent(callback.format(host=host, name=host.split(":")[0])))
        expect(page.locator(".notice.danger"), callback).to_be_visible()
        assert page.locator(".gate-actions").count() == 0, callback
        page.locator("a.gate-action").click()
        page.locator(".shell").wait_for()
    page.go_back()
    check(page, "grant-refused")


def test_an_origin_that_the_owner_named(make_server, page_at):
    server = make_server(arguments=["--callback-origins", "https://pan.example:8443"])
    page = page_at("wide", server=server, path=consent("https://pan.example:8443/#/"))
    fields = locators(page)
    # Signed out, it asks first and then comes back to the question.
    fields["username"].fill(OWNER)
    fields["current-password"].fill(OWNER_PASSWORD)
    page.locator("form button[type=submit]").click()
    expect(page.locator(".gate-facts")).to_contain_text("https://pan.example:8443")
    page.locator(".gate-actions button").nth(1).click()
    page.locator(".shell").wait_for()
    assert "scopeToken" not in page.url


# -- pages without the app ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "dark", "zh"), ("wide", "light", "en"), ("narrow", "light", "en"), ("wide", "dark", "zh")])
@pytest.mark.once
def test_a_device_is_let_in_without_script(page_at, house, size, scheme, language):
    house.owner.close()
    begun = Hearth(house.address, base="").request(
        "POST", "/oauth/device_authorization", urllib.parse.urlencode({"client_id": "hearth-cli", "client_name": "Kitchen radio"}).encode(),
        {"Content-Type": "application/x-www-form-urlencoded"})
    code = json.loads(begun.body)["user_code"]
    page = page_at(size, scheme, language, who=None, path=None, java_script_enabled=False)
    page.goto("/device")
    shown(page, f"device-{size}-{scheme}-{language}")
    page.locator("input[name=user_code]").fill(code)
    page.locator("button").click()
    expect(page.locator(".facts")).to_contain_text("Kitchen radio")
    expect(page.locator(".facts")).to_contain_text(code)
    shown(page, f"device-consent-{size}-{scheme}-{language}")
    page.guard.expect(r"/device$", 401)
    page.locator("input[name=account_name]").fill(OWNER)
    page.locator("input[name=password]").fill("wrong")
    page.locator("button[value=allow]").click()
    expect(page.locator(".alert")).to_be_visible()
    expect(page.locator("input[name=account_name]")).to_have_value(OWNER)
    page.locator("button[value=deny]").click()
    expect(page.locator("form")).to_have_count(0)
    expect(page.locator("h1")).to_be_visible()
    shown(page, f"device-denied-{size}-{scheme}-{language}")


def shown(page, name):
    """What axe cannot look at without script is measured here: nothing sticks out, fingers meet what they aim at."""
    width = page.viewport_size["width"]
    for one in page.locator("main, main *").all():
        box = one.bounding_box()
        if box:
            assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1, one.inner_text()[:60]
    for one in page.locator("button, input:not([type=hidden])").all():
        assert one.bounding_box()["height"] >= 43.5
    take(page, name)


def test_the_pages_have_no_findings(page_at):
    for scheme in ("light", "dark"):
        page = page_at("narrow", scheme, who=None, path="/device")
        check(page, f"device-axe-{scheme}")
        page.guard.expect(r"/trust$", 404)
        page.goto("/trust")
        check(page, f"trust-none-{scheme}")


def test_what_cannot_be_pressed_stays_readable_under_the_pointer(page_at):
    page = page_at("wide", path="/me")
    page.get_by_role("button", name="Change password").click()
    save = page.get_by_role("dialog").get_by_role("button", name="Save")
    expect(save).to_have_attribute("aria-disabled", "true")
    ground = "(one) => getComputedStyle(one).backgroundColor"
    before = save.evaluate(ground)
    save.hover()
    settle(page)
    assert save.evaluate(ground) == before


def test_pages_without_the_app_have_an_icon(page_at):
    page = page_at("wide", who=None, path=None)
    page.guard.expect(r"/trust$", 404)
    for path in ("/device", "/trust"):
        page.goto(path)
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/favicon.ico")
    reply = page.goto("/favicon.ico")
    assert (reply.status, reply.headers["content-type"]) == (200, "image/svg+xml")
    expect(page.locator("svg path")).to_have_count(2)


def test_open_folders_and_a_code_for_a_service(page_at, house):
    page = page_at("narrow", fresh=True, path=None)
    page.evaluate("history.replaceState({}, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))")
    page.locator(".devices").wait_for()
    expect(page.get_by_role("list", name="Open encrypted folders")).to_have_count(0)
    page.goto("/folder" + house.safe_path)
    dialog = page.get_by_role("dialog")
    page.guard.expect(r"/resources/", 403)
    dialog.locator("input").fill(SAFE_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Passport", exact=False).first).to_be_visible()
    page.goto("/me")
    opened = page.get_by_role("list", name="Open encrypted folders")
    expect(opened).to_contain_text("Safe")
    opened.get_by_role("button").click()
    expect(opened).to_have_count(0)

    page.get_by_role("button", name="Let a service in").click()
    expect(dialog.locator("output")).to_have_text(re.compile(r"^[2-9A-HJ-NP-Z]{6}$"))
    check(page, "service-code")
    given = Hearth(house.address).json("POST", "/scopes/token", {"scopes": ["user"]}, headers={"verification-code": dialog.locator("output").inner_text()})
    assert given.ok()["scope_token"]["token"]


@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_a_member_sees_what_his_own_folders_hold(house, page_at, size):
    page = page_at(size, who=MEMBER, path="/me")
    use = page.locator(".own-use")
    expect(use).to_contain_text("max’s files", timeout=30_000)
    expect(use).to_contain_text("your personal and private folders")
    expect(use).not_to_contain_text("olivia")
    axe(page)
    fits(page)
    use.scroll_into_view_if_needed()
    take(page, f"me-use-{size}")

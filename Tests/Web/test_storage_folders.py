"""Folder management: who has which folder, on which partition, with which rights."""

import json
import re

import pytest
from folder_tools import PRIVATE, SHARED, add_partition, await_idle, create_folder, folder_entry
from playwright.sync_api import expect
from test_storage import answer, member, pool  # noqa: F401 -- the fixture is used here too
from tools import wait_until
from web_house import SAFE_PASSWORD
from web_page import answer_of, axe, fits, fits_fingers


@pytest.fixture
def label(house):
    """A name that no other test uses; what is called so is deleted afterwards."""
    house.count += 1
    name = f"Folder {house.count}"
    yield name
    for one in house.owner.get("/folders").items():
        if one["name"].startswith(name) and not one["status"]:
            house.owner.request("DELETE", f"/folders/{one['id']}")


def card(page, name):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name, exact=True))


def choose(page, name, item):
    """Opens the menu of a folder and chooses from it."""
    page.get_by_role("button", name=f"Actions for {name}", exact=True).click()
    menu = page.get_by_role("dialog", name=name) if page.size == "narrow" else page.get_by_role("menu")
    menu.get_by_text(item, exact=True).click()


def entry(house, name):
    return next((one for one in house.owner.get("/folders").items() if one["name"] == name), None)


def rights(house, id):
    return {one["nickname"]: (one["read"], one["write"], one["deleted"]) for one in house.owner.get(f"/folders/{id}").ok()["auth"]}


def test_a_shared_folder_with_rights_of_each(screen, house, label):
    screen.goto("/folders")
    screen.get_by_role("button", name="New folder").first.click()
    form = screen.get_by_role("dialog", name="New folder")
    create = form.get_by_role("button", name="Create")
    expect(create).to_have_attribute("aria-disabled", "true")
    expect(form.get_by_role("checkbox", name=re.compile("^Encrypt"))).to_be_disabled()
    form.get_by_label("Name", exact=True).fill(label)
    form.get_by_role("button", name="Choose members").click()
    people = screen.get_by_role("dialog", name="Choose members")
    axe(screen)
    fits(screen)
    if screen.size == "narrow":
        fits_fingers(screen)
    people.get_by_label("Everybody").check()
    people.get_by_role("group", name="Rights of all chosen members").get_by_role("button", name="Delete").click()
    max_ = people.get_by_role("group", name="Rights of max")
    expect(max_.get_by_role("button", name="Delete")).to_have_attribute("aria-pressed", "false")
    # Without reading there is no writing.
    nina = people.get_by_role("group", name="Rights of nina")
    nina.get_by_role("button", name="View").click()
    expect(nina.get_by_role("button", name="Change")).to_have_attribute("aria-pressed", "false")
    nina.get_by_role("button", name="Change").click()
    expect(nina.get_by_role("button", name="View")).to_have_attribute("aria-pressed", "true")
    max_.get_by_role("button", name="Change").click()
    people.get_by_role("button", name="Take 3 members").click()
    expect(form.get_by_role("group", name="Rights of max").get_by_role("button", name="Change")).to_have_attribute("aria-pressed", "false")
    axe(screen)
    fits(screen)
    create.click()
    expect(card(screen, label)).to_contain_text("max")
    expect(card(screen, label)).to_contain_text("Built-in storage")
    found = rights(house, entry(house, label)["id"])
    assert found["max"] == (1, 0, 0) and found["nina"] == (1, 1, 0)


def test_a_private_folder_has_exactly_one_member_and_may_be_encrypted(wide, house, label):
    wide.goto("/folders")
    wide.get_by_role("button", name="New folder").first.click()
    form = wide.get_by_role("dialog", name="New folder")
    form.get_by_label("Name", exact=True).fill(label)
    form.get_by_role("button", name="Private").click()
    form.get_by_role("button", name="Choose the member").click()
    people = wide.get_by_role("dialog", name="Choose the member")
    people.get_by_role("radio", name=re.compile("max")).check()
    people.get_by_role("button", name="Take 1 member").click()
    expect(form.get_by_role("group", name=re.compile("^Rights of"))).to_have_count(1)
    form.get_by_role("checkbox", name=re.compile("^Encrypt")).check()
    create = form.get_by_role("button", name="Create")
    password, again = form.get_by_label("Password of the folder"), form.get_by_label("The same once more")
    password.fill("blank no")
    expect(form.get_by_role("alert")).to_contain_text("Only letters")
    password.fill("abc@123")
    again.fill("abc@124")
    expect(form.get_by_role("alert")).to_contain_text("differ")
    expect(create).to_have_attribute("aria-disabled", "true")
    again.fill("abc@123")
    axe(wide)
    create.click()
    key = wide.get_by_role("dialog", name="Recovery key")
    expect(key.locator("output")).to_have_text(re.compile(r"^([0-9A-Z]{4}-){13}[0-9A-Z]{4}$"))
    # It is shown once: neither Escape nor the button leaves it before it is kept.
    wide.keyboard.press("Escape")
    expect(key).to_be_visible()
    axe(wide)
    key.get_by_label("I have written it down").check()
    key.get_by_role("button", name="Done").click()
    expect(card(wide, label)).to_contain_text("Encrypted folder")
    assert rights(house, entry(house, label)["id"]) == {"max": (1, 1, 1)}


def test_refusals_stand_at_their_field(wide, house, label):
    create_folder(house.owner, label, [member(house.owner)], PRIVATE)
    wide.goto("/folders")
    wide.get_by_role("button", name="New folder").first.click()
    form = wide.get_by_role("dialog", name="New folder")
    wide.guard.expect("/folders", 400, 409)
    name = form.get_by_label("Name", exact=True)
    for text, reason in [(label, "already"), ("a/b", "may not")]:
        name.fill(text)
        form.get_by_role("button", name="Create").click()
        expect(name).to_have_attribute("aria-invalid", "true")
        expect(form.get_by_role("alert")).to_be_visible()


def test_a_folder_moves_to_another_partition(screen, house, label, pool):
    id = create_folder(house.owner, label, [member(house.owner)], SHARED)
    house.owner.send(f"/s/{id}/letter.txt", b"x" * 1000)
    screen.goto("/folders")
    choose(screen, label, "Edit folder")
    form = screen.get_by_role("dialog", name="Edit folder")
    form.get_by_label("Pool", exact=True).select_option(pool)
    expect(form.get_by_label("Partition", exact=True)).to_have_value("films")
    form.get_by_role("button", name="Save").click()
    sure = screen.get_by_role("dialog", name=f"Move “{label}” to {pool} · films?")
    expect(sure).to_contain_text("in the background")
    axe(screen)
    sure.get_by_role("button", name="Move it").click()
    expect(card(screen, label)).to_contain_text(f"{pool} · films")
    expect(card(screen, label).locator(".cover")).to_have_count(0)
    await_idle(house.owner, id)
    assert house.owner.download(f"/s/{id}/letter.txt").body == b"x" * 1000


def test_a_full_partition_is_told_in_a_dialog(wide, house, label, pool):
    add_partition(house.owner, pool, "tiny", 4, "MB")
    id = create_folder(house.owner, label, [member(house.owner)], SHARED)
    house.owner.send(f"/s/{id}/film.bin", bytes(5 << 20))
    wide.goto("/folders")
    choose(wide, label, "Edit folder")
    form = wide.get_by_role("dialog", name="Edit folder")
    form.get_by_label("Pool", exact=True).select_option(pool)
    form.get_by_label("Partition", exact=True).select_option("tiny")
    form.get_by_role("button", name="Save").click()
    wide.guard.expect(f"/folders/{id}", 409, 413, 507)
    wide.get_by_role("button", name="Move it").click()
    full = wide.get_by_role("dialog", name="Not enough room there")
    expect(full).to_contain_text(f"{pool} · tiny")
    axe(wide)
    full.get_by_role("button", name="Close").last.click()
    # What was typed is still there.
    expect(form.get_by_label("Partition", exact=True)).to_have_value("tiny")


def test_a_pool_without_a_partition_says_so(wide, house, tmp_path):
    (tmp_path / "bare").mkdir()
    house.count += 1
    name = f"bare{house.count}"
    house.owner.json("POST", "/pools/directory", {"name": name, "path": str(tmp_path / "bare")}).ok()
    wide.goto("/folders")
    wide.get_by_role("button", name="New folder").first.click()
    form = wide.get_by_role("dialog", name="New folder")
    form.get_by_label("Name", exact=True).fill("Anything")
    form.get_by_label("Pool", exact=True).select_option(name)
    expect(form.get_by_text("This pool has no partition")).to_be_visible()
    expect(form.get_by_role("button", name="Create")).to_have_attribute("title", "Choose a partition first")
    house.owner.request("DELETE", f"/pools/{name}").ok()


def test_deleting_names_what_goes(screen, house, label):
    id = create_folder(house.owner, label, [member(house.owner), member(house.member)], SHARED)
    house.owner.send(f"/s/{id}/a.txt", b"a")
    screen.goto("/folders")
    choose(screen, label, "Delete")
    dialog = screen.get_by_role("dialog", name=f"Delete the folder “{label}”?")
    expect(dialog).to_contain_text("max")
    expect(dialog).to_contain_text("cannot be brought back")
    axe(screen)
    fits(screen)
    dialog.get_by_role("button", name="Delete").click()
    expect(card(screen, label)).to_have_count(0)
    wait_until(lambda: folder_entry(house.owner, id) is None, 30, "the end of the folder")


def test_special_folders_keep_what_is_theirs(wide, house):
    wide.goto("/folders")
    personal = wide.get_by_role("listitem").filter(has_text="Personal folder").filter(has_text="max")
    personal.get_by_role("button", name=re.compile("^Actions for")).click()
    expect(wide.get_by_role("menuitem", name=re.compile("^Delete"))).to_be_disabled()
    wide.get_by_role("menuitem", name="Edit folder").click()
    form = wide.get_by_role("dialog", name="Edit folder")
    expect(form.get_by_text("a member’s own folder")).to_be_visible()
    expect(form.get_by_role("button", name=re.compile("Choose"))).to_have_count(0)
    axe(wide)
    # Its name is the reader's language's; it keeps its own while nobody writes another.
    expect(form.get_by_label("Name", exact=True)).to_have_value("max’s files")
    with wide.expect_request(lambda request: request.method == "PUT") as sent:
        form.get_by_role("button", name="Save").click()
    assert sent.value.post_data_json["name"] == "max-文件"
    expect(form).to_have_count(0)


def test_a_name_for_older_clients_is_shown_nowhere(wide, house, label):
    create_folder(house.owner, f"{label}-文件", [member(house.owner)], SHARED)
    wide.goto("/folders")
    choose(wide, f"{label}’s files", "Edit folder")
    form = wide.get_by_role("dialog", name="Edit folder")
    expect(form.get_by_label("Name", exact=True)).to_have_value(f"{label}’s files")
    form.get_by_role("button", name="Delete", exact=True).last.click()
    dialog = wide.get_by_role("dialog", name=f"Delete the folder “{label}’s files”?")
    expect(dialog.locator(".losses")).to_contain_text(f"{label}’s files")


def test_the_password_of_an_encrypted_folder_changes(wide, house, label):
    id = create_folder(house.owner, label, [member(house.owner)], PRIVATE, is_encrypt=1, pwd=SAFE_PASSWORD, confirm_pwd=SAFE_PASSWORD)
    wide.goto("/folders")
    choose(wide, label, "Change the folder’s password")
    dialog = wide.get_by_role("dialog", name=f"Password of “{label}”")
    save = dialog.get_by_role("button", name="Save")
    dialog.get_by_label("Current password of the folder").fill("wrong1")
    dialog.get_by_label("New password of the folder").fill("new@123")
    dialog.get_by_label("The same once more").fill("new@123")
    wide.guard.expect("/updateFolderPwd", 400, 403)
    save.click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    axe(wide)
    dialog.get_by_label("Current password of the folder").fill(SAFE_PASSWORD)
    save.click()
    expect(wide.get_by_text("The password is changed.")).to_be_visible()
    house.owner.json("PATCH", f"/folders/s/{id}", {"password": "new@123"}).ok()


def test_members_see_what_they_may_manage(page_at, house, label):
    create_folder(house.owner, label, [member(house.owner), member(house.member)], SHARED)
    create_folder(house.member, label + " own", [member(house.member)], SHARED)
    page = page_at("narrow", who="max", path="/folders")
    expect(card(page, label)).to_be_visible()
    expect(page.get_by_role("button", name=f"Actions for {label}", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name=f"Actions for {label} own", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Settings")).to_have_count(0)
    axe(page)
    fits(page)


@pytest.mark.parametrize("topic, name, button, method", [
    ("TaskDelFolder", "Deleting a folder failed", "Try again", "PUT"), ("TaskMovingFolder", "Moving a folder failed", "Dismiss", "DELETE")])
def test_a_failed_task_stands_over_its_folder(wide, house, topic, name, button, method):
    done = []

    def folders(route):
        reply = answer_of(route)
        data = reply.json()
        row = next(one for one in data["data"]["list"] if one["name"] == "Kitchen")
        if not done:
            row["status"], row["task_id"] = f"{topic}_0", f"{topic}_{row['id']}"
        route.fulfill(response=reply, body=json.dumps(data))

    def tasks(route):
        if route.request.method != "GET":
            done.append(route.request.method)
            return route.fulfill(**answer())
        return route.fulfill(**answer({"task_id": "x", "topic": topic, "state": "failed", "state_code": 0, "reason": "The disk is not there.", "bytes_total": 0,
                                       "bytes_done": 0, "items_total": 0, "items_done": 0}))

    wide.route(re.compile(r"/api/v1/folders\?"), folders)
    wide.route("**/api/v1/tasks/*", tasks)
    wide.goto("/folders")
    cover = card(wide, "Kitchen").locator(".cover")
    expect(cover).to_contain_text(name)
    expect(cover).to_contain_text("The disk is not there.")
    axe(wide)
    cover.get_by_role("button", name=button).click()
    expect(cover).to_have_count(0)
    assert done == [method]


def test_a_folder_is_made_by_keyboard_alone(wide, house, label):
    wide.goto("/folders")
    wide.get_by_role("button", name="New folder").first.focus()
    wide.keyboard.press("Enter")
    form = wide.get_by_role("dialog", name="New folder")
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    wide.keyboard.type(label)
    wide.keyboard.press("Enter")
    expect(card(wide, label)).to_be_visible()
    expect(wide.get_by_role("button", name="New folder").first).to_be_focused()


def test_everything_is_said_in_chinese_too(page_at, pool):
    page = page_at("narrow", language="zh", path=f"/storage/{pool}")
    page.get_by_role("button", name="新建分区").click()
    expect(page.get_by_role("dialog")).to_contain_text("期间可以关闭此页面")
    axe(page)
    fits(page)

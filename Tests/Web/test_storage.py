"""Storage: disks, pools, partitions and what is in use, for the owner alone."""

import json
import re

import pytest
from folder_tools import SHARED, add_partition, add_pool, await_partition, create_folder
from playwright.sync_api import expect
from tools import wait_until
from web_page import answer_of, axe, fits, fits_fingers

OK = {"status": 0, "reason": "success"}
SCREENS = ["/storage", "/storage/{pool}", "/storage/_default_", "/folders", "/settings", "/tasks"]


def answer(data=None, code=0, reason="success", status=200):
    return {"status": status, "content_type": "application/json", "body": json.dumps({"status": code, "reason": reason, "data": data or {}})}


def listed(rows):
    return answer({"list": rows, "pager": {"page": 0, "page_size": 0, "total_rows": len(rows), "has_more": False}})


@pytest.fixture
def pool(house, tmp_path):
    """A pool of this test's own with a partition `films` of 64 MB; it goes afterwards, whatever it is called then."""
    directory = tmp_path / "disk"
    directory.mkdir()
    house.count += 1
    name = f"disk{house.count}"
    add_pool(house.owner, name, directory)
    add_partition(house.owner, name, "films", 64, "MB")
    yield name
    for one in house.owner.get("/pools").items():
        if one["name"].startswith(name):
            house.owner.request("DELETE", f"/pools/{one['name']}")
    wait_until(lambda: all(not one["name"].startswith(name) for one in house.owner.get("/pools").items()), 60, f"the end of {name}")


def member(client, write=1, deleted=1):
    return {"u_id": client.user_id, "nickname": "", "face": "", "read": 1, "write": write, "deleted": deleted}


# -- every screen ----------------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(150)
@pytest.mark.parametrize("size, scheme, language", [
    ("narrow", "light", "en"), pytest.param("narrow", "dark", "zh", marks=pytest.mark.once), pytest.param("wide", "dark", "en", marks=pytest.mark.once)])
def test_every_screen_is_sound(page_at, pool, size, scheme, language):
    page = page_at(size, scheme, language, path=None)
    for path in SCREENS:
        page.goto(path.format(pool=pool))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        # Skeletons have gone, and what lies in the folders is counted.
        expect(page.locator("[aria-busy=true], .progress.unknown")).to_have_count(0)
        expect(page.locator(".card, .empty, .tasks").first).to_be_visible()
        axe(page)
        fits(page)
        if size == "narrow":
            fits_fingers(page)


# -- pools and partitions ----------------------------------------------------------------------------------------------------------


def test_a_directory_becomes_a_pool_with_a_partition(screen, house, tmp_path):
    (tmp_path / "mounted").mkdir()
    house.count += 1
    name = f"attic{house.count}"
    screen.goto("/storage")
    screen.get_by_role("button", name="Add a directory").first.click()
    dialog = screen.get_by_role("dialog")
    axe(screen)
    dialog.get_by_label("Name of the pool").fill("not a name")
    dialog.get_by_label("Directory").fill(str(tmp_path / "nowhere"))
    screen.guard.expect("/pools/directory", 400, 404, 409)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("letters, digits")
    dialog.get_by_label("Name of the pool").fill(name)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_label("Directory")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Directory").fill(str(tmp_path / "mounted"))
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(screen).to_have_url(re.compile(f"/storage/{name}$"))

    expect(screen.get_by_text("No partition yet")).to_be_visible()
    screen.get_by_role("button", name="New partition").first.click()
    dialog = screen.get_by_role("dialog")
    expect(dialog.get_by_text("You may close this page")).to_be_visible()
    dialog.get_by_label("Name", exact=True).fill("films")
    dialog.get_by_label("Size").fill("9000")
    dialog.get_by_label("Unit").select_option("TB")
    expect(dialog.get_by_role("alert")).to_contain_text("At most")
    expect(dialog.get_by_role("button", name="Create")).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Size").fill("64")
    dialog.get_by_label("Unit").select_option("MB")
    expect(dialog.get_by_text("A multiple of 4 MB")).to_be_visible()
    axe(screen)
    fits(screen)
    dialog.get_by_role("button", name="Create").click()
    expect(screen.get_by_role("meter", name="Use of films")).to_have_attribute("aria-valuetext", re.compile(r"^0 bytes of 64 MB$"))
    expect(screen.locator(".cover")).to_have_count(0)
    await_partition(house.owner, name, "films")
    house.owner.request("DELETE", f"/pools/{name}").ok()


def test_a_partition_grows_and_never_shrinks(wide, house, pool):
    wide.goto(f"/storage/{pool}")
    wide.get_by_role("button", name="Actions for films").click()
    wide.get_by_role("menuitem", name="Edit partition").click()
    dialog = wide.get_by_role("dialog")
    save = dialog.get_by_role("button", name="Save")
    expect(dialog.get_by_role("status").filter(has_text="Nothing was changed.")).to_be_visible()
    expect(save).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Size").fill("32")
    expect(dialog.get_by_role("alert")).to_contain_text("cannot shrink")
    expect(save).to_have_attribute("aria-disabled", "true")
    # A pure rename sends the size as it is, and needs no task.
    dialog.get_by_label("Size").fill("64")
    dialog.get_by_label("Name", exact=True).fill("pictures")
    save.click()
    expect(wide.get_by_role("heading", name="pictures")).to_be_visible()
    wide.get_by_role("button", name="Actions for pictures").click()
    wide.get_by_role("menuitem", name="Edit partition").click()
    dialog.get_by_label("Size").fill("0.125")
    dialog.get_by_label("Unit").select_option("GB")
    save.click()
    expect(wide.get_by_role("meter", name="Use of pictures")).to_have_attribute("aria-valuetext", re.compile("of 128 MB$"))
    assert house.owner.get(f"/pools/{pool}").ok()["lv"][0]["capacity"] == 128 << 20


def test_what_is_deleted_is_named_before(screen, house, pool):
    create_folder(house.owner, f"Videos {pool}", [member(house.owner)], SHARED, pool_name=pool, partition_name="films")
    screen.goto(f"/storage/{pool}")
    screen.get_by_role("button", name="Actions for films").click()
    menu = screen.get_by_role("dialog") if screen.size == "narrow" else screen.get_by_role("menu")
    menu.get_by_text("Delete").click()
    dialog = screen.get_by_role("dialog", name="Delete the partition “films”?")
    expect(dialog).to_contain_text(f"Videos {pool}")
    expect(dialog).to_contain_text("cannot be brought back")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    axe(screen)
    fits(screen)
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    screen.get_by_role("button", name=f"Actions for {pool}").click()
    menu.get_by_text("Delete").click()
    dialog = screen.get_by_role("dialog", name=f"Delete the pool “{pool}”?")
    expect(dialog).to_contain_text("1 partition")
    expect(dialog).to_contain_text(f"Videos {pool}")
    dialog.get_by_role("button", name="Delete").click()
    expect(screen).to_have_url(re.compile("/storage$"))
    expect(screen.get_by_role("link", name=pool, exact=True)).to_have_count(0)
    wait_until(lambda: all(one["name"] != f"Videos {pool}" for one in house.owner.get("/folders").items()), 60, "the end of the folder")


def test_a_pool_gets_another_name(wide, house, pool):
    wide.goto(f"/storage/{pool}")
    wide.get_by_role("button", name=f"Actions for {pool}").click()
    wide.get_by_role("menuitem", name="Rename").click()
    dialog = wide.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Save")).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Name of the pool").fill(pool + "-new")
    wide.keyboard.press("Enter")
    expect(wide).to_have_url(re.compile(f"/storage/{pool}-new$"))
    expect(wide.get_by_role("heading", level=1, name=pool + "-new")).to_be_visible()
    expect(wide.get_by_role("heading", name="films")).to_be_visible()


def test_the_built_in_pool_says_why_it_stays(wide):
    wide.goto("/storage/_default_")
    expect(wide.get_by_text("cannot be renamed, divided or deleted")).to_be_visible()
    expect(wide.get_by_role("button", name="New partition")).to_have_count(0)
    expect(wide.get_by_role("button", name=re.compile("^Actions for"))).to_have_count(0)
    wide.get_by_role("button", name="Disks of Built-in storage").click()
    expect(wide.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    axe(wide)


def test_a_pool_that_is_not_there(wide):
    wide.guard.expect("/pools/nowhere", 404)
    wide.goto("/storage/nowhere")
    expect(wide.get_by_text("no pool of this name")).to_be_visible()
    wide.locator(".empty").get_by_role("link", name="Storage").click()
    expect(wide).to_have_url(re.compile("/storage$"))


def test_changes_of_others_show_when_the_page_is_looked_at(wide, house, pool):
    wide.goto(f"/storage/{pool}")
    expect(wide.get_by_role("heading", name="films")).to_be_visible()
    add_partition(house.owner, pool, "later", 8, "MB")
    wide.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(wide.get_by_role("heading", name="later")).to_be_visible()


# -- disks -------------------------------------------------------------------------------------------------------------------------

DISK = {"id": "8:16", "name": "/dev/sdb", "vg_name": "", "capacity": 4 << 40}


@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_an_idle_disk_is_formatted_only_by_name(page_at, pool, size):
    page = page_at(size, path=None)
    sent = []

    def disks(route):
        if route.request.method == "GET":
            return route.fulfill(**listed([] if len(sent) > 1 else [DISK]))
        sent.append(route.request.post_data_json)
        # The first time it is not mounted (205), as with a loose cable.
        return route.fulfill(**(answer(code=205, reason="The disk could not be mounted.", status=409) if len(sent) == 1 else answer()))

    page.route("**/api/v1/disks", disks)
    page.guard.expect("/disks", 409)
    # Whoever is quick is not offered a choice without the pools that are on their way.
    held = []
    page.route("**/api/v1/pools", lambda route: held.append(route))
    with page.expect_response("**/api/v1/disks"):
        page.goto("/storage")
    expect(page.get_by_text("Loading")).to_be_visible()
    expect(page.get_by_role("heading", name="One idle disk found")).to_have_count(0)
    page.unroute("**/api/v1/pools")
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="One idle disk found")).to_be_visible()
    name = page.locator(".idle-disk h3")
    assert name.evaluate("(one) => one.getClientRects().length === 1 && one.offsetHeight < 40"), "the name of the disk is broken"
    page.get_by_role("button", name="Add /dev/sdb to a pool").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("/dev/sdb (4 TB) will be formatted")
    add = dialog.get_by_role("button", name="Format and add")
    expect(add).to_have_attribute("aria-disabled", "true")
    axe(page)
    fits(page)
    if size == "narrow":
        fits_fingers(page)
    dialog.get_by_role("radio", name=pool).check()
    dialog.get_by_label("Erase everything on /dev/sdb").check()
    add.click()
    expect(page.get_by_role("dialog", name="The disk could not be added")).to_be_visible()
    page.get_by_role("button", name="Add again").click()
    expect(dialog.get_by_role("radio", name=pool)).to_be_checked()
    # It is asked anew: nobody formats twice by accident.
    expect(add).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Erase everything on /dev/sdb").check()
    add.click()
    expect(page.get_by_role("button", name="Add /dev/sdb to a pool")).to_have_count(0)
    assert sent == [{"pool_name": pool, "disk_name": "/dev/sdb"}] * 2


def test_a_disk_makes_a_pool_of_its_own_or_says_why_not(wide, house):
    wide.route("**/api/v1/disks", lambda route: route.fulfill(**listed([DISK])))
    wide.guard.expect("/pools", 409)
    wide.goto("/storage")
    wide.get_by_role("button", name="Add /dev/sdb to a pool").click()
    dialog = wide.get_by_role("dialog")
    dialog.get_by_role("radio", name="A new pool").check()
    dialog.get_by_label("Name of the pool").fill("fresh")
    dialog.get_by_label("Erase everything on /dev/sdb").check()
    dialog.get_by_role("button", name="Format and add").click()
    # This server manages no disks, and the reason stands in place.
    expect(dialog.get_by_role("alert")).to_contain_text("Disk management")


# -- covers ------------------------------------------------------------------------------------------------------------------------


def task(state, **more):
    number = {"failed": 0, "queued": 1, "running": 1, "done": 3}[state]
    return {"task_id": "TaskDelPool_x", "topic": "TaskDelPool", "state": state, "state_code": number, "status": f"TaskDelPool_{number}", "subject": "x",
            "user_id": 1, "created": 1, "updated": 1, "bytes_done": 0, "bytes_total": 0, "items_done": 0, "items_total": 0, "code": 0, "reason": "",
            "result": None} | more


@pytest.mark.parametrize("state", ["running", "queued", "failed"])
def test_a_cover_tells_what_is_done_to_a_pool(wide, pool, state):
    now = {"state": state, "done": 0}
    asked = []

    def pools(route):
        reply = answer_of(route)
        data = reply.json()
        for one in data["data"]["list"]:
            if one["name"] == pool and now["state"] != "gone":
                one["status"], one["task_id"] = task(now["state"])["status"], "TaskDelPool_x"
        route.fulfill(response=reply, json=data)

    def tasks(route):
        if route.request.method != "GET":
            asked.append(route.request.method)
            now["state"] = "running" if route.request.method == "PUT" else "gone"
            return route.fulfill(**answer())
        now["done"] += 1 << 30
        return route.fulfill(**answer(task(now["state"], bytes_done=now["done"], bytes_total=10 << 30, reason="The disk is full." if state == "failed" else "")))

    wide.route("**/api/v1/pools", pools)
    wide.route("**/api/v1/tasks/*", tasks)
    wide.goto("/storage")
    cover = wide.locator(".cover")
    if state == "running":
        expect(cover.get_by_role("progressbar", name="Deleting a pool")).to_have_attribute("aria-valuetext", re.compile("%"))
        # From the second look on it is known how fast it goes.
        expect(cover).to_contain_text(re.compile(r"GB of 10 GB · .*/s · about .* left"))
        expect(cover.get_by_role("button")).to_have_count(0)
    elif state == "queued":
        cover.get_by_role("button", name="Cancel").click()
        expect(cover).to_have_count(0)
        assert asked == ["DELETE"]
    else:
        expect(cover).to_contain_text("The disk is full.")
        axe(wide)
        cover.get_by_role("button", name="Try again").click()
        expect(cover.get_by_role("progressbar")).to_be_visible()
        assert asked == ["PUT"]


# -- who sees what -----------------------------------------------------------------------------------------------------------------


def test_the_use_of_storage_is_told_by_member(screen):
    screen.goto("/storage")
    bars = screen.get_by_role("list", name="Use by member")
    expect(bars).to_be_visible()
    for name in ("max", "nina", "Folders of several members"):
        expect(bars.get_by_role("listitem").filter(has_text=name)).to_contain_text(re.compile(r"\d"))
    expect(screen.get_by_role("img", name=re.compile("^Built-in storage: .* of "))).to_be_visible()


@pytest.mark.parametrize("path", ["/storage", "/storage/_default_", "/settings"])
def test_members_are_told_whose_business_it_is(page_at, path):
    page = page_at("narrow", who="max", path=path)
    expect(page.get_by_text("Only the owner of this home can see this")).to_be_visible()
    axe(page)


def test_settings_say_what_they_do(screen, house, pool):
    screen.goto("/settings")
    save = screen.get_by_role("button", name="Save")
    expect(save).to_have_attribute("aria-disabled", "true")
    screen.get_by_label("Pool", exact=True).select_option(pool)
    expect(screen.get_by_label("Partition", exact=True)).to_have_value("films")
    switch = screen.get_by_role("switch")
    switch.check()
    expect(screen.get_by_text("deleted for good")).to_be_visible()
    axe(screen)
    save.click()
    expect(screen.get_by_text("Saved.")).to_be_visible()
    assert house.owner.get("/settings").ok() == {"pool_name": pool, "partition_name": "films", "is_auto_del": 1}
    expect(save).to_have_attribute("aria-disabled", "true")
    house.owner.json("POST", "/settings", {"pool_name": "_default_", "partition_name": "_default_", "is_auto_del": 0}).ok()


def test_long_work_is_listed_with_its_names(screen, pool):
    screen.goto("/tasks")
    expect(screen.get_by_role("heading", name="Done within the last hour")).to_be_visible()
    expect(screen.get_by_text(f"Making a partition: {pool} · films")).to_be_visible()
    expect(screen.get_by_text("when you close this page")).to_be_visible()

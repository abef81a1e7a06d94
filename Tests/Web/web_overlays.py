"""Every dialog, sheet and menu of the app: where it is written, and how a person gets to it."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from hearth_server import REPOSITORY
from web_house import SAFE_PASSWORD, address_of
from web_texts import text

#: Whatever opens over the screens is written as one of these.
SITE = re.compile(r"<\$\{Dialog\}|\bconfirm\(\{|\bopenMenu\(|<\$\{MenuButton\}")

#: What the table below does not open, by file: how many, and why.
ELSEWHERE = {
    "storage/folder-form.js": (2, "waiting for what it shows, with bars in place of fields; the question before a move, which test_storage_folders.py looks at"),
    "people/copy.js": (1, "only where the browser copies nothing; test_people.py looks at it"),
    "people/me.js": (1, "asked only while an upload waits; test_transfers.py signs out then"),
    "viewer/viewer.js": (1, "said where the viewer itself does not come, which test_viewer_away.py looks at"),
}


@dataclass
class Overlay:
    #: The file below Web/app, with `#…` where that has several.
    of: str
    name: str
    address: str
    #: One after the other: texts by their key, or (key, values), or "=text"; or what is done with (page, language).
    steps: list
    #: What the server answers instead: {glob: (method, status, code, data)}, or what tells when it is time.
    answers: dict | Callable = field(default_factory=dict)
    #: Escape does not close it, or nothing had the focus before.
    stays: bool = False
    #: It leaves something behind in the page, which then is not used again.
    spoils: bool = False


def sites():
    """How many there are, by file."""
    root = REPOSITORY / "Web/app"
    found = {str(path.relative_to(root)): len(SITE.findall(path.read_text("utf-8"))) for path in root.rglob("*.js") if path.parent != root / "ui"}
    return {file: count for file, count in found.items() if count}


def listed(overlays):
    """How many the table opens or explains, by file."""
    counts = Counter(name.split("#")[0] for name in {one.of for one in overlays})
    counts.update({file: count for file, (count, _) in ELSEWHERE.items()})
    return dict(counts)


def press(page, language, what):
    """Presses what carries a text, in what lies on top."""
    if callable(what):
        what(page, language)
        return
    top = page.locator("dialog[open]").last if page.locator("dialog[open]").count() else page.locator(".menu") if page.locator(".menu").count() else page
    if isinstance(what, str) and what.startswith("="):
        top.get_by_text(what[1:]).locator("visible=true").first.click()
        return
    key, values = (what, {}) if isinstance(what, str) else what
    # Playwright writes the expression between slashes.
    name = re.compile("^" + re.escape(text(language, key, **values)).replace("/", r"\/"))
    top.get_by_role("button", name=name).or_(top.get_by_role("menuitem", name=name)).or_(top.get_by_role("tab", name=name)).locator("visible=true").nth(values.get("nth", 0)).click()


def answering(method, status, envelope):
    def handle(route):
        if route.request.method == method:
            route.fulfill(status=status, content_type="application/json", body=json.dumps(envelope))
        else:
            route.fallback()
    return handle


def answered(page, answers):
    """Lets the server answer as a test needs it."""
    for glob, (method, status, code, data) in (answers() if callable(answers) else answers).items():
        page.route(glob, answering(method, status, {"status": code, "reason": "success" if code == 0 else "That did not work.", "data": data}))
        if status >= 400:
            page.guard.expect(re.escape(glob.removeprefix("**/api/v1").rstrip("*")), status)


def fill(selector, value, nth=0):
    return lambda page, language: page.locator("dialog[open]").last.locator(selector).nth(nth).fill(value)


def tick(page, language):
    page.locator("dialog[open]").last.locator("input[type=checkbox]").last.check()


def context_menu(name):
    return lambda page, language: page.locator(".folder-card, .entry").filter(has_text=name).first.click(button="right")


def toolbar_menu(page, language):
    page.locator(".selection-bar").get_by_role("button", name=text(language, "more")).click()


def typed(words):
    """Into the editor of the viewer."""
    def run(page, language):
        page.locator(".editor .cm-content").click()
        page.keyboard.type(words)
        page.get_by_role("status").filter(has_text=text(language, "viewer.text.changed")).wait_for()
    return run


def overlays(house, size, pool, files):
    """All of them. `pool` is the owner's own with a partition `films`; `files` a folder with a.txt in it and in `Sub`."""
    papers, more, is_wide = address_of(house.papers), "more", size == "wide"
    text_file, folder, member = ("entry.menu", {"name": "Shopping.txt"}), ("entry.menu", {"name": "Empty"}), ("members.menu", {"name": "max"})
    kitchen, safe, films = ("entry.menu", {"name": "Kitchen"}), ("entry.menu", {"name": "Safe"}), ("entry.menu", {"name": "films"})
    own, here = f"/storage/{pool}", address_of(files)
    disk = {"id": "8:16", "name": "/dev/sdb", "vg_name": "", "capacity": 4 << 40}
    disks = {"**/api/v1/disks": ("GET", 200, 0, {"list": [disk], "pager": {"page": 0, "page_size": 0, "total_rows": 1, "has_more": False}})}
    add_disk = ("disks.add.name", {"name": "/dev/sdb"})

    def taken(page, language):
        page.guard.expect("/resources$", 409)

    def clash(page, language):
        page.guard.expect(r"/resources/", 409)
        page.locator("input[data-upload=files]").first.set_input_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"other"}])

    def written_by_others(page, language):
        page.guard.expect(r"/resources", 412)
        house.owner.send(f"{files}/b.txt", f"by others, {size}\n".encode(), on_conflict="replace")

    return [
        # Files
        Overlay("core/unlock.js", "unlock", "/", ["=Safe"]),
        Overlay("files/new-folder.js", "new folder", papers, ["folder.new"] if is_wide else [more, "folder.new"]),
        Overlay("files/rename.js", "rename", papers, [text_file, "rename"]),
        Overlay("files/details.js", "details", papers, [text_file, "details"]),
        Overlay("files/remove.js", "delete", papers, [text_file, "delete"]),
        Overlay("files/picker.js", "move to", papers, [text_file, "move.to"]),
        Overlay("files/picker.js", "copy to", papers, [folder, "copy.to"]),
        Overlay("files/conflict.js", "name is taken", here, [("entry.menu", {"name": "a.txt"}), "move.to", "=Sub", taken, "move.here"]),
        Overlay("files/share.js", "share", papers, [folder, "share"]),
        Overlay("files/leave-share.js", "leave a share", "/shared", [("entry.menu", {"name": "For everybody"}), "shared.leave"]),
        Overlay("transfers/clash.js", "upload clash", here, [clash], stays=True, spoils=True),
        # Menus
        Overlay("transfers/entrance.js", "upload menu", papers, ["upload"]),
        Overlay("files/folder-bar.js", "folder menu", papers, [more]),
        Overlay("files/folder-actions.js", "entry menu", papers, [text_file]),
        Overlay("files/selection-bar.js", "selection menu", papers, [more, "select.all", toolbar_menu]),
        Overlay("files/breadcrumb.js", "breadcrumb", address_of(f"{files}/Sub/Deep/Deeper/Deepest"), ["breadcrumb.more" if is_wide else "breadcrumb.way"]),
        Overlay("files/folder-card.js#button", "card menu", "/", [kitchen]),
        Overlay("files/folder-card.js#context", "card context menu", "/", [context_menu("Kitchen")]),
        Overlay("files/share-list.js", "receiver's menu", "/shared", ["shared.given", lambda page, language: page.locator(".tab-panel [aria-haspopup=menu]").first.click()]),
        Overlay("viewer/actions.js", "viewer menu", f"{papers}?show=Backup.bin", [lambda page, language: page.locator(".viewer [aria-haspopup=menu]").locator("visible=true").first.click()]),
        Overlay("people/members.js#menu", "member menu", "/members", [member]),
        Overlay("storage/pool.js#pool", "pool menu", own, [("entry.menu", {"name": pool})]),
        Overlay("storage/pool.js#part", "partition menu", own, [films]),
        Overlay("storage/folders.js", "managed folder's menu", "/folders", [kitchen]),
        # Viewer
        Overlay("viewer/text.js#leave", "leave a text", f"{here}?show=b.txt", [typed("x"), lambda page, language: page.go_back(wait_until="commit")], spoils=True),
        Overlay("viewer/text.js#clash", "text clash", f"{here}?show=b.txt", [typed("x"), written_by_others, "save"], spoils=True),
        # People
        Overlay("people/profile.js", "edit me", "/me", ["me.edit"]),
        Overlay("people/profile.js", "rename member", "/members", [member, "members.rename"]),
        Overlay("people/change-password.js", "change password", "/me", ["me.password"]),
        Overlay("people/service-code.js", "service code", "/me", ["service-code.make"]),
        Overlay("people/devices.js#one", "sign a device out", "/me", [lambda page, language: page.locator(".devices li button").first.click()]),
        Overlay("people/devices.js#others", "sign the others out", "/me", ["devices.others"]),
        Overlay("people/member-dialogs.js#add", "add member", "/members", ["members.add"]),
        Overlay("people/member-dialogs.js#password", "member's password", "/members", [member, "members.password"]),
        Overlay("people/member-dialogs.js#owner", "hand over", "/members", [member, "members.owner"]),
        Overlay("people/members.js#disable", "disable member", "/members", [member, "members.disable"]),
        Overlay("people/members.js#remove", "remove member", "/members", [member, ("members.remove", {"name": "max"})]),
        Overlay("people/invite.js#ask", "invite", "/members", ["members.invite"]),
        Overlay("people/invite.js#made", "invitation", "/members", ["members.invite", fill("input", "Grandma Josephine with the very long name"), "invite.make"]),
        Overlay("people/invitations.js", "withdraw an invitation", "/members", [lambda page, language: page.get_by_text(text(language, "invitations.end"), exact=True).first.click()]),
        # Storage
        Overlay("storage/directory-pool.js", "add directory", "/storage", ["pool.add.directory"]),
        Overlay("storage/disks.js#add", "add a disk", "/storage", [add_disk], disks),
        Overlay("storage/disks.js#failed", "a disk that is not mounted", "/storage", [add_disk, tick, "disks.format"],
                disks | {"**/api/v1/disks*": ("POST", 409, 205, {})}),
        Overlay("storage/partition-form.js", "add partition", own, ["partition.add"]),
        Overlay("storage/partition-form.js", "edit partition", own, [films, "partition.edit"]),
        Overlay("storage/pool-dialogs.js#rename", "rename pool", own, [("entry.menu", {"name": pool}), "rename"]),
        Overlay("storage/pool-dialogs.js#disks", "disks of a pool", own, [lambda page, language: page.get_by_text(text(language, "pool.disks", n=2)).click()],
                lambda: {f"**/api/v1/pools/{pool}": ("GET", 200, 0, house.owner.get(f"/pools/{pool}").ok() | {"pv": [disk, disk | {"id": "8:32", "name": "/dev/sdc"}]})}),
        Overlay("storage/loss.js", "delete pool", own, [("entry.menu", {"name": pool}), "delete"]),
        Overlay("storage/loss.js", "delete partition", own, [films, "delete"]),
        Overlay("storage/loss.js", "delete folder", "/folders", [kitchen, "delete"]),
        Overlay("storage/folder-form.js#form", "make folder", "/folders", ["folders.add"]),
        Overlay("storage/folder-form.js#form", "edit folder", "/folders", [kitchen, "folders.edit"]),
        Overlay("storage/folder-form.js#failed", "folder form without answers", "/folders", [kitchen, "folders.edit"], {"**/api/v1/settings": ("GET", 409, 1, {})}),
        Overlay("storage/folder-form.js#small", "no room for a folder", "/folders", ["folders.add", fill("input", "Large"), "create"], {"**/api/v1/folders": ("POST", 409, 20019, {})}),
        Overlay("storage/members.js", "choose members", "/folders", ["folders.add", "folders.members.choose"]),
        Overlay("storage/folder-password.js#form", "folder's password", "/folders", [safe, "folders.password"]),
        Overlay("storage/folder-password.js#form", "new recovery key", "/folders", [safe, "folders.key"]),
        Overlay("storage/folder-password.js#form", "recover", "/folders", [safe, "folders.recover"]),
        Overlay("storage/folder-password.js#key", "recovery key", "/folders", [safe, "folders.key", fill("input", SAFE_PASSWORD), "folders.key.make",
                                                                           lambda page, language: page.locator(".recovery-key").wait_for()], stays=True),
    ]

"""What somebody looks at and somebody else takes away."""

import re

from playwright.sync_api import expect
from folder_tools import received, share
from web_house import MEMBER, address_of
from web_page import axe, fits


def look_again(page):
    """What a page does when it is turned to."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def offers_nothing(page):
    for label in ("Upload", "New folder", "Upload here"):
        expect(page.get_by_role("button", name=label)).to_have_count(0)


def test_a_folder_deleted_elsewhere_says_so_and_leads_out(house, screen):
    path = house.folder("Doomed", [("a.txt", b"a")])
    screen.goto(address_of(path))
    expect(screen.get_by_text("a.txt")).to_be_visible()
    screen.guard.expect(r"/resources/", 404)
    house.owner.delete(path).ok()
    look_again(screen)
    expect(screen.get_by_role("heading", name="This folder is no longer here").last).to_be_visible()
    expect(screen.get_by_text("a.txt")).to_have_count(0)
    offers_nothing(screen)
    axe(screen)
    fits(screen)
    screen.get_by_role("link", name="To the folder above").click()
    expect(screen).to_have_url(re.compile(re.escape(address_of(house.home)) + "$"))
    expect(screen.locator(".entry[data-index]").first).to_be_visible()


def test_a_folder_that_comes_back_is_shown_again(house, wide):
    path = house.folder("Renamed", [("a.txt", b"a")])
    wide.goto(address_of(path))
    expect(wide.get_by_text("a.txt")).to_be_visible()
    wide.guard.expect(r"/resources/", 404)
    house.owner.rename(path, "Elsewhere").ok()
    look_again(wide)
    expect(wide.get_by_role("heading", name="This folder is no longer here").last).to_be_visible()
    house.owner.rename(path.rsplit("/", 1)[0] + "/Elsewhere", path.rsplit("/", 1)[1]).ok()
    look_again(wide)
    expect(wide.get_by_text("a.txt")).to_be_visible()


def test_a_right_that_is_taken_takes_the_list_along(house, page_at):
    path = house.folder("Lent", [("a.txt", b"a")])
    share(house.owner, path, [house.member.user_id], read=1, write=1, deleted=0).ok()
    page = page_at("narrow", who=MEMBER, path=address_of(received(house.member, path.rsplit("/", 1)[1])))
    expect(page.get_by_text("a.txt")).to_be_visible()
    page.guard.expect(r"/resources/", 403, 404)
    house.owner.delete(path).ok()
    look_again(page)
    expect(page.get_by_text("a.txt")).to_have_count(0)
    offers_nothing(page)
    page.get_by_role("link", name="Shared").last.click()
    expect(page.get_by_role("heading", level=1, name="Shared")).to_be_visible()


def test_a_folder_of_nobody_offers_nothing(page_at):
    page = page_at("narrow", fresh=True)
    page.guard.expect(r"/resources/", 403, 404)
    page.goto("/folder/s/9999")
    expect(page.get_by_role("link", name="Go to my files")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    offers_nothing(page)
    axe(page)

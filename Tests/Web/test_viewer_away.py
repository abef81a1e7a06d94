"""The viewer and the small pictures of lists where the drive, a part of the app or the media cookie is not there."""

import re

import pytest
from playwright.sync_api import expect
from test_viewer import button, shown, title, viewer
from web_house import address_of
from web_page import axe, closed, fits

LATER = re.compile(r"/app/(chunks/)?later[^/]*\.js$")
AWAY = "cannot be reached|does not answer"


@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_a_page_whose_viewer_does_not_come_says_so(house, page_at, size):
    """As a page that is older than the drive's app."""
    page = page_at(size, path=address_of(house.photos))
    page.guard.expect("later", 404)
    with page.guard.offline():
        page.route(LATER, lambda route: route.fulfill(status=404))
        page.locator(".entry[data-index='0']").dblclick() if size == "wide" else page.locator(".entry[data-index='0']").tap()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("A part of the app did not come")
        axe(page)
        fits(page)
        page.unroute(LATER)
        dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    closed(page)
    expect(page).to_have_url(re.compile(re.escape(address_of(house.photos)) + r"(\?select=.*)?$"))


def test_a_viewer_that_comes_the_second_time_shows_the_file(house, page_at):
    page = page_at(path=address_of(house.photos))
    with page.guard.offline():
        page.route(LATER, lambda route: route.abort())
        page.locator(".entry[data-index='0']").dblclick()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("A part of the app did not come")
        page.unroute(LATER)
        dialog.get_by_role("button", name="Try again").click()
        expect(viewer(page)).to_be_visible()
        expect(title(page)).to_contain_text("Beach")


@pytest.mark.parametrize("name", ["Song.wav", "Insurance.pdf", "Beach.webm"])
def test_what_does_not_come_is_not_called_damaged(house, page_at, name):
    folder = house.photos if name == "Beach.webm" else house.papers
    page = page_at(path=shown(folder, name))
    expect(title(page)).to_contain_text(name.split(".")[0])
    content = page.locator(".slide.current").locator("audio, video, canvas").first
    expect(content).to_be_visible()
    button(page, "Close").click()
    closed(page)
    with page.guard.offline():
        page.route("**/api/v1/download/**", lambda route: route.abort())
        page.route("**/api/v1/details/**", lambda route: route.abort())
        page.get_by_text(name.split(".")[0], exact=False).first.dblclick()
        expect(page.locator(".slide.current [role=alert]")).to_contain_text(re.compile(AWAY))
        page.unroute("**/api/v1/download/**")
        page.unroute("**/api/v1/details/**")
        viewer(page).get_by_role("button", name="Try again").click()
        expect(content).to_be_visible()
        expect(page.locator(".slide.current [role=alert]")).to_have_count(0)


def test_small_pictures_come_back_with_the_cookie(house, page_at):
    page = page_at(fresh=True, path=address_of(house.photos))
    pictures = page.locator(".entry img")
    expect(pictures.first).to_be_visible()
    count = pictures.count()
    page.context.clear_cookies(name="hearth_media")
    page.guard.expect("/thumbnails|/download", 401)
    page.reload()
    expect(pictures).to_have_count(count)


def test_small_pictures_come_back_with_the_drive(house, page_at):
    page = page_at(path="/")
    page.guard.expect("/thumbnails")
    with page.guard.offline():
        page.route("**/api/v1/thumbnails?**", lambda route: route.abort())
        page.goto(address_of(house.photos))
        expect(page.locator(".entry").first).to_be_visible()
        expect(page.locator(".entry img")).to_have_count(0)
        page.context.set_offline(True)
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.locator(".banner")).to_be_visible()
        page.unroute("**/api/v1/thumbnails?**")
        page.context.set_offline(False)
        expect(page.locator(".entry img").first).to_be_visible()


def test_a_download_makes_a_lost_cookie_anew(house, page_at):
    page = page_at(fresh=True, path=address_of(house.papers))
    expect(page.get_by_text("Backup")).to_be_visible()
    page.context.clear_cookies(name="hearth_media")
    page.guard.expect("/download|/thumbnails", 401)  # small pictures that are still on their way
    with page.expect_download() as handed:
        page.get_by_role("button", name="Actions for Backup.bin").click()
        page.get_by_role("menuitem", name="Download").click()
    assert handed.value.path().read_bytes() == house.owner.content(f"{house.papers}/Backup.bin")


def test_a_document_can_be_had_where_nothing_can_show_it(house, page_at):
    """An app that was built without the library, or is not there any more."""
    page = page_at(path=shown(house.papers, "Notes.md"))
    page.guard.expect("pdf.mjs", 404)
    page.route("**/pdfjs/pdf.mjs", lambda route: route.fulfill(status=404))
    page.goto(shown(house.papers, "Insurance.pdf"))
    trouble = page.locator(".slide.current [role=alert]")
    expect(trouble).to_contain_text("A part of the app did not come")
    axe(page)
    with page.expect_download() as handed:
        trouble.get_by_role("link", name="Download").click()
    assert handed.value.path().read_bytes() == house.owner.content(f"{house.papers}/Insurance.pdf")

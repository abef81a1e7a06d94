"""Toasts: seen, touched and told of wherever one is, in a modal dialog too."""

import pytest
from playwright.sync_api import expect
from web_house import address_of
from web_page import axe, fits, fits_fingers

#: Toasts that stay for as long as the test needs.
PATIENT = "const plain = setTimeout; window.setTimeout = (run, time, ...rest) => (time === 4000 || time === 8000 ? 0 : plain(run, time, ...rest))"


def rename(page, before, after):
    page.locator(f".entry[aria-label^={before!r}]").locator(".entry-menu").click()
    page.locator(".menu-item").filter(has_text="Rename").first.click()
    page.get_by_role("dialog").get_by_role("textbox").fill(after)
    page.keyboard.press("Enter")
    expect(page.locator(f".entry[aria-label^={after!r}]")).to_be_visible()


def new_folder(page):
    if page.size == "narrow":
        page.locator("header").get_by_role("button", name="More").click()
        page.locator(".menu-item").filter(has_text="New folder").click()
    else:
        page.get_by_role("button", name="New folder").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()


@pytest.mark.parametrize("size, scheme", [("narrow", "dark"), ("wide", "light")])
def test_undo_is_above_a_dialog_that_was_opened_since(house, page_at, size, scheme):
    path = house.folder("Toast", [("one.txt", b"1")])
    page = page_at(size, scheme=scheme, path=None)
    page.add_init_script(PATIENT)
    page.goto(address_of(path))
    rename(page, "one.txt", "two.txt")
    new_folder(page)

    dialog = page.get_by_role("dialog")
    told = dialog.get_by_role("status").filter(has_text="two")
    expect(told).to_be_visible()
    expect(page.locator(".toast")).to_have_count(1)
    dialog.get_by_role("textbox").fill("Typed before")
    axe(page)
    fits(page)
    if size == "narrow":
        fits_fingers(page)
    told.get_by_role("button", name="Undo").click()
    expect(page.locator(".entry[aria-label^='one.txt']")).to_be_visible()
    expect(dialog.get_by_role("textbox")).to_have_value("Typed before")

    expect(dialog).to_be_visible()


def test_what_a_dialog_says_outlives_it(page_at):
    page = page_at("narrow", path=None)
    page.add_init_script(PATIENT)
    page.goto("/me")
    page.get_by_role("button", name="Let a service in").click()
    dialog = page.get_by_role("dialog")
    # The region stands there before anything is said in it: screen readers want it so.
    expect(dialog.locator(".toasts[role=status]")).to_be_attached()
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.locator(".toast")).to_contain_text("Copied")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("Copied")
    page.locator(".toast").get_by_role("button").click()
    expect(page.locator(".toast")).to_have_count(0)

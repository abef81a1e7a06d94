"""A folder of 100 000 files: few nodes are drawn, they are the right ones wherever one scrolls, and scrolling costs little. Benchmarks/scroll prints how little."""

import os
import statistics

import pytest
from playwright.sync_api import expect
from scroll_trace import p95, scroll_by_bar, scroll_by_wheel
from web_house import address_of
from web_page import axe, fits

COUNT = 100_000
#: What a screen of rows takes, whatever the length of the list.
NODES = 3000
#: What no task may take, and what script and layout of a step may in nineteen of twenty steps: milliseconds of the main thread's CPU time.
TASK, STEP = 50, 8
#: A machine that takes longer for a step lets the list rest within it: margins and pictures are drawn, which nobody waits for who scrolls. There, half of
#: the steps are to be as light.
SLOW = 80
#: Times that a measurement may be taken: what else the machine does adds to the figures and never takes away.
ROUNDS = 4

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def crowd(house):
    path = house.folder("Crowd")
    at = os.open(house.server.on_disk(house.owner, path), os.O_RDONLY)
    for number in range(COUNT):
        os.close(os.open(f"photo {number}.txt", os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=at))
    os.close(at)
    yield path
    house.owner.delete(path).ok()


def nodes(page):
    return page.evaluate("document.querySelectorAll('*').length")


def scroll_to(page, share):
    page.locator(".window-list").evaluate("(list, share) => { list.scrollTop = share * list.scrollHeight; }", share)


@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_the_right_rows_show(crowd, page_at, size):
    page = page_at(size, path=address_of(crowd))
    expect(page.locator("[data-index='0']")).to_contain_text("photo 0")
    for share in (0.25, 0.9, 0.5, 0.1):
        scroll_to(page, share)
        middle = int(COUNT * share) + 2
        expect(page.locator(f"[data-index='{middle}']")).to_contain_text(f"photo {middle}")
        assert nodes(page) < NODES
    shown = page.locator("[data-index]").evaluate_all("(all) => all.map((one) => [Number(one.dataset.index), one.querySelector('.name').textContent])")
    assert shown and all(name == f"photo {index}.txt" for index, name in shown)
    axe(page)
    fits(page)


def test_keys_reach_both_ends(crowd, page_at):
    page = page_at("wide", path=address_of(crowd))
    expect(page.locator("[data-index='0']")).to_be_visible()
    page.locator("[data-index='0']").click()
    page.keyboard.press("End")
    expect(page.locator(f"[data-index='{COUNT - 1}']")).to_be_in_viewport()
    expect(page.locator(f"[data-index='{COUNT - 1}']")).to_contain_text(f"photo {COUNT - 1}")
    page.keyboard.press("Home")
    expect(page.locator("[data-index='0']")).to_be_in_viewport()
    page.keyboard.press("Control+a")
    expect(page.locator(".selection-bar")).to_contain_text("100,000")
    assert nodes(page) < NODES


def test_a_place_in_the_list_is_kept(crowd, page_at):
    """Back from a file, the list stands where it stood."""
    page = page_at("narrow", path=address_of(crowd))
    expect(page.locator("[data-index='0']")).to_be_visible()
    scroll_to(page, 0.5)
    row = page.locator(f"[data-index='{COUNT // 2 + 3}']")
    expect(row).to_contain_text(f"photo {COUNT // 2 + 3}")
    row.locator(".name").tap()
    expect(page.locator(".viewer")).to_be_visible()
    page.go_back()
    expect(page.locator(".viewer")).to_have_count(0)
    expect(row).to_be_in_viewport()


def test_the_list_is_filtered_by_the_server(crowd, page_at):
    page = page_at("wide", path=address_of(crowd))
    expect(page.locator("[data-index='0']")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator(".filter-field input")).to_be_focused()
    page.keyboard.type("99999")
    expect(page.locator("[data-index]")).to_have_count(1)
    expect(page.locator("[data-index='0']")).to_contain_text("photo 99999")


@pytest.mark.parametrize("layout", ["list", "grid"])
@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_scrolling_costs_little(crowd, page_at, size, layout):
    page = page_at(size, path=address_of(crowd))
    page.evaluate("(layout) => localStorage.setItem('view', JSON.stringify({ layout }))", layout)
    page.reload()
    expect(page.locator("[data-index='0']")).to_contain_text("photo 0")
    for name, scroll in (("by the wheel", lambda: scroll_by_wheel(page, 360, 60)), ("fast", lambda: scroll_by_wheel(page, 2000, 60)), ("by the bar", lambda: scroll_by_bar(page, 30))):
        seen = []
        for _ in range(ROUNDS):
            figures = scroll()
            usual = p95 if p95(figures.lengths) < SLOW else statistics.median
            seen.append((round(max(figures.task_cpus), 1), round(usual(figures.cpus), 1)))
            if seen[-1][0] <= TASK and seen[-1][1] < STEP:
                break
        else:
            pytest.fail(f"{name}: longest task and step in ms: {seen}")

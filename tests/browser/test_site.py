"""The page frame in a browser: loading, theme, language, controls, and what a closed tab leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.serving import Server, alive, await_, write_notebook, write_sample

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site on small notebooks, without warm kernels."""
    root = tmp_path_factory.mktemp("notebooks")
    write_sample(root)
    slow = "import time\nend = time.monotonic() + {0}\nwhile time.monotonic() < end: pass\nprint('{1}')"
    write_notebook(root / "en/slow.ipynb", [slow.format(0.2, "first"), slow.format(30, "second")], lang="en")
    with Server(root, "--pool", "0") as server:
        yield server


def close(page: Page) -> None:
    """Close a tab as a person does: the page may say farewell."""
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def test_controls_work(small: Server, page: Page) -> None:
    page.goto(f"{small.url}voila/render/en/button.ipynb", wait_until="commit")
    page.get_by_role("button", name="Draw").click()
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator("#ck-progress")).to_be_hidden()
    expect(page.locator("main")).to_have_count(1)
    assert "Loading widget" not in page.locator("main").inner_text()


def test_a_closed_tab_ends_its_kernel(small: Server, page: Page) -> None:
    before = small.kernels()
    page.goto(f"{small.url}voila/render/en/button.ipynb", wait_until="commit")
    page.get_by_role("button", name="Draw").click()
    [pid] = small.kernels() - before
    close(page)
    await_("the kernel's end", lambda: not alive(pid))


def test_a_tab_closed_while_loading_ends_its_kernel(small: Server, page: Page) -> None:
    before = small.kernels()
    page.goto(f"{small.url}voila/render/en/slow.ipynb", wait_until="commit")
    # the first cell is to be seen while the second still runs, and the bar says how far it is
    expect(page.get_by_text("first")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "Step 1 of 2")
    expect(page.get_by_text("second")).to_have_count(0)
    [pid] = small.kernels() - before
    close(page)
    await_("the kernel's end", lambda: not alive(pid))


def test_a_page_without_controls_gives_its_kernel_back(small: Server, page: Page) -> None:
    before = small.kernels()
    page.goto(f"{small.url}voila/render/en/index.ipynb")
    expect(page.get_by_role("heading", name="Card games")).to_be_visible()
    await_("the kernel's end", lambda: small.kernels() <= before)


def test_language_switch_keeps_query_and_place(small: Server, page: Page) -> None:
    page.goto(f"{small.url}voila/render/en/index.ipynb?seed=7&lang=en#here")
    page.get_by_role("group", name="Language").get_by_text("PT").click()
    page.wait_for_url("**/pt/index.ipynb?seed=7#here")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.get_by_role("navigation", name="Site")).to_contain_text("Jogos")
    # and the choice is remembered
    page.goto(small.url)
    page.wait_for_url("**/voila/render/pt/index.ipynb")


def test_theme_follows_the_system_until_chosen(small: Server, browser: Browser) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{small.url}rules/en/four_cards")
    html, body = page.locator("html"), page.locator("body")
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Dark or light").click()
    expect(html).to_have_attribute("data-theme", "light")
    assert body.evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(246, 241, 231)"
    # remembered, and there before anything is painted
    page.goto(f"{small.url}voila/render/en/index.ipynb", wait_until="commit")
    page.wait_for_selector("header")
    expect(html).to_have_attribute("data-theme", "light")
    expect(body).to_have_attribute("data-jp-theme-light", "true")
    context.close()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(
    "path",
    [
        "voila/render/en/index.ipynb",
        "voila/render/en/button.ipynb",
        "voila/render/pt/broken.ipynb",
        "nowhere",
    ],
)
def test_nothing_sticks_out(small: Server, browser: Browser, path: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 780})
    page = context.new_page()
    page.goto(small.url + path, wait_until="commit")
    expect(page.locator("footer")).to_be_visible()
    expect(page.locator("#ck-progress:visible")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # whatever can be operated in the header is big enough for a thumb
    for target in page.locator("header :is(a, button):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 32, target.inner_text()
    close(page)
    context.close()


def test_skip_link_and_landmarks(small: Server, page: Page) -> None:
    page.goto(f"{small.url}voila/render/en/index.ipynb")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    expect(page).to_have_title("Welcome · cardkit")


def test_failing_cell_in_the_browser(small: Server, page: Page) -> None:
    page.goto(f"{small.url}voila/render/pt/broken.ipynb")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("não pôde ser montada")
    with page.expect_navigation():
        alert.get_by_text("Carregar de novo").click()
    expect(alert).to_contain_text("não pôde ser montada")


def test_cold_page_is_small(small: Server, page: Page) -> None:
    sizes: dict[str, float] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    page.goto(f"{small.url}voila/render/en/button.ipynb", wait_until="commit")
    page.get_by_role("button", name="Draw").click()
    expect(page.locator("#count")).to_have_text("1")
    assert sum(sizes.values()) < 2_000_000

"""What the site answers: frame, languages, errors, static files."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from cardkit import bots
from cardkit.site.places import STATIC, choose_language, in_language, landing_page
from tests.site.serving import Server


@pytest.mark.parametrize(
    ("query", "cookie", "accept", "lang"),
    [
        (None, None, None, "en"),
        (None, None, "pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        (None, None, "en;q=0.5, pt-PT;q=0.7", "pt"),
        (None, None, "pt;q=0, en", "en"),
        (None, None, "de,fr;q=0.9", "en"),
        (None, None, "nonsense;q=x,,;", "en"),
        (None, "pt", "en", "pt"),
        ("en", "pt", "pt", "en"),
        ("xx", "pt", "en", "pt"),
    ],
)
def test_language_is_chosen(query: str | None, cookie: str | None, accept: str | None, lang: str) -> None:
    assert choose_language(query, cookie, accept) == lang


def test_paths_in_the_other_language(tmp_path: Path) -> None:
    assert in_language("en/four_cards.ipynb", "pt") == "pt/four_cards.ipynb"
    assert in_language("notebooks/pt/x/y.ipynb", "en") == "notebooks/en/x/y.ipynb"
    assert in_language("mine.ipynb", "pt") is None
    assert landing_page(tmp_path, "pt") is None
    (tmp_path / "en").mkdir()
    (tmp_path / "en/index.ipynb").touch()
    assert landing_page(tmp_path, "pt") == "en/index.ipynb"


@pytest.mark.parametrize("place", ["/", "/cardkit/home"])
@pytest.mark.parametrize(
    ("query", "headers", "lang"),
    [
        ("", {}, "en"),
        ("", {"Accept-Language": "pt-BR"}, "pt"),
        ("", {"Accept-Language": "en", "Cookie": "cardkit-lang=pt"}, "pt"),
        ("?lang=en", {"Cookie": "cardkit-lang=pt"}, "en"),
    ],
)
def test_home_leads_to_the_front_page(
    cold: Server, place: str, query: str, headers: dict[str, str], lang: str
) -> None:
    answer = cold.get(place + query, headers)
    assert answer.status == 302
    assert answer.headers["Location"] == f"/voila/render/{lang}/index.ipynb"


def test_asking_for_a_language_is_remembered(cold: Server) -> None:
    cookies = cold.get("/?lang=pt").headers.get_all("Set-Cookie", [])
    assert [cookie for cookie in cookies if cookie.startswith("cardkit-lang=pt;")]


def test_a_folder_leads_to_its_front_page(cold: Server) -> None:
    assert cold.get("/voila/render/pt/").headers["Location"] == "/voila/render/pt/index.ipynb"


def test_frame_of_a_notebook(cold: Server) -> None:
    text = cold.get("/voila/render/pt/index.ipynb").text
    assert '<html lang="pt-BR" data-ck-base="/">' in text
    assert "<title>Olá · cardkit</title>" in text
    assert len(re.findall("<main", text)) == 1
    assert '<a class="ck-skip" href="#content">' in text
    assert re.search(r'href="/voila/render/pt/index.ipynb"[^>]*aria-current="page"', text)
    assert 'href="/rules/pt/four_cards"' in text
    assert re.search(r'href="/voila/render/en/index.ipynb"[^>]*data-ck-lang="en"', text)
    assert re.search(r"voila_process\(1, 1\)", text)


def test_a_page_without_controls_needs_no_jupyterlab(cold: Server) -> None:
    text = cold.get("/voila/render/en/index.ipynb").text
    assert "voila.js" not in text
    assert "ck_end_kernel();</script>" in text
    assert "voila.js" in cold.get("/voila/render/en/button.ipynb").text


def test_no_switch_where_there_is_no_other_language(cold: Server) -> None:
    text = cold.get("/voila/render/en/query.ipynb").text
    assert "data-ck-lang" not in text
    assert "<title>query · cardkit</title>" in text


def test_a_page_knows_its_address(cold: Server) -> None:
    text = cold.get("/voila/render/en/query.ipynb?seed=7&x=").text
    assert "asked: [(&#39;seed&#39;, &#39;7&#39;), (&#39;x&#39;, &#39;&#39;)] base: /" in text


def test_failing_cell_is_told_in_plain_words(cold: Server) -> None:
    text = cold.get("/voila/render/pt/broken.ipynb").text
    assert "Antes" in text
    assert "xxx" in text
    assert "Esta parte da página não pôde ser montada" in text
    assert 'class="ck-failed" role="alert"' in text
    assert "Depois" not in text
    for secret in ("ZeroDivision", "Traceback", "1/0", "show_tracebacks", "--debug"):
        assert secret not in text


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/voila/render/pt/missing.ipynb", "/voila/render/pt/x/", "/rules/pt/whist", "/rules/xx/y"],
)
def test_what_is_not_there_is_a_friendly_404(cold: Server, path: str) -> None:
    answer = cold.get(path, {"Accept-Language": "pt-BR"})
    assert answer.status == 404
    assert "Esta página não está aqui" in answer.text
    assert 'class="ck-top"' in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(("lang", "html"), [("en", "en"), ("pt", "pt-BR")])
def test_rulebook_needs_no_kernel(cold: Server, lang: str, html: str) -> None:
    before = cold.kernels()
    answer = cold.get(f"/rules/{lang}/four_cards?preset=cambio")
    assert answer.status == 200
    assert f'<html lang="{html}" data-ck-base="/">' in answer.text
    assert 'id="C10"' in answer.text
    assert re.search(r'href="/rules/pt/four_cards\?preset=cambio"[^>]*data-ck-lang="pt"', answer.text)
    assert cold.kernels() <= before


def test_static_files_are_tagged_cached_and_small(cold: Server) -> None:
    css = next(folder / "site.css" for folder in STATIC if (folder / "site.css").is_file()).read_bytes()
    plain = cold.get("/cardkit/static/site.css")
    assert plain.body == css
    assert plain.headers["Cache-Control"] == "no-cache"
    tag = plain.headers["ETag"]
    assert cold.get("/cardkit/static/site.css", {"If-None-Match": tag}).status == 304
    [versioned] = re.findall(r'"(/cardkit/static/site\.css\?v=\w+)"', cold.get("/nowhere").text)
    assert "max-age=" in cold.get(versioned).headers["Cache-Control"]
    packed = cold.get(versioned, {"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == css
    assert len(packed.body) < len(css) / 2
    assert cold.get("/cardkit/static/nothing.js").status == 404
    assert cold.get("/cardkit/static/../app.py").status in (403, 404)


@pytest.mark.parametrize("path", ["/voila/static/voila.js", "/voila/render/en/index.ipynb"])
def test_all_that_is_text_is_packed(cold: Server, path: str) -> None:
    assert cold.get(path, {"Accept-Encoding": "gzip"}).headers.get("Content-Encoding") == "gzip"


def test_unused_labextensions_stay_away(cold: Server) -> None:
    text, _ = cold.page("/voila/render/en/button.ipynb")
    assert '"@jupyter-widgets/jupyterlab-manager"' in text
    for unused in ("jupyterlab-preview", "widgets-manager7", "jupyterlab_pygments"):
        assert unused not in text


def test_notebooks_themselves_are_not_served(cold: Server) -> None:
    assert cold.get("/voila/files/en/button.ipynb").status == 403


def test_odds_are_counted_for_pages_without_a_kernel(cold: Server) -> None:
    deal = bots.recorded("four_cards", 3).to_query()
    answer = cold.get(f"/cardkit/odds?{deal}&odds_step=12&odds_view=0&odds_lang=en")
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("application/json")
    found = json.loads(answer.text)
    assert (found["type"], found["step"], found["view"]) == ("odds", 12, "0")
    for wrong in ("", "?game=whist", f"?{deal}", f"?{deal}&odds_step=12&odds_view=open&odds_lang=en"):
        refused = cold.get(f"/cardkit/odds{wrong}")
        assert (refused.status, refused.text) == (400, "400\n")

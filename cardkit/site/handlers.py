"""What the server answers besides notebooks: static files, rulebooks, the way home, plain errors."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.utils import url_escape, url_path_join
from tornado import web
from tornado.ioloop import IOLoop
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler

from cardkit.site import odds, rulebook
from cardkit.site.frame import frame, page, rules_url, static_url, trouble
from cardkit.site.lesson import lesson_page
from cardkit.site.places import (
    HTML_LANG,
    LANGUAGES,
    LESSON_PAGE,
    STATIC,
    choose_language,
    in_language,
    landing_page,
    language_of,
)
from cardkit.words import say

COOKIE = "cardkit-lang"
KERNEL_ID = re.compile(r'"kernelId": "([\w-]+)"')
Rule = tuple[str, type[web.RequestHandler], dict[str, Any]]


class StaticHandler(FileFindHandler):
    """cardkit's own style sheets, scripts and pictures, with an entity tag."""

    def compute_etag(self) -> str | None:
        """The entity tag of the content (Jupyter's own handler leaves it out)."""
        return web.StaticFileHandler.compute_etag(self)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """One line: no person reads this as a page."""
        self.set_header("Content-Type", "text/plain; charset=UTF-8")
        self.finish(f"{status_code}\n")


class SiteHandler(JupyterHandler):
    """A page of ours: knows the visitor's language and fails in plain words."""

    def visitor_language(self) -> str:
        """The language the visitor wants, see `choose_language`."""
        return choose_language(
            self.get_query_argument("lang", None),
            self.get_cookie(COOKIE),
            self.request.headers.get("Accept-Language"),
        )

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A page in the look of the site, without a traceback."""
        write_trouble(self, status_code, self.visitor_language())


def write_trouble(handler: JupyterHandler, status: int, lang: str) -> None:
    """Finish the request with the page that says what is wrong."""
    handler.set_header("Content-Type", "text/html; charset=UTF-8")
    handler.set_header("Cache-Control", "no-store")
    handler.finish(trouble(status, lang, handler.base_url))


class RulesHandler(SiteHandler):
    """A rulebook page, made by Python on request; no kernel."""

    @allow_unauthenticated
    def get(self, lang: str, game: str) -> None:
        """Answer ``/rules/<lang>/<game>``; the query holds the house rules to show."""
        query = {key: self.get_query_argument(key) for key in self.request.query_arguments}
        try:
            main = rulebook.render(game, lang, base_url=self.base_url, query=query)
        except KeyError:  # no such game
            raise web.HTTPError(404) from None
        heading = say("site.nav_rulebook", lang)
        elsewhere = {code: rules_url(self.base_url, code, game, self.request.query) for code in LANGUAGES}
        shown = frame(
            lang,
            self.base_url,
            title=f"{heading}: {say(f'{game}.name', lang)}",
            crumb=heading,
            current="rulebook",
            elsewhere=elsewhere,
        )
        self.finish(page(shown, main, css=("rulebook.css",), js="rulebook.js"))

    def visitor_language(self) -> str:
        """The language in the address."""
        return str(self.path_args[0])


class HomeHandler(SiteHandler):
    """The way to the front page in the visitor's language."""

    @allow_unauthenticated
    def get(self) -> None:
        """Answer ``/`` of the site and ``/cardkit/home`` with a redirect."""
        lang = self.visitor_language()
        if self.get_query_argument("lang", "")[:2].lower() == lang:
            # who asked for a language by name wants it next time, too
            self.set_cookie(
                COOKIE, lang, path=self.base_url, expires_days=365, samesite="Lax", httponly=False
            )
        self.set_header("Vary", "Accept-Language, Cookie")
        self.set_header("Cache-Control", "no-store")
        place = landing_page(Path(self.contents_manager.root_dir), lang)
        if place is None:
            self.redirect(url_path_join(self.base_url, "voila/tree"))
        else:
            self.redirect(url_path_join(self.base_url, "voila/render", url_escape(place)))


class OddsHandler(JupyterHandler):
    """What single choices of a deal bring, for pages of players that have given their kernel back."""

    # counting holds up a page for half a second at worst: never the whole site, and not all its cores
    counters = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")

    @web.authenticated
    async def get(self) -> None:
        """Answer ``/cardkit/odds``; see `cardkit.site.odds`."""
        fields = {key: self.get_query_argument(key) for key in self.request.query_arguments}
        try:
            found = await IOLoop.current().run_in_executor(self.counters, odds.told, fields)
        except ValueError:
            raise web.HTTPError(400) from None
        self.set_header("Content-Type", "application/json; charset=UTF-8")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.finish(found)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """One line: no person reads this as a page."""
        self.set_header("Content-Type", "text/plain; charset=UTF-8")
        self.finish(f"{status_code}\n")


class NotFoundHandler(SiteHandler):
    """Every address that nothing else answers."""

    @allow_unauthenticated
    def prepare(self) -> None:  # type: ignore[override]
        """Refuse whatever the method."""
        raise web.HTTPError(404)


class NotebookHandler(TornadoVoilaHandler):  # type: ignore[misc]
    """Voila's page of a notebook; what is no notebook or is not there gets a page that says so."""

    kernel_id = ""

    @web.authenticated
    async def get(self, path: str | None = None) -> None:
        """Answer ``/voila/render/<path>`` cell by cell; a folder leads to the front page in it."""
        place = (path or "").strip("/")
        if not place.endswith(".ipynb"):
            inside = f"{place}/index.ipynb".lstrip("/")
            if not await ensure_async(self.contents_manager.file_exists(inside)):
                raise web.HTTPError(404)
            self.redirect(url_path_join(self.base_url, "voila/render", url_escape(inside)))
            return
        if not await ensure_async(self.contents_manager.file_exists(place)):
            raise web.HTTPError(404)
        async for html in self.get_generator(path=place):
            if named := KERNEL_ID.search(html):
                self.kernel_id = named[1]
            self.write(html)
            self.flush()

    def on_connection_close(self) -> None:
        """A visitor who left before the page was whole needs no kernel: browsers send no farewell then."""
        if self.kernel_id in self.kernel_manager:
            IOLoop.current().spawn_callback(self.kernel_manager.shutdown_kernel, self.kernel_id, now=True)
        super().on_connection_close()

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A page in the look of the site, in the language of the address, without a traceback."""
        lang = language_of(self.request.path) or choose_language(
            None, self.get_cookie(COOKIE), self.request.headers.get("Accept-Language")
        )
        write_trouble(self, status_code, lang)


class ShutdownHandler(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """Ends the kernel of a page that was closed.

    The farewell of a page being closed carries no XSRF token, so the stock handler refuses it and
    every closed tab leaves its kernel behind. Here, and nowhere else, the token is not asked for: a
    kernel id is a random number that only its page knows, and other origins are still refused.
    """

    def check_xsrf_cookie(self) -> None:
        """Ask for the page's origin only; `prepare` has refused others already."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel at once, whatever it is doing; that it has ended before is no fault."""
        if kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel_id, now=True))
        self.set_status(204)
        self.finish()


def frame_of_notebook(page_config: dict[str, Any], **known: Any) -> dict[str, Any]:
    """Voila's ``page_config_hook``: adds the page frame of the notebook under ``cardkit``."""
    root = Path(known["settings"]["contents_manager"].root_dir)
    base_url, place = known["base_url"], known["notebook_path"]
    metadata, texts = _read(root / place)
    named = metadata.get("lang", "")[:2].lower()
    lang = named if named in LANGUAGES else language_of(place) or "en"
    title = metadata.get("title") or Path(place).stem.replace("_", " ")

    def render_url(path: str) -> str:
        return url_path_join(base_url, "voila/render", url_escape(path))

    def landing(code: str) -> str:
        found = landing_page(root, code)
        return render_url(found) if found else base_url

    others = {code: in_language(place, code) for code in LANGUAGES}
    elsewhere = {code: render_url(path) for code, path in others.items() if path and (root / path).is_file()}
    home = place == landing_page(root, lang)
    lesson = LESSON_PAGE.fullmatch(Path(place).name)
    page_config["cardkit"] = frame(
        lang,
        base_url,
        title=title,
        crumb="" if home else metadata.get("crumb", title),
        current="games" if home else "lessons" if lesson else "",
        elsewhere=elsewhere,
        landing=landing,
    ) | {
        "math": any("$" in text for text in texts),
        "lesson": lesson and lesson_page(int(lesson[1]), texts, lang, static_url(base_url, "lesson.js")),
    }
    return page_config


def rules(base_url: str) -> list[Rule]:
    """The routes of the site that serve in Voila and in JupyterLab alike."""
    languages = "|".join(HTML_LANG)
    return [
        (
            url_path_join(base_url, r"/cardkit/static/(.*)"),
            StaticHandler,
            {"path": [str(folder) for folder in STATIC]},
        ),
        (url_path_join(base_url, r"/cardkit/home"), HomeHandler, {}),
        (url_path_join(base_url, r"/cardkit/odds"), OddsHandler, {}),
        (url_path_join(base_url, rf"/rules/({languages})/(\w+)"), RulesHandler, {}),
        (url_path_join(base_url, r"/voila/api/shutdown/(.*)"), ShutdownHandler, {}),
    ]


def _read(path: Path) -> tuple[dict[str, Any], list[str]]:
    """A notebook's metadata, and its texts.

    What cannot be read has neither; Voila then says what is wrong with it.
    """
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        texts = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"]
        return dict(notebook.get("metadata", {})), texts
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}, []

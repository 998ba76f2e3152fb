"""`binder/` followed step by step in a fresh environment, as Binder does it; what the wheel lays where."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.site.serving import await_

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "for-this-test"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with requirements.txt installed and postBuild run in a copy of the repository."""
    home = tmp_path_factory.mktemp("binder")
    repository = home / "repository"
    kept = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, kept.stdout.split("\0")):
        if (ROOT / name).is_file():
            (repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, repository / name)
    venv.create(home / "env", with_pip=True)
    path = f"{home / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "VIRTUAL_ENV": str(home / "env")}
    requirements = str(repository / "binder" / "requirements.txt")
    uv = shutil.which("uv")
    install = [uv, "pip"] if uv else ["python", "-m", "pip"]
    for command in ([*install, "install", "-q", "-r", requirements], ["bash", "binder/postBuild"]):
        done = subprocess.run(
            command, cwd=repository, env=env, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return home


def test_pins_name_no_host_and_nothing_else() -> None:
    lines = (ROOT / "binder/requirements.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert all(line.count("==") == 1 and "/" not in line and " " not in line for line in pins), pins


def test_the_wheel_lays_everything(environment: Path) -> None:
    prefix = environment / "env"
    share = prefix / "share/jupyter/voila/templates/cardkit"
    assert {"index.html.j2", "conf.json"} <= {path.name for path in share.iterdir()}
    switch = json.loads((prefix / "etc/jupyter/jupyter_server_config.d/cardkit.json").read_text())
    assert switch["ServerApp"]["jpserver_extensions"] == {"cardkit.site.extension": True}
    code = "from cardkit.site.places import *; import cardkit; print(cardkit.__file__, notebooks_folder())"
    found = subprocess.run(
        [prefix / "bin/python", "-c", code], cwd=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert all(str(prefix / "lib") in path for path in found)


def test_front_page_and_jupyterlab_open(environment: Path) -> None:
    prefix, base = environment / "env", "/user/somebody/"
    port = free_port()
    command = [
        str(prefix / "bin/jupyter-lab"),
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.base_url={base}",  # Binder serves below such a path
        f"--IdentityProvider.token={TOKEN}",
    ]
    # no JUPYTER_PATH: the template must be found where the wheel has laid it
    env = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
    env["JUPYTER_CONFIG_DIR"] = str(environment / "config")
    log = environment / "log"
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=environment / "repository", env=env, stdout=out, stderr=out)
    url = f"http://127.0.0.1:{port}{base}"
    try:
        await_("JupyterLab's answer", lambda: get(f"{url}api/status"), 60)
        page = get(f"{url}cardkit/home?lang=pt")  # redirects to the page made by Voila
        assert '<html lang="pt-BR"' in page, log.read_text()[-2000:]
        assert f'data-ck-base="{base}"' in page
        assert f'href="{base}cardkit/static/site.css?v=' in page
        assert "Quatro" in page or "cartas" in page
        assert 'id="C10"' in get(f"{url}rules/en/four_cards")
        assert "jupyter-config-data" in get(f"{url}lab/tree/notebooks/en/index.ipynb")
    finally:
        server.terminate()
        server.wait(30)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def get(url: str) -> str:
    request = urllib.request.Request(url, headers={"Authorization": f"token {TOKEN}"})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            text: str = answer.read().decode()
            return text
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode()}"
    except OSError:  # does not listen yet
        return ""

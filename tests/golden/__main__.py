"""Write the golden playthroughs anew: ``python -m tests.golden``."""

from tests.golden import HERE, files

for name, content in files().items():
    (HERE / name).write_text(content, "utf-8")
    print(f"wrote {name}")

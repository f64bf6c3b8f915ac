"""The shell session of README.md: run it, and with `--write` put what it prints into the file."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
_BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def session(text: str) -> str:
    """The README with every console block as it comes out when run, in order, in one folder."""
    variables = {name: value for name, value in os.environ.items() if "BRIDGETTE" not in name}
    variables |= {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}

    def run(block: re.Match[str]) -> str:
        out = ""
        for line in block[0].splitlines():
            if not line.startswith("$ "):
                continue
            words = shlex.split(line[2:])
            assert words[0] == "bridgette", line
            done = subprocess.run(
                [sys.executable, "-m", *words],
                capture_output=True,
                check=False,
                env=variables,
                cwd=folder,
                encoding="utf-8",
            )
            out += f"{line}\n{done.stdout}{done.stderr}"
        return out

    with tempfile.TemporaryDirectory() as folder:
        return _BLOCK.sub(run, text)


if __name__ == "__main__":
    fresh = session(README.read_text("utf-8"))
    if "--write" in sys.argv:
        README.write_text(fresh, "utf-8")
    else:
        print(fresh)

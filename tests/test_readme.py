"""README.md tells the truth: its session comes out as printed, its Python example runs."""

import re
import subprocess
import sys

import readme


def test_the_session_comes_out_as_printed() -> None:
    text = readme.README.read_text("utf-8")
    assert readme.session(text) == text


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", readme.README.read_text("utf-8"), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1S (6, 7) (0, 100)\n"


def test_every_file_it_links_to_exists() -> None:
    text = readme.README.read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (readme.README.parent / target).is_file(), target

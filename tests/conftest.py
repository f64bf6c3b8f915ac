"""What is collected, and in which environment: the same wherever the tests run."""

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

# The tests of sealed games only where the library that they need is there.
collect_ignore_glob = [] if find_spec("nacl") else ["test_sealed*.py"]

for name in [*os.environ]:
    if name.startswith(("BRIDGETTE", "PYTHON")) or name in ("NO_COLOR", "COLUMNS"):
        del os.environ[name]
os.environ |= {
    "PYTHONPATH": str(Path(__file__).parent.parent),  # commands are of this checkout
    "PYTHONUTF8": "1",
    "BRIDGETTE_HOME": "/dev/null/nowhere",  # no test may touch the home of who runs it
}
sys.dont_write_bytecode = False  # commands run a thousand times: they are compiled once
# Where the suite runs in the background, commands would not hear the interruptions of its tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

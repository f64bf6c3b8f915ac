"""What is collected: the tests of sealed games only where the library that they need is there."""

import signal
from importlib.util import find_spec

# Where the suite runs in the background, commands would not hear the interruptions of its tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore_glob = [] if find_spec("nacl") else ["test_sealed*.py"]

"""What is collected: the tests of sealed games only where the library that they need is there."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("nacl") else ["test_sealed*.py"]

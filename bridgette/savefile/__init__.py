"""The game file: strict reading of YAML into a game, and canonical writing."""

from bridgette.savefile.document import FastParser, SlowParser
from bridgette.savefile.schema import check_id, check_names, check_rule, check_text, loads
from bridgette.savefile.writing import dumps

__all__ = [
    "FastParser",
    "SlowParser",
    "check_id",
    "check_names",
    "check_rule",
    "check_text",
    "dumps",
    "loads",
]

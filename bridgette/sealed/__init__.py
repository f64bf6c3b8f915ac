"""The cryptography of sealed games (docs/sealed.md); knows no rule of the game.

The sections named in its files are those of that document.
"""

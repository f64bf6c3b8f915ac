"""The `bridgette` program, also as `python -m bridgette`."""

import gc


def run() -> None:
    """Runs the command line; collecting garbage while modules load would find none."""
    gc.disable()
    from bridgette.cli import main

    gc.freeze()
    gc.enable()
    main()


if __name__ == "__main__":
    run()

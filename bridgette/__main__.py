"""The `bridgette` program, also as `python -m bridgette`."""

import gc


def run() -> None:
    """Runs the command line; collecting garbage while modules load would find none."""
    gc.disable()
    try:
        from bridgette.cli import main

        gc.freeze()
        gc.enable()
        main()
    except KeyboardInterrupt:  # before there is anybody to tell it better
        raise SystemExit(130) from None


if __name__ == "__main__":
    run()

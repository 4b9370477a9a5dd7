"""The command `table-display`: one screen of the table."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from controller.views import DealerView, FloorView, PlayerView, SignInView
from display import app, theme
from display.client import Client
from display.floorscreen import FloorScreen
from display.fonts import FontsMissing, cut_fonts
from display.screens import DealerScreen, PlayerScreen
from display.sentences import Sentences, UnknownLanguage

OK, USAGE, CANNOT_RUN = 0, 2, 3


def main(argv: list[str] | None = None) -> int:
    """Runs one screen; returns 0 when it was closed, 3 when it cannot run. Usage errors exit with 2."""
    logging.basicConfig(level=logging.INFO, format="table-display: %(message)s")
    args = _parser().parse_args(argv)
    if not args.prepare_fonts and (args.view is None or args.socket is None):
        _parser().error("--view and --socket are needed")
    try:
        cut_fonts()
        if not args.prepare_fonts:
            _show(args)
    except (FontsMissing, UnknownLanguage, app.CannotShow) as error:
        return _cannot_run(str(error))
    except OSError as error:
        return _cannot_run(f"{error.strerror}: {error.filename}")
    return OK


def _cannot_run(sentence: str) -> int:
    print(f"table-display: {sentence}", file=sys.stderr)
    return CANNOT_RUN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="table-display", description="One screen of the table.")
    parser.add_argument("--view", choices=("player", "dealer", "floor"), help="whose screen this is")
    parser.add_argument("--socket", type=Path, metavar="PATH", help="the controller's socket for this screen")
    parser.add_argument("--size", type=_size, metavar="WxH", help="size of the window")
    parser.add_argument("--fullscreen", action="store_true", help="take the whole output")
    parser.add_argument("--language", default="en", help="language of this screen (default: en)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="write the first picture to a file and end")
    parser.add_argument("--prepare-fonts", action="store_true", help="cut the fonts into the cache and end")
    return parser


def _size(text: str) -> tuple[int, int]:
    wide, _, tall = text.partition("x")
    if not (wide.isdecimal() and tall.isdecimal() and 160 <= int(wide) <= 7680 and 120 <= int(tall) <= 4320):
        raise argparse.ArgumentTypeError(f"a size is given as 1280x800, not {text!r}")
    return int(wide), int(tall)


def _show(args: argparse.Namespace) -> None:
    say = Sentences(args.language)
    size = args.size or (theme.PLAYER_SIZE if args.view == "player" else theme.DEALER_SIZE)
    screen = _screen(args.view, args.socket, say)
    try:
        if args.png:
            _write_picture(screen, size, say, args.png)
        else:
            surface = app.open_window(f"table-{args.view}", size, fullscreen=args.fullscreen)
            app.run(screen, surface, say, lambda: print("READY", flush=True))
    finally:
        screen.client.close()
        pygame.display.quit()


def _screen(view: str, path: Path, say: Sentences) -> app.Screen:
    match view:
        case "player":
            return PlayerScreen(Client(path, PlayerView), say)
        case "floor":
            return FloorScreen(Client[FloorView | SignInView](path, FloorView, sign_in=SignInView), say)
    return DealerScreen(Client(path, DealerView), say)


def _write_picture(screen: app.Screen, size: tuple[int, int], say: Sentences, file: Path) -> None:
    view = app.first_view(screen.client)
    pygame.image.save(app.render(view, size, say), file)
    print("READY", flush=True)


if __name__ == "__main__":
    sys.exit(main())

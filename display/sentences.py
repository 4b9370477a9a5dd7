"""Message ids and arguments to sentences in the language of one screen.

The catalogues are gettext .po files read at start; msgid is the id of a message, msgstr a whole sentence
with named arguments. Arguments are said in the same language: "Ah" as ace of hearts, a list as "2 and 5".
"""

from __future__ import annotations

import gettext
import logging
from collections.abc import Mapping
from decimal import localcontext
from importlib import resources

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from controller.views import Arg, Message
from display.codes import is_card

_log = logging.getLogger(__name__)

# Arguments that came from people or from other programs: they are shown as they are.
_VERBATIM = {"name", "reason", "why", "file", "table", "hand_number"}
# The argument that decides between singular and plural, the first one present.
_COUNTED = ("count", "cards", "seats")


class UnknownLanguage(Exception):
    """There is no catalogue for the language asked for; the text lists those that there are."""


class Sentences:
    """One catalogue and the numbers and lists of its language.

    Raises `UnknownLanguage`.
    """

    def __init__(self, language: str = "en") -> None:
        files = {entry.name: entry for entry in resources.files("display").joinpath("locale").iterdir()}
        if f"{language}.po" not in files:
            known = ", ".join(sorted(name.removesuffix(".po") for name in files if name.endswith(".po")))
            raise UnknownLanguage(f"there is no catalogue for the language {language!r}, only for: {known}")
        with files[f"{language}.po"].open("rb") as file:
            catalogue = read_po(file, locale=language)
        self.locale = Locale.parse(language)
        self._texts: dict[str, tuple[str, ...]] = {}
        for entry in catalogue:
            if entry.id and entry.string:
                forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)
                self._texts[entry.id if isinstance(entry.id, str) else entry.id[0]] = forms
        self._plural = gettext.c2py(catalogue.plural_expr)
        self._missed: set[str] = set()

    @property
    def ids(self) -> Mapping[str, tuple[str, ...]]:
        """Every message id with its plural forms."""
        return self._texts

    def say(self, message: Message) -> str:
        """The sentence of a message; one that the catalogue lacks is shown by its id and logged once."""
        args = dict(message.args)
        key = message.id
        if "" in args.values() and f"{key}.unnamed" in self._texts:
            key = f"{key}.unnamed"
        forms = self._texts.get(key)
        if forms is None:
            self._miss(message.id)
            return message.id
        said = _Arguments({name: self._spoken(name, value) for name, value in args.items()})
        sentence = forms[self._form(args, len(forms))].format_map(said)
        if said.missing:
            self._miss(f"{message.id} without its argument {said.missing[0]}")
        return sentence[:1].upper() + sentence[1:]

    def label(self, key: str, **args: Arg) -> str:
        """The text of a label or other entry of the catalogue."""
        return self.say(Message(key, args))

    def known(self, key: str, otherwise: str) -> str:
        """The entry if the catalogue has it, else the text given."""
        return self.label(key) if key in self._texts else otherwise

    def number(self, value: int) -> str:
        """A number grouped in the manner of the language: 142,750."""
        # Babel rounds in the context's precision, which a slip of the finger can exceed.
        with localcontext(prec=28 + len(str(value))):
            return format_decimal(value, locale=self.locale)

    def hand_name(self, name: str) -> str:
        """A hand such as "one pair" in this language."""
        return self._word(f"hand.{name.replace(' ', '_')}", name)

    def _form(self, args: Mapping[str, Arg], forms: int) -> int:
        counted = next((args[name] for name in _COUNTED if name in args), 2)
        number = counted if isinstance(counted, int) else len(counted)
        return min(self._plural(abs(number)), forms - 1)

    def _spoken(self, name: str, value: Arg) -> str:
        if name in ("shares", "posts") and isinstance(value, tuple):
            return format_list([self._share(str(item)) for item in value], "unit", locale=self.locale)
        if isinstance(value, tuple):
            return format_list([self._spoken(name, item) for item in value], locale=self.locale)
        if isinstance(value, int):
            return self._pot(value) if name == "pot" else self.number(value)
        if name in _VERBATIM:
            return value
        match name:
            case "hand":
                return self.hand_name(value)
            case "acted" | "ask" | "bound":
                return self._word(f"{name}.{value}", value)
            case "reader":
                return self._place("reader", value)
        return self._card(value) if is_card(value) else self._place("place", value)

    def _card(self, code: str) -> str:
        rank, suit = self._word(f"rank.{code[0]}", code[0]), self._word(f"suit.{code[1]}", code[1])
        return self._word("card", code).format_map(_Arguments({"rank": rank, "suit": suit}))

    def _share(self, text: str) -> str:
        """What one seat gets of a pot, from "6: 140"."""
        seat, _, amount = text.partition(": ")
        shown = self.number(int(amount)) if amount.isdecimal() else amount
        return self._word("share", text).format_map(_Arguments({"seat": seat, "amount": shown}))

    def _place(self, kind: str, name: str) -> str:
        word, _, number = name.partition(" ")
        if word == "seat" and number:
            return self._word(f"{kind}.seat", name).format_map(_Arguments({"seat": number}))
        return self._word(f"{kind}.{name}", name)

    def _pot(self, number: int) -> str:
        if number < 2:
            return self._word("pot.main" if number == 1 else "pot.all", str(number))
        return self._word("pot.side", str(number)).format_map(_Arguments({"number": self.number(number - 1)}))

    def _word(self, key: str, otherwise: str) -> str:
        return self._texts.get(key, (otherwise,))[0]

    def _miss(self, what: str) -> None:
        if what not in self._missed:
            self._missed.add(what)
            _log.warning("the %s catalogue has no sentence for %s", self.locale.language, what)


class _Arguments(dict[str, str]):
    """Arguments of a sentence; one that is missing becomes a gap and is remembered."""

    def __init__(self, args: Mapping[str, str]) -> None:
        super().__init__(args)
        self.missing: list[str] = []

    def __missing__(self, name: str) -> str:
        self.missing.append(name)
        return "…"

"""YAML as people write it, to plain values that remember their place in the file.

The rules are those of the YAML 1.2 core schema, stricter where a reader could be misled: only `true` and
`false` are booleans (`yes`, `on`, `No` are text), `12:30` is text, a number with a leading zero is refused,
so are a key given twice, anchors, aliases and tags. Every error is `file:line:column: path: what is wrong`.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

M = TypeVar("M", bound=BaseModel)

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | dict[str | int, Value] | None"
Place: TypeAlias = tuple[str | int, ...]

_DEEPEST = 40
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: Mapping[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}


def _named(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be empty")
    return value


Name: TypeAlias = Annotated[str, AfterValidator(_named)]


class Section(BaseModel):
    """A mapping of the file: frozen, strict, without settings that nobody reads."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class YamlError(Exception):
    """A file that is not what it should be: all that is wrong, one sentence each."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """The plain values of one file (lists come as tuples) and where each of them stands.

    A place is the keys and list positions that lead to a value: ("readers", 0, "role"). `keys` holds where
    the key itself stands.
    """

    name: str
    value: Value = field(repr=False)
    values: Mapping[Place, Mark]
    keys: Mapping[Place, Mark]

    def mark(self, place: Place) -> Mark:
        """Where the value stands, or the nearest value around it that is in the file."""
        while place not in self.values:
            place = place[:-1]
        return self.values[place]

    def sentence(self, place: Place, wrong: str) -> str:
        """`file:line:column: path: wrong`; what is missing from the file is marked by what should hold it."""
        mark = self.mark(place)
        path = f"{_path(place)}: " if place else ""
        return f"{self.name}:{mark.line}:{mark.column}: {path}{wrong}"


def parse_yaml(text: str, name: str) -> Document:
    """The one document in `text`; `name` is how errors call the file.

    Raises `YamlError`.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
        raise YamlError([f"{name}:{where}: {error.problem or error.context}"]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        column = error.position - text.rfind("\n", 0, error.position)
        raise YamlError([f"{name}:{line}:{column}: {error.reason}"]) from None
    if node is None:
        raise YamlError([f"{name}:1:1: the file is empty"])
    walk = _Walk(name)
    value = walk.value(node, ())
    if walk.wrong:
        raise YamlError(walk.wrong)
    return Document(name, value, walk.values, walk.keys)


def read_yaml(path: Path) -> Document:
    """The document in a file (UTF-8).

    Raises `YamlError`, also where the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise YamlError([f"{path}: cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise YamlError([f"{path}: is no UTF-8 text from byte {error.start + 1} on"]) from None
    return parse_yaml(text, str(path))


def validate(document: Document, model: type[M]) -> M:
    """The values of a document as `model`, by pydantic's strict rules.

    Raises `YamlError` with everything that is wrong, in the order of the file.
    """
    try:
        return model.model_validate(document.value, strict=True)
    except ValidationError as error:
        found = [_judge(document, model, details) for details in error.errors()]
        raise YamlError([sentence for _, sentence in sorted(found)]) from None


Check: TypeAlias = Callable[[M, Document], Iterable[str]]


def load(path: Path, model: type[M], *checks: Check[M]) -> M:
    """A file as `model`; each check then names what does not go together (`Document.sentence`).

    Raises `YamlError`.
    """
    document = read_yaml(path)
    result = validate(document, model)
    if wrong := [sentence for check in checks for sentence in check(result, document)]:
        raise YamlError(wrong)
    return result


def suggestion(given: object, known: Iterable[str]) -> str:
    """`, did you mean 'x'?` for the nearest of the known words, or nothing."""
    near = get_close_matches(str(given), list(known), n=1)
    return f", did you mean {near[0]!r}?" if near else ""


class _Loader(yaml.BaseLoader):
    """PyYAML up to the nodes; its base loader leaves every scalar as text, for `_Walk` to read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        wrong = ""
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            wrong = "anchors (&) and aliases (*) are not read here"
        elif event.tag:
            wrong = "tags (!) are not read here"
        elif self._depth >= _DEEPEST:
            wrong = f"this is nested more than {_DEEPEST} deep"
        if wrong:
            raise yaml.MarkedYAMLError(problem=wrong, problem_mark=event.start_mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Walk:
    """From nodes to values, noting marks and all that is wrong on the way."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.wrong: list[str] = []
        self.values: dict[Place, Mark] = {}
        self.keys: dict[Place, Mark] = {}

    def value(self, node: yaml.Node, place: Place) -> Value:
        self.values[place] = _mark(node)
        match node:
            case yaml.MappingNode():
                return self._mapping(node, place)
            case yaml.SequenceNode():
                return tuple(self.value(item, (*place, i)) for i, item in enumerate(node.value))
        return self._scalar(cast("yaml.ScalarNode", node), place)

    def _mapping(self, node: yaml.MappingNode, place: Place) -> Value:
        result: dict[str | int, Value] = {}
        for key_node, value_node in node.value:
            key = self._scalar(key_node, place) if isinstance(key_node, yaml.ScalarNode) else None
            if isinstance(key, bool) or not isinstance(key, str | int):
                self._refuse(key_node, place, "a key must be a word or a whole number")
                continue
            if twins := [k for k in result if str(k) == str(key)]:
                first = self.keys[(*place, twins[0])].line
                self._refuse(key_node, (*place, key), f"is given twice, first in line {first}")
                continue
            self.keys[(*place, key)] = _mark(key_node)
            result[key] = self.value(value_node, (*place, key))
        return result

    def _scalar(self, node: yaml.ScalarNode, place: Place) -> str | int | float | bool | None:
        text = str(node.value)
        if any("\ud800" <= character <= "\udfff" for character in text):
            self._refuse(node, place, "half a character (\\ud800 to \\udfff) cannot be written or shown")
        if node.style is not None:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _LEADING_ZERO.fullmatch(text):
            self._refuse(node, place, f"leave the leading zero away, or put quotes around it (got {text})")
            return 0
        if _INTEGER.fullmatch(text):
            return int(text, 0)
        return float(text) if _REAL.fullmatch(text) else text

    def _refuse(self, node: yaml.Node, place: Place, wrong: str) -> None:
        mark = _mark(node)
        path = f"{_path(place)}: " if place else ""
        self.wrong.append(f"{self.name}:{mark.line}:{mark.column}: {path}{wrong}")


def _mark(node: yaml.Node) -> Mark:
    return Mark(node.start_mark.line + 1, node.start_mark.column + 1)


def _path(place: Place) -> str:
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _judge(document: Document, model: type[BaseModel], error: Any) -> tuple[Mark, str]:
    """The mark and the sentence of one pydantic error."""
    loc = error["loc"]
    place = _place(document, loc)
    if error["type"] == "extra_forbidden":
        known = _known(model, loc[:-1])
        wrong = f"there is no such setting{suggestion(place[-1], known)}"
    elif loc[-1:] == ("[key]",):
        wrong = _wrong(error)
    else:
        return document.mark(place), document.sentence(place, _wrong(error))
    mark = document.keys[place]
    return mark, f"{document.name}:{mark.line}:{mark.column}: {_path(place)}: {wrong}"


def _place(document: Document, loc: tuple[str | int, ...]) -> Place:
    """The place that a pydantic location means: the names of unions and the marker of a key are left out."""
    place: Place = ()
    for part in loc:
        if (*place, part) in document.values:
            place = (*place, part)
    last = loc[-1] if loc else "[key]"
    named = place[-1:] == (last,) or last == "[key]" or not isinstance(_at(document.value, place), dict)
    return place if named else (*place, last)


def _at(value: Any, place: Place) -> Any:
    for part in place:
        value = value[part]
    return value


def _wrong(error: Any) -> str:
    got = error["input"]
    context = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "is missing"
        case "value_error":
            return str(context["error"])
        case "union_tag_not_found":
            return f"{context['discriminator']} is missing"
    expected = _SAID.get(error["type"], error["msg"][:1].lower() + error["msg"][1:]).format(**context)
    known = re.findall(r"'([^']*)'", context.get("expected", context.get("expected_tags", "")))
    if error["type"] == "union_tag_invalid":
        got = context["tag"]
    return f"{expected} (got {_shown(got)}){suggestion(got, known)}"


_SAID: Mapping[str, str] = {
    "string_type": "must be text; put quotes around what looks like a number",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "literal_error": "must be {expected}",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
    "union_tag_invalid": "{discriminator} must be one of {expected_tags}",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
}


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case dict():
            return "a mapping"
        case tuple():
            return "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _known(kind: Any, loc: tuple[str | int, ...]) -> tuple[str, ...]:
    """The settings that a model knows at a pydantic location."""
    origin = get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        if not loc:
            return tuple(kind.model_fields)
        field = kind.model_fields.get(str(loc[0]))
        return _known(field.annotation, loc[1:]) if field else ()
    if origin in (typing.Union, types.UnionType):
        named = [k for k in get_args(kind) if loc and _tagged(k, str(loc[0]))]
        if named:
            return _known(named[0], loc[1:])
        return tuple(word for k in get_args(kind) for word in _known(k, loc))
    if origin is typing.Annotated:
        return _known(get_args(kind)[0], loc)
    if origin in (tuple, dict, Mapping) and loc:
        return _known(get_args(kind)[0 if origin is tuple else 1], loc[1:])
    return ()


def _tagged(kind: Any, tag: str) -> bool:
    fields = getattr(kind, "model_fields", {})
    return any(tag in get_args(field.annotation) for field in fields.values())

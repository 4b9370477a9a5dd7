from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.marks import Mark, YamlError, parse_yaml, read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("ON", "ON"),
        ("off", "off"),
        ("n", "n"),
        ("null", None),
        ("~", None),
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("0x24", 36),
        ("0o17", 15),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("190:20:30", "190:20:30"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("2e3", 2000.0),
        (".inf", ".inf"),
        ("0b11", "0b11"),
        ("2026-01-01", "2026-01-01"),
        ("5h", "5h"),
        ("'010'", "010"),
        ('"true"', "true"),
        ("=", "="),
        ("[1, [a, 2]]", (1, ("a", 2))),
        ("{a: 1, 2: b}", {"a": 1, 2: "b"}),
    ],
)
def test_scalars_are_read_by_the_core_rules(text: str, value: object) -> None:
    read = parse_yaml(f"v: {text}", "f").value
    assert read == {"v": value}
    assert isinstance(read, dict)
    assert type(read["v"]) is type(value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: 010", "f:1:4: a: leave the leading zero away, or put quotes around it (got 010)"),
        ("a: {b: 1, b: 2}", "f:1:11: a.b: is given twice, first in line 1"),
        ("0: x\na: 1\n'0': y", "f:3:1: 0: is given twice, first in line 1"),
        ("a: &x 1", "f:1:4: anchors (&) and aliases (*) are not read here"),
        ("a: *x", "f:1:4: anchors (&) and aliases (*) are not read here"),
        ("a: !!python/name:os.system x", "f:1:4: tags (!) are not read here"),
        ("? [a]\n: 1", "f:1:3: a key must be a word or a whole number"),
        ("true: 1", "f:1:1: a key must be a word or a whole number"),
        ("1.5: 1", "f:1:1: a key must be a word or a whole number"),
        ("a: [1, 2", "f:1:9: expected ',' or ']', but got '<stream end>'"),
        ("a: 1\n\tb: 2", "f:2:1: found character '\\t' that cannot start any token"),
        ('a: "\\ud800"', "f:1:4: a: half a character (\\ud800 to \\udfff) cannot be written or shown"),
        ("a: \x00", "f:1:4: special characters are not allowed"),
        ("", "f:1:1: the file is empty"),
        ("# only a word", "f:1:1: the file is empty"),
        ("a: 1\n---\nb: 2", "f:2:1: but found another document"),
        ("[" * 41 + "]" * 41, "f:1:41: this is nested more than 40 deep"),
    ],
)
def test_what_could_mislead_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(YamlError) as error:
        parse_yaml(text, "f")
    assert error.value.sentences == (sentence,)


def test_everything_wrong_in_the_values_is_said_at_once() -> None:
    with pytest.raises(YamlError) as error:
        parse_yaml("a: 01\nb: [02, {c: 1, c: 2}]\n", "f")
    assert [sentence.split(": ")[0] for sentence in error.value.sentences] == ["f:1:4", "f:2:5", "f:2:16"]


def test_values_and_keys_know_their_place() -> None:
    document = parse_yaml("steps:\n  - deal: 7\n  - {raise: {3: 60}}\n", "f")
    assert document.mark(("steps", 0, "deal")) == Mark(2, 11)
    assert document.keys[("steps", 1, "raise", 3)] == Mark(3, 14)
    assert document.mark(("steps", 1, "raise", 4)) == Mark(3, 13)
    assert document.sentence(("steps", 1), "no such step") == "f:3:5: steps[1]: no such step"


# JSON writes a character beyond U+FFFF as two halves, which YAML does not put together.
texts = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]))
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(
            st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=6), inner, max_size=3
        )
    ),
    max_leaves=10,
)


@given(plain)
@settings(max_examples=150, deadline=None)
def test_json_is_read_as_json_reads_it(value: Any) -> None:
    document = parse_yaml(json.dumps(value), "f")
    assert document.value == value
    assert set(document.values) == set(places(value))


def places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
    for key, item in inner:
        yield from places(item, (*place, key))


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_document_or_a_sentence(text: str) -> None:
    try:
        assert parse_yaml(text, "f").name == "f"
    except YamlError as error:
        assert all(sentence.startswith("f:") for sentence in error.sentences)


def test_files_that_cannot_be_read_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"name: Jos\xe9")
    for name, wrong in (
        ("none", "cannot be read: No such file or directory"),
        ("latin", "is no UTF-8 text from byte 10 on"),
    ):
        with pytest.raises(YamlError) as error:
            read_yaml(tmp_path / name)
        assert str(error.value) == f"{tmp_path / name}: {wrong}"

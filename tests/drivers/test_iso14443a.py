"""The inventory against tags on the air, without chip and bus; and the tags themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.emulated.tags import Answer, Coupling, Field, Tag, TagState
from drivers.inventory import Walk
from drivers.iso14443a import (
    HLTA,
    NOISE,
    REQA,
    SILENCE,
    WUPA,
    Collision,
    Exchange,
    Inventory,
    Outcome,
    Reply,
    crc_a,
)

FOUR = "0A1B2C3D"
SEVEN = "04A1B2C3D4E5F6"
TEN = "0402030405060708090A"

Listener = Callable[[Exchange], Outcome]


def heard(answer: Answer | None) -> Outcome:
    match answer:
        case None:
            return SILENCE
        case Answer(value, bits, None):
            return Reply(value, bits)
        case Answer(value, _, at):
            return Collision(value, at)


def on_air(field: Field) -> Listener:
    def listen(exchange: Exchange) -> Outcome:
        value = int.from_bytes(exchange.frame, "little")
        return heard(field.hear(value, exchange.bits))

    return listen


def run(listen: Listener, known: Iterable[str] = (), *, fresh: bool = True) -> tuple[Inventory, int]:
    """The inventory and how many exchanges it took."""
    steps = Walk(known, fresh=fresh).steps()
    exchange = next(steps)
    for count in range(1, 5000):
        try:
            exchange = steps.send(listen(exchange))
        except StopIteration as stop:
            return stop.value, count
    raise AssertionError("the inventory does not end")


def lying(uids: Iterable[str], coupling: Callable[[str], Coupling] | None = None) -> Field:
    there = tuple(uids)
    return Field(lambda: there, coupling=coupling)


octets = st.sampled_from([0x00, 0x01, 0x04, 0x80, 0x88, 0xFF]) | st.integers(0, 255)


@st.composite
def uid(draw: st.DrawFn) -> str:
    """A UID of 4, 7 or 10 bytes; few byte values, so that prefixes are often shared."""
    length = draw(st.sampled_from([4, 7, 10]))
    number = draw(st.lists(octets, min_size=length, max_size=length))
    # The standard keeps the cascade tag out of the places where it would be mistaken.
    for place in {4: (0,), 7: (3,), 10: (3, 6)}[length]:
        number[place] = 0x08 if number[place] == 0x88 else number[place]
    return bytes(number).hex().upper()


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sets(uid(), max_size=5), min_size=1, max_size=3), st.booleans())
def test_every_set_of_tags_is_found_exactly_and_again(sets: list[set[str]], captured: bool) -> None:
    there: set[str] = set()
    strength = (lambda uid: Coupling(strength=2.0 ** (int(uid[-2:], 16) % 4))) if captured else None
    field = Field(lambda: there, coupling=strength)
    known: frozenset[str] = frozenset()
    for uids in sets:
        for _ in range(2):
            there = uids
            found, _ = run(on_air(field), known, fresh=False)
            assert found == Inventory(frozenset(uids))
            known = found.uids


@settings(max_examples=60, deadline=None)
@given(st.sets(uid(), max_size=4), st.sampled_from([None, -1, 1, 3]))
def test_a_chip_that_names_no_positions_or_wrong_ones_finds_the_same(uids: set[str], off: int | None) -> None:
    listen = on_air(lying(uids))

    def blind(exchange: Exchange) -> Outcome:
        match listen(exchange):
            case Collision(value, at) if off is not None and at is not None and at + off >= 0:
                return Collision(value, at + off)
            case Collision():
                return Collision(0, None)
            case outcome:
                return outcome

    found, _ = run(blind)
    assert found == Inventory(frozenset(uids))


@settings(max_examples=100, deadline=None)
@given(st.sets(uid(), min_size=1, max_size=3), st.booleans(), st.data())
def test_noise_costs_tags_but_never_invents_one(uids: set[str], fresh: bool, data: st.DataObject) -> None:
    listen = on_air(lying(uids))

    def noisy(exchange: Exchange) -> Outcome:
        outcome = listen(exchange)
        match data.draw(st.sampled_from(["", "", "", "noise", "silence", "flip"])), outcome:
            case "noise", _:
                return NOISE
            case "silence", _:
                return SILENCE
            case "flip", Reply(value, bits):
                return Reply(value ^ 1 << data.draw(st.integers(0, bits - 1)), bits)
        return outcome

    found, _ = run(noisy, uids, fresh=fresh)
    assert found.uids <= uids


def test_two_tags_that_differ_in_their_last_bit() -> None:
    pair = {"04A1B2C3D4E5F6", "04A1B2C3D4E576"}
    found, exchanges = run(on_air(lying(pair)))
    assert found.uids == pair
    assert exchanges == 14


@pytest.mark.parametrize(
    ("uids", "first", "again"),
    [((), 1, 1), ((FOUR,), 5, 4), ((SEVEN,), 7, 5), ((TEN,), 9, 6), ((SEVEN, "05A1B2C3D4E5F6"), 17, 9)],
)
def test_exchanges_needed(uids: tuple[str, ...], first: int, again: int) -> None:
    listen = on_air(lying(uids))
    assert run(listen) == (Inventory(frozenset(uids)), first)
    assert run(listen, uids, fresh=False) == (Inventory(frozenset(uids)), again)


def test_when_all_known_tags_left_one_question_is_enough() -> None:
    assert run(on_air(lying(())), (FOUR, SEVEN), fresh=False) == (Inventory(), 1)
    assert run(on_air(lying(())), (FOUR, SEVEN), fresh=True) == (Inventory(), 1)


def test_the_end_of_one_tag_is_never_put_to_the_beginning_of_another() -> None:
    """A weak tag that did not hear that it was left answers for one that does not hear its turn."""
    weak, other = Tag("04A1B2C3D4E5F6"), Tag("05A1B2C0C1C2C3")
    hearing = iter([[weak]] * 3 + [[]] + [[other]] * 3 + [[weak]] * 2)
    mixed: list[Outcome] = []

    def listen(exchange: Exchange) -> Outcome:
        value = int.from_bytes(exchange.frame, "little")
        tags = next(hearing, None)
        answers = [tag.hear(value, exchange.bits) for tag in (weak, other) if tags is None or tag in tags]
        mixed.extend([heard(answers[0])] if tags == [weak] and exchange.frame[:2] == b"\x95\x70" else [])
        return next((heard(answer) for answer in answers if answer), SILENCE)

    found, _ = run(listen)
    assert mixed == [Reply(crc_a(b"\x00") << 8, 24)], "the reader was led to select a mixture"
    assert found.uids <= {"04A1B2C3D4E5F6", "05A1B2C0C1C2C3"}


def test_two_halted_strangers_are_not_taken_for_one() -> None:
    """REQA wakes no halted tag: the second one is known only by the collision with the first."""
    pair = {FOUR, "0A1B2C3F"}
    field = lying(pair)
    run(on_air(field))
    found, _ = run(on_air(field), fresh=False)
    assert len(found.uids) == 1
    assert found.unresolved
    field.off()
    assert run(on_air(field))[0] == Inventory(frozenset(pair))


def disturbed(listen: Listener, when: Callable[[int, Exchange], bool]) -> Listener:
    """Turn a bit of the answer over in the exchanges chosen by their number (from 1) and content."""
    numbers = iter(range(1, 5000))

    def listening(exchange: Exchange) -> Outcome:
        outcome = listen(exchange)
        if when(next(numbers), exchange) and isinstance(outcome, Reply):
            return Reply(outcome.value ^ 0x100, outcome.bits)
        return outcome

    return listening


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("known", [(), (SEVEN,)])
def test_one_disturbed_answer_is_asked_again(number: int, known: tuple[str, ...]) -> None:
    listen = disturbed(on_air(lying([SEVEN])), lambda n, _: n == number)
    found, _ = run(listen, known)
    assert found == Inventory(frozenset({SEVEN}))


def test_a_tag_that_never_checks_is_a_fault_and_no_uid() -> None:
    listen = disturbed(on_air(lying([SEVEN])), lambda _, exchange: exchange.expect == 24)
    found, exchanges = run(listen)
    assert found == Inventory(fault="a card answers, but its number does not check")
    assert exchanges < 30


def selects(exchange: Exchange, tag: str) -> bool:
    return exchange.bits == 72 and bytes.fromhex(tag)[-4:] == exchange.frame[2:6]


@settings(max_examples=60, deadline=None)
@given(st.lists(uid(), min_size=1, max_size=5, unique_by=lambda uid: uid[-8:]), st.booleans())
def test_a_tag_that_never_checks_hides_no_other(uids: list[str], known: bool) -> None:
    broken = uids[0]
    listen = disturbed(on_air(lying(uids)), lambda _, exchange: selects(exchange, broken))
    found, _ = run(listen, uids if known else ())
    assert found == Inventory(frozenset(uids[1:]), fault="a card answers, but its number does not check")


def test_tags_that_only_collide_are_unresolved() -> None:
    def jammed(exchange: Exchange) -> Outcome:
        return Collision(0, None)

    found, exchanges = run(jammed)
    assert found == Inventory(unresolved=True)
    assert exchanges < 40


def test_a_field_that_never_falls_silent_ends_all_the_same() -> None:
    """A tag that does not obey HLTA, beside another: each answers while the other falls back."""
    listen = on_air(lying([FOUR, SEVEN]))

    def deaf(exchange: Exchange) -> Outcome:
        return SILENCE if exchange == HLTA else listen(exchange)

    found, exchanges = run(deaf)
    assert found.uids == {FOUR, SEVEN}
    assert exchanges < 100


@pytest.mark.parametrize(
    ("level", "found"),
    [("0A1B2C3D01", None), ("8804A1B29F", None), ("0A1B2C3D00", FOUR)],
)
def test_a_wrong_check_byte_and_a_cut_uid_are_refused(level: str, found: str | None) -> None:
    """88 at the front with an acknowledge that says "complete" is three bytes of a longer UID."""
    halted: list[Exchange] = []

    def says(exchange: Exchange) -> Outcome:
        match exchange.expect:
            case 16 if not halted:
                return Reply(0x0044, 16)
            case 40:
                return Reply(int.from_bytes(bytes.fromhex(level), "little"), 40)
            case 24:
                return Reply(crc_a(b"\x00") << 8, 24)
            case 0:
                halted.append(exchange)
        return SILENCE

    result, _ = run(says)
    assert result.uids == ({found} if found else set())
    assert (result.fault is None) == (found is not None)


def test_a_tag_that_leaves_in_mid_inventory_is_no_fault() -> None:
    uids = [SEVEN]
    field = Field(lambda: tuple(uids))
    listen = on_air(field)

    def leaving(exchange: Exchange) -> Outcome:
        if exchange.expect == 24:
            uids.clear()
        return listen(exchange)

    found, _ = run(leaving)
    assert found == Inventory()


@pytest.mark.parametrize(
    ("octets", "crc"),
    [(b"\x50\x00", b"\x57\xcd"), (b"\x08", b"\xb6\xdd"), (b"\x04", b"\xda\x17"), (b"\x00", b"\xfe\x51")],
)
def test_crc_a_of_known_frames(octets: bytes, crc: bytes) -> None:
    assert crc_a(octets).to_bytes(2, "little") == crc


def test_no_uid_in_a_repr() -> None:
    found, _ = run(on_air(lying([SEVEN])))
    listen = on_air(lying([SEVEN]))
    listen(WUPA)
    select = bytes((0x93, 0x20))
    reply = listen(Exchange(select, 16, 40))
    assert isinstance(reply, Reply)
    text = repr(found) + repr(reply) + repr(Collision(reply.value, 3)) + repr(Tag(SEVEN))
    assert SEVEN not in text
    assert str(reply.value) not in text


def state(tag: Tag) -> TagState:
    return tag.state


def tell(tag: Tag, exchange: Exchange) -> Outcome:
    return heard(tag.hear(int.from_bytes(exchange.frame, "little"), exchange.bits))


def whole(level: int, octets: str) -> Exchange:
    """SELECT of a level given as 5 bytes of hex."""
    frame = bytes(((0x93, 0x95, 0x97)[level], 0x70)) + bytes.fromhex(octets)
    return Exchange(frame + crc_a(frame).to_bytes(2, "little"), 72, 24)


FOUR_LEVEL = FOUR + f"{0x0A ^ 0x1B ^ 0x2C ^ 0x3D:02X}"


def test_a_tag_wakes_is_selected_and_halts() -> None:
    tag = Tag(FOUR)
    assert tell(tag, REQA) == Reply(0x0004, 16)
    assert state(tag) is TagState.READY
    assert tell(tag, whole(0, FOUR_LEVEL)) == Reply(0x08 | crc_a(b"\x08") << 8, 24)
    assert state(tag) is TagState.ACTIVE
    assert tell(tag, HLTA) == SILENCE
    assert state(tag) is TagState.HALT
    assert tell(tag, REQA) == SILENCE
    assert tell(tag, WUPA) == Reply(0x0004, 16)


@pytest.mark.parametrize("halted", [False, True])
@pytest.mark.parametrize("exchange", [WUPA, REQA, HLTA, whole(0, "0011223300"), whole(1, FOUR_LEVEL)])
def test_a_ready_tag_falls_back_silently(halted: bool, exchange: Exchange) -> None:
    tag = Tag(FOUR)
    tell(tag, WUPA)
    if halted:
        tell(tag, whole(0, FOUR_LEVEL))
        tell(tag, HLTA)
        tell(tag, WUPA)
    assert state(tag) is TagState.READY
    assert tell(tag, exchange) == SILENCE
    assert state(tag) is (TagState.HALT if halted else TagState.IDLE)


def test_an_active_tag_falls_back_on_anything_but_halt() -> None:
    tag = Tag(FOUR)
    tell(tag, WUPA)
    tell(tag, whole(0, FOUR_LEVEL))
    assert tell(tag, Exchange(b"\x30\x04\x26\xee", 32, 0)) == Reply(0x4, 4)
    assert state(tag) is TagState.IDLE


def test_a_select_with_a_wrong_crc_is_dropped() -> None:
    tag = Tag(FOUR)
    tell(tag, WUPA)
    good = whole(0, FOUR_LEVEL).frame
    assert tell(tag, Exchange(good[:-1] + bytes((good[-1] ^ 1,)), 72, 24)) == SILENCE
    assert state(tag) is TagState.IDLE


def test_a_prefix_of_another_tag_leaves_it_ready() -> None:
    tag = Tag(FOUR)
    tell(tag, WUPA)
    assert tell(tag, Exchange(bytes((0x93, 0x23, 0x07)), 19, 37, 3)) == SILENCE
    assert state(tag) is TagState.READY
    reply = tell(tag, Exchange(bytes((0x93, 0x23, 0x02)), 19, 37, 3))
    assert reply == Reply(int.from_bytes(bytes.fromhex(FOUR_LEVEL), "little") >> 3, 37)


@pytest.mark.parametrize(("uid", "atqa"), [(FOUR, 0x0004), (SEVEN, 0x0044), (TEN, 0x0084)])
def test_the_answer_tells_the_uid_size(uid: str, atqa: int) -> None:
    assert tell(Tag(uid), WUPA) == Reply(atqa, 16)


@pytest.mark.parametrize("uid", ["04A1B2C3D4", "", "88A1B2C3", "04A1B288D4E5F6"])
def test_a_uid_that_cannot_be_is_refused_without_naming_it(uid: str) -> None:
    with pytest.raises(ValueError, match="tag") as caught:
        Tag(uid)
    assert not uid or uid not in str(caught.value)


def test_a_tag_that_leaves_the_field_forgets_its_state() -> None:
    uids = [FOUR]
    field = Field(lambda: tuple(uids))
    run(on_air(field))
    listen = on_air(field)
    assert listen(REQA) == SILENCE
    uids.clear()
    assert listen(WUPA) == SILENCE
    uids.append(FOUR)
    assert listen(REQA) == Reply(0x0004, 16)

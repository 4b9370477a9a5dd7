"""One event in plain English, for the story of the night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from controller.rules import betting
from controller.rules.cards import BOARD, BURN, MUCK, SHOE
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Attempted,
    BoardShown,
    Bought,
    Bound,
    ButtonPlaced,
    CameBack,
    CardExposed,
    CardMoved,
    CardOverdue,
    CardsNamed,
    ClockCalled,
    ClockExpired,
    Conceded,
    Counted,
    DealerChanged,
    DeckChanged,
    DeckVerified,
    Declared,
    DrawBegun,
    Event,
    FaceShown,
    FloorCalled,
    FloorSigned,
    HandRevealed,
    HandStarted,
    HandVoided,
    Impounded,
    Left,
    LeftToFloor,
    Looked,
    MinutePassed,
    OneShown,
    Posted,
    PotPushed,
    Reported,
    Retrieved,
    RoundConfirmed,
    Ruled,
    RunAgreed,
    RunDeclined,
    Sat,
    SeatMoved,
    SessionClosed,
    SessionOpened,
    Stopped,
    StopUnnoticed,
    Straddled,
    StringBet,
    StubPassed,
    StubShuffled,
    Tabled,
    TimeCharged,
    Undone,
    WentAway,
)
from controller.rules.ledger import piece
from controller.rules.pots import pot_number
from controller.rules.stakes import Form
from controller.rules.state import Table

Word: TypeAlias = Acted | ActedEarly | LeftToFloor | Declared | StringBet | Straddled | Posted | Looked
SeatChange: TypeAlias = Sat | Bought | Left | WentAway | CameBack | SeatMoved | Counted
Showing: TypeAlias = Tabled | Conceded | OneShown | Retrieved | AskedToSee | RunAgreed | RunDeclined
TableEntry: TypeAlias = (
    CardsNamed
    | Stopped
    | FloorCalled
    | RoundConfirmed
    | ClockCalled
    | CardExposed
    | Reported
    | AfterStop
    | ButtonPlaced
    | DrawBegun
    | SessionOpened
    | DealerChanged
    | DeckChanged
)
Entry: TypeAlias = Word | SeatChange | Showing | TableEntry

# The rulings of rules.md 9.1.
RULINGS: Mapping[str, str] = {
    "R01": "play goes on",
    "R02": "a misdeal, dealt again",
    "R03": "the hand is void",
    "R04": "the card is replaced after the deal",
    "R05": "the card is replaced now",
    "R06": "the card goes back as the burn",
    "R07": "the card goes back on top",
    "R08": "the card goes back and the stub is shuffled",
    "R09": "the stub is shuffled",
    "R10": "a card is picked by chance",
    "R11": "the river comes as the turn",
    "R12": "the river is held",
    "R13": "no burn next",
    "R14": "one more burn",
    "R15": "the hand is dead",
    "R16": "the hand is restored",
    "R17": "the action goes back",
    "R18": "the action out of turn binds",
    "R19": "the action is taken back",
    "R20": "no raise for the player",
    "R21": "the bet is corrected",
    "R22": "a full call",
    "R23": "the chips are lost and the hand folded",
    "R24": "it is a call",
    "R25": "it is the least raise",
    "R26": "it is all-in",
    "R27": "the hand must be tabled",
    "R28": "what one saw all see",
    "R29": "the hand is shown as asked",
    "R30": "the hand is not shown",
    "R31": "the pot is awarded",
    "R32": "the pot is awarded anew",
    "R33": "the clock is started",
    "R34": "a penalty",
    "R35": "the button is moved",
    "R36": "the posts are corrected",
    "R37": "the deck is replaced",
    "R38": "the missing card is dealt",
    "R39": "the cameras are asked",
    "R40": "the table is set right",
    "R41": "the player decides again",
}


def told(event: Event, before: Table, after: Table) -> tuple[str, ...]:
    """The event as whole sentences; none where it is told otherwise, or is nothing that people did."""
    match event:
        case HandStarted():
            return tuple(_hand(event, before))
        case CardMoved(to=to) if to == BURN:
            return ("Burn.",)
        case CardOverdue():
            lost = piece(after, event.n)
            bound = f" to {placed(str(lost.bound))}" if lost and lost.bound else ""
            return (f"The card{bound} was read nowhere.",)
        case PotPushed():
            return (*_taken(before), *_won(event.pot, after))
        case HandVoided():
            return ("All chips returned, the hand is dealt again.",)
        case Undone():
            undone = [did for n, did in before.history if n == event.n]
            taken = [entry(did, before) for did in undone if isinstance(did, Entry)]
            return tuple(f"Taken back: {text[:1].lower()}{text[1:]}." for text in taken)
        case DeckVerified(cards=0):
            return (f"The dealer counted deck {event.deck}.",)
        case DeckVerified():
            return (f"Deck {event.deck} is whole: {event.cards} cards.",)
        case SessionClosed():
            return ("The table closes.",)
        case TimeCharged():
            return (f"Time charge: {_by_seat(event.amounts)}.",)
        case ClockExpired():
            return (f"The clock of seat {event.seat} runs out.",)
        case Ruled():
            return (_ruled(event),)
        case StubPassed() | StubShuffled() | Impounded() | StopUnnoticed() | HandRevealed():
            return (_floor(event),)
        case FloorSigned() | Attempted():
            return (_access(event),)
        case CardMoved() | BoardShown() | FaceShown() | FloorCalled() | Stopped() | MinutePassed():
            return ()
        case Acted():
            return (_acted(event, before),)
    return (f"{entry(event, before)}.",)


def entry(event: Entry, before: Table) -> str:
    """What a person did at the table as it was, as the beginning of a sentence."""
    match event:
        case Acted() | ActedEarly() | LeftToFloor() | Declared() | StringBet():
            return _word(event, before)
        case Straddled() | Posted() | Looked():
            return _word(event, before)
        case Sat() | Bought() | Left() | WentAway() | CameBack() | SeatMoved() | Counted():
            return _seat(event, before)
        case Tabled() | Conceded() | OneShown() | Retrieved() | AskedToSee() | RunAgreed() | RunDeclined():
            return _shown(event)
    return _table(event, before)


def placed(name: str) -> str:
    """A place in a sentence."""
    return f"the {name}" if name in (str(BOARD), str(BURN), str(SHOE), str(MUCK)) else name


def seats(numbers: Sequence[int]) -> str:
    """Seats in a sentence."""
    *most, last = (str(number) for number in numbers)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"


def _hand(event: HandStarted, before: Table) -> Iterator[str]:
    stakes = event.stakes or before.setup.stakes
    again = f", hand {before.hand} dealt again" if before.again else ""
    level = f" Level {event.time.level}." if event.time.level else ""
    posts = ", ".join(f"seat {seat} posts {n}" for seat, n in event.posts.items())
    yield (
        f"Hand {event.number}{again}. Button seat {event.button}.{level}"
        f" Blinds {stakes.small_blind} / {stakes.big_blind}: {posts}."
    )
    if event.antes:
        yield f"Antes: {_by_seat(event.antes)}."
    if event.dead:
        yield f"Dead chips: {_by_seat(event.dead)}."
    stacks = ", ".join(f"seat {seat} {event.names[seat]} {n}" for seat, n in event.stacks.items())
    yield f"Stacks: {stacks}."
    if event.away:
        yield f"Not dealt in: {seats(event.away)}."
    if event.absent:
        yield f"Dealt in and not there: {seats(event.absent)}."


def _by_seat(amounts: Mapping[int, int]) -> str:
    return ", ".join(f"seat {seat} {n}" for seat, n in amounts.items())


def _acted(event: Acted, before: Table) -> str:
    text = entry(event, before)
    if event.put and event.put == before.seats[event.seat].stack:
        text += ", all-in"
    if event.seat != betting.actor(before):
        text += ", out of turn"
    return f"{text}."


def _word(event: Word, before: Table) -> str:
    seat = f"Seat {event.seat}"
    match event:
        case Acted(act="fold", said="muck"):
            return f"{seat} folds, the cards lie in the muck"
        case Acted():
            return f"{seat} {_deed(event.act, event.put, event.to)}{_as_said(event.said, event.act)}"
        case ActedEarly():
            put = event.to - before.seats[event.seat].street_in
            return f"{seat} {_deed(event.act, put, event.to)} before the turn"
        case Declared(bound=bound):
            means = "must raise" if bound is Bound.RAISE else "may no longer raise"
            return f'{seat} says "{event.said}" and {means}'
        case LeftToFloor():
            return f'{seat} says or puts out "{event.said}", which the floor decides'
        case StringBet():
            return f"{seat} puts {event.amount} more out, which go back"
        case Straddled():
            return f"{seat} straddles {event.amount}"
        case Posted():
            return f"{seat} posts {event.live}" + (f" and {event.dead} dead" if event.dead else "")
        case Looked():
            return f"{seat} has looked at the cards"


def _deed(act: str, put: int, to: int) -> str:
    return {"call": f"calls {put}", "bet": f"bets {to}", "raise": f"raises to {to}"}.get(act, f"{act}s")


def _as_said(said: str, act: str) -> str:
    """What was said or put out, where it is another word than what it came to."""
    return "" if said in (act, "all-in", "muck") else f' on "{said}"'


def _seat(event: SeatChange, before: Table) -> str:
    seat, stack = f"Seat {event.seat}", before.seats[event.seat].stack
    match event:
        case Sat():
            return f"{seat} {event.name} sits down with {event.amount}"
        case Bought():
            return f"{seat} buys {event.amount}"
        case Left():
            return f"{seat} leaves with {stack}"
        case WentAway():
            return f"{seat} {'is absent' if before.setup.form is Form.TOURNAMENT else 'sits out'}"
        case CameBack():
            return f"{seat} is back and {'posts' if event.posts else 'waits for the big blind'}"
        case SeatMoved():
            return f"{seat} moves to seat {event.to}"
        case Counted():
            return f"{seat} is counted: {event.amount}, the ledger had {event.was}"


def _shown(event: Showing) -> str:
    match event:
        case Tabled(seats=those):
            return f"{seats(those).capitalize()} {'table' if len(those) > 1 else 'tables'} both cards"
        case Conceded(seat=seat):
            return f"Seat {seat} gives up the hand unseen"
        case OneShown(seat=seat):
            return f"Seat {seat} shows one card"
        case Retrieved(seat=seat):
            return f"The hand of seat {seat} comes back"
        case AskedToSee(by=by, of=of, granted=granted):
            end = "it is shown" if granted else "the floor decides"
            return f"Seat {by} asks to see the hand of seat {of}, {end}"
        case RunAgreed(seats=those):
            return f"{seats(those).capitalize()} {'agree' if len(those) > 1 else 'agrees'} to run it twice"
        case RunDeclined(seat=seat):
            return f"Seat {seat} declines to run it twice" if seat else "It is not run twice"


def _table(event: TableEntry, before: Table) -> str:
    match event:
        case CardsNamed() | Stopped():
            return "The dealer names the cards that no reader knew"
        case FloorCalled():
            return "The floor was called"
        case RoundConfirmed():
            return "The betting round is complete"
        case ClockCalled(seat=seat):
            return f"The clock is called on seat {seat}"
        case Reported():
            return _reported(event)
        case AfterStop():
            return _noted(event)
        case CardExposed(n=n, by=by):
            seen = piece(before, n)
            return f"A card at {placed(str(seen.place)) if seen else 'the table'} was exposed by the {by}"
        case ButtonPlaced(seat=seat, drawn=drawn):
            return f"The draw gives seat {seat} the button" if drawn else f"The button is set at seat {seat}"
        case DrawBegun(seats=those):
            return f"A draw for the button: {seats(those)}"
        case SessionOpened():
            return "The table opens"
        case DealerChanged(name=name):
            return f"Dealer {name} sits down" if name else "Another dealer sits down"
        case DeckChanged(deck=deck):
            return f"Deck {deck} goes into the shoe"


def _ruled(event: Ruled) -> str:
    told_of = [seats((event.seat,))] if event.seat else []
    told_of += [_pot(event.pot)] if event.pot else []
    told_of += [f"{event.amount}"] if event.amount else []
    told_of += [event.penalty.lower()] if event.penalty else []
    told_of += [_by_seat(dict(zip(event.seats, event.amounts, strict=False)))] if event.amounts else []
    about = f" ({', '.join(told_of)})" if told_of else ""
    why = f" Reason: {event.why}." if event.why else ""
    return f"{event.who} rules {event.code}, {RULINGS.get(event.code, 'a ruling')}{about}.{why}"


def _floor(event: StubPassed | StubShuffled | Impounded | StopUnnoticed | HandRevealed) -> str:
    match event:
        case StubPassed(cards=cards):
            return f"The stub is whole: {cards} cards."
        case StubShuffled():
            return "The stub is shuffled and cut."
        case Impounded(who=who):
            return f"{who} keeps the pots aside, the decision is pending."
        case StopUnnoticed(who=who):
            return f"{who} finds that the stop was not noticed: what was done since counts."
        case HandRevealed(seat=seat, who=who, why=why):
            return f"{who} looks at the hand of seat {seat}. Reason: {why}."


def _access(event: FloorSigned | Attempted) -> str:
    if isinstance(event, FloorSigned):
        return f"{event.who} signs in."
    return f"Refused to {event.who or 'nobody'}: {event.what} ({event.reason})."


def _reported(event: Reported) -> str:
    about = f" of seat {event.seat}" if event.seat else ""
    return f"Reported{about}: {event.what.replace('-', ' ')}"


def _noted(event: AfterStop) -> str:
    said = event.said or f"puts out {', '.join(map(str, event.chips))}"
    return f"After the stop seat {event.seat}: {said}" + (f" {event.amount}" if event.amount else "")


def _taken(before: Table) -> Iterator[str]:
    """What the house took of the hand, told before the first push."""
    if not before.awards:
        told_of = {"Rake": before.rake, "Jackpot": before.jackpot}
        yield from (f"{what} {amount}." for what, amount in told_of.items() if amount)


def _won(number: int, after: Table) -> Iterator[str]:
    several = pot_number(after.pots, len(after.pots)) > 1
    pot = f" from {_pot(pot_number(after.pots, number))}" if several else ""
    if half := after.pots[number - 1].board:
        pot += f" on board {half}"
    for award in after.awards:
        if award.pot == number:
            how = f"with {_with_article(award.hand)}" if award.hand else "without showing"
            yield f"Seat {award.seat} wins {award.amount}{pot} {how}."


def _pot(number: int) -> str:
    return "the main pot" if number == 1 else f"side pot {number - 1}"


def _with_article(hand: str) -> str:
    return f"a {hand}" if hand.startswith(("straight", "flush", "full")) else hand

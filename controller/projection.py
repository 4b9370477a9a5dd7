"""From the table to what may leave the process: views and lamps, pure (design 3, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from controller.rules import betting
from controller.rules.cards import Place, seat_place
from controller.rules.dealing import at
from controller.rules.decisions import may_redeal, newest_entry
from controller.rules.events import Acted, CardsNamed, Conceded, Event, FloorCalled, Stopped, Tabled
from controller.rules.pots import layered
from controller.rules.prompts import Step, next_step
from controller.rules.sentence import Sentence, say
from controller.rules.showdown import board_faces, may_muck, seat_faces, tabled_together
from controller.rules.state import BETWEEN_HANDS, Phase, Pot, Seat, Status, Table
from controller.sensing import Sensing
from controller.views import (
    VERSION,
    ActionsView,
    BlindsView,
    DealerView,
    IrregularityView,
    Lamps,
    Message,
    PlayerView,
    PotView,
    PromptView,
    QuickBet,
    ResultView,
    SeatView,
)

GAME = "no-limit"
DEALING_WORDS = ("deal", "burn", "flop", "turn", "river")
NEXT_WORDS = ("next", "push", "table", "move", "verify", *DEALING_WORDS)


@dataclass(frozen=True, slots=True)
class Service:
    """What the service knows beside the table: `failed` stops it for good, `differs` is what a restart found.

    `verifying` is true from a restart in mid-hand until readers and ledger agree; `remarks` are sentences
    about the journal; `flashing` are panel keys that were pressed too early.
    """

    failed: Sentence | None = None
    verifying: bool = False
    differs: Sentence | None = None
    remarks: tuple[Sentence, ...] = ()
    flashing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Projection:
    """Everything that is shown after one turn."""

    player: PlayerView
    dealer: DealerView
    lamps: Lamps


def project(table: Table, sensing: Sensing, service: Service, n: int) -> Projection:
    """The views and lamps of the table as snapshot `n`."""
    step = shown_step(table, service)
    player = _player(table, step, service, n)
    dealer = _dealer(table, sensing, service, step, player)
    return Projection(player, dealer, _lamps(table, step, dealer, service))


def shown_step(table: Table, service: Service) -> Step:
    """The step that the dealer sees: the table's, unless the service itself has something first."""
    if service.failed:
        return Step("stop", say("prompt.stop"), service.failed, to="journal")
    if service.verifying:
        return Step("verify", say("prompt.verify.felt"), service.differs, cards=len(table.pieces))
    return next_step(table)


def _player(table: Table, step: Step, service: Service, n: int) -> PlayerView:
    actor = step.seat if step.do == "act" else 0
    may = betting.options(table, actor) if actor else betting.Options()
    paused = bool(table.open or service.failed)
    stakes = table.setup.stakes
    return PlayerView(
        v=VERSION,
        n=n,
        table=table.setup.name,
        game=GAME,
        hand=table.hand,
        phase="verify" if service.verifying else str(table.phase),
        blinds=BlindsView(stakes.small_blind, stakes.big_blind),
        button=table.button,
        actor=actor,
        to_call=may.call,
        min_raise_to=(may.raise_ or may.bet or (0, 0))[0],
        board=tuple(face.text for face in board_faces(table)),
        pot_total=_pot_total(table),
        pots=tuple(PotView(pot.amount, pot.seats) for pot in _pots(table)),
        seats={k: _seat(table, k, seat) for k, seat in sorted(table.seats.items())},
        paused=paused,
        results=tuple(ResultView(a.pot, a.seat, a.amount, a.hand) for a in table.awards),
        notice=_notice(table, service),
    )


def _pot_total(table: Table) -> int:
    seats = sum(seat.put + seat.street_in for seat in table.seats.values())
    return seats + sum(pot.amount for pot in _unpushed(table))


def _unpushed(table: Table) -> list[Pot]:
    return [pot for n, pot in enumerate(table.pots, 1) if n not in table.pushed]


def _pots(table: Table) -> tuple[Pot, ...]:
    if table.pots:
        return tuple(_unpushed(table))
    return layered({n: seat.put for n, seat in table.seats.items()}, betting.live(table))


def _seat(table: Table, k: int, seat: Seat) -> SeatView:
    held = at(table, seat_place(k)) if seat.status in betting.IN_HAND else ()
    faces = seat_faces(table, k) if seat.tabled else ()
    posted = table.phase in (Phase.DEALING, Phase.PREFLOP) and seat.street_in and not seat.acted
    return SeatView(
        name=seat.name,
        stack=seat.stack,
        street_bet=seat.street_in,
        cards_held=len(held),
        faces=tuple(face.text for face in faces),
        status="folded" if seat.status is Status.MUCKED else str(seat.status),
        position=_position(table, k),
        acted=seat.acted or ("post" if posted else ""),
    )


def _position(table: Table, k: int) -> str:
    if k not in table.dealt:
        return ""
    if k == table.big:
        return "BB"
    if k == table.small:
        return "BTN" if k == table.button else "SB"
    return "BTN" if k == table.button else ""


def _notice(table: Table, service: Service) -> Message | None:
    if service.failed:
        return Message("notice.journal")
    if service.verifying:
        return Message("notice.back")
    if table.open:
        return Message("notice.wait")
    return Message("notice.redeal") if table.phase is Phase.VOID else None


def _dealer(table: Table, sensing: Sensing, service: Service, step: Step, player: PlayerView) -> DealerView:
    halted = service.failed is not None or service.verifying
    entry = None if halted else newest_entry(table)
    what = table.open[0] if table.open else None
    public = {f.name: getattr(player, f.name) for f in fields(PlayerView)}
    return DealerView(
        **public,
        prompt=_prompt(sensing, step),
        actions=_actions(table, player.actor),
        quick_bets=_quick_bets(table, player.actor),
        irregularity=IrregularityView(what.kind, _message(what.sentence)) if what else None,
        undo=_undo(entry[1]) if entry else None,
        redeal=not halted and may_redeal(table),
        asks=_asks(table, step, service, undo=entry is not None),
        health=_health(sensing, service),
    )


def _prompt(sensing: Sensing, step: Step) -> PromptView:
    detail = step.detail
    if step.do in DEALING_WORDS and not (_sees(sensing, step) or sensing.works(Place.parse("shoe"))):
        detail = say("detail.next_when_done")
    return PromptView(
        do=step.do,
        sentence=_message(step.sentence),
        detail=_message(detail) if detail else None,
        seat=step.seat,
        seats=step.seats,
        pot=step.pot,
        amount=step.amount,
        cards=step.cards,
        to=step.to,
    )


def _sees(sensing: Sensing, step: Step) -> bool:
    where = {"deal": f"seat {step.seat}", "burn": "burn"}.get(step.do, "board")
    return sensing.works(Place.parse(where))


def _actions(table: Table, actor: int) -> ActionsView:
    if not actor:
        return ActionsView()
    may = betting.options(table, actor)
    bet, raise_ = may.bet or (0, 0), may.raise_ or (0, 0)
    return ActionsView(
        fold=True,
        check=may.check,
        call=may.call,
        bet_min=bet[0],
        bet_max=bet[1],
        raise_min=raise_[0],
        raise_max=raise_[1],
        all_in=may.all_in,
    )


def _quick_bets(table: Table, actor: int) -> tuple[QuickBet, ...]:
    if not actor:
        return ()
    may = betting.options(table, actor)
    span = may.raise_ or may.bet
    if span is None:
        return ()
    unit, bet = table.setup.stakes.unit, table.street.bet
    pot = _pot_total(table) + may.call
    wanted = [("quick.min", span[0])]
    wanted += [(f"quick.{name}", bet + pot * k // d) for name, k, d in (("half", 1, 2), ("two_thirds", 2, 3))]
    wanted.append(("quick.pot", bet + pot))
    return tuple(QuickBet(label, min(max(a // unit * unit, span[0]), span[1])) for label, a in wanted)


def _undo(event: Event) -> Message | None:
    match event:
        case Acted(seat=seat, said=said):
            return Message("undo.act", {"seat": seat, "acted": said})
        case Tabled(seats=seats):
            return Message("undo.table", {"seats": seats})
        case Conceded(seat=seat):
            return Message("undo.muck", {"seat": seat})
        case CardsNamed() | Stopped():
            return Message("undo.name")
        case FloorCalled():
            return Message("undo.floor")
    return None


def _asks(table: Table, step: Step, service: Service, *, undo: bool) -> tuple[str, ...]:
    """The values of `Request.ask` that would be taken now (a bet only with a legal amount)."""
    if service.failed:
        return ()
    if service.verifying:
        return ("next",)
    asks = ["undo"] if undo else []
    if table.open:
        return (*asks, "redeal") if may_redeal(table) else tuple(asks)
    asks.append("floor")
    if step.do in NEXT_WORDS:
        asks.append("next")
    if step.do == "act":
        asks += _words(table, step.seat)
    if step.do == "name":
        asks.append("name")
    if table.phase in BETWEEN_HANDS:
        asks.append("buy")
    if table.phase is Phase.SHOWDOWN or tabled_together(table):
        asks.append("table")
    if any(may_muck(table, seat) for seat in table.seats):
        asks.append("muck")
    return tuple(asks)


def _words(table: Table, seat: int) -> list[str]:
    may = betting.options(table, seat)
    legal = {"fold": True, "check": may.check, "call": may.call, "bet": may.bet, "raise": may.raise_}
    legal["all-in"] = may.all_in
    return [word for word, allowed in legal.items() if allowed]


def _health(sensing: Sensing, service: Service) -> tuple[Message, ...]:
    lost = [say("health.reader_lost", reader=name, reason=why) for name, why in sorted(sensing.lost.items())]
    return tuple(_message(s) for s in (*service.remarks, *lost, *sensing.remarks.values()))


def _message(sentence: Sentence) -> Message:
    return Message(sentence.id, sentence.args)


def _lamps(table: Table, step: Step, dealer: DealerView, service: Service) -> Lamps:
    """Seat lamps, strongest first: stop, deal, act, all-in, off; the button; the keys that may be pressed."""
    stopped = bool(table.open or service.failed)
    values: dict[str, str] = {}
    for k, seat in sorted(table.seats.items()):
        values[f"seat {k}"] = _seat_lamp(step, k, seat, stopped=stopped)
        values[f"button {k}"] = "on" if table.button == k and table.hand else "off"
    for key, ask in _KEYS.items():
        lit = "on" if ask in dealer.asks else "off"
        values[f"key {key}"] = "flash" if key in service.flashing else lit
    return Lamps(values)


_KEYS: Mapping[str, str] = {"next": "next", "undo": "undo", "floor": "floor"}


def _seat_lamp(step: Step, k: int, seat: Seat, *, stopped: bool) -> str:
    if seat.status is Status.EMPTY:
        return "off"
    if stopped:
        return "stop"
    if step.seat == k and step.do in ("deal", "move"):
        return "deal"
    if k in (step.seat, *step.seats) and step.do in ("act", "table", "name", "push"):
        return "act"
    return "all-in" if seat.status is Status.ALL_IN else "off"

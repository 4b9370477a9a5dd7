"""From the table to what may leave the process: views and lamps, pure (design 3, 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

from controller.accounting import account_of
from controller.feltview import boards_shown, pot_total, pots_lying, result, seats_seen
from controller.notices import CHECKED, was_checked
from controller.placeview import places, seat_asks
from controller.rules import betting, limits
from controller.rules.cards import Place
from controller.rules.dealing import deck_in_use
from controller.rules.decisions import may_redeal, newest_entry
from controller.rules.incidents.stops import FLOOR
from controller.rules.notes import resumed
from controller.rules.opening import decks_of
from controller.rules.prompts import Step, next_step
from controller.rules.rake import of_hand
from controller.rules.rulings import menu
from controller.rules.sentence import Sentence, say
from controller.rules.showdown import board_faces
from controller.rules.state import Opening, Phase, Seat, Status, Table
from controller.rules.substantial import because, misdeal_possible
from controller.sensing import Sensing
from controller.showview import floor_asks, notice_of_new_deal, show_asks
from controller.stubcheck import awaits_deck, may_end, wanted
from controller.tableview import clock_view, level_view, table_asks
from controller.takeback import taken_back
from controller.views import (
    VERSION,
    ActionsView,
    BlindsView,
    DealerView,
    IrregularityView,
    Lamps,
    Message,
    PlayerView,
    PromptView,
    QuickBet,
)
from controller.wordview import look_asks, word_asks

DEALING_WORDS = ("deal", "burn", "flop", "turn", "river")
NEXT_WORDS = ("next", "push", "table", "move", "verify", "shuffle", "confirm", "agree", *DEALING_WORDS)


@dataclass(frozen=True, slots=True)
class Service:
    """What the service knows beside the table: `failed` stops it for good, `differs` is what a restart found.

    `verifying` is true from a restart in mid-hand until readers and ledger agree; `remarks` are sentences
    about the journal; `flashing` are panel keys that were pressed too early; `outcome` is what players read
    of the last stop. `power_weak` while the computer's supply is too low.
    """

    failed: Sentence | None = None
    verifying: bool = False
    differs: Sentence | None = None
    remarks: tuple[Sentence, ...] = ()
    flashing: frozenset[str] = frozenset()
    outcome: Message | None = None
    power_weak: bool = False


@dataclass(frozen=True, slots=True)
class Projection:
    """Everything that is shown after one turn."""

    player: PlayerView
    dealer: DealerView
    lamps: Lamps

    def numbered(self, n: int) -> Projection:
        """The same as snapshot `n`."""
        return Projection(replace(self.player, n=n), replace(self.dealer, n=n), self.lamps)


def project(table: Table, sensing: Sensing, service: Service, n: int) -> Projection:
    """The views and lamps of the table as snapshot `n`."""
    step = shown_step(table, service)
    player = replace(_player(table, step, service, n), clock=clock_view(sensing, table))
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
    stakes, taken = table.stakes, of_hand(table)
    return PlayerView(
        v=VERSION,
        n=n,
        table=table.setup.name,
        game=str(table.setup.game),
        hand=table.hand,
        phase="verify" if service.verifying else str(table.phase),
        blinds=BlindsView(stakes.small_blind, stakes.big_blind, stakes.ante, stakes.big_blind_ante),
        button=table.button,
        actor=actor,
        to_call=may.call,
        min_raise_to=(may.raise_ or may.bet or (0, 0))[0],
        board=tuple(face.text for face in board_faces(table)),
        pot_total=pot_total(table),
        pots=pots_lying(table),
        seats=seats_seen(table),
        paused=paused,
        results=tuple(result(table, award) for award in table.awards),
        notice=_notice(table, service),
        level=level_view(table),
        boards=boards_shown(table),
        rake=taken[0],
        jackpot=taken[1],
        betting=str(table.setup.betting),
    )


def _notice(table: Table, service: Service) -> Message | None:
    if service.failed:
        return Message("notice.journal")
    if service.verifying:
        return Message("notice.back")
    if table.open:
        return Message("notice.wait")
    if table.phase is Phase.VOID:
        return notice_of_new_deal(table)
    return service.outcome or (CHECKED if was_checked(table) else None)


def _dealer(table: Table, sensing: Sensing, service: Service, step: Step, player: PlayerView) -> DealerView:
    halted = service.failed is not None or service.verifying
    entry = None if halted else newest_entry(table)
    public = {f.name: getattr(player, f.name) for f in fields(PlayerView)}
    return DealerView(
        **public,
        prompt=_prompt(sensing, table, step),
        actions=_actions(table, player.actor),
        quick_bets=_quick_bets(table, player.actor),
        irregularity=_irregularity(table),
        irregularities=_irregularities(table),
        undo=taken_back(entry[1]) if entry else None,
        redeal=not halted and may_redeal(table),
        asks=_asks(table, sensing, step, service, undo=entry is not None),
        health=_health(sensing, service, table.hand),
        misdeal_possible=misdeal_possible(table),
        misdeal_because=_message(why) if (why := because(table)) else None,
        told=_message(table.told) if table.told else None,
        places={} if halted else places(table),
        account=account_of(table) if table.opening is Opening.CLOSED else None,
        dealer=table.dealer,
        deck=deck_in_use(table),
        decks=decks_of(table),
    )


def _irregularity(table: Table) -> IrregularityView | None:
    """What is to be settled first: what stops the table, else what the dealer mends alone."""
    first = next(iter(_irregularities(table)), None)
    return replace(first, rulings=menu(table)) if first else None


def _irregularities(table: Table) -> tuple[IrregularityView, ...]:
    """All that are open, what stops the table first."""
    return tuple(
        IrregularityView(w.kind, _message(w.sentence), stops=w in table.open, rulings=w.rulings, seat=w.seat)
        for w in (*table.open, *table.mends)
    )


def _prompt(sensing: Sensing, table: Table, step: Step) -> PromptView:
    detail = step.detail
    if step.do in DEALING_WORDS and not (_sees(sensing, step) or sensing.works(Place.parse("shoe"))):
        detail = say("detail.next_when_done")
    if those := wanted(table):
        reads = sensing.works(Place.parse("shoe"))
        detail = sensing.check.sentence(those) if reads else say("detail.deck.by_hand", cards=step.cards)
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
        board=step.board,
        note=_message(step.note) if step.note else None,
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
        fold=may.fold,
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
    unit, kept = table.stakes.unit, {span[0]: QuickBet("quick.min", span[0])}
    for offer in _quick_offers(table, actor):
        legal = min(max(offer.amount // unit * unit, span[0]), span[1])
        kept.setdefault(legal, replace(offer, amount=legal))
    return tuple(kept.values())


def _quick_offers(table: Table, actor: int) -> Iterator[QuickBet]:
    """The house's shortcuts: multiples of the bet, and parts of the pot with the call in it (S4-18, C16)."""
    bet, pot = table.street.bet, limits.pot_after_call(table, actor)
    for offer in table.setup.house.ui_quick_bets:
        if offer.endswith("%"):
            percent = int(offer[:-1])
            yield QuickBet("quick.percent", bet + pot * percent // 100, percent)
        elif bet:
            times = int(offer.removeprefix("x"))
            yield QuickBet("quick.times", bet * times, times)


def _asks(table: Table, sensing: Sensing, step: Step, service: Service, *, undo: bool) -> tuple[str, ...]:
    """The values of `Request.ask` that would be taken now (a bet only with a legal amount)."""
    if service.failed:
        return ()
    if service.verifying:
        return ("next",)
    asks = ["undo"] if undo else []
    asks += floor_asks(table)
    if not any(what.kind == FLOOR for what in table.open):
        asks.append("floor")
    if table.open:
        return (*asks, *_noted(table), *look_asks(table), *(["redeal"] if may_redeal(table) else []))
    if table.opening is Opening.CLOSED:
        return tuple(asks)
    asks += table_asks(table)
    passing = awaits_deck(sensing, table) and not may_end(sensing, table)
    if step.do in NEXT_WORDS and not passing:
        asks.append("next")
    if step.do == "confirm":
        asks += ["round", "fold"]
    if step.do == "agree":
        asks += ["agree", "decline"]
    if step.do == "act":
        asks += _words(table, step.seat)
    if step.do == "name":
        asks.append("name")
    return (*asks, *word_asks(table), *show_asks(table), *seat_asks(table))


def _noted(table: Table) -> list[str]:
    """The words of the player whose turn it would be: while the table is stopped they are notes (12.10)."""
    going_on = resumed(table)
    turn = betting.actor(going_on)
    return [*_words(going_on, turn), "say", "chips"] if turn else []


def _words(table: Table, seat: int) -> list[str]:
    may = betting.options(table, seat)
    legal = {"fold": may.fold, "check": may.check, "call": may.call, "bet": may.bet, "raise": may.raise_}
    legal["all-in"] = may.all_in
    return [word for word, allowed in legal.items() if allowed]


def _health(sensing: Sensing, service: Service, hand: int) -> tuple[Message, ...]:
    power = [say("health.power_weak")] if service.power_weak else []
    lost = [say("health.reader_lost", reader=name, reason=why) for name, why in sorted(sensing.lost.items())]
    weak = [say("health.reader_weak", reader=name) for name in sorted(sensing.weak - sensing.lost.keys())]
    close = [
        say("health.cross_talk", reader=reader, other=other)
        for (reader, other), since in sorted(sensing.close.items())
        if since == hand
    ]
    found = (*service.remarks, *power, *lost, *weak, *close, *sensing.remarks.values())
    return tuple(_message(sentence) for sentence in found)


def _message(sentence: Sentence) -> Message:
    return Message(sentence.id, sentence.args)


def _lamps(table: Table, step: Step, dealer: DealerView, service: Service) -> Lamps:
    """Seat lamps, strongest first: stop, deal, act, all-in, off; the button; the keys that may be pressed."""
    stopped = bool(table.open or service.failed)
    values: dict[str, str] = {}
    for k, seat in sorted(table.seats.items()):
        values[f"seat {k}"] = _seat_lamp(step, k, seat, stopped=stopped)
        values[f"button {k}"] = "on" if table.button == k and (table.hand or table.placed) else "off"
    for key in _KEYS:
        lit = "on" if key in dealer.asks else "off"
        values[f"key {key}"] = "flash" if key in service.flashing else lit
    return Lamps(values)


_KEYS: Mapping[str, str] = {
    "next": "next",
    "undo": "undo",
    "floor": "floor",
    "clock": "clock",
    "exposed": "exposed",
}


def _seat_lamp(step: Step, k: int, seat: Seat, *, stopped: bool) -> str:
    if seat.status is Status.EMPTY:
        return "off"
    if stopped:
        return "stop"
    if step.seat == k and step.do in ("deal", "move"):
        return "deal"
    if k in (step.seat, *step.seats) and step.do in ("act", "table", "name", "agree", "push"):
        return "act"
    return "all-in" if seat.status is Status.ALL_IN else "off"

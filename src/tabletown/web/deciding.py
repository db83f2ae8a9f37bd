"""What a seat has to decide, as parts of its page: the stage, the shadow on the board, and what has happened lately."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from tabletown.bots.temper import tempers_in_words
from tabletown.explaining.telling import asked_in_words
from tabletown.rulekit.language import listed
from tabletown.web import stage
from tabletown.web.amounts import Amounts
from tabletown.web.at_table.consent import last_own_step
from tabletown.web.kept import PLAYING
from tabletown.web.opponents import who_look_ahead
from tabletown.web.places import figures_beside
from tabletown.web.pushes import AS_IT_WAS, Making, Part
from tabletown.web.rematching import WAYS, ways
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.templates import written
from tabletown.web.viewers import Viewer

HELD = 2
"""So many of the newest moments are held for pages that are connected."""
OLD_MOMENTS = Part(AS_IT_WAS, "moments")


def decide(table: Table, viewer: Viewer, scene: Scene) -> str:
    """The stage: the seat's own decision, somebody else's, or the end."""
    match, _ = scene.match, scene._
    context: dict[str, Any] = {"_": _, "table": table, "scene": scene, "viewer": viewer}
    if match.over or table.phase != PLAYING:
        context["rematches"] = [(way, _(WAYS[way])) for way in ways(table.game.declaration, match.players)]
    if match.over:
        resigned = [seat for seat in table.seats if seat.resigned]
        places = stage.podium(match.scores, match.returns)
        told = [*tempers(table, scene), *asked(table, scene)]
        shown = {"podium": places, "result": stage.result(scene), "told": told}
        return written("over", resigned=resigned, **shown, **context)
    if table.phase != PLAYING:
        return written("abandoned", **context)
    if is_deciding(table, scene):
        return written("decide", **context | stage.setting(scene, stage.MINE) | decide_context(scene))
    return written("wait", **stage.setting(scene, stage.THEIRS) | wait_context(table, scene))


def tempers(table: Table, scene: Scene) -> list[str]:
    """What kind of players the bots were that looked ahead; it followed from the seed, which is open now."""
    match = scene.match
    looked_ahead = {seat: table.seats[seat].name for seat in who_look_ahead(table.seats)}
    return tempers_in_words(scene._, match.game.declaration, match.seed, looked_ahead)


def asked(table: Table, scene: Scene) -> list[str]:
    """Who has asked what Tycoon would do, and how often, for everybody to read."""
    found = sorted(table.settings.hinted.items())
    return [asked_in_words(scene._, table.seats[seat].name, count) for seat, (count, _last) in found]


def is_deciding(table: Table, scene: Scene) -> bool:
    return table.phase == PLAYING and scene.is_asked and not table.seats[scene.viewer].bot


def decide_context(scene: Scene) -> dict[str, Any]:
    briefs = listed_briefly(scene)
    said = listed_on_board(scene, briefs)
    changes = scene.changed_figures(Scene(scene.match, scene.seat, scene.language)) if scene.plan else []
    chosen = ",".join(map(str, scene.first_choice))
    armed = armed_place(scene, chosen)
    return {
        "choices": scene.choices,
        "plans": scene._("Plan: {move}"),
        "said_of": partial(said_of_sums, scene),
        "chosen": chosen,
        "armed": armed,
        "ordinary": ordinary_choice(scene, chosen),
        "means": scene.first_meaning,
        "changes": changes,
        "said": said,
        "has_briefs": any(briefs.values()),
        "figures": figures_beside(scene, said),
        "closes": closing_choice(scene),
        "is_added": bool(armed) and scene.is_added([int(each) for each in armed.split(",")]),
        "unasked": unasked_here(scene),
        "back": way_back(scene),
    }


def listed_on_board(scene: Scene, briefs: Mapping[str, str]) -> dict[str, str]:
    """What each row of the list of places says."""
    names = {played: means.name for played, means in scene.priced.items()}
    return {played: names.get(played) or briefs.get(played) or text for played, text in scene.choices.on_board}


def listed_briefly(scene: Scene) -> dict[str, str]:
    """What a list of places says, where the game has a word or two for each."""
    brief = scene.match.game.declaration.staging.brief
    return {played: brief(scene.look, int(played)) for played, _text in scene.choices.on_board if played.isdecimal()}


def said_of_sums(scene: Scene, amounts: Amounts) -> tuple[str, dict[int, str]]:
    """What the button of a sum says, with {n} for it, and of which sums it says something else."""
    plans = scene._("Plan: {move}") if scene.is_added([scene.first_of(amounts).id]) else "{move}"
    others = {n: plans.format(move=text) for n, text in amounts.exceptions.items()}
    return plans.format(move=amounts.wording), others


def armed_place(scene: Scene, chosen: str) -> str:
    """What the button of a list of places plays: the chosen one, or the first."""
    places = [played for played, _text in scene.choices.on_board]
    return chosen if chosen in places else places[0] if places else ""


def ordinary_choice(scene: Scene, chosen: str) -> int | None:
    """What is chosen before anything on the board: its button is the obvious one, not that of the places."""
    if scene.drafted or not scene.choices.on_board:
        return None
    return next((action.id for action in scene.choices.plain if str(action.id) == chosen), None)


def closing_choice(scene: Scene) -> tuple[int, str] | None:
    """What completes the plan as it stands, and what its button says."""
    closing = scene.match.game.declaration.closing
    action = next((each for each in scene.choices.plain if each.kind in closing), None) if scene.drafted else None
    return None if action is None else (action.id, scene.meaning([action.id]).does or action.text)


def unasked_here(scene: Scene) -> list[tuple[str, str]]:
    """Standing answers to what is being asked: those for this phase, or else those for any."""
    declared = scene.match.game.declaration
    kinds = {action.kind for action in scene.legal} if not scene.drafted else set()
    found = [(answer, *declared.unasked_by(answer, scene.view)) for answer in declared.unasked]
    fitting = [(answer, name) for answer, name, is_given in found if name in kinds and is_given]
    narrow = [answer for answer, name in fitting if answer != name]
    return [(answer, scene._(declared.unasked[answer])) for answer in narrow or [answer for answer, _name in fitting]]


def wait_context(table: Table, scene: Scene) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game.name,
        "seat": scene.seat,
        "names": listed(scene._, scene.waiting_for()),
        "has_decided": scene.seat in scene.match.changeable,
        "clauses": tuple(scene.clauses()),
        "means": table.game.declaration.staging.watching(scene.look),
        "back": "" if scene.seat is not None and table.seats[scene.seat].bot else way_back(scene),
    }


def shadow(table: Table, scene: Scene) -> Making:
    """How the board would look after what is chosen first, or with what is planned; above all its pieces."""
    is_mine = scene.seat is not None and not scene.match.over and is_deciding(table, scene)
    yield {"ghost": Part(stage.ghost(scene.first_meaning.ghost if is_mine else ""), "board")}


def moments(table: Table, scene: Scene, had: Collection[str]) -> dict[str, Part]:
    """What has happened lately, to be played once by whoever has the page open: a part for each entry, written once.

    Those that the page has had, all but the newest, are let go of, and written again should somebody come.
    """
    match = scene.match
    newest = match.entries[-1].number if match.entries else 0
    known = table.written_moments.setdefault((scene.seat, scene.language, tuple(match.names)), {})
    if newest and newest not in known:
        seen = max(known, default=newest - 1)
        for entry in match.entries[-stage.RECENT :]:
            if entry.number > seen:
                known[entry.number] = moments_part(scene, entry.number)
    for number in [number for number in known if number > newest or number <= newest - stage.RECENT]:
        del known[number]
    made: dict[str, Part] = {}
    for number, part in known.items():
        name = f"moments-{number}"
        if name in had:
            made[name] = OLD_MOMENTS
            continue
        if part is OLD_MOMENTS:
            known[number] = moments_part(scene, number)
        if (found := known[number]) is not None:
            made[name] = found
    if had:
        known |= dict.fromkeys([number for number in [*known][:-HELD] if known[number] is not None], OLD_MOMENTS)
    return made


def moments_part(scene: Scene, number: int) -> Part | None:
    """The moments of an entry; None if the viewer sees nothing of it."""
    told = stage.moments_of(scene, number)
    return Part(written("moments", number=number, told=told, scene=scene), "moments") if told else None


def way_back(scene: Scene) -> str:
    """What a button says that takes the seat's last move back, or asks the others for it; nothing without such."""
    match, seat = scene.match, scene.seat
    if seat is None:
        return ""
    if match.can_undo(seat) is None:
        return scene._("Take my last move back")
    return "" if last_own_step(match, seat) is None else scene._("Ask to take my last move back")

"""The games that can be played, and what a record proves."""

from rich.table import Table
from rich.text import Text

from tabletown.match import Game, games
from tabletown.match.record import Verified
from tabletown.rulekit import registry
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import listed, say
from tabletown.terminal.screen import Screen, cleaned


def show_games(screen: Screen, language: str) -> None:
    """Each with its options and editions; in the end those with a slip in them, and what it is."""
    slips = list(map(str, registry.broken().values()))
    for each in games():
        try:
            shown = _in_words(each, language)
        except TabletownError as error:
            slips.append(str(error))
        else:
            for part in shown:
                screen.show(part)
    for slip in slips:
        screen.say(slip)


def _in_words(each: Game, language: str) -> list[Text | Table]:
    declaration = each.declaration
    _ = say(language, declaration)
    players = listed(_, map(str, each.players))
    long = _("{name}: {players} players, {minutes} minutes")
    text = long if declaration.minutes else _("{name}: {players} players")
    facts = text.format(name=each.name, players=players, minutes=declaration.minutes)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for option in each.options:
        values = "|".join(option.values.values())
        usual = _("{label}; usually {value}").format(label=_(option.label), value=option.values[option.default])
        grid.add_row(f"  --option {option.name}={values}", usual)
    for file in declaration.editions if len(declaration.editions) > 1 else ():
        content = each.edition(file).content
        about = f": {_(content['about'])}" if "about" in content else ""
        grid.add_row(f"  --edition {file.removesuffix('.toml')}", _(content["name"]) + about)
    head = Text.assemble((_(each.title), "bold"), f"  {facts}")
    return [head, Text(cleaned(_(declaration.summary))), *([grid] if grid.row_count else [])]


def show_proof(screen: Screen, proof: Verified, *, noted: bool) -> None:
    state = "over" if proof.over else "not over yet"
    screen.say(f"Every one of the {proof.entries} entries follows from the rules and the seed; the game is {state}.")
    screen.say(f"Commitment {proof.commitment}")
    if noted:
        screen.say("It is the one that you noted: the deal was not changed after the start.")
    else:
        screen.say("Compare it with the one shown at the start: equal means that the deal was not changed.")

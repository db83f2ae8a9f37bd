"""The games that can be played, and what a record proves."""

from rich.table import Table
from rich.text import Text

from tabletown.match import games
from tabletown.match.record import Verified
from tabletown.rulekit import registry
from tabletown.rulekit.language import listed, say
from tabletown.terminal.screen import Screen


def show_games(screen: Screen, language: str) -> None:
    for each in games():
        declaration = each.declaration
        _ = say(language, declaration)
        players = listed(_, map(str, each.players))
        long = _("{name}: {players} players, {minutes} minutes")
        text = long if declaration.minutes else _("{name}: {players} players")
        facts = text.format(name=each.name, players=players, minutes=declaration.minutes)
        screen.show(Text.assemble((_(each.title), "bold"), f"  {facts}"))
        screen.say(_(declaration.summary))
        grid = Table.grid(padding=(0, 2, 0, 0))
        for option in each.options:
            values = "|".join(option.values.values())
            usual = _("{label}; usually {value}").format(label=_(option.label), value=option.values[option.default])
            grid.add_row(f"  --option {option.name}={values}", usual)
        if len(declaration.editions) > 1:
            for file in declaration.editions:
                content = each.edition(file).content
                about = f": {_(content['about'])}" if "about" in content else ""
                grid.add_row(f"  --edition {file.removesuffix('.toml')}", _(content["name"]) + about)
        screen.show(grid)
    for error in registry.broken().values():
        screen.say(str(error))


def show_proof(screen: Screen, proof: Verified, *, noted: bool) -> None:
    state = "over" if proof.over else "not over yet"
    screen.say(f"Every one of the {proof.entries} entries follows from the rules and the seed; the game is {state}.")
    screen.say(f"Commitment {proof.commitment}")
    if noted:
        screen.say("It is the one that you noted: the deal was not changed after the start.")
    else:
        screen.say("Compare it with the one shown at the start: equal means that the deal was not changed.")

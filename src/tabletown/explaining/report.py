"""An analysis as one page that needs nothing else, by day and by night."""

from base64 import b64encode
from functools import cache
from importlib.metadata import version
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tabletown.explaining.analysis import Analysis
from tabletown.explaining.telling import Told, in_figures, told
from tabletown.match import Match
from tabletown.rulekit import drawing
from tabletown.rulekit.language import Say, listed

TO_A_BOARD = "#step-{step}"


@cache
def environment() -> Environment:
    return Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def fragment(said: Told, _: Say, link: str) -> Markup:
    """The part that a page of the table and a report have in common."""
    return Markup(environment().get_template("fragment.html").render(told=said, _=_, link=link))


def html_of(match: Match, analysis: Analysis, language: str) -> str:
    _ = match.say(language)
    said = told(match, analysis, language, TO_A_BOARD)
    steps = sorted({each.step for each in said.turns} | {each.step - 1 for each in said.better})
    sums = listed(_, (f"{name} {in_figures(score)}" for name, score in zip(match.names, match.scores, strict=True)))
    return environment().get_template("report.html").render(
        _=_,
        told=said,
        link=TO_A_BOARD,
        language=language,
        title=_("{game}, explained").format(game=_(match.game.title)),
        result=sums,
        boards=[(step, _board(match, step, language)) for step in steps],
        version=version("tabletown"),
        tokens=Markup(files(drawing.__package__).joinpath("tokens.css").read_text(encoding="utf-8")),
        style=Markup(stylesheet() + files(__package__).joinpath("report.css").read_text(encoding="utf-8")),
    )


def stylesheet() -> str:
    return files(__package__).joinpath("explained.css").read_text(encoding="utf-8")


PICTURE = Markup('<picture><source media="(prefers-color-scheme: dark)" srcset="{}"><img src="{}" alt=""></picture>')


def _board(match: Match, step: int, language: str) -> Markup:
    """The board as a picture of its own: drawings side by side in one page would share their ids."""
    drawn = (match.picture(None, step, language, dark=dark) for dark in (True, False))
    return PICTURE.format(*(f"data:image/svg+xml;base64,{b64encode(each.encode()).decode()}" for each in drawn))

"""What somebody who is away is told: the game, the table, who moved last, and where to go on. Nothing of the game."""

from dataclasses import dataclass

from tabletown.match import game
from tabletown.rulekit.language import Say, say
from tabletown.web.notices.mailing import Mail
from tabletown.web.notices.ways import THE_END, Way

MOST_LETTERS = 200
"""Of a name, whatever it is."""


@dataclass(frozen=True)
class News:
    """What there is to tell of a table, the same for every way to a seat."""

    game: str
    table: str
    seat: int
    decision: int
    """Or that it is the end."""
    mover: str = ""
    """Who moved last."""

    @property
    def is_the_end(self) -> bool:
        return self.decision == THE_END


def speaks(news: News, way: Way) -> Say:
    return say(way.language, game(news.game).declaration)


def subject(news: News, _: Say) -> str:
    title = _(game(news.game).title)
    if news.is_the_end:
        return _("{game}: the game has ended").format(game=title)
    return _("{game}: it is your move").format(game=title)


def sentence(news: News, _: Say) -> str:
    table = news.table
    if news.is_the_end:
        return _("The game at table {table} has ended.").format(table=table)
    if news.mover:
        mover = news.mover[:MOST_LETTERS]
        return _("{name} has moved. It is your decision at table {table}.").format(name=mover, table=table)
    return _("It is your decision at table {table}.").format(table=table)


def path(news: News) -> str:
    """Opens the seat in a browser that has it, and shows others what anybody may see."""
    return f"/t/{news.table}"


def for_a_browser(news: News, way: Way) -> dict[str, object]:
    _ = speaks(news, way)
    tag = f"{news.table}-{news.seat}"
    return {"title": subject(news, _), "text": sentence(news, _), "path": path(news), "tag": tag}


def for_a_webhook(news: News, way: Way) -> dict[str, object]:
    """`content` is what Discord shows of it, `text` what Slack and Mattermost do."""
    _ = speaks(news, way)
    link = f"{way.address}{path(news)}"
    text = f"{subject(news, _)}. {sentence(news, _)} {link}"
    what = "the_end" if news.is_the_end else "your_move"
    about = {"game": news.game, "table": news.table, "seat": news.seat, "moved_last": news.mover, "link": link}
    return {"event": what, **about, "text": text, "content": text}


def mail(news: News, way: Way, *, link_holds: bool) -> Mail:
    """With the seat's private link only for who has asked for it and has confirmed the address from that seat."""
    _ = speaks(news, way)
    with_link = link_holds and bool(way.link) and way.confirmed
    where = f"/s/{news.table}/{news.seat}/{way.link!s}" if with_link else path(news)
    lines = [sentence(news, _), "", f"{way.address}{where}", ""]
    if with_link:
        lines += [_("The link opens your seat on any device: give this mail to nobody.")]
    else:
        lines += [_("The link opens your seat in a browser that has it; elsewhere, open your private link.")]
    lines += ["", "-- ", _("No more mails about this table:"), str(way.stop)]
    return Mail(way.target, subject(news, _), "\n".join(lines) + "\n", way.stop)


def request_to_confirm(way: Way) -> Mail:
    """Without a word of whoever asks for it: it may go to somebody who knows nothing of it."""
    _ = say(way.language)
    lines = [
        _("Somebody, probably you, wants to be told here when it is their move in a game of Tabletown."),
        _("If it is you, confirm it; otherwise do nothing, and no more mails will come."),
        "",
        str(way.confirm),
    ]
    return Mail(way.target, _("Tabletown: is this your address?"), "\n".join(lines) + "\n")

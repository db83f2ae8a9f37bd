"""Messages in the reader's language, and the catalogues that hold them."""

import dataclasses
import pickle
import string
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tabletown.laws.rooms import TRANSLATED, declared, marked, strings
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import UnknownLanguage, message, say
from tabletown.rulekit.registry import declarations
from tools.messages import Source, sources, untranslated

GAME = declarations()["the_estates"]

# ---------------------------------------------------------------- the translator

CATALOGUE = """
msgid "Pass"
msgstr "降りる"

msgid "{n} check"
msgid_plural "{n} checks"
msgstr[0] "小切手{n}枚"

msgid "Sell"
msgstr ""

#, fuzzy
msgid "Keep"
msgstr "たぶん取っておく"
"""


def game_with(catalogue: str, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """A game in a package of its own, with this Japanese catalogue."""
    (folder / name / "locale").mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    (folder / name / "locale" / "ja.po").write_text(catalogue, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    return dataclasses.replace(GAME, name=name, package=name)


def test_english_is_said_as_it_is_written() -> None:
    _ = say("en", GAME)
    assert _.language == "en"
    assert _("Pass") == "Pass"
    counted = [_.plural("{n} check", "{n} checks", n).format(n=n) for n in (0, 1, 2)]
    assert counted == ["0 checks", "1 check", "2 checks"]


def test_what_an_error_names_is_listed_as_the_language_does() -> None:
    error = TabletownError("{game} is for {counts} players.", game="Go", counts=(2, 4, 6))
    assert str(error) == error.said(say("en")) == "Go is for 2, 4, 6 players."
    assert error.said(say("ja")) == "Go is for 2、4、6 players."
    assert len(str(TabletownError("{names}", names=("x" * 1000,)))) < 500


def test_an_error_calls_a_game_as_its_own_catalogue_does_whoever_translates() -> None:
    with pytest.raises(BadOption) as refused:
        GAME.check_players(9)
    assert str(refused.value).startswith("The Estates is for ")
    assert refused.value.said(say("ja")).startswith("ジ・エステーツ")
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.said(say("ja")) == refused.value.said(say("ja"))


def test_japanese_comes_from_the_games_own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _ = say("ja", game_with(CATALOGUE, tmp_path, "a_game_in_japanese", monkeypatch))
    assert _.language == "ja"
    assert _("Pass") == "降りる"
    assert [_.plural("{n} check", "{n} checks", n).format(n=n) for n in (1, 2)] == ["小切手1枚", "小切手2枚"]


@pytest.mark.parametrize("text", ["Sell", "Keep", "Never heard of"])
def test_what_has_no_sure_translation_is_said_in_english(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"a_game_that_never_says_{text.replace(' ', '_')}"
    _ = say("ja", game_with(CATALOGUE, tmp_path, name, monkeypatch))
    assert _(text) == text
    assert _.plural("{n} lot", "{n} lots", 1) == "{n} lot"


def test_the_first_game_that_knows_a_message_translates_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = 'msgid "Pass"\nmsgstr "パス"\n\nmsgid "Sell"\nmsgstr "売る"\n'
    first = game_with(CATALOGUE, tmp_path, "the_first_game", monkeypatch)
    second = game_with(other, tmp_path, "the_second_game", monkeypatch)
    _ = say("ja", first, second)
    assert _("Pass") == "降りる"
    assert _("Sell") == "売る"
    assert say("ja", second, first)("Pass") == "パス"


def test_a_game_without_a_catalogue_speaks_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_with("", tmp_path, "a_game_in_english_only", monkeypatch)
    (tmp_path / game.package / "locale" / "ja.po").unlink()
    assert say("ja", game)("Pass") == "Pass"


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownLanguage) as refused:
        say("tlh")
    assert str(refused.value) == "There is no language 'tlh'; there are en (English), ja (日本語)."


def test_a_translator_is_made_once() -> None:
    assert say("ja", GAME) is say("ja", GAME)
    assert say("ja", GAME) is not say("en", GAME)


def test_english_needs_no_babel() -> None:
    program = (
        "import sys; from tabletown.rulekit.language import say; from tabletown.games.the_estates import GAME; "
        "from tabletown.games.the_estates.telling import words; "
        "print(say('en', GAME)('Pass'), words.__name__, 'babel' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["Pass", "tabletown.games.the_estates.telling.words", "False"]


def test_a_marked_message_is_itself() -> None:
    assert message("upper row") == "upper row"


# ---------------------------------------------------------------- the catalogues

CATALOGUES = [
    pytest.param(source, language, id=f"{source.folder.name}-{language}")
    for source in sources()
    for language in TRANSLATED
]


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


def ids(entry: Message) -> tuple[str, ...]:
    return tuple(entry.id) if isinstance(entry.id, (tuple, list)) else (entry.id,)


def kept(source: Source, language: str) -> Catalog:
    with source.catalogue(language).open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize(("source", "language"), CATALOGUES)
def test_every_message_is_translated(source: Source, language: str) -> None:
    assert untranslated(kept(source, language)) == []


@pytest.mark.parametrize(("source", "language"), CATALOGUES)
def test_a_catalogue_holds_the_messages_of_the_code_and_no_others(source: Source, language: str) -> None:
    assert source.updated(language) == source.catalogue(language).read_text(encoding="utf-8"), "run make messages"


@pytest.mark.parametrize(("source", "language"), CATALOGUES)
def test_a_translation_fills_in_what_its_message_does(source: Source, language: str) -> None:
    for entry in kept(source, language):
        if entry.id:
            wanted = placeholders(ids(entry)[-1])
            assert all(placeholders(text) == wanted for text in strings(entry)), entry.id


@pytest.mark.parametrize(("source", "language"), CATALOGUES)
def test_a_sentence_stays_a_sentence(source: Source, language: str) -> None:
    """A full stop in English is one in the translation, so that sentences can follow each other."""
    for entry in kept(source, language):
        for one in ids(entry):
            if one.endswith("."):
                assert all(text.endswith(("。", "」")) for text in strings(entry)), entry.id


def test_messages_are_found_wherever_they_are_marked() -> None:
    source = """
TABLE = {1: message("one"), 2: message("two " "and three")}
def said(_, n):
    print(_("four"), f"{_('five')} {self._('six')}", _.plural("{n} seven", "{n} sevens", n), _(name), other("eight"))
"""
    assert marked(source) == ["one", "two and three", "four", "five", "six", ("{n} seven", "{n} sevens")]


def test_a_games_declaration_is_translated_too() -> None:
    texts = list(declared(GAME))
    assert texts[:2] == [GAME.title, GAME.summary]
    assert {"Number of rounds", "hidden", "open", "Every row keeps one lot.", "Azimuth", "Vesper"} <= set(texts)
    assert not {"1", "A"} & set(texts), "numbers and letters are no messages"


def test_a_catalogue_without_news_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text('_("Pass")\n_("Sell")\n_.plural("{n} lot", "{n} lots", 2)\n', encoding="utf-8")
    (tmp_path / "locale").mkdir()
    source = Source(tmp_path)
    texts = []
    for _turn in range(3):
        texts.append(source.updated("ja"))
        source.catalogue("ja").write_text(texts[-1], encoding="utf-8")
    assert all(one == other for one, other in pairwise(texts))
    assert len(untranslated(kept(source, "ja"))) == 3


def test_a_changed_message_loses_its_translation_and_the_others_keep_theirs(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text('_("Pass now")\n_("Sell")\n', encoding="utf-8")
    (tmp_path / "locale").mkdir()
    source = Source(tmp_path)
    source.catalogue("ja").write_text('msgid "Pass"\nmsgstr "パス"\n\nmsgid "Sell"\nmsgstr "売る"\n', encoding="utf-8")
    source.catalogue("ja").write_text(source.updated("ja"), encoding="utf-8")
    found = {entry.id: entry.string for entry in kept(source, "ja") if entry.id}
    assert found == {"Pass now": "", "Sell": "売る"}

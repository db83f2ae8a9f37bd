"""What the documents show works as they show it."""

import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest

import tabletown
from tabletown.cli import parser
from tabletown.match.record import schema

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
RECORD_FORMAT = (PROJECT / "docs" / "record-format.md").read_text(encoding="utf-8")
DOCUMENTS = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md")), PROJECT / "CONTRIBUTING.md"]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_python_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks(README, "python"):
        exec(compile(block, "README.md", "exec"), names)
    said = capsys.readouterr().out
    assert "'Mara'" in said
    assert "not_the_time TE-T1" in said
    assert "None" in said
    assert str(names["svg"]).startswith("<svg")
    assert re.search("[ぁ-ん]", str(names["text"]))


def test_the_commands_in_the_readme_exist() -> None:
    commands = [line.partition("#")[0] for line in "".join(blocks(README, "sh")).splitlines()]
    spoken = [shlex.split(line)[1:] for line in commands if line.startswith("tabletown")]
    assert len(spoken) >= 10
    for arguments in spoken:
        parser().parse_args(arguments)
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for line in commands:
        if line.startswith("make"):
            assert re.search(rf"^{line.split()[1]}:", makefile, re.MULTILINE)


def test_the_two_commands_stand_on_top_of_the_readme() -> None:
    assert re.match(r"# Tabletown\n\n```sh\nmake play .*\nmake test .*\n```", README)


def test_the_example_of_the_record_format_is_a_record() -> None:
    (example,) = blocks(RECORD_FORMAT, "json")
    match = tabletown.load(example)
    assert match.names == ["Mara", "Ben"]
    assert match.steps == 3
    assert match.record() == json.loads(example)


def test_every_key_of_a_record_is_described() -> None:
    table = RECORD_FORMAT.partition("| key | holds |")[2].partition("\n\n")[0]
    first_column = [line.split("|")[1] for line in table.splitlines() if line]
    assert set(re.findall(r"`(\w+)`", " ".join(first_column))) == set(schema()["properties"])


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"`((?:docs|src|tests|tools|bench)/[\w./-]+\.\w+)`", text)) | set(
        re.findall(r"\]\(([\w./-]+)\)", text)
    )
    for name in named:
        assert (PROJECT / name).exists() or (document.parent / name).exists(), name


def test_the_bots_in_the_page_about_the_arena_are_those_of_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the letter; and what is written for Python runs."""
    program, thrifty, from_python = blocks((PROJECT / "docs" / "arena.md").read_text(encoding="utf-8"), "python")
    players = PROJECT / "docs" / "players"
    assert (players / "any_bot.py").read_text(encoding="utf-8").endswith(program)
    assert (players / "thrifty.py").read_text(encoding="utf-8").endswith(thrifty)
    monkeypatch.chdir(tmp_path)
    exec(compile(from_python, "arena.md", "exec"), {})
    assert "'neighbour'" in capsys.readouterr().out


def test_what_the_page_for_programs_that_learn_says_in_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer games; what OpenSpiel solves there it solves in a test of its own."""
    *examples, solving = blocks((PROJECT / "docs" / "research.md").read_text(encoding="utf-8"), "python")
    assert "CFRPlusSolver" in solving
    monkeypatch.chdir(tmp_path)
    for example in examples:
        exec(compile(example.replace("1000", "2"), "research.md", "exec"), {})
    assert (tmp_path / "games.parquet").exists()

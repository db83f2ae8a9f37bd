"""The modules of the page as one file: one request, and compressed once instead of eighteen times.

Each module keeps a scope of its own, so that names in different modules never meet, and follows those that it imports.
Texts, patterns and comments end in their line; any other form is refused, and never sent to a browser half right.
"""

import re
from collections import Counter
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from itertools import chain

Read = Callable[[str], str]
"""The text of the module of that name."""
IMPORT = re.compile(r"import \{ (?P<names>\w+(?:, \w+)*) \} from '\./(?P<module>\w+)\.js';")
EXPORT = re.compile(r"export (?P<declared>(?:const|function|async function) (?P<name>\w+).*)")
COMMENT = re.compile(r"//.*|/\*\*(?:(?!\*/).)*\*/")
ENDS = (";", "{", ",", "(")
CLOSING = ("}", ")", "]")
TEXT = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`(?:\\.|[^`\\])*`"
PATTERN = r"(?:/(?![ /*])|(?:(?<=[(\[!])|(?<=[=,:?&|] )|(?<=return ))/ )(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/"
"""A division has spaces around it here; and as a pattern one would be kept as it is, which does no harm."""
WORDS = re.compile(rf"{TEXT}|{PATTERN}")
ASIDE = re.compile(rf"({WORDS.pattern})|[ ]*//.*")
TOKEN = re.compile(
    rf"""(?P<words>{WORDS.pattern})|(?P<constant>(?<![^(])const\b)|[ ]*(?P<sign>=>|[!=]==|[{{}}(),;:?=]|&&|\|\|)[ ]*"""
    r"""|(?<![+-])(?<!return)[ ](?P<between>[<>]=?|[*/%+-])[ ](?![+-])"""
)
"""What people read is kept as it is; around these signs no space means anything, nor a pair around the latter."""
NEEDLESS = r"(?<=[\w)\]}]);"
"""What ends a statement, before what ends a block."""
LAST = re.compile(rf"({WORDS.pattern})|{NEEDLESS}(?=}})")
ENDED = re.compile(rf"{NEEDLESS}\Z")
BRACKETS = re.compile(r"\([^()]*\)")
EMPTY = re.compile(r"\b(?:while|for|if|else) *;")
NOTE = r"/\*(?:(?!\*/).)*\*/\s*"
STYLE = re.compile(
    rf"""(?P<words>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|{NOTE}|\s*;\s*(?=(?:{NOTE})*}})|\s*(?P<sign>[{{}};])\s*"""
    r"""|(?P<mark>[:,])\s+""",
    re.DOTALL,
)
"""What means nothing in a style sheet: comments, and space around these signs, or behind the latter."""


class Unbundled(ValueError):
    """A module that cannot be put into one file with the others."""


def bundle(first: str, read: Read) -> str:
    """The module of that name with everything that it needs."""
    found = _reached(first, read)
    try:
        order = list(TopologicalSorter({name: _imported(lines) for name, lines in found.items()}).static_order())
    except CycleError as error:
        raise Unbundled(f"Modules import each other in a circle: {' > '.join(error.args[1])}.") from error
    _refuse_strangers(found)
    return "\n".join(_scoped(name, found[name]) for name in order)


def _reached(first: str, read: Read) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    due = [first]
    while due:
        name = due.pop()
        if name not in found:
            found[name] = _for_browsers(read(name))
            due += _imported(found[name])
    return found


def _for_browsers(script: str) -> list[str]:
    """Without indentation and comments, which are for whoever reads the script here."""
    lines = (line.strip() for line in script.splitlines())
    return [_without_aside(line) for line in lines if line and not COMMENT.fullmatch(line)]


def _without_aside(line: str) -> str:
    return line if _is_nested(line) else ASIDE.sub(lambda found: found[1] or "", line)


def _is_nested(line: str) -> bool:
    """Whether there is a text inside of a text, which is left alone."""
    texts = (found[0] for found in WORDS.finditer(line) if found[0].startswith("`"))
    return any(text.count("{") != text.count("}") for text in texts)


def alone(script: str) -> str:
    """A script that needs no other, for browsers."""
    return _joined([_shortened(line) for line in _for_browsers(script)])


def styles(sheet: str) -> str:
    """A style sheet for browsers."""
    return STYLE.sub(lambda found: next(filter(None, found.groups()), ""), sheet).strip()


def _shortened(line: str) -> str:
    """A line without what means nothing, and what never changes declared in the shorter way."""
    if line.count("`") % 2:
        raise Unbundled(f"A text that goes over several lines cannot be bundled: {line}")
    if _is_nested(line):
        return re.sub(r"^const\b", "let", line)
    _refuse_unknown(line, WORDS.sub("", line))
    return LAST.sub(lambda found: found[1] or "", TOKEN.sub(_written, line))


def _refuse_unknown(line: str, bare: str) -> None:
    """`bare` is the line without its texts and patterns."""
    if "'" in bare or '"' in bare or "/*" in bare or "*/" in bare:
        raise Unbundled(f"A text or comment that does not end in its line cannot be bundled: {line}")
    while (shorter := BRACKETS.sub("", bare)) != bare:
        bare = shorter
    if EMPTY.search(bare):
        raise Unbundled(f"A statement that does nothing cannot be bundled: {line}")


def _written(found: re.Match[str]) -> str:
    return "let" if found["constant"] else next(filter(None, found.groups()))


def _imported(lines: list[str]) -> list[str]:
    return [found["module"] for line in lines if (found := IMPORT.fullmatch(line))]


def _exported(lines: list[str]) -> list[str]:
    return [found["name"] for line in lines if (found := EXPORT.fullmatch(line))]


def _refuse_strangers(found: dict[str, list[str]]) -> None:
    """What modules export stands side by side: each name once, and nothing is imported that is not there."""
    exports = {name: _exported(lines) for name, lines in found.items()}
    counted = Counter(chain.from_iterable(exports.values()))
    if twice := [name for name, count in counted.items() if count > 1]:
        raise Unbundled(f"Two modules export {', '.join(twice)}; they would be one name in the file.")
    for module, lines in found.items():
        for taken in filter(None, map(IMPORT.fullmatch, lines)):
            if missing := set(taken["names"].split(", ")) - set(exports[taken["module"]]):
                raise Unbundled(f"The module {module} imports {', '.join(missing)}, which {taken['module']} has not.")


def _scoped(name: str, lines: list[str]) -> str:
    """The module as a function that is called once and answers what the module exports, under its own names."""
    inside: list[str] = []
    for line in lines:
        if IMPORT.fullmatch(line):
            continue
        if given := EXPORT.fullmatch(line):
            inside.append(given["declared"])
        elif re.match(r"(import|export)\b", line) or "import(" in line:
            raise Unbundled(f"The module {name} has a line that cannot be bundled: {line}")
        else:
            inside.append(line)
    names = ",".join(_exported(lines))
    return _joined([f"let{{{names}}}=(()=>{{", *map(_shortened, inside), f"return{{{names}}}", "})();"])


def _joined(lines: list[str]) -> str:
    """Where a line has an end of its own the next one follows at once, and what closes ends the line before it.

    Not where a comment may stand, beside a text inside of a text.
    """
    joined: list[str] = []
    for line in lines:
        if line.startswith(CLOSING) and joined and "//" not in joined[-1]:
            before = joined[-1].removesuffix("\n")
            joined[-1] = ENDED.sub("", before) if line.startswith("}") else before
        joined.append(line if line.endswith(ENDS) and "//" not in line else f"{line}\n")
    return "".join(joined).rstrip("\n")

"""The modules of the page as one file: one request, and compressed once instead of eighteen times.

Each module keeps a scope of its own, so that names in different modules never meet, and follows those that it imports.
Only the few forms that our modules use are understood; any other is refused, and never sent to a browser half right.
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
COMMENT = ("//", "/**")
ASIDE = re.compile(r"(?<=[;{,]) +// [^'`]*$")
"""A comment after the end of a line, in which no text may end."""
ENDS = (";", "{", ",", "(")
CLOSING = re.compile(r"(?:(?<=[\w)\]}]);)?(?<!\n)\n?(?=})|\n(?=[)\]])")
TOKEN = re.compile(
    r"""(?P<words>'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|[ ]*(?P<sign>=>|[!=]==|[{}(),;:?=]|&&|\|\|)[ ]*"""
    r"""|(?<![+-])[ ](?P<between>[<>]=?|[*/%+-])[ ](?![+-])"""
)
"""What people read is kept as it is; around these signs no space means anything, nor a pair around the latter."""
CONSTANT = re.compile(r"(^|(?<=\())const\b")
STYLE = re.compile(
    r"""(?P<words>"[^"\n]*")|(?P<comment>/\*.*?\*/)\s*|\s*(?P<sign>[{};])\s*|(?P<mark>[:,])\s+""", re.DOTALL
)
"""What means nothing in a style sheet: comments, and space around these signs, or behind the latter."""
NESTED = re.compile(r"\$\{[^}]*`")


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
    return [ASIDE.sub("", line) for line in lines if line and not line.startswith(COMMENT)]


def alone(script: str) -> str:
    """A script that needs no other, for browsers."""
    return _joined([_without_spaces(line) for line in _for_browsers(script)])


def styles(sheet: str) -> str:
    """A style sheet for browsers."""
    kept = ("words", "sign", "mark")
    shorter = STYLE.sub(lambda found: next((each for each in found.group(*kept) if each), ""), sheet)
    return shorter.replace(";}", "}").strip()


def _without_spaces(line: str) -> str:
    """A line without those that mean nothing, and what never changes declared in the shorter way.

    One with a text inside of a text is left alone.
    """
    line = CONSTANT.sub("let", line)
    if line.count("`") % 2:
        raise Unbundled(f"A text that goes over several lines cannot be bundled: {line}")
    return line if NESTED.search(line) else TOKEN.sub(lambda found: next(filter(None, found.groups())), line)


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
    return _joined([f"let{{{names}}}=(()=>{{", *map(_without_spaces, inside), f"return{{{names}}}", "})();"])


def _joined(lines: list[str]) -> str:
    """Where a line has an end of its own the next one follows at once, unless a comment may stand there.

    What closes ends the line before it.
    """
    whole = "".join(line if line.endswith(ENDS) and "//" not in line else f"{line}\n" for line in lines)
    return CLOSING.sub("", whole).rstrip("\n")

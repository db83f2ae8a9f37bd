"""Modules that are sent as one file mean what they mean as modules."""

from collections.abc import Iterator
from importlib import resources
from itertools import pairwise

import pytest
from playwright.sync_api import Browser
from pygments.lexers.javascript import JavascriptLexer  # type: ignore[import-untyped]
from pygments.token import Comment, Text  # type: ignore[import-untyped]

from tabletown.web.bundling import Unbundled, alone, bundle, styles
from tabletown.web.people import STATIC, static
from tests.web.conftest import NewPerson

APART = {
    "first": """
        // The same name in two modules.
        import { count, raise } from './second.js';
        import { word } from './third.js';

        const secret = 'first';
        raise();
        document.title = `${secret} ${word} ${count()}`;
    """,
    "second": """
        import { start } from './third.js';

        let secret = start;
        export const raise = () => { secret += 1; };
        export function count() {
            return secret;
        }
    """,
    "third": """
        /** Comes before those that need it, and once. */
        export const start = 41;
        export const word = 'says';
    """,
    "alone": "document.title = 'nobody asked';",
}


def test_modules_keep_their_scopes_and_come_after_what_they_need(browser: Browser) -> None:
    page = browser.new_page()
    page.add_script_tag(content=bundle("first", APART.__getitem__), type="module")
    page.wait_for_function("() => document.title")
    assert page.title() == "first says 42"
    page.close()


def test_comments_and_modules_that_nobody_needs_stay_here() -> None:
    sent = bundle("first", APART.__getitem__)
    assert "The same name" not in sent
    assert "Comes before" not in sent
    assert "nobody asked" not in sent


@pytest.mark.parametrize(
    "line",
    [
        "import everything from './third.js';",
        "import * as third from './third.js';",
        "import { word as other } from './third.js';",
        "export default 3;",
        "export { word };",
        "const later = await import('./third.js');",
    ],
)
def test_a_form_that_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(Unbundled, match="cannot be bundled"):
        bundle("first", lambda name: line if name == "first" else APART[name])


def test_a_circle_is_refused() -> None:
    circle = {"a": "import { b } from './b.js';", "b": "import { a } from './a.js';"}
    with pytest.raises(Unbundled, match="circle"):
        bundle("a", circle.__getitem__)


def test_a_name_that_two_modules_export_is_refused() -> None:
    apart = {"a": "import { x } from './b.js';\nexport const y = x;", "b": "export const x = 1;\nexport const y = 2;"}
    with pytest.raises(Unbundled, match="Two modules export y"):
        bundle("a", apart.__getitem__)


def test_a_name_that_is_not_there_is_refused() -> None:
    apart = {"a": "import { x, z } from './b.js';", "b": "export const x = 1;"}
    with pytest.raises(Unbundled, match="imports z, which b has not"):
        bundle("a", apart.__getitem__)


def test_spaces_go_where_they_mean_nothing_and_stay_in_words() -> None:
    words = "export const say = (n) => (n === 1 ? 'one, or two' : `${n} = many`);"
    nested = "export const both = (n) => `a , ${n ? `b , ${n}` : ''}`;"
    sent = bundle("it", {"it": f"{words}\n{nested}"}.__getitem__)
    assert "say=(n)=>(n===1?'one, or two':`${n} = many`);" in sent
    assert "both = (n) => `a , ${n ? `b , ${n}` : ''}`;" in sent


def test_signs_between_two_lose_their_spaces_and_a_sign_of_one_keeps_them() -> None:
    sent = bundle("it", {"it": "export const add = (a, b) => a + +b - b * 2 / (a < b);"}.__getitem__)
    assert "add=(a,b)=>a + +b-b*2/(a<b);" in sent


def test_a_line_with_an_end_is_followed_at_once_and_a_comment_beside_it_is_not_sent() -> None:
    lines = "let a = 1;\nlet b = 2; // for you;\nlet c = [\n3,\n4];\nexport const sum = a + b;"
    assert "let a=1;let b=2;let c=[\n3,4];" in bundle("it", {"it": lines}.__getitem__)


def test_a_text_over_several_lines_is_refused() -> None:
    with pytest.raises(Unbundled, match="several lines"):
        bundle("it", {"it": "export const poem = `one\ntwo`;"}.__getitem__)


SCRIPTS = {
    each.name: each.read_text(encoding="utf-8")
    for folder in (resources.files("tabletown.web") / "static", resources.files("tabletown.web") / "static" / "script")
    for each in folder.iterdir()
    if each.name.endswith(".js") and ".min." not in each.name
}


def signs(script: str) -> Iterator[str]:
    """What a reader of JavaScript makes of it, whatever stands between; `const` never changes, nor need it say so."""
    for kind, text in JavascriptLexer().get_tokens(script):
        if kind not in Comment and kind not in Text:
            yield "let" if text == "const" else text


def statements(script: str) -> list[str]:
    """The same, without what ends a statement where its block ends."""
    return [sign for sign, following in pairwise([*signs(script), ""]) if (sign, following) != (";", "}")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_our_scripts_mean_the_same_as_they_are_sent(name: str) -> None:
    lines = SCRIPTS[name].splitlines()
    script = "\n".join(line.removeprefix("export ") for line in lines if not line.startswith("import "))
    assert len(statements(script)) > 50
    assert statements(alone(script)) == statements(script)
    assert len(alone(script)) < len(script)


@pytest.mark.parametrize(
    "script",
    [
        "say('x;} , y', (a) => { b(a); });",
        "say(`x;} , y`);",
        'say("x;} , it\'s");',
        "say('see (const x)');",
        "say(text.replace(/ = /g, '-'), / , /, /[/'] ; x/, a / b);",
        "const f = (a) => { return / , '/.test(a); };",
        "let few = [\n\t3, // it's three\n\t4 // four\n];",
        "say('https://a / b'); // once\nsay('twice');",
        "say(`${a ? `it's ; } ${b}` : ''}`); // or not\n{\n\tsay(c);\n}",
        "say(`${{ a: 1 }.a + ` , `} , b`);",
        "for (const each of all) while (each(a(b))) next();\n",
    ],
)
def test_texts_and_patterns_are_sent_as_they_are(script: str) -> None:
    assert statements(alone(script)) == statements(script)


@pytest.mark.parametrize(
    "script",
    [
        "/** In front. */ let a = 1;",
        "/*\nlet a = 1;\n*/",
        "let a = 1 /* and */ + 2;",
        "let a = 'one\\\ntwo';",
        "while (next(a(b)));",
        "else;",
    ],
)
def test_what_a_line_alone_does_not_tell_is_refused(script: str) -> None:
    with pytest.raises(Unbundled, match="cannot be bundled"):
        alone(script)


@pytest.mark.parametrize(
    ("sheet", "sent"),
    [
        (
            '/* a */\n.a > .b :hover, .c { color: red; }  /* b\nc */\n@media (width>9px) { .d { content: "a: {b}"; } }',
            '.a > .b :hover,.c{color:red}@media (width>9px){.d{content:"a: {b}"}}',
        ),
        (""".e { content: 'a , b;}'; quotes: ";}" '"'; /* it's */ }""", """.e{content:'a , b;}';quotes:";}" '"'}"""),
    ],
)
def test_a_style_sheet_is_sent_without_what_means_nothing(sheet: str, sent: str) -> None:
    assert styles(sheet) == sent


READ = """sheet => { const read = new CSSStyleSheet(); read.replaceSync(sheet);
    return [...read.cssRules].map(each => each.cssText.replaceAll(/([,:]) +/g, '$1')); }"""
"""Rules as a browser understands them; figures of our own it repeats as they are written, space and all."""


def test_a_browser_reads_the_same_rules_from_what_it_is_sent(person: NewPerson) -> None:
    page = person()
    for name, (package, path, kind) in STATIC.items():
        if kind == "text/css":
            written = resources.files(package).joinpath(path).read_text(encoding="utf-8")
            ours, sent = (page.evaluate(READ, sheet) for sheet in (written, static(name)[0].decode()))
            assert ours
            assert ours == sent

"""axe looks at a page, or at what is new in it: by day, and by night of its colours."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
RUN = """async ([within, ofColour]) => {
    const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const said = [], page = document.documentElement.dataset;
    const looks = [['light', all], ['dark', ofColour]];
    for (const [theme, runOnly] of page.theme === 'dark' ? looks.reverse() : looks) {
        page.theme = theme;
        const found = await axe.run(within ?? { include: window.fresh }, { resultTypes: ['violations'], runOnly });
        for (const broken of found.violations) for (const node of broken.nodes)
            said.push(`${theme} ${broken.id}: ${node.html.slice(0, 140)} | ${node.failureSummary}`);
    }
    return said;
}"""
"""By day, and of colours by night. What was looked at last comes first: a change of colours draws all of it anew."""
OF_COLOUR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
FRESH = """known => {
    const seen = new Set(known.split(' ')), unseen = new Set();
    const shown = ['class', 'style', 'fill', 'role', 'type', 'lang', 'data-game'];
    const names = e => e.getAttributeNames().filter(name => !['data-theme', 'data-sheet'].includes(name)).sort();
    const sign = e => [e.tagName, ...shown.map(name => e.getAttribute(name)), names(e),
        !!e.textContent.trim(), !!e.ariaLabel, e.disabled, e.open,
        e.checkVisibility({visibilityProperty: true})].join(' ');
    const mixed = (text, by) => {
        let h = 1;
        for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), by);
        return h;
    };
    const mixes = new Map();
    const mix = text => mixes.get(text)
        ?? mixes.set(text, [mixed(text, 0x01000193), mixed(text, 0x5bd1e995)]).get(text);
    const walk = (e, above, inFresh) => {
        const here = mix(sign(e)).map((h, i) => Math.imul(h ^ above[i], 0x01000193 + 2 * i));
        const isFresh = !seen.has(here.join());
        if (isFresh) unseen.add(here.join());
        if (isFresh && !inFresh) window.fresh.push(e);
        for (const child of e.children) walk(child, here, inFresh || isFresh);
    };
    window.fresh = [];
    walk(document.documentElement, [1, 2], false);
    return [...unseen].join(' ');
}"""
"""Of what each part of a page is made, and all around it, but for what it says and where its sheet is; those parts of
which nothing alike is known, or shown, are kept, and their signs told. What axe said of one holds for the next."""


def faults(page: Page, within: str | None = "html") -> list[str]:
    """What axe says by day, and of its colours by night, of the page or of what is new in it; if it is too wide."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, [within, OF_COLOUR])
    return found + too_wide(page)


def too_wide(page: Page) -> list[str]:
    more = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"the page is {more} px wider than the screen"] if more > 0 else []


def faults_of_what_is_new(page: Page, known: set[str]) -> list[str]:
    """In a page of a kind that was looked at before."""
    parts = page.evaluate(FRESH, " ".join(known)).split()  # as one text: each of a thousand values takes its time
    if not parts:
        return too_wide(page)
    known.update(parts)
    return faults(page, None)

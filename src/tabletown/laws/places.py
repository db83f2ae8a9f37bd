"""Law 11: a picture knows for every action where it sits, or that it sits nowhere; what is offered lies on it."""

from xml.etree import ElementTree as ET

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit.language import say

PAINTED = "url(#"


@law
def every_action_sits_on_the_picture_or_nowhere(case: Case) -> None:
    _, picture, actions = say("en", case.declaration), case.declaration.picture, case.declaration.actions
    for state in positions(case)[::8]:
        for viewer in (-1, *case.rules.pending_seats(state)):
            seen = case.look(_, case.rules.concealed(state, viewer), viewer)
            for kind in actions.kinds.values():
                picture.targets(seen, kind.actions)
            if viewer >= 0:
                width, height = picture.layout(seen).size
                for target in picture.targets(seen, case.rules.legal_actions(seen.view, viewer)):
                    beyond = f"{target.label!r} sits beyond the picture, which is {width:g} by {height:g}"
                    assert 0 <= target.x <= target.x + target.width <= width, beyond
                    assert 0 <= target.y <= target.y + target.height <= height, beyond


@law
def the_panels_that_a_picture_lays_out_are_those_that_it_draws_there(case: Case) -> None:
    _, picture = say("en", case.declaration), case.declaration.picture
    for state in positions(case)[::40]:
        seen = case.look(_, case.rules.concealed(state, 0), 0)
        parts, layout = picture.parts(seen), picture.layout(seen)
        lost = sorted(layout.panels.keys() - parts.keys())
        assert not lost, f"the layout has a panel {lost[0]!r}, and no part of that name is drawn"
        for name, part in parts.items():
            is_panel = part.startswith("<svg")
            assert is_panel == (name in layout.panels), f"{name}: panel(...), and only that, has a place in the layout"
            if is_panel:
                box = layout.panels[name]
                assert f' x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"' in part


@law
def what_a_picture_points_to_is_in_its_file_once(case: Case) -> None:
    """So seats have patterns where the picture says that colours stand for them, and nowhere else."""
    _, picture = say("en", case.declaration), case.declaration.picture
    for state in positions(case)[::40]:
        drawn = ET.fromstring(picture.file(case.look(_, case.rules.concealed(state, 0), 0)))
        there = [element.attrib["id"] for element in drawn.iter() if "id" in element.attrib]
        twice = sorted({each for each in there if there.count(each) > 1})
        assert not twice, f"{twice[0]!r} is the id of more than one thing on the picture"
        lost = sorted(_pointed_at(drawn) - set(there))
        assert not lost, f"{lost[0]!r} is used on the picture, and nothing there has that id"


def _pointed_at(drawn: ET.Element) -> set[str]:
    """The ids that are used for something, and those that something is painted with."""
    written = [value for element in drawn.iter() for value in element.attrib.values()]
    used = {element.get("href", "").removeprefix("#") for element in drawn.findall(".//{*}use")}
    return used | {value[len(PAINTED) : -1] for value in written if value.startswith(PAINTED)}

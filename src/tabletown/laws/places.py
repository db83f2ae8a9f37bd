"""Law 11: a picture knows for every action where it sits, or that it sits nowhere; what is offered lies on it."""

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit.language import say


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
                    assert 0 <= target.x <= target.x + target.width <= width
                    assert 0 <= target.y <= target.y + target.height <= height


@law
def the_panels_that_a_picture_lays_out_are_those_that_it_draws_there(case: Case) -> None:
    _, picture = say("en", case.declaration), case.declaration.picture
    for state in positions(case)[::40]:
        seen = case.look(_, case.rules.concealed(state, 0), 0)
        parts, layout = picture.parts(seen), picture.layout(seen)
        assert layout.panels.keys() <= parts.keys()
        for name, part in parts.items():
            is_panel = part.startswith("<svg")
            assert is_panel == (name in layout.panels)
            if is_panel:
                box = layout.panels[name]
                assert f' x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"' in part


@law
def seats_have_colours_where_the_picture_says_so(case: Case) -> None:
    picture = case.declaration.picture
    assert ('id="pat-1"' in picture.all_defs) is picture.has_seat_colours
    assert 'id="pat-1"' not in picture.defs

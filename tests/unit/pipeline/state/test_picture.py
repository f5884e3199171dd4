from __future__ import annotations

from dataclasses import replace

import pytest

import state_runs
from querious.drawing import FORMATS, Edge, PictureStyle
from querious.pipeline.state.picture import picture

MISSING = ("NN empty_trash NC", "EN put_del EN", "NN del_del NN", "NN put_del NN")


def test_the_four_states_are_boxes_with_the_commands_that_stay_there():
    drawn = picture(state_runs.collection())
    assert [node.key for node in drawn.nodes] == ["EC", "NC", "NN", "EN"]
    assert [node.kind for node in drawn.nodes] == [
        PictureStyle.ROOT,
        PictureStyle.PLAIN,
        PictureStyle.PLAIN,
        PictureStyle.PLAIN,
    ]
    assert drawn.nodes[1].label == "NC: entries\npost_norm 8, get_norm 13, put_norm 18"
    assert Edge("NC", "NC", "stays 39") in drawn.edges
    assert drawn.title == "books: 18 of 18 transitions covered"
    assert not drawn.note


def test_every_transition_that_was_gone_is_told_with_its_count():
    tested = state_runs.collection()
    drawn = picture(tested)
    boxes = {node.key: node.label for node in drawn.nodes}
    for source, command, target, count in tested.transitions:
        told = f"{command} {count}"
        assert told in boxes[source] if source == target else Edge(source, target, told) in drawn.edges


def test_transitions_that_were_not_gone_stand_out_and_are_named():
    drawn = picture(state_runs.collection(missing=MISSING))
    lit = {(edge.source, edge.label, edge.target) for edge in drawn.edges if edge.kind is PictureStyle.HIGHLIGHTED}
    assert lit == {
        ("NN", "empty_trash 0", "NC"),
        ("EN", "put_del 0", "EN"),
        ("NN", "del_del 0", "NN"),
        ("NN", "put_del 0", "NN"),
    }
    assert drawn.title == "books: 16 of 20 transitions covered"
    assert all(way in drawn.note for way in MISSING)
    assert not [edge for edge in drawn.edges if edge.source == edge.target == "NN" and edge.kind is PictureStyle.PLAIN]


@pytest.mark.parametrize("count", [9, 999, 1_000, 99_999])
def test_the_fullest_box_has_room_for_all_its_commands(count: int):
    tested = state_runs.collection()
    many = replace(tested, transitions=tuple((*way, count) for *way, _ in tested.transitions))
    label = picture(many).nodes[2].label
    assert all(len(line) <= 40 for line in label.split("\n"))
    assert len(label.split("\n")) <= 4
    assert label.count(",") + label.count("\n") == 7
    assert "+" not in label


def test_what_does_not_fit_is_counted():
    transitions = tuple(("NN", f"a_rather_long_command_{number}", "NN", 7) for number in range(9))
    assert picture(state_runs.untested(transitions=transitions)).nodes[2].label.endswith(" +6")


def test_a_collection_that_was_left_out_can_be_drawn():
    drawn = picture(state_runs.untested(left_out="it cannot be read"))
    assert (drawn.title, drawn.note, drawn.edges) == ("tokens", "not tested: it cannot be read", ())


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_of_drawing_takes_it_and_names_what_was_not_gone(form: str):
    text = FORMATS[form](picture(state_runs.collection(missing=MISSING)))
    assert "16 of 20" in text
    assert "put_del" in text

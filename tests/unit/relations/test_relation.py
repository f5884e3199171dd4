from __future__ import annotations

from querious.relations.relation import Mismatch, ask_twice_if_broken


def asked(broken: bool) -> list[str]:
    conversation = ask_twice_if_broken(["a", "b"], lambda _: iter([Mismatch("T.f", "wrong")] * broken))
    operations = [next(conversation)]
    try:
        while True:
            operations.append(conversation.send(operations[-1].upper()))
    except StopIteration:
        return operations


def test_what_breaks_a_relation_is_asked_again():
    assert asked(broken=True) == ["a", "b", "a", "b"]
    assert asked(broken=False) == ["a", "b"]

"""Practice for the sixth unit: what an annotation refuses, and who notices a bug first."""

from __future__ import annotations

from random import Random

from coursekit.practice.exercise import Exercise, Level, Topic
from coursekit.questions.habits import guarded_call_of, noticed_first_of
from coursekit.questions.habits.annotations import GUARDS
from tensorlib.noticing import run_bug
from tensorlib.shapebugs import SHAPE_BUGS

_WORDS = {
    None: "Nobody reads the annotation while the program runs.",
    False: "A checker alone looks at each annotation by itself: the number of axes, no sizes.",
    True: "A name is bound to the first size it meets, and the result is checked as well.",
}


def _guards(guards: tuple[str, ...], *, coincident: bool) -> Level:
    def level(chance: Random) -> Exercise:
        guard = chance.choice(guards)
        batch, tokens, width = chance.sample(range(2, 9), 3)
        if coincident and chance.random() < 0.5:
            tokens = batch
        mask = [batch, tokens]
        if chance.random() < 0.4:
            mask[1] = width
        elif chance.random() < 0.2:
            mask.append(1)
        question = guarded_call_of(guard, (batch, tokens, width), tuple(mask))
        return Exercise(question, _WORDS[GUARDS[guard]])

    return level


def _noticing(bugs: tuple[str, ...], *, sizes: str, annotated: bool = True) -> Level:
    def level(chance: Random) -> Exercise:
        batch, tokens, width = chance.sample(range(2, 9), 3)
        if sizes == "equal":
            tokens = batch
        elif sizes == "any":
            batch, tokens = chance.choice([(batch, tokens), (batch, batch), (1, tokens), (1, 1)])
        given = {"B": batch, "T": tokens, "d": width}
        checked = annotated or chance.random() < 0.5
        bug = chance.choice(bugs)
        question = noticed_first_of(bug, annotated=checked, **given)
        seen = run_bug(SHAPE_BUGS[bug], annotated=checked, **given).sightings
        return Exercise(question, " ".join(f"{one.watcher.value}: {one.words}." for one in seen))

    return level


_ALL = tuple(SHAPE_BUGS)

TOPICS = (
    Topic(
        "annotations",
        "what an annotation refuses: PASSES or REFUSED",
        (
            _guards(("nothing", "@beartype"), coincident=False),
            _guards(("@beartype", "@jaxtyped(typechecker=beartype)"), coincident=False),
            _guards(tuple(GUARDS), coincident=True),
        ),
        "PASSES",
    ),
    Topic(
        "noticing",
        "who notices a bug first",
        (
            _noticing(("mask", "axis", "keepdims", "reshape"), sizes="distinct"),
            _noticing(("mask", "axis", "target"), sizes="equal", annotated=False),
            _noticing(_ALL, sizes="any", annotated=False),
        ),
        "RUNTIME",
    ),
)
"""What the sixth unit gives to practise."""

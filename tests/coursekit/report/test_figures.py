import pytest

from coursekit.grading.verdicts import Verdict
from coursekit.report.figures import belief_figure, plot_label, question_figure, score_figure
from coursekit.report.summary import BeliefSummary, Bin, QuestionSummary

NONE = dict.fromkeys(Verdict, 0)
BINS = tuple(Bin(10 * i, 10 * i + 10, i % 3) for i in range(10))


def widths(figure):
    return [bar.get_width() for bar in figure.axes[0].patches]


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_each_tenth_has_a_bar_as_high_as_its_count():
    figure = score_figure(BINS)

    assert [bar.get_height() for bar in figure.axes[0].patches] == [b.count for b in BINS]
    assert texts(figure) == ["", "1", "2", "", "1", "2", "", "1", "2", ""]


def test_each_question_has_a_bar_as_long_as_its_success():
    questions = [
        QuestionSummary("unit_q", "q", 1, NONE, 0.25),
        QuestionSummary("unit_r", "r", 1, NONE, None),
    ]
    figure = question_figure(questions)

    assert widths(figure) == [25.0, 0.0]
    assert texts(figure) == ["25 %", "–"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["q", "r"]
    bottom, top = figure.axes[0].get_ylim()
    assert bottom > top  # the first is on top


def test_each_belief_has_a_bar_as_long_as_its_students():
    beliefs = [BeliefSummary("M1", "One", "", 3, 5, ()), BeliefSummary("M2", "Two", "", 1, 1, ())]

    assert widths(belief_figure(beliefs)) == [3.0, 1.0]
    assert texts(belief_figure(beliefs)) == ["3", "1"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("row_major_strides", "row_major_strides"),
        ("größe – 2 × 3", "größe – 2 × 3"),
        ("$x$", "$x$"),
        ("x" * 31, "x" * 29 + "…"),
        ("形状", "row 4"),
        ("a\nb", "row 4"),
        ("🦆", "row 4"),
        ("", "row 4"),
    ],
)
def test_a_label_can_be_drawn_and_is_short(text, label):
    assert plot_label(text, 4) == label


def test_dollar_signs_are_no_formula(tmp_path):
    figure = question_figure([QuestionSummary("q", "$\\nonsense{$", 1, NONE, 0.5)])

    figure.savefig(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").stat().st_size > 0


def test_every_label_is_drawn_without_a_warning(tmp_path):
    # All that the font is relied on for; a missing glyph would warn, which is an error.
    letters = "".join(chr(code) for code in (*range(0xA1, 0xAD), *range(0xAE, 0x180)))
    names = [letters[i : i + 28] for i in range(0, len(letters), 28)] + ["–×…→≤≥"]

    assert [plot_label(name, 1) for name in names] == names
    figure = question_figure([QuestionSummary("q", name, 1, NONE, 0.5) for name in names])
    figure.savefig(tmp_path / "figure.svg")

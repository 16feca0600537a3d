from xml.etree import ElementTree

from tensorlib.prose import message_html, paragraphs, static_html

TRICKY = '<b>2 < 3</b> & "so on"'


def test_a_message_is_a_status_line_of_plain_text():
    root = ElementTree.fromstring(message_html(TRICKY))

    assert root.get("role") == "status"
    assert root.text == TRICKY


def test_each_text_is_a_paragraph():
    root = ElementTree.fromstring(f"<div>{paragraphs(TRICKY, 'two')}</div>")

    assert [(child.tag, child.text) for child in root] == [("p", TRICKY), ("p", "two")]
    assert paragraphs() == ""


def test_the_stored_form_folds_the_answer_alone():
    root = ElementTree.fromstring(static_html("<p>ask</p>", "<p>tell</p>", TRICKY))
    question, details, invitation = root

    assert root.get("class") == "tensor-demo-static"
    assert question.text == "ask"
    assert [child.tag for child in details] == ["summary", "p"]
    assert details.get("open") is None
    assert details[1].text == "tell"
    assert invitation.text == TRICKY

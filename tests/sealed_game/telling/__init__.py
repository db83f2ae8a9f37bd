"""Its words."""

from tabletown.rulekit.rooms import Words

from . import words

WORDS = Words(
    action=words.action,
    event=words.event,
    refusal=words.refusal,
    position=words.position,
    question=words.question,
    ending=words.ending,
)

"""Japanese texts keep to one word for a thing: in the book, beside the board, in the log and from the coach."""

import io
import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from tools.messages import HOUSE

EVERYWHERE = "."
TERMS = (
    (EVERYWHERE, "だれ", "誰"),
    (EVERYWHERE, "〜", "～"),
    (EVERYWHERE, r"一番(?![上下])", "いちばん; 一番上 and 一番下 of a pile"),
    (EVERYWHERE, r"(?<=[ぁ-んァ-ヶ一-龯])[,:;!?](?=[ぁ-んァ-ヶ一-龯]|$)", "、：；！？"),
    (EVERYWHERE, r"ますか。|ですか。", "ますか？"),
    (EVERYWHERE, r"コンピューターのプレイヤー", "ボット"),
    (EVERYWHERE, r"ブラウザ(?!ー)", "ブラウザー"),
    ("locale", "卓", "テーブル"),
    ("locale", r"手を打|打ちます|打って|打たれ", "プレイする, 手が選ばれる"),
    ("locale", "盤", "ボード"),
    ("locale", "隣人", "ネイバー"),
    ("games/the_estates", "タワー|塔", "建物"),
    ("games/the_estates", "引き取", "買い取る"),
    ("games/the_estates", "盤", "ボード"),
    ("games/the_estates", r"屋上[0-9{][^枚\"]{0,3}つ", "屋上n枚"),
    ("games/squad_car", "のために(?:回|ダイヤル)", "…のダイヤルを回す"),
    ("games/squad_car", "取り上げた検問|検問を動か", "検問を持ち上げる, 移す"),
    ("games/squad_car", "曲がり切", "曲がりきる"),
    ("games/square_mile", "標識", "境界マーカー"),
    ("games/square_mile", "得点計算", "資産の計算"),
    ("games/square_mile", "橋をか|橋しかか", "橋を架ける"),
    ("games/square_mile", "1種類", "1工程"),
    ("games/milton_keynes", "秘密で(?![すは])", "秘密に"),
    ("games/milton_keynes", "内側の壁", "内壁"),
    ("games/milton_keynes", "稼", "収入を得る, 収入になる"),
    ("games/milton_keynes", r"ブロックを?[0-9]つ", "ブロックn個"),
)


def texts(below: str) -> Iterator[tuple[str, str]]:
    """Where it stands, and a text."""
    for file in sorted((HOUSE / below).rglob("*.ja.md")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{file.relative_to(HOUSE)}:{number}", line
    for file in sorted((HOUSE / below).rglob("ja.po")):
        for message in read_po(io.BytesIO(file.read_bytes())):
            for japanese in [message.string] if isinstance(message.string, str) else message.string or ():
                yield f"{file.relative_to(HOUSE)}: {message.id}", japanese


@pytest.mark.parametrize(("below", "avoided", "instead"), TERMS)
def test_one_word_for_a_thing(below: str, avoided: str, instead: str) -> None:
    found = [f"{where}\n  {text}" for where, text in texts(below) if re.search(avoided, text)]
    assert not found, f"say {instead}:\n" + "\n".join(found)

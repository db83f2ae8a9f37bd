"""Messages to browsers, as the standards have them: RFC 8188, 8291 and 8292."""

import json
import stat
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.cli import main
from tabletown.rulekit.errors import BadOption
from tabletown.web.notices import push
from tabletown.web.notices.push import Browser, encrypted, from_text, signing, to_text
from tests.web.outside_world import decrypted

SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
TEXT = b"When I grow up, I want to be a watermelon"


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), push.CURVE)


def test_the_worked_example_of_the_standard_comes_out_to_the_last_byte() -> None:
    browser = Browser.read(RECEIVER_PUBLIC, AUTH)
    assert to_text(encrypted(TEXT, browser, private(SENDER), from_text(SALT))) == BODY
    assert decrypted(from_text(BODY), private(RECEIVER), from_text(AUTH)) == TEXT


@settings(max_examples=30)
@given(st.binary(max_size=push.MOST_TOLD))
def test_whatever_is_sent_is_read_by_its_browser_and_by_no_other(text: bytes) -> None:
    body = encrypted(text, Browser.read(RECEIVER_PUBLIC, AUTH))
    assert len(body) <= push.RECORD
    assert decrypted(body, private(RECEIVER), from_text(AUTH)) == text
    with pytest.raises(InvalidTag):
        decrypted(body, ec.generate_private_key(push.CURVE), from_text(AUTH))
    with pytest.raises(InvalidTag):
        decrypted(body, private(RECEIVER), bytes(16))


def test_no_two_messages_are_the_same() -> None:
    browser = Browser.read(RECEIVER_PUBLIC, AUTH)
    assert encrypted(TEXT, browser)[:100] != encrypted(TEXT, browser)[:100]


def test_a_message_that_is_too_long_is_not_sent() -> None:
    with pytest.raises(ValueError, match="at most"):
        encrypted(bytes(push.MOST_TOLD + 1), Browser.read(RECEIVER_PUBLIC, AUTH))


@pytest.mark.parametrize(
    ("public", "auth"),
    [
        ("", AUTH),
        (RECEIVER_PUBLIC, ""),
        (RECEIVER_PUBLIC, "AAAA"),
        (RECEIVER_PUBLIC[:-4], AUTH),
        ("B" + "A" * 86, AUTH),
        ("no key at all", AUTH),
        ("鍵", AUTH),
    ],
)
def test_what_is_no_key_of_a_browser_is_refused_with_a_sentence(public: str, auth: str) -> None:
    with pytest.raises(BadOption, match="keys are damaged"):
        Browser.read(public, auth)


# ---------------------------------------------------------------- who sends


def claims_of(authorization: str, public: str) -> dict[str, object]:
    """What is signed in the header, if the signature is that of the key."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"] == public
    signed, _dot, signature = parts["t"].rpartition(".")
    number = from_text(signature)
    der = encode_dss_signature(int.from_bytes(number[:32], "big"), int.from_bytes(number[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, from_text(public))
    point.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = (json.loads(from_text(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    claims: dict[str, object] = body
    return claims


def test_a_push_service_can_check_who_sends_and_for_whom_it_is() -> None:
    ours = signing(push.new_key(), "mailto:host@example.org")
    header = str(ours.authorization("https://push.example.org:8443/send/abc?x=1", 1_000_000.5))
    claims = claims_of(header, ours.public)
    assert claims == {"aud": "https://push.example.org:8443", "exp": 1_043_200, "sub": "mailto:host@example.org"}
    other = signing(push.new_key(), "mailto:host@example.org")
    with pytest.raises(InvalidSignature):
        claims_of(header.replace(ours.public, other.public), other.public)


def test_no_private_key_and_no_signature_prints_itself() -> None:
    key = push.new_key()
    ours = signing(key, "mailto:host@example.org")
    header = ours.authorization("https://push.example.org/", 0)
    shown = repr((key, ours, header, Browser.read(RECEIVER_PUBLIC, AUTH)))
    assert str(key) not in shown
    assert str(header) not in shown
    assert RECEIVER_PUBLIC not in shown


# ---------------------------------------------------------------- the host's key


def test_a_key_is_made_in_a_file_that_only_its_owner_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "push.key"
    assert main(["keys", str(file)]) == 0
    told = capsys.readouterr().out
    key = file.read_text(encoding="ascii").strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(signing(key, "mailto:host@example.org").public) == 87
    assert "--push-key" in told
    assert key not in told


def test_a_key_that_is_there_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "push.key"
    file.write_text("precious")
    assert main(["keys", str(file)]) == 2
    assert file.read_text() == "precious"
    assert "exists already" in capsys.readouterr().err


def test_a_folder_that_is_not_there_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", str(tmp_path / "none" / "push.key")]) == 2
    assert "cannot be written" in capsys.readouterr().err

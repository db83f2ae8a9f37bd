"""Where people say how they want to be told: the panel in the menu, links in mails, and what a host sets."""

import argparse
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tabletown.rulekit.errors import TabletownError
from tabletown.web import keys
from tabletown.web.at_table import sitting
from tabletown.web.house import House
from tabletown.web.notices import options, outside, push
from tabletown.web.notices.mailing import MailServer
from tabletown.web.notices.means import Means, means
from tabletown.web.notices.push import signing
from tabletown.web.notices.ways import BROWSER, MAIL, WEBHOOK, Way
from tabletown.web.server import make_app
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tests.web.outside_world import Inbox, Trust, mail_server, trust
from tests.web.test_push_messages import AUTH, RECEIVER_PUBLIC

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
ASLEEP = 1e6
ANN, BEN = keys.new_secret(), keys.new_secret()
HOOK = "https://hooks.example.org/secret-of-anns"
Asks = Callable[..., Any]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    return trust(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def mails(certificate: Trust) -> Iterator[Inbox]:
    with mail_server(certificate.offers) as inbox:
        yield inbox


@pytest.fixture
def client(tmp_path: Path, mails: Inbox, monkeypatch: pytest.MonkeyPatch) -> "Iterator[TestClient[Any]]":
    """A server that offers everything; names lead outside without anybody being asked."""

    def looked_up(name: str, _port: int) -> list[str]:
        known = {"inside.example.org": "10.0.0.7", "localhost": "127.0.0.1"}
        return [known.get(name, name if re.fullmatch(r"[0-9.:a-f]+", name) else "93.184.216.34")]

    monkeypatch.setattr(outside.addresses, "__kwdefaults__", {"allow_private": False, "resolve": looked_up})
    server = MailServer("localhost", mails.port, "games@host.example", "none")
    offered = Means(signing(push.new_key(), "mailto:host@host.example"), server, webhooks=True, grace=ASLEEP)
    app = make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP, make_ready=tuple, means=offered)
    with TestClient(app, base_url="https://games.example") as client:
        yield client


@pytest.fixture
def table(client: "TestClient[Any]") -> Table:
    house: House = client.app.state.house
    call = client.blocking_portal.call
    made: Table = call(partial(house.tables.create, "the_estates", [Wish("me", "Ann"), Wish("open")], ANN))
    call(partial(made.do, None, sitting.claim, 1, "Ben", [keys.hashed(BEN)]))
    call(partial(made.do, None, sitting.start))
    return made


@pytest.fixture
def ask(client: "TestClient[Any]", table: Table) -> Asks:
    """Ann posts a form at the table's panel."""

    def post(path: str = "", who: str = ANN, language: str = "en", **form: str) -> Any:
        headers = {"authorization": f"Bearer {who}", "accept": "application/json", "accept-language": language}
        return client.post(f"/notices/at/{table.id}{path}", data={"seat": "0", **form}, headers=headers)

    return post


def kept(client: "TestClient[Any]", table: Table) -> list[Way]:
    found: list[Way] = client.app.state.house.teller.ways.of(table.id)
    return found


# ---------------------------------------------------------------- the panel


def test_each_way_is_kept_with_the_seat_and_shown_to_its_person_alone(
    client: "TestClient[Any]", table: Table, ask: Asks
) -> None:
    assert ask(kind=WEBHOOK, target=HOOK).status_code == 200
    assert ask(kind=MAIL, mail="ann@players.example", language="ja").status_code == 200
    shown = ask(kind=BROWSER, target="https://push.example.org/x", public=RECEIVER_PUBLIC, auth=AUTH).json()["html"]
    ways = kept(client, table)
    assert [(way.kind, way.seat, way.confirmed, way.language) for way in ways] == [
        (WEBHOOK, 0, True, "en"), (MAIL, 0, False, "ja"), (BROWSER, 0, True, "en"),
    ]  # fmt: skip
    assert {way.address for way in ways} == {"https://games.example"}
    assert "a…@players.example" in shown
    assert "hooks.example.org" in shown
    for secret in ("ann@players.example", "secret-of-anns", "push.example.org", RECEIVER_PUBLIC, *secrets_in(ways)):
        assert secret not in shown
    for who in (BEN, ANN, ""):
        page = client.get(f"/t/{table.id}", headers={"authorization": f"Bearer {who}"} if who else {}).text
        assert "players.example" not in page
        assert "hooks.example" not in page
    theirs = client.get(f"/notices/at/{table.id}", headers={"authorization": f"Bearer {BEN}"}).text
    assert "players.example" not in theirs


def secrets_in(ways: list[Way]) -> list[str]:
    return [str(way.secret) for way in ways]


def test_the_same_way_twice_is_one(client: "TestClient[Any]", table: Table, ask: Asks) -> None:
    for _time in range(3):
        ask(kind=WEBHOOK, target=HOOK)
    assert len(kept(client, table)) == 1


def test_a_seat_has_only_so_many_ways(client: "TestClient[Any]", table: Table, ask: Asks) -> None:
    answers = [ask(kind=WEBHOOK, target=f"{HOOK}{number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [400]
    assert "Remove one of them first" in answers[-1].json()["title"]
    assert len(kept(client, table)) == 5


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"kind": WEBHOOK, "target": "http://hooks.example.org/"}, "begins with https"),
        ({"kind": WEBHOOK, "target": "https://127.0.0.1/"}, "own network"),
        ({"kind": WEBHOOK, "target": "https://inside.example.org/"}, "own network"),
        ({"kind": WEBHOOK, "target": "https://169.254.169.254/latest/meta-data/"}, "own network"),
        ({"kind": WEBHOOK, "target": "https://[::1]:8443/"}, "own network"),
        ({"kind": BROWSER, "target": "https://localhost/", "public": RECEIVER_PUBLIC, "auth": AUTH}, "own network"),
        ({"kind": BROWSER, "target": "https://push.example.org/", "public": "x", "auth": AUTH}, "keys are damaged"),
        ({"kind": MAIL, "mail": "a@b.example\nBcc: c@d.example"}, "no e-mail address"),
        ({"kind": "pigeon"}, "does not tell people in that way"),
    ],
)
def test_what_cannot_be_told_is_refused_with_a_sentence_and_not_kept(
    client: "TestClient[Any]", table: Table, ask: Asks, form: dict[str, str], sentence: str
) -> None:
    answer = ask(**form)
    assert answer.status_code == 400
    assert sentence in answer.json()["title"]
    assert kept(client, table) == []


def test_nobody_says_it_for_another_seat(client: "TestClient[Any]", table: Table, ask: Asks) -> None:
    assert ask(who=BEN, kind=WEBHOOK, target=HOOK).status_code == 403
    assert ask(who="somebody", kind=WEBHOOK, target=HOOK).status_code == 403
    ask(kind=WEBHOOK, target=HOOK)
    [way] = kept(client, table)
    assert ask("/drop", who=BEN, way=way.id).status_code == 403
    assert ask("/drop", who=BEN, seat="1", way=way.id).status_code == 400
    assert kept(client, table) == [way]
    assert ask("/drop", way=way.id).status_code == 200
    assert kept(client, table) == []


def test_what_is_due_when_somebody_asks_to_be_told_is_no_news_to_them(
    client: "TestClient[Any]", table: Table, ask: Asks
) -> None:
    [first] = table.playing.pending
    person = [ANN, BEN][first]
    ask(who=person, seat=str(first), kind=WEBHOOK, target=HOOK)
    assert kept(client, table)[0].told == table.playing.decision


def test_without_a_script_it_is_a_page_and_every_way_leads_back_to_it(
    client: "TestClient[Any]", table: Table
) -> None:
    headers = {"authorization": f"Bearer {ANN}"}
    form = {"seat": "0", "kind": WEBHOOK, "target": HOOK}
    page = client.post(f"/notices/at/{table.id}", data=form, headers=headers).text
    assert "hooks.example.org" in page
    assert f'href="/t/{table.id}"' in page


def test_a_server_without_settings_offers_nothing(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path}/tables.sqlite", ASLEEP, make_ready=tuple)
    with TestClient(app) as client:
        house: House = client.app.state.house
        make = partial(house.tables.create, "the_estates", [Wish("me"), Wish("visitor")], ANN)
        table: Table = client.blocking_portal.call(make)
        mine = {"authorization": f"Bearer {ANN}"}
        page = client.get(f"/t/{table.id}", headers=mine).text
        assert "tell-me" not in page
        assert "data-notify" in page
        assert client.get(f"/notices/at/{table.id}", headers=mine).status_code == 400
        form = {"kind": WEBHOOK, "target": "https://93.184.216.34/"}
        assert client.post(f"/notices/at/{table.id}", data=form, headers=mine).status_code == 400


def test_whoever_looks_on_is_offered_nothing(client: "TestClient[Any]", table: Table) -> None:
    assert "tell-me" not in client.get(f"/t/{table.id}").text
    assert "tell-me" in client.get(f"/t/{table.id}", headers={"authorization": f"Bearer {ANN}"}).text
    assert client.get(f"/notices/at/{table.id}").status_code == 403


# ---------------------------------------------------------------- by mail


def paths_in(text: str) -> list[str]:
    return [found.removeprefix("https://games.example") for found in re.findall(r"https://\S+", text)]


def test_an_address_is_confirmed_by_a_click_and_not_by_a_look(
    client: "TestClient[Any]", table: Table, ask: Asks, mails: Inbox
) -> None:
    ask(kind=MAIL, mail="ann@players.example")
    mail = mails.next()
    assert mail["to"] == "ann@players.example"
    assert "Ann" not in mail["subject"] + mail.get_content()
    [path] = paths_in(mail.get_content())
    assert client.get(path).status_code == 200
    assert not kept(client, table)[0].confirmed
    assert client.post(path[:-1] + "x").status_code == 403
    assert not kept(client, table)[0].confirmed
    assert client.post(path).status_code == 200
    assert kept(client, table)[0].confirmed


def test_the_private_link_goes_along_only_if_the_seats_own_browser_confirms_it(
    client: "TestClient[Any]", table: Table, ask: Asks, mails: Inbox
) -> None:
    links = []
    for headers in ({}, {"authorization": f"Bearer {ANN}"}):
        ask(kind=MAIL, mail="ann@players.example", with_link="1")
        [path] = paths_in(mails.next().get_content())
        client.post(path, headers=headers)
        links.append(str(kept(client, table)[0].link))
    assert links == ["", keys.seat_secret(ANN, table.id, 0)]


def test_mails_end_by_one_click_without_any_seat(client: "TestClient[Any]", table: Table, ask: Asks) -> None:
    ask(kind=MAIL, mail="ann@players.example")
    path = kept(client, table)[0].stop.removeprefix("https://games.example")
    assert client.get(path).status_code == 200
    assert len(kept(client, table)) == 1
    assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert kept(client, table) == []
    assert client.post(path).status_code == 403


def test_strangers_boxes_are_not_filled(client: "TestClient[Any]", table: Table, ask: Asks, mails: Inbox) -> None:
    same = [ask(kind=MAIL, mail=address).status_code for address in ("x@y.example", "x@y.example", "X@y.example")]
    assert same == [200, 200, 429]
    others = [ask(kind=MAIL, mail=f"x{number}@y.example") for number in range(4)]
    assert [answer.status_code for answer in others] == [200, 200, 429, 429]
    assert int(others[-1].headers["retry-after"]) > 0
    assert {mails.next()["to"] for _each in range(4)} == {"x@y.example", "x0@y.example", "x1@y.example"}
    assert mails.is_empty()


def test_addresses_that_nobody_confirms_are_forgotten(
    client: "TestClient[Any]", table: Table, ask: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(kind=MAIL, mail="ann@players.example")
    ask(kind=WEBHOOK, target=HOOK)
    ways = client.app.state.house.teller.ways
    client.blocking_portal.call(ways.forget_unconfirmed)
    assert len(kept(client, table)) == 2
    monkeypatch.setattr("tabletown.web.notices.ways.UNCONFIRMED", -1.0)
    client.blocking_portal.call(ways.forget_unconfirmed)
    assert [way.kind for way in kept(client, table)] == [WEBHOOK]


def test_the_worker_is_a_script_whose_scope_holds_no_page(client: "TestClient[Any]") -> None:
    answer = client.get("/notices/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "service-worker-allowed" not in answer.headers


# ---------------------------------------------------------------- what a host sets


def set_to(*arguments: str, **environment: str) -> Means:
    parser = argparse.ArgumentParser()
    parser.add_argument("--allow-host", action="append", default=[])
    options.add_arguments(parser)
    return means(parser.parse_args(arguments), environment)


MAILING = ["--smtp", "mail.example.org", "--smtp-sender", "games@example.org"]


def test_nothing_is_offered_unless_it_is_set() -> None:
    assert set_to() == Means()
    assert set_to().kinds == ()


def test_options_and_variables_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "push.key"
    push.write_key(file)
    by_options = set_to(
        *MAILING, "--smtp-tls", "tls", "--smtp-user", "games", "--push-key", str(file), "--webhooks", "--tell-after",
        "60", "--address", "https://games.example.org/", TABLETOWN_SMTP_PASSWORD="secret",
    )  # fmt: skip
    (tmp_path / "password").write_text("secret\n")
    by_variables = set_to(
        TABLETOWN_SMTP="mail.example.org:465",
        TABLETOWN_SMTP_SENDER="games@example.org",
        TABLETOWN_SMTP_TLS="tls",
        TABLETOWN_SMTP_USER="games",
        TABLETOWN_SMTP_PASSWORD_FILE=str(tmp_path / "password"),
        TABLETOWN_PUSH_KEY=file.read_text(),
        TABLETOWN_WEBHOOKS="yes",
        TABLETOWN_TELL_AFTER="60",
        TABLETOWN_ADDRESS="https://games.example.org",
    )
    for found in (by_options, by_variables):
        assert found.kinds == (BROWSER, MAIL, WEBHOOK)
        password = keys.Secret("secret")
        assert found.mail == MailServer("mail.example.org", 465, "games@example.org", "tls", "games", password)
        assert (found.grace, found.address, found.private) == (60.0, "https://games.example.org", False)
        assert found.signing is not None
        assert found.signing.contact == "mailto:games@example.org"
        assert "secret" not in repr(found)
    assert by_options.signing is not None
    assert by_variables.signing is not None
    assert by_options.signing.public == by_variables.signing.public


def test_an_option_wins_over_a_variable() -> None:
    assert set_to("--tell-after", "5", TABLETOWN_TELL_AFTER="7").grace == 5
    assert set_to(TABLETOWN_WEBHOOKS="0").kinds == ()
    assert set_to("--webhooks", TABLETOWN_WEBHOOKS="0").kinds == (WEBHOOK,)


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (["--smtp", "mail.example.org"], {}, "--smtp-sender"),
        ([*MAILING, "--smtp-user", "games"], {}, "belong together"),
        (MAILING, {"TABLETOWN_SMTP_PASSWORD": "hunter2"}, "belong together"),
        (["--smtp", "mail.example.org:x", *MAILING[2:]], {}, "a port"),
        (MAILING, {"TABLETOWN_SMTP_TLS": "ssl"}, "one of starttls"),
        ([*MAILING, "--allow-host", "*"], {}, "needs --address"),
        (["--push-key", "/nowhere/push.key"], {}, "cannot be read"),
        ([], {"TABLETOWN_PUSH_KEY": "hunter2"}, "push"),
        ([], {"TABLETOWN_WEBHOOKS": "perhaps"}, "1 or 0"),
        (["--tell-after", "soon"], {}, "a number of seconds"),
        (["--address", "games.example.org"], {}, "https://"),
    ],
)
def test_settings_that_do_not_fit_get_one_sentence_without_the_secret(
    arguments: list[str], environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(TabletownError, match=sentence) as error:
        set_to(*arguments, **environment)
    assert "hunter2" not in str(error.value)


def test_a_key_without_anybody_to_ask_is_refused() -> None:
    with pytest.raises(TabletownError, match="--push-contact"):
        set_to(TABLETOWN_PUSH_KEY=push.new_key())

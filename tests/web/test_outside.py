"""Requests to addresses that strangers name: never into the own network, never further than was looked at."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.web.notices.outside import NotAnswered, NotOutside, Post, addresses, checked, is_outside
from tests.web.outside_world import Trust, trust, web_server
from tools.running import PATIENCE

SOMEWHERE = "93.184.216.34"
INSIDE = [
    "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.4.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0",
    "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "no address",
]  # fmt: skip


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    return trust(tmp_path_factory.mktemp("tls"))


def leads_to(*found: str) -> Callable[[str, int], list[str]]:
    return lambda _name, _port: list(found)


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_some_own_network_is_not_outside(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize("address", [SOMEWHERE, "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_an_address_of_the_internet_is_outside(address: str) -> None:
    assert is_outside(address)


@given(st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="127.0.0.0/8"))
def test_however_a_private_address_is_wrapped_it_stays_inside(address: object) -> None:
    assert not any(is_outside(f"{wrap}{address}") for wrap in ("", "::ffff:", "64:ff9b::"))


@pytest.mark.parametrize("literal", ["127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]"])
def test_private_addresses_are_refused_as_they_are_written(literal: str) -> None:
    with pytest.raises(NotOutside, match="own network"):
        addresses(f"https://{literal}/hook")


@pytest.mark.parametrize("literal", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost"])
def test_other_spellings_of_this_machine_are_looked_up_and_refused(literal: str) -> None:
    with pytest.raises(NotOutside):
        addresses(f"https://{literal}/hook")


def test_a_name_is_refused_if_only_one_of_its_addresses_leads_inside() -> None:
    with pytest.raises(NotOutside, match="own network"):
        addresses("https://both.example.org/", resolve=leads_to(SOMEWHERE, "10.0.0.1"))
    assert addresses("https://one.example.org/", resolve=leads_to(SOMEWHERE)) == [SOMEWHERE]


def test_a_name_that_nobody_knows_gets_a_sentence() -> None:
    def unknown(_name: str, _port: int) -> list[str]:
        raise socket.gaierror("no such name")

    with pytest.raises(NotOutside, match="can be found"):
        addresses("https://nowhere.example.org/", resolve=unknown)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "example.org", "https://", "https:///path", "file:///etc/passwd",
        "https://me:secret@example.org/", "https://me@example.org/", "https://example.org/#part", "https://[::1",
        "https://example.org:99999/", "https://example.org:x/", "https://exa mple.org/", "https://example.org\\@x/",
        "https://example.org/\r\nhost: other", "https://exämple.org/", "https://ex%61mple.org/",
        "https://example.org/" + "x" * 1000,
    ],
)  # fmt: skip
def test_what_is_no_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(NotOutside, match="begins with https"):
        checked(url)


@pytest.mark.parametrize("port", [22, 25, 80, 587, 1023])
def test_ports_of_other_services_are_not_asked(port: int) -> None:
    with pytest.raises(NotOutside):
        checked(f"https://example.org:{port}/")


# ---------------------------------------------------------------- real connections


def test_a_refused_address_is_never_even_connected_to(certificate: Trust) -> None:
    with web_server(certificate.offers) as inbox:
        post = Post(tls=certificate.trusts)
        for name in ("127.0.0.1", "localhost"):
            with pytest.raises(NotOutside):
                post(f"https://{name}:{inbox.port}/", b"{}", {})
        assert inbox.is_empty()


def test_the_address_that_was_looked_at_is_the_one_that_is_asked(certificate: Trust) -> None:
    """A name that means something else at the second look: there is no second look."""
    looks: list[str] = []

    def turning(name: str, _port: int) -> list[str]:
        looks.append(name)
        return ["127.0.0.1"] if len(looks) == 1 else ["203.0.113.1"]

    with web_server(certificate.offers) as inbox:
        post = Post(allow_private=True, resolve=turning, tls=certificate.trusts)
        assert post(f"https://localhost:{inbox.port}/hook?a=b", b"told", {"x-what": "this"}) == 201
        heard = inbox.next()
    assert looks == ["localhost"]
    assert (heard.path, heard.body, heard.headers["x-what"]) == ("/hook?a=b", b"told", "this")


def test_a_name_with_an_address_that_does_not_answer_is_asked_at_the_next(certificate: Trust) -> None:
    with web_server(certificate.offers) as inbox:
        post = Post(allow_private=True, resolve=leads_to("::1", "127.0.0.1"), tls=certificate.trusts)
        assert post(f"https://localhost:{inbox.port}/", b"", {}) == 201


def test_a_server_whose_certificate_is_for_another_name_is_told_nothing(certificate: Trust) -> None:
    with web_server(certificate.offers) as inbox:
        post = Post(allow_private=True, resolve=leads_to("127.0.0.1"), tls=certificate.trusts)
        with pytest.raises(NotAnswered, match="SSLCertVerificationError"):
            post(f"https://other.example.org:{inbox.port}/secret-path", b"{}", {})
        assert inbox.is_empty()


def test_nobody_is_followed_to_another_address(certificate: Trust) -> None:
    with web_server(certificate.offers, lambda _heard: 302) as inbox:
        post = Post(allow_private=True, tls=certificate.trusts)
        assert post(f"https://127.0.0.1:{inbox.port}/", b"{}", {}) == 302
        assert inbox.next().path == "/"
        assert inbox.is_empty()


@contextmanager
def dripping(tls: ssl.SSLContext, piece: bytes) -> Iterator[int]:
    """A server that says the same again and again, for as long as somebody listens."""
    listening = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        try:
            with tls.wrap_socket(listening.accept()[0], server_side=True) as connection:
                connection.recv(1000)
                while True:
                    connection.sendall(piece)
                    time.sleep(0.01)
        except OSError:
            pass

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    listening.close()
    thread.join(PATIENCE)


def test_whoever_answers_a_letter_at_a_time_is_not_waited_for(certificate: Trust) -> None:
    post = Post(allow_private=True, tls=certificate.trusts)
    with dripping(certificate.offers, b"x") as port, pytest.raises(NotAnswered, match="in time"):
        post(f"https://127.0.0.1:{port}/", b"{}", {}, longest=0.4)


def test_whoever_answers_without_end_is_not_read_to_the_end(certificate: Trust) -> None:
    post = Post(allow_private=True, tls=certificate.trusts)
    with dripping(certificate.offers, b"HTTP/1.1 200 OK\r\nx: " + b"y" * 60_000) as port, pytest.raises(NotAnswered):
        post(f"https://127.0.0.1:{port}/", b"{}", {}, longest=5)


def test_nobody_there_is_said_without_the_address(certificate: Trust, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NotAnswered) as error:
        Post(allow_private=True, tls=certificate.trusts)(f"https://127.0.0.1:{port}/hidden", b"{}", {})
    assert str(error.value) == "ConnectionRefusedError"

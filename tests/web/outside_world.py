"""The world outside a server, on loopback: a mail server, and a web server that hears what it is told."""

import base64
import hashlib
import hmac
import ipaddress
import queue
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

from tools.running import PATIENCE

NOTHING_COMES = 0.3


@dataclass(frozen=True)
class Trust:
    """A certificate for this machine: for who offers it, and for who trusts it."""

    file: Path
    offers: ssl.SSLContext
    trusts: ssl.SSLContext


def trust(folder: Path) -> Trust:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + private)
    offers = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    offers.load_cert_chain(file)
    trusts = ssl.create_default_context(cafile=str(file))
    trusts.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return Trust(file, offers, trusts)


def decrypted(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads of a message, by the letter of RFC 8291 and with nothing of the sender's code."""

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        first = hmac.digest(salt, secret, hashlib.sha256)
        return hmac.digest(first, info + b"\x01", hashlib.sha256)[:length]

    salt, sender, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
    point, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    mine = private.public_key().public_bytes(point, form)
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(private.curve, sender))
    secret = derived(auth, shared, b"WebPush: info\x00" + mine + sender, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
    text = AESGCM(key).decrypt(nonce, sealed, None)
    assert text.endswith(b"\x02")
    return text[:-1]


@dataclass
class Heard:
    """What came to a web address."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Inbox:
    """What has arrived, in its order."""

    port: int = 0
    arrived: "queue.SimpleQueue[Any]" = field(default_factory=queue.SimpleQueue)

    def next(self) -> Any:
        return self.arrived.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        """After a while in which something would have come."""
        try:
            self.arrived.get(timeout=NOTHING_COMES)
        except queue.Empty:
            return True
        return False


@contextmanager
def web_server(tls: ssl.SSLContext, answer: Callable[[Heard], int] = lambda _heard: 201) -> Iterator[Inbox]:
    """Answers every POST as it is told to; with a redirect it names a place that must not be asked."""
    inbox = Inbox()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard = Heard(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            status = answer(heard)
            inbox.arrived.put(heard)
            self.send_response(status)
            self.send_header("location", "/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_given: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_given: None  # type: ignore[method-assign]
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    yield from _running(server, inbox)


@contextmanager
def mail_server(tls: ssl.SSLContext, *, at_once: bool = False, refuses: str = "", login: str = "") -> Iterator[Inbox]:
    """Takes every mail but for the address that it refuses; with TLS at once or by STARTTLS."""
    inbox = Inbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            connection = self.request
            if at_once:
                connection = tls.wrap_socket(connection, server_side=True)
            Conversation(connection, tls, inbox, refuses, login).hold()

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_given: None  # type: ignore[method-assign]
    yield from _running(server, inbox)


def _running(server: socketserver.TCPServer, inbox: Inbox) -> Iterator[Inbox]:
    inbox.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield inbox
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Conversation:
    """What a mail server says (RFC 5321), as far as a sender needs it."""

    def __init__(self, connection: Any, tls: ssl.SSLContext, inbox: Inbox, refuses: str, login: str) -> None:
        self._connection, self._tls, self._inbox, self._refuses, self._login = connection, tls, inbox, refuses, login
        self._lines = connection.makefile("rb")

    def _say(self, *lines: str) -> None:
        self._connection.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def hold(self) -> None:
        self._say("220 here")
        while line := self._lines.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"QUIT":
                self._say("221 bye")
                break
            self._answer(word, line)
        self._lines.close()
        self._connection.close()

    def _answer(self, word: bytes, line: bytes) -> None:
        if word == b"EHLO":
            self._say("250-here", "250-STARTTLS", "250 AUTH PLAIN")
        elif word == b"STARTTLS":
            self._say("220 go on")
            self._connection = self._tls.wrap_socket(self._connection, server_side=True)
            self._lines = self._connection.makefile("rb")
        elif word == b"AUTH":
            given = base64.b64decode(line.split()[2]).decode().split("\0")[1:]
            self._say("235 welcome" if ":".join(given) == self._login else "535 no")
        elif word == b"RCPT" and self._refuses and self._refuses.encode() in line:
            self._say("550 <" + self._refuses + "> nobody here")
        elif word == b"DATA":
            self._say("354 go on")
            self._inbox.arrived.put(self._mail())
            self._say("250 taken")
        else:
            self._say("250 fine")

    def _mail(self) -> EmailMessage:
        lines = []
        while (line := self._lines.readline()) not in {b".\r\n", b""}:
            lines.append(line.removeprefix(b".").replace(b"\r\n", b"\n"))
        read: Any = message_from_bytes(b"".join(lines), policy=default)
        assert isinstance(read, EmailMessage)
        return read

"""By which means a host lets people be told: options of the server, or variables of its environment.

Secrets are never options: whoever can list processes could read them.
"""

import argparse
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tabletown.rulekit.errors import TabletownError
from tabletown.web.keys import Secret
from tabletown.web.notices import mailing
from tabletown.web.notices.mailing import PORTS, MailServer
from tabletown.web.notices.options import GRACE, STARTTLS
from tabletown.web.notices.push import Signing, signing
from tabletown.web.notices.ways import BROWSER, MAIL, WEBHOOK

YES, NO = {"1", "yes", "true", "on"}, {"", "0", "no", "false", "off"}


class BadMeans(TabletownError):
    """Settings of the host that do not fit together."""


@dataclass(frozen=True)
class Means:
    """What is offered at tables; nothing unless the host sets it up."""

    signing: Signing | None = None
    """For messages to browsers."""
    mail: MailServer | None = None
    webhooks: bool = False
    private: bool = False
    """Whether addresses of the host's own network may be asked."""
    grace: float = GRACE
    address: str = ""
    """How links in notices begin; without it, as the person who is told came."""
    tls: ssl.SSLContext | None = field(default=None, repr=False)
    """Whom to trust, where it is not whom everybody trusts."""

    @property
    def kinds(self) -> tuple[str, ...]:
        offered = {BROWSER: self.signing is not None, MAIL: self.mail is not None, WEBHOOK: self.webhooks}
        return tuple(kind for kind, is_offered in offered.items() if is_offered)


def means(given: argparse.Namespace, environment: Mapping[str, str] | None = None) -> Means:
    """The options, and what the environment says where they say nothing."""
    return _Settings(given, os.environ if environment is None else environment).means()


@dataclass(frozen=True)
class _Settings:
    given: argparse.Namespace
    environment: Mapping[str, str] = field(repr=False)

    def means(self) -> Means:
        address = self._text("address").rstrip("/")
        if address and not address.startswith(("http://", "https://")):
            raise BadMeans("--address begins with https:// (or http://), as https://games.example.org.")
        mail = self._mail()
        if mail is not None and not address and "*" in self.given.allow_host:
            raise BadMeans("A server that answers to any name needs --address, so that links in mails lead here.")
        inside = self._is_set("webhooks_inside")
        return Means(
            self._signing(mail), mail, self._is_set("webhooks") or inside, inside, self._grace(), address
        )

    def _signing(self, mail: MailServer | None) -> Signing | None:
        key = self.secret("push_key", self.given.push_key)
        if not key:
            return None
        contact = self._text("push_contact") or (f"mailto:{mail.sender}" if mail else "")
        return signing(key, contact)

    def _mail(self) -> MailServer | None:
        where, tls = self._text("smtp"), self._text("smtp_tls") or STARTTLS
        if not where:
            return None
        if tls not in PORTS:
            raise BadMeans(f"--smtp-tls is one of {', '.join(PORTS)}, not {tls!r}.")
        host, _colon, port = where.rpartition(":") if where.count(":") == 1 else (where, "", "")
        if port and not (port.isdecimal() and 0 < int(port) < 65536):
            raise BadMeans("--smtp names a host and perhaps a port, as mail.example.org:587.")
        try:
            sender = mailing.checked(self._text("smtp_sender"))
        except TabletownError:
            raise BadMeans("--smtp-sender is the address that mails come from, as games@example.org.") from None
        user = self._text("smtp_user")
        password = self.secret("smtp_password")
        if bool(user) != bool(password):
            raise BadMeans("--smtp-user and TABLETOWN_SMTP_PASSWORD belong together; one of them is missing.")
        return MailServer(host, int(port) if port else PORTS[tls], sender, tls, user, password)

    def _grace(self) -> float:
        text = self._text("tell_after") or str(GRACE)
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 86400:
            raise BadMeans(f"--tell-after is a number of seconds, at most a day, not {text!r}.")
        return seconds

    def _text(self, name: str) -> str:
        option = getattr(self.given, name, None)
        return str(option if option is not None else self.environment.get(_variable(name), "")).strip()

    def _is_set(self, name: str) -> bool:
        text = self._text(name).lower()
        if text not in YES | NO:
            raise BadMeans(f"{_variable(name)} is 1 or 0, not {text!r}.")
        return text in YES

    def secret(self, name: str, file: str | None = None) -> Secret:
        """From a file that an option or NAME_FILE names, else from the variable itself."""
        path = file or self.environment.get(_variable(f"{name}_file"), "").strip()
        if not path:
            return Secret(self.environment.get(_variable(name), "").strip())
        try:
            return Secret(Path(path).read_text(encoding="utf-8").strip())
        except (OSError, UnicodeDecodeError):
            raise BadMeans(f"The file with {_variable(name)} cannot be read: {path}.") from None


def secret_in(name: str) -> Secret:
    """A secret of the host's, from TABLETOWN_NAME_FILE or TABLETOWN_NAME."""
    return _Settings(argparse.Namespace(), os.environ).secret(name)


def _variable(name: str) -> str:
    return f"TABLETOWN_{name.upper()}"

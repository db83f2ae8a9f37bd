"""E-mail by the host's own server (SMTP)."""

import smtplib
import ssl
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message
from tabletown.web.keys import NO_SECRET, Secret
from tabletown.web.notices.options import PLAIN, STARTTLS, TLS
from tabletown.web.notices.outside import NotAnswered

LONGEST = 20.0
"""Seconds that a mail server may take for each answer."""
MOST_LETTERS = 254
PORTS = {STARTTLS: 587, TLS: 465, PLAIN: 25}
UNFOLDED = SMTP.clone(max_line_length=900)
"""Addresses in headers stay in one piece; folded, they would be encoded, and no mail program would know them."""
NO_ADDRESS = message("That is no e-mail address that can be written to.")


@dataclass(frozen=True)
class MailServer:
    """Where mail is given, as whom, and from whom it comes."""

    host: str
    port: int
    sender: str
    tls: str = STARTTLS
    user: str = ""
    password: Secret = field(default=NO_SECRET, repr=False)


@dataclass(frozen=True)
class Mail:
    """One mail in plain text; `stop` is the address at which no more are asked for."""

    to: Secret
    subject: str
    text: str = field(repr=False)
    stop: Secret = NO_SECRET


def checked(address: str) -> str:
    """One plain address, or a sentence: whatever could be read as more than that is none."""
    address = address.strip()
    local, at, domain = address.rpartition("@")
    if not at or not local or "." not in domain or not address.isascii() or len(address) > MOST_LETTERS:
        raise BadOption(NO_ADDRESS)
    if not address.isprintable() or set(address) & set(' \t"(),:;<>[]\\'):
        raise BadOption(NO_ADDRESS)
    try:
        Address(addr_spec=address)
    except (ValueError, IndexError):
        raise BadOption(NO_ADDRESS) from None
    return address


def written(mail: Mail, sender: str) -> EmailMessage:
    made = EmailMessage(policy=UNFOLDED)
    made["From"] = Address("Tabletown", addr_spec=sender)
    made["To"] = str(mail.to)
    made["Subject"] = mail.subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"
    if mail.stop:
        made["List-Unsubscribe"] = f"<{mail.stop!s}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(mail.text)
    return made


class NeverTaken(NotAnswered):
    """An address that the mail server will not write to, however often it is asked."""


class Post:
    """The way to the mail server. For threads: it waits for the network."""

    def __init__(self, server: MailServer, tls: ssl.SSLContext | None = None, longest: float = LONGEST) -> None:
        self._server = server
        self._tls = tls
        self._longest = longest

    def __call__(self, mail: Mail) -> None:
        try:
            with self._connected() as connection:
                connection.send_message(written(mail, self._server.sender))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _said in error.recipients.values()]
            kind = NeverTaken if codes and all(code >= 500 for code in codes) else NotAnswered
            raise kind("the mail server refuses the recipient") from None
        except smtplib.SMTPResponseException as error:
            raise NotAnswered(f"the mail server answers {error.smtp_code}") from None
        except (OSError, smtplib.SMTPException) as error:  # what they say may repeat addresses
            raise NotAnswered(type(error).__name__) from None

    def _connected(self) -> smtplib.SMTP:
        to = self._server
        if to.tls == TLS:
            context = self._tls or ssl.create_default_context()
            connection: smtplib.SMTP = smtplib.SMTP_SSL(to.host, to.port, timeout=self._longest, context=context)
        else:
            connection = smtplib.SMTP(to.host, to.port, timeout=self._longest)
        try:
            if to.tls == STARTTLS:
                connection.starttls(context=self._tls or ssl.create_default_context())
            if to.user:
                connection.login(to.user, str(to.password))
        except BaseException:
            connection.close()
            raise
        return connection

"""What a host can say on the command line about telling people; it is read in `means`."""

import argparse

GRACE = 30.0
"""Seconds for which somebody may come back by themselves."""
STARTTLS, TLS, PLAIN = "starttls", "tls", "none"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Each can be a variable too: --smtp-user is TABLETOWN_SMTP_USER. The password is only that, or in a file."""
    group = parser.add_argument_group("telling people who are away that it is their move (docs/operating.md)")
    group.add_argument("--address", metavar="URL", help="how links begin, as https://games.example.org")
    group.add_argument("--push-key", metavar="FILE", help="tell browsers; `tabletown keys FILE` makes the key")
    group.add_argument("--push-contact", metavar="URL", help="mailto: or https:, for questions of push services")
    group.add_argument("--smtp", metavar="HOST[:PORT]", help="tell by e-mail; the password is TABLETOWN_SMTP_PASSWORD")
    group.add_argument("--smtp-tls", choices=[STARTTLS, TLS, PLAIN], help=f"{STARTTLS} unless told otherwise")
    group.add_argument("--smtp-user", metavar="NAME")
    group.add_argument("--smtp-sender", metavar="ADDRESS", help="from whom mails come")
    group.add_argument("--webhooks", action="store_true", default=None, help="tell web addresses that people name")
    group.add_argument(
        "--webhooks-inside", action="store_true", default=None, help="addresses of your own network too"
    )
    group.add_argument("--tell-after", metavar="SECONDS", help=f"{GRACE:g} unless told otherwise")

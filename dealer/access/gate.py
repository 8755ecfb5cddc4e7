"""Who gets in: PIN or password with lock-out, one-time links, sessions that end. The clock is given."""

from __future__ import annotations

import enum
import hashlib
import ipaddress
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from dealer.access.secrets import Hasher, Weakness, weakness
from dealer.access.store import NameTaken, Store, StoredLink, User
from dealer.access.tries import TryBook
from dealer.ports import DealerError, Role, Signature

SESSION_HOURS = 12.0
WALL_HOURS = 24.0 * 365
IDLE_MINUTES = 60.0
ADDRESS_TRIES = 30
_NAME = re.compile(r"[\w][\w .'-]{0,39}")


class Purpose(enum.Enum):
    """What a one-time link does."""

    SIGN_IN = "sign-in"
    SET_UP = "set-up"
    NEW_SECRET = "new-secret"


class AccessRefused(DealerError):
    """Somebody is not let in; the subclasses say why."""


class WrongSecret(AccessRefused):
    """Name and secret don't belong together. wait: seconds before the next try counts."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"name and PIN don't belong together; wait {wait:.0f} s")
        self.wait = wait


class LockedOut(AccessRefused):
    """Too many wrong tries; this one was not even looked at. wait: seconds that are left."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many wrong tries; wait {wait:.0f} s")
        self.wait = wait


class LinkRefused(AccessRefused):
    """A link was used already, is too old, or was opened from another machine."""


class NotLocal(LinkRefused):
    """The link counts only on the machine that printed it."""


class BadName(AccessRefused):
    """An account's name is empty, too long, or has signs that a name has not."""


class WeakSecret(AccessRefused):
    """A new PIN or password is too weak."""

    def __init__(self, why: Weakness) -> None:
        super().__init__(f"the PIN or password is {why.value}")
        self.why = why


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in. token: goes into the cookie; only its hash is stored."""

    token: str
    user: User
    ends: float

    @property
    def signature(self) -> Signature:
        """Who signs an entry made in this session."""
        return Signature(self.user.name, self.user.role)

    def __repr__(self) -> str:
        return f"Session(user={self.user.name})"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_loopback(address: str) -> bool:
    """Tell whether an address is of this very machine."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_loopback or (mapped is not None and mapped.is_loopback)


class Gate:
    """Lets people in and knows who is in.

    clock: seconds since the epoch.  hasher: how secrets are kept.
    """

    def __init__(self, store: Store, hasher: Hasher, clock: Callable[[], float]) -> None:
        self._store = store
        self._hasher = hasher
        self._clock = clock
        self._names = TryBook()
        self._addresses = TryBook(free=ADDRESS_TRIES)
        # One try at a time: the hash costs 64 MiB each, and the count of wrong tries must not be raced.
        self._one_try = threading.Lock()
        self._decoy = hasher.hash(secrets.token_hex(16))

    # accounts

    def users(self) -> list[User]:
        """All accounts by name."""
        return list(self._store.users())

    def needs_set_up(self) -> bool:
        """True while nobody can sign in as floor, so a set-up link must be printed."""
        return not any(user.role is Role.FLOOR and user.has_secret for user in self._store.users())

    def add_user(self, name: str, role: Role, secret: str | None, language: str = "en") -> User:
        """Make an account. secret: None for one that signs in by link only.  Raises BadName, WeakSecret, NameTaken."""
        tidy = " ".join(name.split())
        if not _NAME.fullmatch(tidy):
            raise BadName("a name has 1 to 40 letters, digits, spaces, dots or hyphens")
        return self._store.add_user(tidy, role, language, None if secret is None else self._hashed(secret, tidy))

    def set_secret(self, name: str, secret: str) -> None:
        """Give an account a new PIN or password; its sessions end.  Raises WeakSecret."""
        self._store.set_secret(name, self._hashed(secret, name))
        self._names.right(name.casefold())

    def remove_user(self, name: str) -> None:
        """Take an account away; its sessions end."""
        self._store.remove_user(name)

    def set_language(self, name: str, language: str) -> None:
        """Remember which language somebody reads."""
        self._store.set_language(name, language)

    def _hashed(self, secret: str, name: str) -> str:
        why = weakness(secret, name)
        if why is not None:
            raise WeakSecret(why)
        return self._hasher.hash(secret)

    # sessions

    def sign_in(self, name: str, secret: str, address: str) -> Session:
        """Let somebody in by PIN or password. address: where he comes from.  Raises WrongSecret, LockedOut.

        An unknown name costs the same time and counts the same, so that names can't be found out.
        """
        key = " ".join(name.split()).casefold()
        with self._one_try:
            now = self._clock()
            wait = max(self._names.wait(key, now), self._addresses.wait(address, now))
            if wait > 0:
                raise LockedOut(wait)
            stored = self._store.secret(key)
            fits = self._hasher.fits(stored or self._decoy, secret[:256])
            user = self._store.user(key)
            if stored is None or not fits or user is None:
                raise WrongSecret(max(self._names.wrong(key, now), self._addresses.wrong(address, now)))
            self._names.right(key)
            return self._begin(user)

    def session(self, token: str) -> Session | None:
        """Who holds this token, or None when the session is over or never was."""
        digest = _digest(token)
        found = self._store.session(digest)
        if found is None:
            return None
        name, ends, seen = found
        now = self._clock()
        user = self._store.user(name)
        idle = user is not None and user.role is not Role.VIEWER and now - seen > IDLE_MINUTES * 60
        if user is None or now >= ends or idle:
            self._store.end_session(digest)
            return None
        if now - seen > 30:
            self._store.touch_session(digest, now)
        return Session(token, user, ends)

    def sign_out(self, token: str) -> None:
        """End a session at once, also for its open streams."""
        self._store.end_session(_digest(token))

    def _begin(self, user: User) -> Session:
        now = self._clock()
        hours = WALL_HOURS if user.role is Role.VIEWER else SESSION_HOURS
        session = Session(secrets.token_urlsafe(32), user, now + hours * 3600)
        self._store.add_session(_digest(session.token), user.name, now, session.ends)
        return session

    # one-time links

    def set_up_link(self, minutes: float = 60) -> str:
        """A token with which the first floor account is made; an older one is withdrawn."""
        self._store.drop_links(Purpose.SET_UP.value)
        return self._issue(Purpose.SET_UP, "", minutes, loopback=False)

    def sign_in_link(self, name: str, role: Role, *, loopback: bool, minutes: float = 60, language: str = "en") -> str:
        """A token that signs somebody in once; the account is made, without a secret, if it is not there.

        loopback: it counts only on this machine.  An account that exists keeps its own role.
        """
        user = self._store.user(name) or self.add_user(name, role, None, language)
        return self._issue(Purpose.SIGN_IN, user.name, minutes, loopback)

    def new_secret_link(self, name: str, minutes: float = 60) -> str:
        """A token with which the holder of an account chooses a PIN or password."""
        return self._issue(Purpose.NEW_SECRET, name, minutes, loopback=False)

    def look_at_link(self, token: str, address: str) -> tuple[Purpose, str]:
        """What a link is for and whose it is, without using it up.  Raises LinkRefused, NotLocal."""
        link = self._good_link(token, address)
        return Purpose(link.purpose), link.user

    def follow_link(self, token: str, address: str) -> Session:
        """Use a sign-in link.  Raises LinkRefused, NotLocal."""
        link = self._good_link(token, address)
        user = self._store.user(link.user)
        if link.purpose != Purpose.SIGN_IN.value or user is None or not self._store.take_link(_digest(token)):
            raise LinkRefused("the link was used already or is too old; ask for a new one")
        return self._begin(user)

    def choose_secret(self, token: str, address: str, name: str, secret: str, language: str) -> Session:
        """Use a set-up or new-secret link: store the secret and sign in.

        name: of the first account; a new-secret link knows its own.
        Raises LinkRefused, NotLocal, BadName, WeakSecret, NameTaken; after the last three the link is still good.
        """
        link = self._good_link(token, address)
        first = link.purpose == Purpose.SET_UP.value
        chosen = " ".join(name.split()) if first else link.user
        if not _NAME.fullmatch(chosen):
            raise BadName("a name has 1 to 40 letters, digits, spaces, dots or hyphens")
        if first and self._store.user(chosen) is not None:
            raise NameTaken(f"there is an account {chosen} already")
        hashed = self._hashed(secret, chosen)
        if link.purpose == Purpose.SIGN_IN.value or not self._store.take_link(_digest(token)):
            raise LinkRefused("the link was used already or is too old; ask for a new one")
        if first:
            self._store.add_user(chosen, Role.FLOOR, language, None)
        self._store.set_secret(chosen, hashed)
        self._names.right(chosen.casefold())
        user = self._store.user(chosen)
        if user is None:
            raise LinkRefused("the account was taken away meanwhile; ask for a new link")
        return self._begin(user)

    def cookie_key(self) -> str:
        """The key that signs cookies; the same after a restart."""
        return self._store.key("cookies")

    def _issue(self, purpose: Purpose, user: str, minutes: float, loopback: bool) -> str:
        token = secrets.token_urlsafe(32)
        now = self._clock()
        self._store.add_link(_digest(token), StoredLink(purpose.value, user, now + minutes * 60, loopback), now)
        return token

    def _good_link(self, token: str, address: str) -> StoredLink:
        link = self._store.link(_digest(token))
        if link is None or self._clock() >= link.expires:
            raise LinkRefused("the link was used already or is too old; ask for a new one")
        if link.loopback and not is_loopback(address):
            raise NotLocal("the link counts only on the machine that printed it; open it there")
        return link

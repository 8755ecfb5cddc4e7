"""Which PINs and passwords are taken, and how they are kept."""

import pytest

from dealer.access.secrets import Argon2Hasher, Weakness, weakness


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("12345", Weakness.TOO_SHORT),
        ("123456", Weakness.TOO_SIMPLE),
        ("987654", Weakness.TOO_SIMPLE),
        ("000000", Weakness.TOO_SIMPLE),
        ("121212", Weakness.TOO_SIMPLE),
        ("428613", None),
        ("short", Weakness.TOO_SHORT),
        ("aino-aino1", Weakness.TOO_SIMPLE),
        ("aaaaaaaaaaaa", Weakness.TOO_SIMPLE),
        ("correct horse battery", None),
        ("x" * 200, Weakness.TOO_LONG),
        ("", Weakness.TOO_SHORT),
    ],
)
def test_what_is_good_enough(secret, why):
    assert weakness(secret, "Aino") is why


def test_a_hash_tells_nothing_and_fits_only_its_secret():
    hasher = Argon2Hasher(memory_kib=64, passes=1)
    stored = hasher.hash("428613")
    assert stored.startswith("$argon2id$")
    assert "428613" not in stored
    assert hasher.fits(stored, "428613")
    assert not hasher.fits(stored, "428614")
    assert not hasher.fits("no hash at all", "428613")
    assert stored != hasher.hash("428613")

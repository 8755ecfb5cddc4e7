"""The labelled data that tests are judged by: `STUD_DATA`, or the folder `shared/data` beside this one's."""

from __future__ import annotations

import os
from pathlib import Path


def stud_data(holds: str) -> Path:
    """The folder of the data. holds: a file or folder that a test needs there; that it is missing is a failure."""
    folder = Path(os.environ.get("STUD_DATA", Path(__file__).parents[3] / "shared" / "data"))
    assert (folder / holds).exists(), f"{folder} holds no {holds}; set STUD_DATA"
    return folder

"""What can go wrong with a camera or a picture, each in one line that says what to do."""

from __future__ import annotations

from dealer.errors import DealerError


class CameraError(DealerError):
    """Something about a camera or a picture that a person can act on; holds no face-down card."""


class PictureUnreadable(CameraError):
    """A file is not a picture that can be read."""


class ModelMissing(CameraError):
    """The files of the card model are not there or damaged."""


class CameraGone(CameraError):
    """The camera does not open, or gives no more pictures."""


class DesignUnknown(CameraError):
    """No card design of that name is enrolled, or its file is damaged."""


class CalibrationFailed(CameraError):
    """The table's markers cannot be seen well enough to know where the zones lie."""


class PlanRefused(CameraError):
    """A plan of a table (where seats and markers lie) is not right: which file, which key, what would be allowed."""

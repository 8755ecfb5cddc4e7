"""Where the core meets the outside: the protocols a device or a screen fulfils, and the plain records they share."""

from dealer.errors import DealerError
from dealer.ports.broker import HandOver, Mark, MarkKind, Publisher, Ruler, TableEvent, TableRecord
from dealer.ports.devices import Camera, Picture, Shoe, Speaker
from dealer.ports.floor_book import FloorBook, RecordAlert, ReportBy, ReportLine
from dealer.ports.hands import FarHistory, HandSummary, History, LookedUp
from dealer.ports.screens import Changes, ChangesClosed, Reply, Role, Signature, TableBusy, Tables, UnknownTable
from dealer.ports.simulation import FaultView, Simulation, UnknownFault
from dealer.ports.steps import Face, NextStep, StepKind
from dealer.ports.trends import Incident, IncidentKind, LogLine, Trends

__all__ = [
    "Camera",
    "Changes",
    "ChangesClosed",
    "DealerError",
    "Face",
    "FarHistory",
    "FaultView",
    "FloorBook",
    "HandOver",
    "HandSummary",
    "History",
    "Incident",
    "IncidentKind",
    "LogLine",
    "LookedUp",
    "Mark",
    "MarkKind",
    "NextStep",
    "Picture",
    "Publisher",
    "RecordAlert",
    "Reply",
    "ReportBy",
    "ReportLine",
    "Role",
    "Ruler",
    "Shoe",
    "Signature",
    "Simulation",
    "Speaker",
    "StepKind",
    "TableBusy",
    "TableEvent",
    "TableRecord",
    "Tables",
    "Trends",
    "UnknownFault",
    "UnknownTable",
]

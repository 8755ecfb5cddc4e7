"""A real Mosquitto with the example's configuration, on a free port of this machine, that tests may cut off."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from dealer.cli.broker import BrokerFiles, broker_of
from drivers.broker.link import Broker

EXAMPLE = Path(__file__).parents[2] / "hardware" / "floor"
PASSWORD = "long-enough-1"
USERS = ("floor-1", "ear", "one", "two", "room-main")


def program(name: str) -> str:
    """A program of Debian's package mosquitto; its folder is not on everybody's path."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if found is None:
        pytest.fail(f"there is no {name}; install it: sudo apt-get install mosquitto (./check does so as root)")
    return found


class Mosquitto:
    """A broker that can be killed and started again on its port. example: one of the example's configurations."""

    def __init__(self, folder: Path, example: str = "mosquitto.conf") -> None:
        self.folder = folder
        self.certified = example != "mosquitto.conf"
        self.ca = str(folder / "ca.pem")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config = (EXAMPLE / example).read_text()
        config = config.replace("listener 8883", f"listener {self.port} 127.0.0.1")
        config = config.replace("/etc/mosquitto/stud/", f"{folder}/").replace("/var/lib/mosquitto/", f"{folder}/")
        if os.geteuid() == 0:
            config += "user root\n"
        (folder / "mosquitto.conf").write_text(config)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"mqtts://127.0.0.1:{self.port}"

    def start(self) -> Mosquitto:
        command = [program("mosquitto"), "-c", str(self.folder / "mosquitto.conf")]
        with (self.folder / "mosquitto.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.monotonic() + 30.0
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.01)
        pytest.fail(f"Mosquitto did not start: {(self.folder / 'mosquitto.log').read_text()[-500:]}")

    def cut_off(self) -> Mosquitto:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)
            self.process = None
        return self

    def broker(self, user: str) -> Broker:
        if self.certified:
            files = BrokerFiles("", self.ca, str(self.folder / f"{user}.pem"), str(self.folder / f"{user}.key"))
            return broker_of(self.url, "", files, "nobody")
        return Broker(self.url, user, user, PASSWORD, self.ca)

"""The workers of a cluster that may be given work: each is looked at before, whenever it joined."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from distributed import Client

from coursekit.grading.cluster.office import examine, receive
from coursekit.grading.cluster.parcels import Kit
from coursekit.grading.fingerprint import environment_digest

OTHER = "Python, a package or this kit has another version there"
MISSING = "this kit is not installed there"
_NO_KIT = "No module named 'coursekit"
_AT_ONCE = 16  # workers that are looked at at the same time

_Identity = tuple[str, str]  # address and folder: one that is started again has another folder


class Crew:
    """The workers that have the unit and run on what the instructor's machine runs on.

    Parameters
    ----------
    client : Client
        The connection to the cluster.
    kit : Kit
        The unit.
    tell : callable
        Takes a line about each worker that gets no work.

    Attributes
    ----------
    digest : str
        By which a worker knows the unit.
    threads : dict of str to int
        Address to how many submissions at the same time, of each that may be given work.
    """

    def __init__(self, client: Client, kit: Kit, tell: Callable[[str], None]) -> None:
        self._client, self._kit, self._tell = client, kit, tell
        self._environment = environment_digest()
        self.digest = kit.digest
        self._faults: dict[_Identity, str | None] = {}
        self.threads: dict[str, int] = {}

    def survey(self) -> list[str]:
        """Look who is there; return the addresses of those that get no work."""
        present: dict[_Identity, int] = {
            (address, about["local_directory"]): about["nthreads"]
            for address, about in self._client.scheduler_info(n_workers=-1)["workers"].items()
        }
        new = [identity for identity in present if identity not in self._faults]
        with ThreadPoolExecutor(_AT_ONCE) as looking:
            found = list(looking.map(self._fault, [address for address, _ in new]))
        for (address, folder), fault in zip(new, found, strict=True):
            self._faults[address, folder] = fault
            if fault is not None:
                self._tell(f"worker {address} gets no work: {fault}")
        good = {identity for identity in present if self._faults[identity] is None}
        self.threads = {identity[0]: present[identity] for identity in good}
        return sorted(address for address, _ in present.keys() - good)

    def _fault(self, address: str) -> str | None:
        """Say why a worker cannot be given work; one that can has the unit then."""
        try:
            answers = self._client.run(examine, self._kit.job.sandbox, workers=[address])
            environment, fault = answers[address]
            if environment != self._environment:
                return OTHER
            if not fault:
                self._client.run(receive, self._kit, workers=[address])
            return fault or None
        except Exception as error:  # whatever another machine may answer
            if _NO_KIT in str(error):
                return MISSING
            return f"{type(error).__name__}: {error}"

"""Removes containers that a dead process left.

The engine removes a container by itself when it ends, and it ends when its maker lets go of it. What is left
for this are containers that were created and never started.
"""

from __future__ import annotations

import time
from typing import Any

from sandbox.docker import _owner
from sandbox.docker._settings import OWNER_LABEL

#: A container that is not running and whose owner can't be asked after is nobody's after this time.
_FOREIGN_S = 900.0
_GONE = 404


def _abandoned(container: dict[str, Any], now: float) -> bool:
    dead = _owner.is_dead(str((container.get("Labels") or {}).get(OWNER_LABEL, "")))
    if dead is not None:
        return dead
    return container.get("State") != "running" and now - float(container.get("Created") or now) > _FOREIGN_S


def sweep(client: Any) -> list[str]:
    """Remove what nobody owns any more; returns the ids. Raises what the client raises when listing."""
    found = client.containers(all=True, filters={"label": OWNER_LABEL})
    abandoned = [str(container["Id"]) for container in found if _abandoned(container, time.time())]
    return [name for name in abandoned if remove(client, name)]


def ended(client: Any, container: str, seconds: float) -> bool:
    """Wait for a container that ends by itself, and that the engine then removes; whether it is gone.

    Spares the engine killing it, which costs as much as a tenth of all that a container costs.
    """
    try:
        client.wait(container, timeout=seconds, condition="removed")
    except Exception as error:  # noqa: BLE001  (as below)
        return getattr(getattr(error, "response", None), "status_code", 0) == _GONE
    return True


def remove(client: Any, container: str) -> bool:
    """Remove a container, running or not; whether it is gone or on its way out."""
    try:
        client.remove_container(container, force=True, v=True)
    except Exception as error:  # noqa: BLE001  (docker's and requests' errors; what matters is the answer's code)
        # 404: gone already; 409: the engine is removing it.
        return getattr(getattr(error, "response", None), "status_code", 0) in (404, 409)
    return True

"""Managed folders, the family folder and shares, as clients of the contract use them."""

import pytest
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server
from tools import wait_until

#: Three members beside the owner.
FAMILY = {"max": "maximal 7 secret", "nina": "ninety 9 secrets", "oskar": "otter 8 secrets"}
PRIVATE, SHARED = 1, 2


class Household:
    """A server with an owner and three members, signed in."""

    def __init__(self, folder, **options):
        self.server = Server(folder, members=FAMILY.items(), **options).start()
        self.people = {OWNER: Hearth.sign_in(self.server.address, OWNER, OWNER_PASSWORD)}
        for name, password in FAMILY.items():
            self.people[name] = Hearth.sign_in(self.server.address, name, password)
        self.owner = self.people[OWNER]
        self.max, self.nina, self.oskar = (self.people[name] for name in FAMILY)
        self.nicknames = {user["user_id"]: user["nickname"] for user in self.owner.get("/users").ok()["users"]}

    def member(self, name, read=1, write=1, deleted=1):
        """One entry of `auth`."""
        id = self.people[name].user_id
        return {"u_id": id, "nickname": self.nicknames[id], "face": "", "read": read, "write": write, "deleted": deleted}

    def family(self):
        """The id of the family folder."""
        return next(item["id"] for item in self.owner.get("/shares").items() if item["is_family_path"] == 1)


def folder_body(name, auth, mode=SHARED, **more):
    return {"name": name, "mode": mode, "pool_name": "_default_", "partition_name": "_default_", "is_encrypt": 0, "auth": auth} | more


def create_folder(client, name, auth, mode=SHARED, **more):
    """Makes a managed folder and returns its id."""
    client.json("POST", "/folders", folder_body(name, auth, mode, **more)).ok()
    return next(item["id"] for item in client.get("/folders").items() if item["name"] == name)


def folder_entry(client, id):
    """What the folder management shows of a folder, or None."""
    return next((item for item in client.get("/folders").items() if item["id"] == id), None)


def await_idle(client, id, deadline=60):
    """Waits until no task stands on a folder; fails when the task failed."""
    def idle():
        entry = folder_entry(client, id)
        if entry is not None and entry["status"].endswith("_0"):
            pytest.fail(f"the task failed: {entry}")
        return entry is None or entry["status"] == ""

    wait_until(idle, deadline, f"folder {id} without a task")


def delete_folder(client, id, deadline=60):
    """Deletes a managed folder and waits for the task's end."""
    client.request("DELETE", f"/folders/{id}").ok()
    wait_until(lambda: folder_entry(client, id) is None, deadline, f"the end of folder {id}")


def share(client, paths, to_users, read=1, write=0, deleted=0):
    paths = [paths] if isinstance(paths, str) else paths
    to_users = [to_users] if isinstance(to_users, int) else to_users
    return client.json("POST", "/shares", {"to_users": to_users, "paths": paths, "read": read, "write": write, "deleted": deleted, "from_user": "me"})


def received(client, name):
    """The path of a folder in "shared with me"."""
    return next(item["path"] for item in client.get("/shares").items() if item["name"] == name)




def add_pool(owner, name, directory):
    """Makes a directory a pool."""
    owner.json("POST", "/pools/directory", {"name": name, "path": str(directory)}, base=V1).ok()


def partition(client, pool, name):
    """What the pool shows of a partition, or None."""
    return next((item for item in client.get(f"/pools/{pool}").ok()["lv"] if item["name"] == name), None)


def await_partition(client, pool, name, deadline=60):
    """Waits until no task stands on a partition and returns it, None when it is gone; fails when the task failed."""
    def idle():
        found = partition(client, pool, name)
        assert found is None or not found["status"].endswith("_0"), f"the task failed: {found}"
        return found is None or found["status"] == ""

    wait_until(idle, deadline, f"partition {name} without a task")
    return partition(client, pool, name)


def add_partition(owner, pool, name, capacity, unit):
    owner.json("POST", "/partitions", {"name": name, "capacity": capacity, "unit": unit, "pool_name": pool}).ok()
    return await_partition(owner, pool, name)

"""The server and the people that sequences run on; what each of them sees, held against the model; and the way back to the start."""

import time

from folder_tools import FAMILY as MEMBERS
from folder_tools import add_partition, add_pool
from hearth_client import NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server
from model.contract import ALL, DELETE, READ, SHARED, WRITE, Contract, Disagreement, expect

BASES = {"v1": V1, "new": NEW, "old": OLD}
LONGEST_TASK = 60.0


def bits_of(item):
    return item["read"] * READ | item["write"] * WRITE | item["deleted"] * DELETE


def flags(bits):
    return {"read": bits & READ, "write": int(bool(bits & WRITE)), "deleted": int(bool(bits & DELETE))}


def sort_key(name):
    """Case folded, runs of digits by value, ties by bytes."""
    key, digits = [], ""
    for letter in name.casefold() + "\0":
        if letter.isdigit():
            digits += letter
            continue
        if digits:
            key.append((ord("0"), int(digits)))
            digits = ""
        key.append((ord(letter), 0))
    return key, name.encode()


class World:
    """One server with four people, used by one sequence after the other."""

    def __init__(self, folder):
        self.server = Server(folder, members=MEMBERS.items()).start()
        self.people = {OWNER: Hearth.sign_in(self.server.address, OWNER, OWNER_PASSWORD)}
        for name, password in MEMBERS.items():
            self.people[name] = Hearth.sign_in(self.server.address, name, password)
        self.clients = {(name, key): client.at(base=base) for name, client in self.people.items() for key, base in BASES.items()}
        self.homes = {name: client.home() for name, client in self.people.items()}
        # The first look at the shared list gives each of them a row on the family's folder.
        families = [next(item for item in client.get("/shares").items() if item["is_family_path"] == 1) for client in self.people.values()]
        self.family = families[0]
        self.places = [("_default_", "_default_"), self.other_partition(folder.parent / (folder.name + "-disk"))]
        self.nicknames = {user["account_name"]: user["nickname"] for user in self.people[OWNER].get("/users").ok()["users"]}

    def other_partition(self, directory):
        """A second partition, in a directory pool, for folders to move to."""
        directory.mkdir()
        add_pool(self.people[OWNER], "second", directory)
        add_partition(self.people[OWNER], "second", "part", 1, "GB")
        return "second", "part"

    def close(self):
        self.server.kill()

    def contract(self):
        """The model of the start: personal folders and the family's, all empty."""
        model = Contract(self.people, OWNER, self.nicknames, self.family["name"])
        for name, path in self.homes.items():
            model.roots[f"home:{name}"].id = int(path.rsplit("/", 1)[-1])
        model.roots["family"].id = self.family["id"]
        return model

    def client(self, user, base="v1"):
        return self.clients[user, base]

    def id_of(self, user):
        return self.people[user].user_id

    # -- the way back ------------------------------------------------------------------------------------------------

    def reset(self):
        """Removes what a sequence left behind. False when that fails: then this server is not used again."""
        try:
            owner = self.people[OWNER]
            for folder in owner.get("/folders").items():
                if folder["id"] != self.family["id"] and f"/s/{folder['id']}" not in self.homes.values():
                    owner.request("DELETE", f"/folders/{folder['id']}").ok()
                    self.await_folder(folder["id"], "TaskDelFolder")
            for client in self.people.values():
                # One by one: what stood on an ended share goes with it, and may be in the same list.
                while items := client.get("/shares/given").items():
                    client.request("DELETE", f"/shares/{items[0]['id']}").ok()
            self.edit_family(dict.fromkeys(self.people, ALL)).ok()
            for name, path in [*self.homes.items(), (OWNER, f"/s/{self.family['id']}")]:
                if below := [item["path"] for item in self.people[name].list(path, page_size=1000).items()]:
                    self.people[name].delete(*below).ok()
            for client in self.people.values():
                expect(len(client.list("/").items()), 1, "my files after a reset")
                expect([item["id"] for item in client.get("/shares").items()], [self.family["id"]], "shares after a reset")
        except AssertionError as error:
            print(f"this server cannot be reset: {error}")
            return False
        return True

    def edit_family(self, auth, user=OWNER, base="v1"):
        client, family = self.client(user, base), self.family["id"]
        detail = self.people[OWNER].get(f"/folders/{family}").ok()
        body = {"name": detail["name"], "mode": SHARED, "pool_name": detail["pool_name"], "partition_name": detail["partition_name"]}
        return client.json("PUT", f"/folders/{family}", body | {"auth": self.auth(auth)})

    def auth(self, rights):
        """`auth` of a folder as a client sends it."""
        return [{"u_id": self.id_of(user), "nickname": self.nicknames[user], "face": ""} | flags(bits) for user, bits in rights.items()]

    def await_folder(self, folder, topic):
        """Moves and removals are tasks: their end shows in the list."""
        end = time.monotonic() + LONGEST_TASK
        while True:
            entry = next((item for item in self.people[OWNER].get("/folders").items() if item["id"] == folder), None)
            if entry is None or not entry["status"]:
                return
            expect((entry["status"], entry["task_id"]), (f"{topic}_1", f"{topic}_{folder}"), "status and task of a folder")
            if time.monotonic() > end:
                raise Disagreement(f"{topic}_{folder} has not ended after {LONGEST_TASK} s")
            time.sleep(0.002)

    # -- looks -------------------------------------------------------------------------------------------------------

    def wire(self, model, place):
        """The path on the wire."""
        label, parts = place
        return "/".join([f"/s/{model.roots[label].id}", *parts])

    def compare_directory(self, model, user, place, items):
        """One level of a directory: names, kinds, sizes, rights and order."""
        root, node = model.roots[place[0]], model.node(place)
        bits, at = model.rights(user, root), self.wire(model, place)
        children = sorted(node.children.values(), key=lambda child: (not child.is_directory, *sort_key(child.name)))
        expect([(item["name"], item["type"]) for item in items], [(child.name, int(not child.is_directory)) for child in children], f"list of {place}")
        for item, child in zip(items, children):
            expect(item["path"], f"{at}/{child.name}", f"path of {child.name}")
            expect(bits_of(item), bits, f"rights of {user} on {child.name} in {place}")
            if not child.is_directory:
                expect(item["size"], len(child.content), f"size of {child.name}")

    def compare_tree(self, model, user, label, base):
        """Everything below a root, or the refusal."""
        root = model.roots[label]
        reply = self.client(user, base).list(f"/s/{root.id}", type=1)
        prediction = model.list(user, (label, ()))
        try:
            prediction.settle(reply.code, reply.data)
        except Disagreement as error:
            raise Disagreement(f"{user} lists {label}: {error}") from error
        if reply.code == 0:
            found = {item["path"]: (item["type"], item["size"] if item["type"] else 0, bits_of(item)) for item in reply.items()}
            bits = model.rights(user, root)
            wanted = {"/".join([f"/s/{root.id}", *node.path_from(root.node)]): (0, 0, bits) if node.is_directory else (1, len(node.content), bits)
                      for node in root.node.walk()}
            expect(found, wanted, f"everything in {label} for {user}")

    def compare_my_files(self, model, user, items):
        wanted = {model.roots[label].id: (model.roots[label].display_name, model.rights(user, model.roots[label])) for label in model.my_files(user)}
        expect({item["id"]: (item["name"], bits_of(item)) for item in items}, wanted, f"my files of {user}")
        expect(len(items), len(wanted), "each once")

    def compare_shares(self, model, user, items):
        wanted, senders = {}, {}
        for label, sender in model.shared_list(user).items():
            root = model.roots[label]
            wanted[root.id] = (root.display_name, model.rights(user, root), int(root.kind == "family"), f"/s/{root.id}")
            senders[root.id] = sender
        found = {item["id"]: (item["name"], bits_of(item), item["is_family_path"], item["path"]) for item in items}
        expect(found, wanted, f"what is shared with {user}")
        expect(len(items), len(wanted), "each once")
        for item in items:
            if item["from_user"] not in senders[item["id"]]:
                raise Disagreement(f"{item['name']} is shared with {user} by {item['from_user']!r}, the contract says {senders[item['id']]}")

    def compare_given(self, model, user, items):
        """What somebody gave to others, and others out of folders that he manages, as far as they may still give it."""
        wanted = {(root.id, self.id_of(receiver), self.id_of(granter)): bits & model.rights_at(granter, root)
                  for root in model.live_roots() for (receiver, granter), bits in root.shares.items()
                  if model.decides(user, root, receiver, granter)}
        found = {(item["root_id"], item["to_user"]["id"], item["granted_by"]["id"]): bits_of(item) for item in items}
        expect(found, wanted, f"what {user} shares")
        expect(len(items), len(wanted), "each once")

    def compare_folders(self, model, user, reply):
        items = reply.items()
        wanted = {}
        for label in model.folder_list(user):
            root = model.roots[label]
            wanted[root.id] = (root.display_name, root.mode)
        expect({item["id"]: (item["name"], item["mode"]) for item in items}, wanted, f"folder management of {user}")
        expect(len(items), len(wanted), "each once")

    def compare(self, model, bases):
        """Everything that anybody may see, through a base that `bases` gives."""
        for user in self.people:
            self.compare_my_files(model, user, self.client(user, bases()).list("/", page_size=0).items())
            self.compare_shares(model, user, self.client(user, bases()).get("/shares").items())
            self.compare_folders(model, user, self.client(user, bases()).get("/folders"))
            self.compare_given(model, user, self.client(user).get("/shares/given").items())
            for label, root in model.roots.items():
                if root.id is not None:
                    self.compare_tree(model, user, label, bases())
        for root in model.live_roots():
            reader = next((user for user in self.people if model.rights(user, root) & READ), None)
            if root.is_first_level and reader is not None:
                self.compare_directory(model, reader, (root.label, ()), self.client(reader, bases()).list(f"/s/{root.id}", page_size=1000).items())
                for node in root.node.walk():
                    if not node.is_directory:
                        path = "/".join([f"/s/{root.id}", *node.path_from(root.node)])
                        expect(self.client(reader, bases()).content(path), node.content, f"content of {path}")



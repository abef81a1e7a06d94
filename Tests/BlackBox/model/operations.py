"""One operation as data: drawn at random from what the model holds, sent, and its answer compared."""

import time

from model.contract import ALL, DELETE, PRIVATE, READ, SHARED, WRITE, Disagreement, expect
from model.world import LONGEST_TASK, flags

#: Few names, so that they meet; siblings that begin alike or differ in case only; signs that mean something to SQL, URLs and old clients.
NAMES = ["a", "ab", "a_b", "a%b", "A", "b", "c.txt", "c(1).txt", ".d", "e:f", "ä"]
FOLDERS = ["alpha", "beta", "Gamma"]
RIGHTS = [READ, READ | WRITE, READ | DELETE, ALL, ALL]
CONFLICTS = [None, None, None, "rename", "fail", "skip", "replace"]
WEIGHTS = {"mkdir": 10, "upload": 12, "rename": 8, "move": 10, "copy": 8, "delete": 5, "share": 6, "change_share": 2, "end_share": 2, "create_folder": 3,
           "edit_folder": 3, "edit_family": 1, "delete_folder": 1, "list": 6, "download": 4, "lists": 3}
KINDS, KIND_WEIGHTS = list(WEIGHTS), list(WEIGHTS.values())


# -- drawing -------------------------------------------------------------------------------------------------------------

class Drawing:
    """Draws the next operation of a sequence."""

    def __init__(self, rng, model):
        self.rng, self.model = rng, model
        self.users = list(model.users)

    def user(self):
        """Three members; the owner, who manages, now and then."""
        return self.rng.choices(self.users, [1 if user == self.model.owner else 3 for user in self.users])[0]

    def root(self, user):
        readable = [root.label for root in self.model.live_roots() if self.model.rights(user, root) & READ]
        if readable and self.rng.random() < 0.9:
            return self.rng.choice(readable)
        return self.rng.choice(list(self.model.roots))

    def directory(self, user):
        """Somewhere to be; mostly not deep."""
        label = self.root(user)
        node, parts = self.model.roots[label].node, ()
        while node is not None and self.rng.random() < 0.5:
            below = [child for child in node.children.values() if child.is_directory]
            if not below:
                break
            node = self.rng.choice(below)
            parts += (node.name,)
        return label, parts

    def name(self):
        return self.rng.choice(NAMES)

    def entry(self, user, bare=0.03):
        """Something that is there, or (now and then) is not."""
        filled = [root.label for root in self.model.live_roots() if root.node.children and self.model.rights(user, root) & READ]
        label = self.rng.choice(filled) if filled and self.rng.random() < 0.8 else self.root(user)
        root = self.model.roots[label]
        if self.rng.random() < bare:
            return label, ()
        below = list(root.node.walk()) if root.node is not None else []
        if below and self.rng.random() < 0.9:
            return label, tuple(self.rng.choice(below).path_from(root.node))
        return self.fresh(user)

    def fresh(self, user):
        label, parts = self.directory(user)
        return label, (*parts, self.name())

    def others(self, user):
        return [other for other in self.users if other != user]

    def auth(self, mode):
        people = self.rng.sample(self.users, 1 if mode == PRIVATE else self.rng.choice([1, 2, 2, 3, 4]))
        auth = {person: self.rng.choice(RIGHTS) for person in people}
        if self.rng.random() < 0.1:
            auth[people[0]] = 0
        return auth

    def shares(self, user):
        """(label, receiver, granter) of what the user gave or got."""
        return [(root.label, receiver, granter) for root in self.model.live_roots() for receiver, granter in root.shares if user in (receiver, granter)]

    def operation(self, number):
        user, rng = self.user(), self.rng
        kind = rng.choices(KINDS, KIND_WEIGHTS)[0]
        op = {"n": number, "op": kind, "user": user, "base": rng.choice(["v1", "v1", "new", "old"]), "slashes": rng.random() < 0.2}
        if kind == "mkdir":
            op |= {"place": self.fresh(user), "auto_rename": rng.random() < 0.2}
        elif kind == "upload":
            label, parts = self.fresh(user)
            if rng.random() < 0.15:
                parts = (*parts, self.name())
            op |= {"place": (label, parts), "on_conflict": rng.choice(CONFLICTS), "session": rng.random() < 0.15}
            node = self.model.node(op["place"])
            repeat = node is not None and not node.is_directory and rng.random() < 0.3
            op["content"] = node.content if repeat else (b"" if rng.random() < 0.03 else b"content %d" % number)
        elif kind == "rename":
            place = self.entry(user, bare=0.1)
            op |= {"place": place, "name": self.name()}
        elif kind in ("move", "copy"):
            sources = [self.entry(user) for _ in range(rng.choice([1, 1, 1, 2]))]
            names = {parts[-1] if parts else label for label, parts in sources}
            nested = any(one[0] == two[0] and one != two and one[1][:len(two[1])] == two[1] for one in sources for two in sources)
            if len(names) < len(sources) or nested:
                sources = sources[:1]
            target = self.directory(user) if rng.random() < 0.95 else self.entry(user)
            if target == (sources[0][0], sources[0][1][:-1]):
                target = self.directory(user)
            op |= {"sources": sources, "target": target, "on_conflict": rng.choice(CONFLICTS),
                   "later": op["base"] == "v1" and rng.random() < 0.2}
        elif kind == "delete":
            op |= {"places": [self.entry(user, bare=0.02) for _ in range(rng.choice([1, 1, 2]))], "later": op["base"] == "v1" and rng.random() < 0.2}
        elif kind == "share":
            label, parts = self.entry(user) if rng.random() < 0.3 else self.directory(user)
            if not parts and rng.random() < 0.7:
                node = self.model.node((label, ()))
                below = [child.name for child in node.children.values() if child.is_directory] if node else []
                parts = (rng.choice(below),) if below else ()
            own = self.model.rights(user, self.model.roots[label])
            bits = rng.choice(RIGHTS)
            if rng.random() < 0.85:
                bits = (bits & own) or READ
            op |= {"places": [(label, parts)], "to": rng.sample(self.others(user), rng.choice([1, 1, 2])), "bits": bits}
            if rng.random() < 0.03:
                op["to"].append(user)
        elif kind in ("change_share", "end_share"):
            given = self.shares(user) or self.shares(rng.choice(self.users))
            if not given:
                return self.operation(number)
            label, receiver, granter = rng.choice(given)
            op |= {"label": label, "receiver": receiver, "granter": granter}
            if kind == "change_share":
                op["bits"] = rng.choice(RIGHTS)
        elif kind in ("create_folder", "edit_folder"):
            mode = rng.choice([PRIVATE, SHARED, SHARED])
            op |= {"name": rng.choice(FOLDERS), "mode": mode, "partition": rng.choice([0, 0, 1]), "auth": self.auth(mode if rng.random() < 0.95 else 3 - mode)}
            if kind == "edit_folder":
                managed = [root for root in self.model.roots.values() if root.kind == "managed"]
                if not managed:
                    return self.operation(number)
                root = rng.choice(managed)
                op["label"] = root.label
                if rng.random() < 0.5:
                    op |= {"name": root.name, "partition": root.place if root.place is not None else 0}
                if rng.random() < 0.6 and root.creator in self.users:
                    op["user"] = root.creator
        elif kind == "edit_family":
            op |= {"user": self.model.owner if rng.random() < 0.8 else user, "auth": {person: rng.choice(RIGHTS) for person in self.users if rng.random() < 0.7}}
        elif kind == "delete_folder":
            managed = [root.label for root in self.model.roots.values() if root.kind == "managed"]
            if not managed:
                return self.operation(number)
            op["label"] = rng.choice(managed)
        elif kind == "list":
            op["place"] = self.directory(user) if rng.random() < 0.9 else self.entry(user)
        elif kind == "download":
            op["place"] = self.entry(user)
        return op


# -- performing ----------------------------------------------------------------------------------------------------------

def labels_of(op):
    """The roots that an operation names."""
    places = [op[key] for key in ("place", "target") if key in op] + list(op.get("sources", [])) + list(op.get("places", []))
    return {label for label, _ in places} | ({op["label"]} if "label" in op else set())


def perform(world, model, op):
    """Sends one operation and compares. Operations about roots that do not exist in this replay are left out: answers False."""
    if any(label not in model.roots or model.roots[label].id is None for label in labels_of(op)):
        return False
    PERFORM[op["op"]](world, model, op, world.client(op["user"], op["base"]))
    return True


def wire(world, model, op, place):
    return ("/" if op["slashes"] else "") + world.wire(model, place)


def is_old(op):
    return op["base"] != "v1"


def settle(prediction, reply):
    try:
        prediction.settle(reply.code, reply.data)
    except Disagreement as error:
        raise Disagreement(f"{error}\n{reply}") from error
    return reply.code == 0


def mkdir(world, model, op, client):
    prediction = model.mkdir(op["user"], is_old(op), op["place"], op["auto_rename"])
    fields = {"is_auto_rename": "true"} if op["auto_rename"] else {}
    settle(prediction, client.mkdir(wire(world, model, op, op["place"]), **fields))


def upload(world, model, op, client):
    content, conflict, path = op["content"], op["on_conflict"], world.wire(model, op["place"])
    session = op["session"] and not is_old(op)
    prediction = model.upload(op["user"], is_old(op), op["place"], content, conflict)
    if not session:
        query = f"?on_conflict={conflict}" if conflict else ""
        settle(prediction, client.upload(wire(world, model, op, op["place"]), content, query=query))
        return
    reply = client.begin(path, len(content), **({"on_conflict": conflict} if conflict else {}))
    if reply.code == 0:
        id = reply.data["upload_id"]
        if content:
            client.put_chunk(id, 1, content).ok()
        reply = client.complete(id, client_hash(content), len(content))
        if reply.code != 0:
            client.abort(id)
    settle(prediction, reply)


def client_hash(content):
    import hashlib
    return hashlib.sha256(content).hexdigest()


def rename(world, model, op, client):
    prediction = model.rename(op["user"], is_old(op), op["place"], op["name"])
    settle(prediction, client.rename(wire(world, model, op, op["place"]), op["name"]))


def await_task(client, reply):
    """The outcome of work that was taken on with 202: the task's end."""
    if reply.status != 202:
        return reply
    task, end = reply.ok()["task_id"], time.monotonic() + LONGEST_TASK
    while True:
        look = client.get(f"/tasks/{task}")
        state = look.ok()["state"]
        if state not in ("queued", "running"):
            return look
        if time.monotonic() > end:
            raise Disagreement(f"task {task} is still {state} after {LONGEST_TASK} s")
        time.sleep(0.002)


def transfer(world, model, op, client):
    conflict = op["on_conflict"]
    prediction = model.transfer(op["user"], op["op"], op["sources"], op["target"], conflict)
    query = f"?on_conflict={conflict}" if conflict else ""
    sources = [wire(world, model, op, place) for place in op["sources"]]
    headers = {"Prefer": "respond-async"} if op["later"] else None
    reply = client.transfer(op["op"], sources, wire(world, model, op, op["target"]), query, headers)
    settle_work(prediction, client, reply)


def settle_work(prediction, client, reply):
    if reply.status == 202:
        end = await_task(client, reply)
        failed = end.data["state"] == "failed"
        code = end.data["code"] if failed else 0
        try:
            prediction.settle(code, end.data["result"])
        except Disagreement as error:
            raise Disagreement(f"{error}\n{end}") from error
        if failed:
            client.request("DELETE", f"/tasks/{reply.data['task_id']}").ok()
    else:
        settle(prediction, reply)


def delete(world, model, op, client):
    prediction = model.delete(op["user"], op["places"])
    headers = {"Prefer": "respond-async"} if op["later"] else None
    reply = client.delete(*[wire(world, model, op, place) for place in op["places"]], headers=headers)
    settle_work(prediction, client, reply)


def share(world, model, op, client):
    labels = [f"share{op['n']}.{index}" for index in range(len(op["places"]))]
    prediction = model.share(op["user"], op["places"], op["to"], op["bits"], labels)
    body = {"to_users": [world.id_of(user) for user in op["to"]], "paths": [world.wire(model, place) for place in op["places"]],
            "from_user": "whoever"} | flags(op["bits"])
    if not settle(prediction, client.json("POST", "/shares", body)):
        return
    for place in op["places"]:
        root = model.root_at(model.node(place))
        for receiver in op["to"]:
            learn_shared(world, model, root, receiver)


def learn_shared(world, model, root, receiver):
    """The id of a root that was made by a share: the one new entry in the receiver's list."""
    items = world.people[receiver].get("/shares").items()
    ids = [item["id"] for item in items]
    if root.label in model.shared_list(receiver) and root.id not in ids:
        known = {other.id for other in model.live_roots() if other is not root}
        new = [item for item in items if item["id"] not in known]
        expect([item["name"] for item in new], [root.display_name], f"new entries in what is shared with {receiver}")
        root.id = new[0]["id"]
    world.compare_shares(model, receiver, items)


def given_id(world, model, op):
    """The id of a share in the list of its granter, or None when the contract knows none."""
    root, receiver, granter = model.roots[op["label"]], op["receiver"], op["granter"]
    if root.node is None or (receiver, granter) not in root.shares:
        return None
    items = world.people[granter].get("/shares/given").items()
    world.compare_given(model, granter, items)
    wanted = (root.id, world.id_of(receiver), world.id_of(granter))
    return next(item["id"] for item in items if (item["root_id"], item["to_user"]["id"], item["granted_by"]["id"]) == wanted)


def change_share(world, model, op, client):
    if (share_id := given_id(world, model, op)) is not None:
        prediction = model.change_share(op["user"], op["label"], op["receiver"], op["granter"], op["bits"])
        settle(prediction, world.client(op["user"]).json("PATCH", f"/shares/{share_id}", flags(op["bits"])))


def end_share(world, model, op, client):
    if (share_id := given_id(world, model, op)) is not None:
        prediction = model.end_share(op["user"], op["label"], op["receiver"], op["granter"])
        settle(prediction, world.client(op["user"]).request("DELETE", f"/shares/{share_id}"))


def folder_body(world, op):
    pool, partition = world.places[op["partition"]]
    return {"name": op["name"], "mode": op["mode"], "pool_name": pool, "partition_name": partition, "is_encrypt": 0, "auth": world.auth(op["auth"])}


def create_folder(world, model, op, client):
    label = f"folder{op['n']}"
    prediction = model.create_folder(op["user"], op["name"], op["mode"], op["partition"], op["auth"], label)
    if settle(prediction, client.json("POST", "/folders", folder_body(world, op))):
        known = {root.id for root in model.live_roots() if root.label != label}
        new = [item for item in client.get("/folders").items() if item["id"] not in known]
        expect([item["name"] for item in new], [op["name"]], "new folders")
        model.roots[label].id = new[0]["id"]


def edit_folder(world, model, op, client):
    id = model.roots[op["label"]].id
    prediction = model.edit_folder(op["user"], op["label"], op["name"], op["mode"], op["partition"], op["auth"])
    if settle(prediction, client.json("PUT", f"/folders/{id}", folder_body(world, op))):
        world.await_folder(id, "TaskMovingFolder")


def edit_family(world, model, op, client):
    prediction = model.edit_family(op["user"], op["auth"])
    settle(prediction, world.edit_family(op["auth"], op["user"], op["base"]))


def delete_folder(world, model, op, client):
    root = model.roots[op["label"]]
    prediction = model.delete_folder(op["user"], op["label"])
    if settle(prediction, client.request("DELETE", f"/folders/{root.id}")):
        world.await_folder(root.id, "TaskDelFolder")


def look(world, model, op, client):
    reply = client.list(wire(world, model, op, op["place"]) + ("/" if op["slashes"] else ""), page_size=1000)
    if settle(model.list(op["user"], op["place"]), reply):
        world.compare_directory(model, op["user"], op["place"], reply.items())


def lists(world, model, op, client):
    world.compare_my_files(model, op["user"], client.list("/").items())
    world.compare_shares(model, op["user"], client.get("/shares").items())
    world.compare_folders(model, op["user"], client.get("/folders"))


def download(world, model, op, client):
    prediction, reply = model.download(op["user"], op["place"]), client.download(world.wire(model, op["place"]))
    failed = reply.header("hearth-status") is not None or reply.status != 200
    prediction.settle(reply.code if failed else 0, None)
    if not failed:
        expect(reply.body, model.node(op["place"]).content, "content")


PERFORM = {"mkdir": mkdir, "upload": upload, "rename": rename, "move": transfer, "copy": transfer, "delete": delete, "share": share, "change_share": change_share,
           "end_share": end_share, "create_folder": create_folder, "edit_folder": edit_folder, "edit_family": edit_family, "delete_folder": delete_folder,
           "list": look, "lists": lists, "download": download}

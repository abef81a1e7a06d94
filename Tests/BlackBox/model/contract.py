"""What the contract says: people, roots, rights, and for each operation the answer and the effect.

Written from the documents alone. A `Prediction` holds the codes that may come (several only where the document leaves the choice open) and
what a success does to the model; `settle` also compares what the reply says.
"""

from model.tree import Node, free_name, renamed

READ, WRITE, DELETE = 1, 2, 4
ALL = READ | WRITE | DELETE
PRIVATE, SHARED = 1, 2
#: Refused by the old bases in components that they create.
OLD_FORBIDDEN = set(':*?"<>|\\')


class Disagreement(AssertionError):
    """Model and server differ."""


def expect(value, wanted, what):
    if value != wanted:
        raise Disagreement(f"{what}: the server says {value!r}, the contract {wanted!r}")


def implied(bits):
    """Write and delete imply read."""
    return bits | READ if bits & (WRITE | DELETE) else bits


class Root:
    """Something with a `/s/{id}`. `label` is its name in the model, `id` what the server made of it."""

    def __init__(self, label, kind, node, creator=None, mode=0, name=None, id=None):
        self.label, self.kind, self.node, self.creator, self.mode, self.name, self.id = label, kind, node, creator, mode, name, id
        #: Pool and partition of a managed folder.
        self.place = None
        #: Rows of the folder management: user → rights.
        self.member = {}
        #: What people gave: (receiver, granter) → rights.
        self.shares = {}

    @property
    def is_first_level(self):
        return self.kind != "direct"

    @property
    def display_name(self):
        return self.name if self.is_first_level else self.node.name

    def granters(self, user):
        return [granter for receiver, granter in self.shares if receiver == user]

    def has_row(self, user):
        return user in self.member or bool(self.granters(user))


class Prediction:
    def __init__(self, codes, success=None):
        self.codes = tuple(codes) if isinstance(codes, (tuple, list, set)) else (codes,)
        self.success = success

    def settle(self, code, data):
        if code not in self.codes:
            raise Disagreement(f"answered {code}, the contract says {' or '.join(map(str, self.codes))}")
        if code == 0 and self.success is not None:
            self.success(data)


def refuse(*codes):
    return Prediction(codes)


class Contract:
    def __init__(self, users, owner, nicknames, area_name):
        self.users, self.owner, self.nicknames = list(users), owner, nicknames
        self.roots = {}
        for user in self.users:
            root = Root(f"home:{user}", "personal", Node(""), creator=user, mode=PRIVATE, name=f"{nicknames[user]}-文件")
            root.member[user] = ALL
            self.roots[root.label] = root
        family = Root("family", "family", Node(""), creator=owner, mode=SHARED, name=area_name)
        family.member = dict.fromkeys(self.users, ALL)
        self.roots["family"] = family
        self._effective = None
        #: Labels of the shares that the move under way ended.
        self._ended = set()

    # -- rights ------------------------------------------------------------------------------------------------------

    def live_roots(self):
        return [root for root in self.roots.values() if root.node is not None]

    def changed(self):
        """Rights or places changed: shares whose granter has nothing left to give end."""
        self._effective = None
        effective = self.effective()
        for root in self.live_roots():
            for (user, granter), bits in list(root.shares.items()):
                if not bits & self._at(effective, granter, root):
                    del root.shares[user, granter]
        self._effective = None

    def _at(self, effective, user, place):
        """A user's rights at the place of a root: the union over the roots that are there or above."""
        bits = 0
        for root in self.live_roots():
            if (user, root.label) in effective and place.node.is_within(root.node):
                bits |= effective[user, root.label]
        return bits

    def effective(self):
        """(user, root label) → rights: the least that satisfies `member rows + (share ∩ rights of its granter)`."""
        if self._effective is None:
            found = {(user, root.label): implied(bits) for root in self.live_roots() for user, bits in root.member.items()}
            grows = True
            while grows:
                grows = False
                for root in self.live_roots():
                    for (user, granter), given in root.shares.items():
                        bits = found.get((user, root.label), 0)
                        more = bits | (given & self._at(found, granter, root))
                        if more != bits:
                            found[user, root.label], grows = more, True
            self._effective = found
        return self._effective

    def rights(self, user, root):
        return self.effective().get((user, root.label), 0)

    def rights_at(self, user, root):
        """A user's rights at the place of a root, whichever root gives them."""
        return self._at(self.effective(), user, root)

    def access(self, user, label):
        """None, or the code that refuses every look."""
        root = self.roots.get(label)
        if root is None or root.node is None or not root.has_row(user):
            return 10018
        return None if self.rights(user, root) & READ else 10019

    def containing(self, root):
        """The first-level root whose directory holds it."""
        top = root.node.top()
        return next(one for one in self.live_roots() if one.is_first_level and one.node is top)

    def manages(self, user, root):
        if root.kind == "personal":
            return user == root.creator
        return user == self.owner or user == root.creator

    def decides(self, user, root, receiver, granter):
        """May the user change and end this share? Nobody raises what he has himself."""
        return user != receiver and (user == granter or self.manages(user, self.containing(root)))

    def shared_to(self, user, root):
        """Does the user have this root from somebody, and not from the folder management?"""
        return bool(root.granters(user)) and not root.member.get(user, 0) & READ

    def node(self, place):
        label, parts = place
        root = self.roots.get(label)
        return None if root is None or root.node is None else root.node.find(parts)

    def end_roots_below(self, node):
        """The directory is gone; so are the roots in it."""
        for root in self.live_roots():
            if root.node.is_within(node):
                root.node = None
                root.member, root.shares = {}, {}

    def bare_direct(self, place):
        label, parts = place
        return not parts and self.roots[label].kind == "direct"

    # -- looks -------------------------------------------------------------------------------------------------------

    def list(self, user, place):
        if code := self.access(user, place[0]):
            return refuse(code)
        node = self.node(place)
        if node is None:
            return refuse(10000)
        return Prediction(0) if node.is_directory else refuse(10007)

    def download(self, user, place):
        if code := self.access(user, place[0]):
            return refuse(code)
        node = self.node(place)
        if node is None:
            return refuse(10000)
        return refuse(10005) if node.is_directory else Prediction(0)

    # -- names -------------------------------------------------------------------------------------------------------

    @staticmethod
    def forbids(old_base, names):
        return old_base and any(OLD_FORBIDDEN & set(name) for name in names)

    def making(self, user, place):
        """Why nothing can be made at a place, whatever lies there; None when something can."""
        label, parts = place
        if code := self.access(user, label):
            return refuse(code)
        if not self.rights(user, self.roots[label]) & WRITE:
            return refuse(10020) if parts else refuse(10020, 10005)
        return None if parts else refuse(10005)

    def mkdir(self, user, old_base, place, auto_rename):
        label, parts = place
        if refused := self.making(user, place):
            return refused
        root = self.roots[label]
        parent, name = root.node.find(parts[:-1]), parts[-1]
        taken = parent is not None and parent.is_directory and name in parent.children
        if self.forbids(old_base, [name]):
            return refuse(20027, 10012) if taken else refuse(20027)
        if parent is None or not parent.is_directory:
            return refuse(20027, 10007)
        if taken and not auto_rename:
            return refuse(10012)

        def success(data):
            made = parent.add(Node(free_name(parent, name)))
            expect(data["resource"]["name"], made.name, "the new directory's name")
            expect(data["resource"]["type"], 0, "its type")
            expect(data["chunks"], [], "chunks of a directory")

        return Prediction(0, success)

    def upload(self, user, old_base, place, content, on_conflict):
        label, parts = place
        if refused := self.making(user, place):
            return refused
        root = self.roots[label]
        name, node, missing, blocked = parts[-1], root.node, [], False
        for part in parts[:-1]:
            if missing or (node.is_directory and part not in node.children):
                missing.append(part)
            elif not node.is_directory:
                blocked = True
                break
            else:
                node = node.children[part]
        blocked = blocked or (not missing and not node.is_directory)
        if blocked:
            return refuse(10007, 20027, 10000) if self.forbids(old_base, parts) else refuse(10007, 10000)
        there = None if missing else node.children.get(name)
        if self.forbids(old_base, [*missing, *([] if there else [name])]):
            return refuse(20027)
        directory = node

        def finish(resource, result):
            expect(resource["name"], result.name, "the uploaded file's name")
            expect(resource["size"], len(result.content), "its size")
            expect(resource["type"], 1, "its type")

        def create(data, as_name=None):
            parent = directory
            for part in missing:
                parent = parent.add(Node(part))
            finish(data["resource"], parent.add(Node(as_name or name, content, recorded=True)))

        if there is None:
            return Prediction(0, create)

        # Equal bytes are success with that file, whatever the policy: surely if the hash was recorded for these bytes, perhaps otherwise.
        def equal(file):
            return file is not None and not file.is_directory and file.content == content

        codes = [0]
        if self.forbids(old_base, [name]):
            codes.append(20027)
        if equal(there) and there.recorded:
            return Prediction(codes, lambda data: finish(data["resource"], there))
        if on_conflict in (None, "rename"):
            def success(data):
                candidate, n = there, 0
                while candidate is not None:
                    if equal(candidate) and (candidate.recorded or data["resource"]["name"] == candidate.name):
                        return finish(data["resource"], candidate)
                    n += 1
                    candidate = directory.children.get(renamed(name, n))
                create(data, renamed(name, n))

            return Prediction(codes, success)
        if on_conflict == "fail":
            return Prediction([10012] + ([0] if equal(there) else []), lambda data: finish(data["resource"], there))
        if there.is_directory:
            return refuse(10012)
        if on_conflict == "skip":
            return Prediction(codes, lambda data: finish(data["resource"], there))

        def replace(data):
            there.content, there.recorded = content, True
            finish(data["resource"], there)

        return Prediction(codes, replace)

    def rename(self, user, old_base, place, name):
        label, parts = place
        if code := self.access(user, label):
            return refuse(code)
        root = self.roots[label]
        if not self.rights(user, root) & WRITE:
            return refuse(10020, 10023) if not parts and root.is_first_level else refuse(10020)
        if not parts and root.is_first_level:
            return refuse(10023)
        node = root.node.find(parts)
        if self.forbids(old_base, [name]):
            return refuse(20027, 10000) if node is None else refuse(20027)
        if node is None:
            return refuse(10000)
        if name == node.name:
            return Prediction((0, 10012))
        parent = node.parent
        if name in parent.children:
            return refuse(10012)

        def success(_):
            node.detach()
            node.name = name
            parent.add(node)
            node.forget_records()

        return Prediction(0, success)

    # -- copy, move, delete ------------------------------------------------------------------------------------------

    def _check_source(self, user, action, source, target, directory, on_conflict, batch):
        """The codes that may refuse this source, or the name it gets (None: skipped, or nothing to do)."""
        label, parts = source
        if code := self.access(user, label):
            return (code,), None
        root, destination_root = self.roots[label], self.roots[target[0]]
        if action == "move" and not parts and root.is_first_level:
            return (10023, 10025, 10002, 10022), None
        node = root.node.find(parts)
        if node is None:
            # Missing, and already "in" the destination: the contract asks for the second first.
            same = bool(parts) and root.node.find(parts[:-1]) is directory
            return ((10000, 10002) if same else (10000,)), None
        name = parts[-1] if parts else root.display_name
        same = node.parent is directory
        if same and not (action == "copy" and on_conflict == "rename"):
            # By another root's path the destination may look like another directory: the clash of names is as good an answer.
            alias = label != target[0]
            return ((10002, 10001) if alias else (10002,)), None
        if directory.is_within(node):
            return (10025,), None
        taken = directory.children.get(name)
        if taken is None and name in batch:
            # A clash among the sources: the other rules may speak first.
            codes, _ = self._check_source(user, action, source, target, directory, on_conflict, {})
            return (10001, *[code for code in codes if code]), None
        if taken is not None and not same:
            if on_conflict in (None, "fail"):
                return ((10001,) if on_conflict is None else (10001, 10012)), None
            if on_conflict == "replace" and (taken.is_directory or node.is_directory):
                return (10001,), None
        if not self.rights(user, destination_root) & WRITE:
            return ((10022,) if action == "move" else (10023,)), None
        if action == "move":
            if not self.rights(user, root) & DELETE:
                return (10022,), None
            if self.shared_to(user, root) and label != target[0]:
                # A shared directory itself moves inside the folder that holds it; what is in it only inside itself.
                if parts or self.containing(root) is not self.containing(destination_root):
                    return ((10009, 0) if directory.is_within(root.node) else (10009,)), name
        return (0,), name

    def transfer(self, user, action, sources, target, on_conflict):
        if code := self.access(user, target[0]):
            return refuse(code)
        directory = self.node(target)
        if directory is None:
            return refuse(10000)
        if not directory.is_directory:
            return refuse(10007)
        batch, plan, open_codes = {}, [], []
        for source in sources:
            codes, name = self._check_source(user, action, source, target, directory, on_conflict, batch)
            if 0 not in codes:
                return refuse(*codes, *open_codes)
            open_codes += [code for code in codes if code]
            node = self.node(source)
            batch[name] = node
            plan.append((node, name))

        def success(data):
            self._ended = set()
            for node, name in plan:
                taken = directory.children.get(name)
                if taken is not None and on_conflict == "skip":
                    continue
                if taken is not None and on_conflict == "replace":
                    if taken is node:
                        continue
                    taken.detach()
                elif taken is not None:
                    name = free_name(directory, name)
                if action == "copy":
                    directory.add(node.copied(name))
                else:
                    self._move(user, node, directory, name)
            sharing = {root.label for root in self.live_roots() if root.shares}
            self.changed()
            ended = sharing - {root.label for root in self.live_roots() if root.shares} | self._ended
            if data is not None and "ended_shares" in data:
                expect({share["id"] for share in data["ended_shares"]}, {self.roots[label].id for label in ended}, "the shares that the move ended")

        return Prediction([0, *open_codes], success)

    def _move(self, user, node, directory, name):
        below = [root for root in self.live_roots() if not root.is_first_level and root.node.is_within(node)]
        old = {root.label: self.containing(root) for root in below}
        node.detach()
        node.name = name
        directory.add(node)
        node.forget_records()
        for root in below:
            new = self.containing(root)
            if new is not old[root.label] and not (self.manages(user, old[root.label]) and self.manages(user, new)):
                if root.shares:
                    self._ended.add(root.label)
                root.shares = {}
        self._effective = None

    def delete(self, user, places):
        # The rights on every root come before everything else; which of several refusals is told is open.
        lacking = [self.access(user, label) or (0 if self.rights(user, self.roots[label]) & DELETE else 10021) for label, _ in places]
        if any(lacking):
            return refuse(*{code for code in lacking if code})
        nodes = []
        for label, parts in places:
            if not parts and self.roots[label].is_first_level:
                return refuse(10023)
            node = self.node((label, parts))
            if node is None:
                return refuse(10000)
            nodes.append(node)

        def success(_):
            for node in nodes:
                self.end_roots_below(node)
                node.detach()
            self.changed()

        return Prediction(0, success)

    # -- shares ------------------------------------------------------------------------------------------------------

    def root_at(self, node):
        return next((root for root in self.live_roots() if root.node is node), None)

    def share(self, user, places, to_users, bits, new_labels):
        """`new_labels` are the names that roots made by this call get, one for each path."""
        if not places or not to_users:
            return refuse(2)
        if user in to_users:
            return refuse(10006)
        if not bits:
            return refuse(10004)
        nodes = []
        for label, parts in places:
            if code := self.access(user, label):
                return refuse(10017, code)
            rights = self.rights(user, self.roots[label])
            if not rights & WRITE or implied(bits) & ~rights:
                return refuse(10017)
            node = self.roots[label].node.find(parts)
            if node is None:
                return refuse(10000)
            if not node.is_directory:
                return refuse(10008)
            nodes.append(node)

        def success(_):
            for node, label in zip(nodes, new_labels):
                root = self.root_at(node)
                if root is None:
                    root = self.roots[label] = Root(label, "direct", node)
                home = self.containing(root)
                for receiver in to_users:
                    # Rows of owners and managers are never touched: who has the folder anyway gets nothing.
                    if home.kind == "personal" and home.creator == receiver:
                        continue
                    if receiver in root.member and not implied(bits) & ~root.member[receiver]:
                        continue
                    root.shares[receiver, user] = implied(bits)
            self.changed()

        return Prediction(0, success)

    def _share_row(self, user, label, receiver, granter, leaving):
        """The root of a share, or the refusal for somebody who has nothing to say about it."""
        root = self.roots.get(label)
        if root is None or root.node is None or (receiver, granter) not in root.shares:
            return None, refuse(10003)
        if not self.decides(user, root, receiver, granter) and not (leaving and user == receiver):
            return None, refuse(10003, 10023, 10017)
        return root, None

    def change_share(self, user, label, receiver, granter, bits):
        root, refusal = self._share_row(user, label, receiver, granter, leaving=False)
        if refusal:
            return refusal
        if implied(bits) & ~self.rights_at(granter, root):
            return refuse(10017)

        def success(_):
            root.shares[receiver, granter] = implied(bits)
            self.changed()

        return Prediction(0, success)

    def end_share(self, user, label, receiver, granter):
        root, refusal = self._share_row(user, label, receiver, granter, leaving=True)
        if refusal:
            return refusal

        def success(_):
            leaves = user == receiver
            for key in [key for key in root.shares if key == (receiver, granter) or (leaves and key[0] == receiver)]:
                del root.shares[key]
            self.changed()

        return Prediction(0, success)

    # -- folder management -------------------------------------------------------------------------------------------

    def managed_named(self, name, place, without=None):
        """Is there another folder of that name in the same pool and partition?"""
        return any(root.kind == "managed" and (root.name, root.place) == (name, place) and root is not without for root in self.live_roots())

    def _members_code(self, mode, auth):
        if mode == PRIVATE and len(auth) != 1:
            return 20014
        return 20015 if mode == SHARED and not auth else None

    def create_folder(self, user, name, mode, place, auth, label):
        if not name or not mode:
            return refuse(20000)
        if self.managed_named(name, place):
            return refuse(20013)
        if code := self._members_code(mode, auth):
            return refuse(code)

        def success(_):
            root = self.roots[label] = Root(label, "managed", Node(""), creator=user, mode=mode, name=name)
            root.place = place
            root.member = {member: implied(bits) for member, bits in auth.items()}
            self.changed()

        return Prediction(0, success)

    def sees_folder(self, user, root):
        """In the folder management: the owner everything, others what they made or belong to."""
        return self.manages(user, root) or user == self.owner or bool(implied(root.member.get(user, 0)) & READ)

    def _managed(self, user, label):
        """The root, or the refusal."""
        root = self.roots.get(label)
        if root is None or root.node is None:
            return None, refuse(20001)
        if not (self.manages(user, root) or user == self.owner):
            return None, refuse(10023 if self.sees_folder(user, root) else 20001)
        return root, None

    def edit_folder(self, user, label, name, mode, place, auth):
        if not name or not mode:
            return refuse(20000)
        root, refusal = self._managed(user, label)
        if refusal:
            # The contract looks at the name before the folder; who may not edit it may hear either.
            return refuse(*refusal.codes, 20013) if self.managed_named(name, place, without=self.roots.get(label)) else refusal
        if self.managed_named(name, place, without=root):
            return refuse(20013)
        if code := self._members_code(mode, auth):
            return refuse(code)

        def success(_):
            if root.place != place:
                # Copied to another partition and removed here: other files, whose hashes may not be recorded.
                root.node.forget_records()
            root.name, root.mode, root.place = name, mode, place
            root.member = {member: implied(bits) for member, bits in auth.items()}
            self.changed()

        return Prediction(0, success)

    def edit_family(self, user, auth):
        """Members left out of the family keep a row without rights, so that they are not added again."""
        root = self.roots["family"]
        if user != self.owner:
            return refuse(10023 if self.sees_folder(user, root) else 20001)
        if not auth:
            return refuse(20015)

        def success(_):
            root.member = {member: implied(auth.get(member, 0)) for member in self.users}
            self.changed()

        return Prediction(0, success)

    def delete_folder(self, user, label):
        root, refusal = self._managed(user, label)
        if refusal:
            return refusal

        def success(_):
            self.end_roots_below(root.node)
            self.changed()

        return Prediction(0, success)

    # -- what each one sees ------------------------------------------------------------------------------------------

    def my_files(self, user):
        """Labels of the virtual root."""
        return {root.label for root in self.live_roots()
                if root.mode == PRIVATE and user in root.member and self.rights(user, root) & READ}

    def shared_list(self, user):
        """label → the possible `from_user` of the list "shared with me"."""
        found = {}
        for root in self.live_roots():
            if not self.rights(user, root) & READ:
                continue
            if root.mode == SHARED and implied(root.member.get(user, 0)) & READ:
                found[root.label] = {""}
            elif granters := root.granters(user):
                found[root.label] = {self.nicknames[granter] for granter in granters}
        return found

    def folder_list(self, user):
        return {root.label for root in self.live_roots() if root.is_first_level and self.sees_folder(user, root)}

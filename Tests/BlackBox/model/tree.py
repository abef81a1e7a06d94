"""Directories and files of the model."""


class Node:
    """A directory (`children` is a dict) or a file (`children` is None)."""

    __slots__ = ("name", "parent", "children", "content", "recorded")

    def __init__(self, name, content=None, recorded=None):
        self.name, self.parent = name, None
        self.children = {} if content is None else None
        self.content = content
        #: Does the server know the hash of these very bytes? True or None ("perhaps": the document leaves it open after a copy or a move).
        self.recorded = recorded

    @property
    def is_directory(self):
        return self.children is not None

    def add(self, child):
        assert child.name not in self.children and child.parent is None
        self.children[child.name] = child
        child.parent = self
        return child

    def detach(self):
        if self.parent is not None:
            del self.parent.children[self.name]
            self.parent = None

    def find(self, parts):
        """The node below, or None."""
        node = self
        for part in parts:
            if node is None or not node.is_directory:
                return None
            node = node.children.get(part)
        return node

    def is_within(self, other):
        """Is it `other` or below it?"""
        node = self
        while node is not None:
            if node is other:
                return True
            node = node.parent
        return False

    def top(self):
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def path_from(self, ancestor):
        """The names from `ancestor` (not included) to this node."""
        parts, node = [], self
        while node is not ancestor:
            parts.append(node.name)
            node = node.parent
        return parts[::-1]

    def walk(self):
        """Everything below it."""
        for child in (self.children or {}).values():
            yield child
            yield from child.walk()

    def copied(self, name):
        twin = Node(name, self.content)
        for child in (self.children or {}).values():
            twin.add(child.copied(child.name))
        return twin

    def forget_records(self):
        """After a rename or move the recorded hashes may or may not count any more."""
        self.recorded = None
        for child in self.walk():
            child.recorded = None


def renamed(name, n):
    """`base(n).ext`; a leading dot is no extension."""
    dot = name.rfind(".")
    return f"{name[:dot]}({n}){name[dot:]}" if dot > 0 else f"{name}({n})"


def free_name(directory, name):
    """The first free `name(n)`, or the name itself."""
    if name not in directory.children:
        return name
    n = 1
    while renamed(name, n) in directory.children:
        n += 1
    return renamed(name, n)

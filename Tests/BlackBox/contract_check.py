"""Holds replies of /api/v1 against the server's own description: every status, code, field and header must be in it."""

import copy
import json
import re

import jsonschema_rs

V1 = "/api/v1"
LARGEST = 256 << 10


def closed(document):
    """The same document in which answers may hold no members but the described ones.

    The public one leaves answers open, so that they can grow; here a member that nobody described is a mistake.
    """
    document = copy.deepcopy(document)
    for operations in document["paths"].values():
        for operation in operations.values():
            _close(operation["responses"])
    _close(document["components"]["schemas"])
    _close(document["components"]["responses"])
    return document


def _close(node):
    if isinstance(node, list):
        for part in node:
            _close(part)
    elif isinstance(node, dict):
        if node.get("type") == "object" and isinstance(node.get("properties"), dict):
            node.setdefault("additionalProperties", False)
        for part in node.values():
            _close(part)


class Contract:
    """One description, ready to be asked."""

    def __init__(self, document):
        self.document = closed(document)
        self.operations = []
        self.validators = {}
        self.seen = {}
        for template, operations in self.document["paths"].items():
            # A tail takes any number of segments; every other parameter takes one.
            pattern = re.sub(r"\\\{(\w+)\\\}", lambda found: ".*" if found[1] == "path" else "[^/]+", re.escape(template))
            for method, operation in operations.items():
                self.operations.append((method.upper(), re.compile(pattern.replace("/.*", "(?:/.*)?") + "/?"), operation))

    def operation(self, method, path):
        """The most specific description of a request; None for unknown paths and methods."""
        path = re.sub("(?i)(/|%2f)+", "/", path)
        fits = [(pattern.pattern.count("[^") + 10 * pattern.pattern.count(".*"), operation) for known, pattern, operation in self.operations
                if known == method and pattern.fullmatch(path)]
        return min(fits, key=lambda fit: fit[0])[1] if fits else None

    def check(self, method, target, status, headers, body):
        """Raises AssertionError for an answer that the description does not allow."""
        path = target.partition("?")[0]
        if not path.startswith(V1 + "/"):
            return
        headers = {header.lower(): value for header, value in headers.items()}
        operation = self.operation("GET" if method == "HEAD" else method, path)
        if operation is None:
            return
        name = operation["operationId"]
        about = f"{method} {target} ({name}) -> {status} {body[:300]!r}"
        response = operation["responses"].get(str(status))
        assert response is not None, f"undescribed status: {about}"
        if "$ref" in response:
            response = self.document["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
        for header, description in response.get("headers", {}).items():
            if "$ref" in description:
                description = self.document["components"]["headers"][description["$ref"].rsplit("/", 1)[1]]
            assert header.lower() in headers or not description.get("required"), f"no {header}: {about}"
        content = response.get("content")
        if method == "HEAD" or content is None:
            assert not body, f"an undescribed body: {about}"
            return
        kind = (headers.get("content-type") or "").partition(";")[0].strip()
        media = content.get(kind) or content.get("*/*")
        assert media is not None, f"undescribed media type {kind}: {about}"
        if kind != "application/json" or "*/*" in content or len(body) > LARGEST:
            return
        value = json.loads(body)
        error = next(self.validator(name, status, media["schema"]).iter_errors(value), None)
        assert error is None, f"{error.message} at {list(error.instance_path)}: {about}"
        self.seen.setdefault(name, set()).add((status, value.get("status")))

    def validator(self, name, status, schema):
        if (name, status) not in self.validators:
            whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": self.document["components"], **schema}
            self.validators[name, status] = jsonschema_rs.Draft202012Validator(whole)
        return self.validators[name, status]

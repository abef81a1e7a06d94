"""A family's server with the app and real data, all of it made through the API."""

import os
from pathlib import Path

import samples
from folder_tools import PRIVATE, SHARED, create_folder, received, share
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, REPOSITORY, Server
from tools import quote_path

#: The app as it is written, and the one under test.
SOURCE = REPOSITORY / "Web"
WEB = Path(os.environ.get("HEARTH_WEB") or SOURCE).resolve()

MEMBER, MEMBER_PASSWORD = "max", "maximal 7 secret"
OTHER, OTHER_PASSWORD = "nina", "ninety 9 secrets"
PASSWORDS = {OWNER: OWNER_PASSWORD, MEMBER: MEMBER_PASSWORD, OTHER: OTHER_PASSWORD}
#: The password of the encrypted folder.
SAFE_PASSWORD = "abc@123"


def web_server(data, *, web=WEB, **options):
    """A server that serves the app; not started yet."""
    return Server(data, arguments=["--web", str(web), *options.pop("arguments", ())], **options)


def address_of(path):
    """The app's address of a folder, or of a file shown in its folder."""
    return "/folder" + quote_path(path)


class House:
    """An owner with pictures, papers and an encrypted folder, and two members who share with each other.

    `people` are API clients by account name. Tests add what they need below `folder(name)` and leave the rest as it is.
    """

    def __init__(self, directory):
        self.server = web_server(directory / "data", members=[(MEMBER, MEMBER_PASSWORD), (OTHER, OTHER_PASSWORD)]).start()
        self.count = 0
        try:
            self.people = {name: Hearth.sign_in(self.server.address, name, password, client="Test") for name, password in PASSWORDS.items()}
            self.owner, self.member, self.other = (self.people[name] for name in PASSWORDS)
            self.home = self.owner.home()
            self._fill(directory)
        except BaseException:
            self.server.kill()
            raise

    @property
    def address(self):
        return self.server.address

    def _fill(self, directory):
        nicknames = {user["user_id"]: user["nickname"] for user in self.owner.get("/users").ok()["users"]}
        auth = [{"u_id": person.user_id, "nickname": nicknames[person.user_id], "face": "", "read": 1, "write": 1, "deleted": 1} for person in self.people.values()]

        self.photos = self.make(self.owner, f"{self.home}/Holiday 2026")
        for number in range(6):
            self.owner.send(f"{self.photos}/IMG_{number + 1:04d}.jpg", samples.picture(number))
        self.owner.send(f"{self.photos}/Beach.webm", samples.film(directory))
        self.papers = self.make(self.owner, f"{self.home}/Papers")
        self.owner.send(f"{self.papers}/Insurance.pdf", samples.pdf())
        self.owner.send(f"{self.papers}/Shopping.txt", samples.TEXT.encode())
        self.owner.send(f"{self.papers}/Notes.md", b"# Notes\n\nCall the school.\n")
        self.owner.send(f"{self.papers}/Song.wav", samples.song())
        self.owner.send(f"{self.papers}/Backup.bin", bytes(range(256)) * 64)
        self.owner.send(f"{self.papers}/A very long name of a letter to the insurance about the roof and the gutters, second version.pdf", samples.pdf())
        self.make(self.owner, f"{self.papers}/Empty")

        self.kitchen = create_folder(self.owner, "Kitchen", auth, SHARED)
        self.kitchen_path = next(item["path"] for item in self.owner.list("/").items() + self.owner.get("/shares").items() if item["name"] == "Kitchen")
        self.owner.send(f"{self.kitchen_path}/Recipe.txt", b"Bread: flour, water, salt.\n")
        create_folder(self.owner, "Diary", [one for one in auth if one["u_id"] == self.owner.user_id], PRIVATE)
        self.safe = create_folder(self.owner, "Safe", [one for one in auth if one["u_id"] == self.owner.user_id], PRIVATE,
                                  is_encrypt=1, pwd=SAFE_PASSWORD, confirm_pwd=SAFE_PASSWORD)
        self.safe_path = f"/s/{self.safe}"
        self.unlock_for(self.owner)
        self.owner.send(f"{self.safe_path}/Passport.jpg", samples.picture(3))

        given = self.make(self.member, f"{self.member.home()}/For everybody")
        self.member.send(f"{given}/Hello.txt", b"Hello\n")
        share(self.member, given, [self.owner.user_id], read=1, write=0, deleted=0).ok()
        self.received = received(self.owner, "For everybody")
        share(self.owner, self.photos, [self.member.user_id], read=1, write=1, deleted=0).ok()

    def make(self, client, path):
        client.mkdir(path).ok()
        return path

    def unlock_for(self, client):
        """Opens the encrypted folder for that client's session."""
        client.json("PATCH", "/folders" + quote_path(self.safe_path), {"password": SAFE_PASSWORD}).ok()

    def folder(self, name="Test", files=()):
        """A new folder of the owner's, with files given as (name, content)."""
        self.count += 1
        path = self.make(self.owner, f"{self.home}/{name} {self.count}")
        for file, content in files:
            self.owner.send(f"{path}/{file}", content)
        return path

    def invitation(self):
        return self.owner.json("POST", "/invitations", {}, base=V1).ok()["code"]

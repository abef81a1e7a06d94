"""Files as a family has them: pictures, a film, a song, a PDF, texts. Small, and the same on every run."""

import io
import math
import shutil
import struct
import subprocess
import wave

import pytest
from PIL import Image, ImageDraw

#: Colours that a test can tell apart in a picture of the page.
COLOURS = [(199, 84, 62), (72, 131, 96), (58, 98, 163), (214, 165, 58), (122, 78, 144), (64, 144, 150)]


def picture(number=0, size=(1200, 800), kind="JPEG"):
    """A picture with a colour and a number of its own."""
    image = Image.new("RGB", size, COLOURS[number % len(COLOURS)])
    draw = ImageDraw.Draw(image)
    width, height = size
    for step in range(4):
        shade = tuple(min(255, part + 12 * step) for part in COLOURS[number % len(COLOURS)])
        draw.ellipse((width * step // 9, height * step // 10, width - width * step // 9, height), fill=shade)
    draw.text((20, 20), f"picture {number}", fill="white")
    target = io.BytesIO()
    image.save(target, kind)
    return target.getvalue()


def song(seconds=2):
    """A tone as WAV."""
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(at * 440 * math.tau / 8000))) for at in range(8000 * seconds)))
    return target.getvalue()


def film(folder, seconds=4):
    """A film that every browser plays."""
    if not shutil.which("ffmpeg"):
        pytest.skip("no ffmpeg, which makes the film (package ffmpeg)")
    target = folder / "film.webm"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=12:duration={seconds}", "-c:v", "libvpx", "-b:v", "300k", str(target)],
        check=True, capture_output=True)
    return target.read_bytes()


def pdf(lines=("A page of the family's papers.",), pages=2, script=""):
    """A PDF; `script` is JavaScript that a careless reader would run when it opens."""
    objects = []

    def add(text):
        objects.append(text)
        return len(objects)

    font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    tree = len(objects) + 1
    add("")
    kids = []
    for number in range(1, pages + 1):
        drawn = "".join(f"BT /F1 24 Tf 72 {700 - 40 * at} Td ({line}) Tj ET\n" for at, line in enumerate([f"Page {number}", *lines]))
        content = add(f"<< /Length {len(drawn)} >>\nstream\n{drawn}endstream")
        kids.append(add(f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R /Resources << /Font << /F1 {font} 0 R >> >> >>"))
    objects[tree - 1] = f"<< /Type /Pages /Count {pages} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
    more = ""
    if script:
        action = add(f"<< /Type /Action /S /JavaScript /JS ({script}) >>")
        more = f" /OpenAction {action} 0 R /Names << /JavaScript << /Names [(a) {action} 0 R] >> >> /AA << /WC {action} 0 R >>"
    root = add(f"<< /Type /Catalog /Pages {tree} 0 R{more} >>")
    text, places = "%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    start = len(text)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{place:010d} 00000 n \n" for place in places)
    text += f"trailer\n<< /Size {len(objects) + 1} /Root {root} 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return text.encode("latin-1")


TEXT = "Shopping\n\n- flour\n- eggs\n- 茶\n"

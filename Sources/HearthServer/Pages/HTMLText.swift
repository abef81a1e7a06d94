import HearthWire

/// The text of a page that is made for one request.
///
/// Markup can only be what stands in the source; everything else gets in escaped.
struct HTMLText: Sendable {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Adds markup of our own.
    mutating func markup(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

    /// Adds text, for between tags and for attribute values in either kind of quotes.
    mutating func text(_ text: String) { bytes += Markup.escaped(text).utf8 }

    /// Adds a paragraph.
    mutating func paragraph(_ text: String) {
        markup("<p>")
        self.text(text)
        markup("</p>\n")
    }

    /// Adds a line of a list of facts.
    mutating func fact(_ name: String, _ value: String) {
        markup("<div><dt>")
        text(name)
        markup("</dt><dd>")
        text(value)
        markup("</dd></div>\n")
    }

    /// Adds the sentence that says why a form is shown again.
    mutating func alert(_ text: String?) {
        guard let text else { return }
        markup("<p class=\"alert\" role=\"alert\">")
        self.text(text)
        markup("</p>\n")
    }

    /// A whole page.
    static func page(
        _ language: WireLanguage,
        title: String,
        _ body: (inout HTMLText) -> Void
    ) -> HTMLText {
        var page = HTMLText()
        page.markup("<!doctype html>\n<html lang=\"")
        page.text(language.rawValue)
        page.markup(
            """
            ">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <title>
            """
        )
        page.text(title)
        page.markup(
            """
            </title>
            <link rel="icon" href="/favicon.ico" type="image/svg+xml">
            <link rel="stylesheet" href="/hearth.css">
            <main>
            <p class="brand">
            """
        )
        page.markup(Pages.mark)
        page.markup("Hearth</p>\n<h1>")
        page.text(title)
        page.markup("</h1>\n")
        body(&page)
        page.markup("</main>\n</html>\n")
        return page
    }
}

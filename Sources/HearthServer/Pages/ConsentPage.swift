import HearthDrive
import HearthWire

/// The page on which a person lets a program in, or not; works without script.
struct ConsentPage: Sendable {
    let words: ConsentWords
    let area: String
    let consent: Consent
    /// What the device shows; nil on the browser's way.
    let userCode: UserCode?
    /// Good for one answer.
    let nonce: String
    /// As typed before, when the form is shown again.
    var accountName = ""
    /// Why it is shown again.
    var alert: String?

    var text: HTMLText {
        HTMLText.page(words.language, title: words.consentTitle) { page in
            page.paragraph(words.asks(consent.clientName, of: consent.client.id, area: area))
            writeFacts(&page)
            page.paragraph(words.rights)
            switch consent.subject {
            case .code(let request):
                page.paragraph(words.goesTo(request.redirect.place))
                page.alert(alert)
                page.markup("<form method=\"post\" action=\"/oauth/authorize\">\n")
            case .device:
                if let userCode { page.paragraph(words.shows(userCode.text)) }
                page.alert(alert)
                page.markup("<form method=\"post\" action=\"/device\">\n")
            }
            page.markup("<input type=\"hidden\" name=\"nonce\" value=\"")
            page.text(nonce)
            page.markup("\">\n")
            if let userCode {
                page.markup("<input type=\"hidden\" name=\"user_code\" value=\"")
                page.text(userCode.text)
                page.markup("\">\n")
            }
            writeFields(&page)
            page.markup("</form>\n")
        }
    }

    /// Who asks and where the answer goes, apart from the sentences, which a name could be made to look like.
    private func writeFacts(_ page: inout HTMLText) {
        page.markup("<dl class=\"facts\">\n")
        page.fact(words.program, consent.clientName)
        page.fact(words.identifier, consent.client.id)
        if case .code(let request) = consent.subject { page.fact(words.answersTo, request.redirect.place) }
        if let userCode { page.fact(words.code, userCode.text) }
        page.markup("</dl>\n")
    }

    private func writeFields(_ page: inout HTMLText) {
        page.markup("<label>")
        page.text(words.account)
        page.markup(
            """

            <input name="account_name" autocomplete="username" autocapitalize="none" \
            spellcheck="false" required maxlength="64" value="
            """
        )
        page.text(accountName)
        page.markup("\"></label>\n<label>")
        page.text(words.password)
        page.markup(
            """

            <input name="password" type="password" autocomplete="current-password" required></label>

            """
        )
        // The first button is the one that Enter presses.
        page.markup("<button name=\"decision\" value=\"allow\">")
        page.text(words.allow)
        page.markup("</button>\n<button class=\"quiet\" name=\"decision\" value=\"deny\" formnovalidate>")
        page.text(words.deny)
        page.markup("</button>\n")
    }
}

/// The page on which a person types what a device shows.
struct DeviceCodePage: Sendable {
    let words: ConsentWords
    /// Why it is shown again.
    var alert: String?

    var text: HTMLText {
        HTMLText.page(words.language, title: words.deviceTitle) { page in
            page.paragraph(words.typeCode)
            page.alert(alert)
            page.markup("<form method=\"post\" action=\"/device\">\n<label>")
            page.text(words.code)
            page.markup(
                """

                <input name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" \
                required maxlength="20" placeholder="XXXX-XXXX"></label>
                <button>
                """
            )
            page.text(words.proceed)
            page.markup("</button>\n</form>\n")
        }
    }
}

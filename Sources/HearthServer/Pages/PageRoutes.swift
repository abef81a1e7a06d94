import HearthHTTP

/// The pages that stand in for the web app where it is not installed, and what all pages need that are not its.
struct PageRoutes: RouteGroup {
    /// Whether the web app answers for itself.
    let hasApp: Bool

    private static let html = "text/html; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    var routes: [Route] {
        // Browsers ask for the icon of any page there, also where the page names another.
        let shared =
            page("/hearth.css", "style", "The pages' style", Pages.style, "text/css; charset=utf-8")
            + page("/favicon.ico", "icon", "The pages' icon", Pages.mark, "image/svg+xml")
        return hasApp ? shared : shared + standIns
    }

    private var standIns: [Route] {
        page("/", "landing", "What this is", Pages.landing, Self.html)
            + page(
                "/landing.js",
                "landingScript",
                "The first page's script",
                Pages.landingScript,
                Self.script
            )
            + page("/setup", "setupPage", "Where the owner is created", Pages.setup, Self.html)
            + page("/setup.js", "setupScript", "The set-up page's script", Pages.setupScript, Self.script)
            + page("/invite", "invitePage", "Where the invited join", Pages.invite, Self.html)
            + page(
                "/invite.js",
                "inviteScript",
                "The invitation page's script",
                Pages.inviteScript,
                Self.script
            )
    }

    private func page(
        _ path: String,
        _ name: String,
        _ summary: String,
        _ text: StaticString,
        _ type: String
    ) -> [Route] {
        [
            Route(.get, path, access: .open, name: name, summary: summary) { _ in
                Reply.asset(text, type: type)
            }
        ]
    }
}

import HearthDrive
import HearthHTTP

/// The pages that are there before the web app is.
struct PageRoutes: RouteGroup {
    let drive: Drive

    private static let html = "text/html; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    var routes: [Route] {
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
            + page("/hearth.css", "style", "The pages' style", Pages.style, "text/css; charset=utf-8")
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

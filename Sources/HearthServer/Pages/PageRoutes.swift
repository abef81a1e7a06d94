import HearthDrive
import HearthHTTP

/// The pages that are there before the web app is.
struct PageRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        page("/", "landing", "What this is", Pages.landing, "text/html; charset=utf-8")
            + page(
                "/setup",
                "setupPage",
                "Where the owner is created",
                Pages.setup,
                "text/html; charset=utf-8"
            )
            + page(
                "/setup.js",
                "setupScript",
                "The set-up page's script",
                Pages.setupScript,
                "text/javascript; charset=utf-8"
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

/// The prose of the description.
enum OpenAPIText {
    static let introduction = """
        Every JSON answer is an envelope `{"status", "reason", "data"}`. `status` 0 is success, any other number says \
        why not; `reason` is a sentence for people, in English or Chinese by `Accept-Language`. Under `/api/v1` the \
        HTTP status says the same in its own words; each response below lists the codes that come with it.

        Numbers carry their unit as `x-unit`. Times are whole seconds since 1970 in UTC, lengths are bytes, flags are \
        0 or 1 where the type says integer. Unknown members of a request are ignored; answers may gain members.

        A path of a file is `/s/{rootId}/name/…`, where the root is a first-level folder or a directory that was \
        shared. In URLs it stands percent-encoded behind the route, and its slashes may be `%2F`; doubled and trailing \
        slashes do not matter. `.` and `..` are refused. Names that are not UTF-8 are shown with U+FFFD and \
        accompanied by `href`, the percent-encoded path, which JSON bodies take in place of the text: `{"href": …}`.

        Tokens come from `POST /api/v1/sessions`, or by OAuth 2.0 as `/.well-known/oauth-authorization-server` says, \
        and stand in the header `scope-token`, or behind `Bearer` in `Authorization`. A scope token (made for disk \
        clients) opens the drive; routes that need a full session or the owner say so in `security` as a role.

        A path that is not described is 404 with code 3, a method that its path does not have 405 with code 90002 and \
        `Allow`.

        GET routes answer HEAD too, with the same head and no body.
        """

    static let scopeToken = """
        The token of a session, or one made for disk clients. Roles: `session` needs a full session, `owner` needs \
        the owner's.
        """
    static let hubToken = "The same token under the name that hub clients send."
    static let queryToken =
        "The same token for players and pictures that cannot send headers; only where named."
    static let mediaCookie = """
        For pictures and players of the web app: every way of signing in here sets it when the request is \
        `application/json`, `POST /api/v1/sessions/media` sets it anew. It opens what its session may read, with the \
        folders that this one has unlocked, for GET and HEAD; only where named, and only for this server's own pages. \
        Beside a token it counts for nothing.
        """
    static let path = """
        `/s/{rootId}/…`, percent-encoded; the slashes between the names may be sent as they are or as `%2F`.
        """
}

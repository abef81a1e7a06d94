public import HearthWire

/// Where the browser comes back to after the person has answered.
public protocol RedirectReceiver: Sendable {
    /// Begins to listen.
    ///
    /// - Returns: the address for `redirect_uri`.
    /// - Throws: `.storage` when it cannot.
    func start() async throws(SessionError) -> String

    /// Waits for the answer of one attempt.
    ///
    /// - Parameters:
    ///   - state: what the answer must bring; anything else is turned away and not waited for any less.
    ///   - timeout: seconds.
    ///   - language: of the page that the browser shows at the end.
    /// - Returns: the answer's query.
    /// - Throws: `.expired` after the time-out; `.cancelled`.
    func receive(state: String, timeout: Double, language: WireLanguage) async throws(SessionError) -> String

    /// Stops listening; quiet when it did not listen.
    func stop() async
}

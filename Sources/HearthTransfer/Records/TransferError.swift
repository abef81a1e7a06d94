public import HearthClient
public import HearthWire

/// Why a transfer, or the queue, failed.
public struct TransferError: Error, Sendable, CustomStringConvertible {
    /// What callers may branch on; an open set, kept in the queue by its text.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A word in lower case.
        public let rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        init(_ word: String) { rawValue = word }

        /// No record of that number.
        public static let unknownRecord = Self("unknown_record")
        /// The file or folder here is not there.
        public static let localNotFound = Self("local_not_found")
        /// The file system refuses.
        public static let localRefused = Self("local_refused")
        /// Reading or writing here failed.
        public static let localFailed = Self("local_failed")
        /// The disk here is full, or its quota used up; what is there is kept and can be resumed.
        public static let localFull = Self("local_full")
        /// Something of that name is there already.
        public static let localExists = Self("local_exists")
        /// Neither a regular file nor a directory.
        public static let notRegular = Self("not_regular")
        /// A symbolic link, which is not followed.
        public static let symbolicLink = Self("symbolic_link")
        /// The source went on changing while it was read.
        public static let sourceChanged = Self("source_changed")
        /// The file on the server went on changing while it was read.
        public static let remoteChanged = Self("remote_changed")
        /// The bytes that arrived are not those that the server has.
        public static let verificationFailed = Self("verification_failed")
        /// A name that cannot be said there.
        public static let badName = Self("bad_name")
        /// The stream of a process that is gone.
        public static let streamLost = Self("stream_lost")
        /// Some children failed.
        public static let someFailed = Self("some_failed")
        /// The server refused or could not be reached; see ``TransferError/client``.
        public static let server = Self("server")
        /// No network.
        public static let noNetwork = Self("no_network")
        /// The queue's file cannot be read or written.
        public static let store = Self("store")
        /// The queue was made by a newer version.
        public static let storeNewer = Self("store_newer")
        /// Another process is at it.
        public static let leased = Self("leased")
        /// Cancelled.
        public static let cancelled = Self("cancelled")
        /// The order makes no sense.
        public static let badOrder = Self("bad_order")
    }

    /// What callers may branch on.
    public let code: Code
    /// What is meant: a name, a path, counts; may be empty.
    public let detail: String
    /// What the server or the network said, for ``Code/server``.
    public let client: ClientError?

    /// Takes the parts as they are.
    public init(_ code: Code, _ detail: String = "", client: ClientError? = nil) {
        self.code = code
        self.detail = detail
        self.client = client
    }

    /// Wraps what the client layer said.
    public init(_ error: ClientError) { self.init(.server, "", client: error) }

    /// The server's code, where there is one.
    public var wireCode: WireCode? { client?.code }

    /// One sentence for people.
    public func text(_ language: WireLanguage) -> String {
        if let client { return client.text(language) }
        return TransferText.text(of: code, detail, language)
    }

    /// Code and detail, for logs.
    public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}

/// Why a record failed or stopped, as the queue keeps it.
public struct TransferFailure: Sendable, Hashable {
    /// As ``TransferError/code``.
    public var code: TransferError.Code
    /// The server's code, where there is one.
    public var wireCode: WireCode?
    /// What is meant; for ``TransferError/Code/server`` without a wire code the cause in English.
    public var detail: String

    /// Takes the parts as they are.
    public init(code: TransferError.Code, wireCode: WireCode? = nil, detail: String = "") {
        self.code = code
        self.wireCode = wireCode
        self.detail = detail
    }

    /// What stays of an error.
    public init(_ error: TransferError) {
        code = error.code
        wireCode = error.wireCode
        detail = error.detail.isEmpty ? error.client?.text(.english) ?? "" : error.detail
    }

    /// One sentence for people.
    public func text(_ language: WireLanguage) -> String {
        if let wireCode { return wireCode.reason(language) }
        return TransferText.text(of: code, detail, language)
    }
}

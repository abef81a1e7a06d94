import HearthHTTP

/// The link that is handed to an invited person.
package enum InvitationLink {
    /// `{base}#/invite/{code}`: what stands behind `#` is never sent to a server.
    ///
    /// - Parameters:
    ///   - base: the server's address, ending with a slash; `/` alone when it is not known.
    ///   - code: the invitation's.
    /// - Returns: the link, absolute when the base is.
    package static func url(base: String, code: String) -> String { "\(base)#/invite/\(code)" }
}

extension HTTPRequest {
    /// The address by which the client reached this server, ending with a slash; `/` when it did not say one.
    ///
    /// From the client's own `Host`: good for what is answered to this client, never for what others read.
    var ownAddress: String {
        guard let host = headers["Host"], (1...255).contains(host.utf8.count),
            host.utf8.allSatisfy(Self.isPartOfHost)
        else { return "/" }
        return "\(isSecure ? "https" : "http")://\(host)/"
    }

    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: ".-:[]".utf8.contains(byte)
        }
    }
}

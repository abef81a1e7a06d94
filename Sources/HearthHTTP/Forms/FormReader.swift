/// A form read as one stream, part after part, with back-pressure down to the socket.
///
/// Takes `multipart/form-data` and `application/x-www-form-urlencoded`, fields and files in any order. No part is
/// held whole: at most one piece of the body, or one part's header lines, is in memory. One task at a time.
///
/// A request whose body has no bytes is a form without parts, whatever its type.
package final class FormReader {
    private static let pieceBytes = 64 << 10

    private let body: HTTPRequestBody
    private let limits: FormLimits
    private var scanner: any FormScanner
    private var partNumber = 0
    private var isPartOpen = false

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - request: its Content-Type decides how the body is read.
    ///   - limits: what the form may use up.
    /// - Throws: `.unsupportedMediaType` for any other type, `.badRequest` for a multipart type without a usable
    ///   boundary.
    package init(request: HTTPRequest, limits: FormLimits = FormLimits()) throws(HTTPError) {
        body = request.body
        self.limits = limits
        scanner =
            request.body.length == 0
            ? URLEncodedScanner(limits: limits) : try Self.scanner(request.headers, limits)
    }

    /// Goes to the next part; what is left of the one before is read and dropped.
    ///
    /// - Returns: the part, or nil when the form and the body have ended.
    /// - Throws: `.badRequest` when the form is malformed or has no end, `.bodyTooLarge` when it passes a limit, or what
    ///   the body throws. Nothing can be read after that.
    package nonisolated(nonsending) func next() async throws(HTTPError) -> FormPart? {
        while true {
            switch try scanner.next() {
            case .needsMore:
                try await fill()
            case .part(let header):
                partNumber += 1
                guard partNumber <= limits.parts else {
                    throw HTTPError(.bodyTooLarge, "a form has more than \(limits.parts) parts")
                }
                isPartOpen = true
                return FormPart(reader: self, number: partNumber, header: header)
            case .data:
                break
            case .endOfPart:
                isPartOpen = false
            case .end:
                return nil
            }
        }
    }

    /// The next bytes of a part, or nil at its end and ever after.
    nonisolated(nonsending) func read(part number: Int) async throws(HTTPError) -> ArraySlice<UInt8>? {
        guard number == partNumber else { throw HTTPError(.closed, "the part has been passed over") }
        while isPartOpen {
            switch try scanner.next() {
            case .needsMore: try await fill()
            case .data(let bytes): return bytes
            case .endOfPart, .part, .end: isPartOpen = false
            }
        }
        return nil
    }

    /// The limit for fields read as text.
    var fieldLimit: Int { limits.fieldBytes }

    private nonisolated(nonsending) func fill() async throws(HTTPError) {
        if let piece = try await body.read(upTo: Self.pieceBytes) {
            scanner.append(piece)
        } else {
            scanner.finish()
        }
    }

    private static func scanner(
        _ headers: HTTPFields,
        _ limits: FormLimits
    ) throws(HTTPError) -> any FormScanner {
        let types = headers.values(for: "Content-Type")
        guard types.count == 1, let type = types.first, let parsed = HeaderParameters(Array(type.utf8)[...])
        else {
            throw HTTPError(.unsupportedMediaType, "a form needs one Content-Type")
        }
        switch parsed.value {
        case "application/x-www-form-urlencoded":
            return URLEncodedScanner(limits: limits)
        case "multipart/form-data":
            guard let boundary = parsed["boundary"], (1...70).contains(boundary.count),
                boundary.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), boundary.last != 0x20
            else { throw HTTPError(.badRequest, "multipart/form-data without a usable boundary") }
            return MultipartScanner(boundary: boundary, limits: limits)
        default:
            throw HTTPError(.unsupportedMediaType, "neither multipart/form-data nor urlencoded")
        }
    }
}

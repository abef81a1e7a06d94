/// Answers GET or HEAD of a file: 200, 206, 304, 412 or 416.
///
/// Conditions come first (``Precondition``), then If-Range, then Range. HEAD is answered as GET without Range would
/// be, as RFC 9110, section 14.2 wants it. Answers of 304, 412 and 416 have no body and none of the fields that
/// describe one.
///
/// - Parameters:
///   - request: its method and header fields decide.
///   - content: the open file; kept until the answer is sent.
///   - validators: of that same open file.
///   - headers: Content-Type, Content-Disposition, Cache-Control and the like; sent with 200 and 206.
/// - Returns: an answer with ETag, Last-Modified and Accept-Ranges; a body of more than one range is
///   `multipart/byteranges`.
package func fileResponse(
    to request: HTTPRequest,
    content: any FileContent,
    validators: FileValidators,
    headers: HTTPFields
) -> HTTPResponse {
    var headers = headers
    headers.set("ETag", validators.etag)
    headers.set("Last-Modified", HTTPDate.format(validators.lastModified))
    headers.set("Accept-Ranges", "bytes")
    switch Precondition.check(request, validators: validators) {
    case .proceed: break
    case .notModified: return HTTPResponse(status: 304, headers: withoutContentFields(headers))
    case .failed: return HTTPResponse(status: 412, headers: withoutContentFields(headers))
    }

    let size = content.size
    switch requestedRanges(request, size: size, validators: validators) {
    case .whole:
        return HTTPResponse(
            status: 200,
            headers: headers,
            body: .file(content, parts: [FilePart(range: 0..<size)])
        )
    case .unsatisfiable:
        var headers = withoutContentFields(headers)
        headers.set("Content-Range", "bytes */\(size)")
        return HTTPResponse(status: 416, headers: headers)
    case .parts(let ranges):
        if ranges.count == 1 {
            headers.set("Content-Range", contentRange(ranges[0], size: size))
            return HTTPResponse(
                status: 206,
                headers: headers,
                body: .file(content, parts: [FilePart(range: ranges[0])])
            )
        }
        let boundary = randomBoundary()
        let parts = multipartParts(
            ranges,
            size: size,
            contentType: headers["Content-Type"],
            boundary: boundary
        )
        headers.set("Content-Type", "multipart/byteranges; boundary=\(boundary)")
        return HTTPResponse(status: 206, headers: headers, body: .file(content, parts: parts))
    }
}

private func requestedRanges(_ request: HTTPRequest, size: Int64, validators: FileValidators) -> ByteRangeSet
{
    let values = request.headers.values(for: "Range")
    guard request.method == .get, values.count == 1, let value = values.first,
        Precondition.rangeCounts(request.headers, validators: validators)
    else { return .whole }
    return ByteRangeSet(value, size: size)
}

private func contentRange(_ range: Range<Int64>, size: Int64) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
}

// The bodies' own fields have no place on an answer without that body; Content-Location names the resource.
private func withoutContentFields(_ headers: HTTPFields) -> HTTPFields {
    var kept = HTTPFields()
    for line in headers.lines {
        let isAboutContent =
            equalsIgnoringASCIICase(line.name.prefix(8).utf8, "content-".utf8)
            && !equalsIgnoringASCIICase(line.name, "Content-Location")
            && !equalsIgnoringASCIICase(line.name, "Content-Security-Policy")
        if !isAboutContent, !equalsIgnoringASCIICase(line.name, "Repr-Digest") {
            kept.append(line.name, line.value)
        }
    }
    return kept
}

// RFC 9110, section 14.6. The closing boundary is the prefix of a last part without bytes.
private func multipartParts(
    _ ranges: [Range<Int64>],
    size: Int64,
    contentType: String?,
    boundary: String
) -> [FilePart] {
    var parts: [FilePart] = []
    for range in ranges {
        var prefix = parts.isEmpty ? "" : "\r\n"
        prefix += "--\(boundary)\r\n"
        if let contentType { prefix += "Content-Type: \(contentType)\r\n" }
        prefix += "Content-Range: \(contentRange(range, size: size))\r\n\r\n"
        parts.append(FilePart(prefix: Array(prefix.utf8), range: range))
    }
    parts.append(FilePart(prefix: Array("\r\n--\(boundary)--\r\n".utf8), range: 0..<0))
    return parts
}

// 128 random bits: no file can be made to hold it.
private func randomBoundary() -> String {
    let digits = Array("0123456789abcdef".utf8)
    var generator = SystemRandomNumberGenerator()
    var text = Array("hearth-".utf8)
    for _ in 0..<2 {
        var bits: UInt64 = generator.next()
        for _ in 0..<16 {
            text.append(digits[Int(bits & 15)])
            bits >>= 4
        }
    }
    return String(decoding: text, as: UTF8.self)
}

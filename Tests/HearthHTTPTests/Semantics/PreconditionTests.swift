import HearthHTTP
import Testing

@Suite("Preconditions")
struct PreconditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method = HTTPMethod.get
        let fields: [(String, String)]
        var exists = true
        var isWeak = false
        let expected: PreconditionResult
        var testDescription: String {
            "\(method.rawValue) \(fields.map { "\($0.0): \($0.1)" })\(exists ? "" : " on nothing")"
        }
    }

    static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

    static let cases: [Case] = [
        Case(fields: [], expected: .proceed),
        // If-Match
        Case(fields: [("If-Match", #""v1""#)], expected: .proceed),
        Case(fields: [("If-Match", #""v0", "v1""#)], expected: .proceed),
        Case(fields: [("If-Match", #""v0""#), ("if-match", #""v1""#)], expected: .proceed),
        Case(fields: [("If-Match", #""v0""#)], expected: .failed),
        Case(fields: [("If-Match", #"W/"v1""#)], expected: .failed),
        Case(fields: [("If-Match", #""v1""#)], isWeak: true, expected: .failed),
        Case(fields: [("If-Match", "*")], expected: .proceed),
        Case(fields: [("If-Match", "*")], isWeak: true, expected: .proceed),
        Case(fields: [("If-Match", "v1")], expected: .failed),
        Case(method: .put, fields: [("If-Match", "*")], exists: false, expected: .failed),
        Case(method: .put, fields: [("If-Match", #""v1""#)], exists: false, expected: .failed),
        Case(method: .delete, fields: [("If-Match", #""v0""#)], expected: .failed),
        // If-Unmodified-Since
        Case(fields: [("If-Unmodified-Since", same)], expected: .proceed),
        Case(fields: [("If-Unmodified-Since", after)], expected: .proceed),
        Case(fields: [("If-Unmodified-Since", before)], expected: .failed),
        Case(method: .put, fields: [("If-Unmodified-Since", before)], expected: .failed),
        Case(fields: [("If-Unmodified-Since", "yesterday")], expected: .proceed),
        Case(fields: [("If-Unmodified-Since", before), ("If-Unmodified-Since", before)], expected: .proceed),
        Case(method: .put, fields: [("If-Unmodified-Since", before)], exists: false, expected: .proceed),
        Case(fields: [("If-Match", #""v1""#), ("If-Unmodified-Since", before)], expected: .proceed),
        // If-None-Match
        Case(fields: [("If-None-Match", #""v1""#)], expected: .notModified),
        Case(method: .head, fields: [("If-None-Match", #""v1""#)], expected: .notModified),
        Case(method: .put, fields: [("If-None-Match", #""v1""#)], expected: .failed),
        Case(fields: [("If-None-Match", #"W/"v1""#)], expected: .notModified),
        Case(fields: [("If-None-Match", #""v1""#)], isWeak: true, expected: .notModified),
        Case(fields: [("If-None-Match", #""v0""#)], expected: .proceed),
        Case(fields: [("If-None-Match", "*")], expected: .notModified),
        Case(method: .put, fields: [("If-None-Match", "*")], expected: .failed),
        Case(method: .put, fields: [("If-None-Match", "*")], exists: false, expected: .proceed),
        Case(fields: [("If-None-Match", "v1")], expected: .proceed),
        // If-Modified-Since
        Case(fields: [("If-Modified-Since", same)], expected: .notModified),
        Case(fields: [("If-Modified-Since", after)], expected: .notModified),
        Case(fields: [("If-Modified-Since", before)], expected: .proceed),
        Case(fields: [("If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT")], expected: .notModified),
        Case(fields: [("If-Modified-Since", "tomorrow")], expected: .proceed),
        Case(method: .post, fields: [("If-Modified-Since", same)], expected: .proceed),
        Case(fields: [("If-None-Match", #""v0""#), ("If-Modified-Since", same)], expected: .proceed),
        Case(fields: [("If-None-Match", #""v1""#), ("If-Modified-Since", before)], expected: .notModified),
        // Order: 412 comes before 304.
        Case(fields: [("If-None-Match", #""v1""#), ("If-Match", #""v0""#)], expected: .failed),
        Case(fields: [("If-Modified-Since", same), ("If-Unmodified-Since", before)], expected: .failed),
    ]

    @Test("are decided in RFC 9110's order", arguments: cases)
    func check(_ item: Case) {
        let request = HTTPRequest(item.method, "/f", headers: HTTPFields(item.fields))
        let tag = item.isWeak ? #"W/"v1""# : #""v1""#
        let validators = FileValidators(etag: tag, lastModified: 784_111_777)
        #expect(Precondition.check(request, validators: item.exists ? validators : nil) == item.expected)
    }
}

import HearthHTTP
import HearthTesting
import Testing

@Suite("Multipart forms", .timeLimit(.minutes(10)))
struct MultipartTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let body: [UInt8]
        let parts: [ReadPart]
        var testDescription: String { title }
    }

    static let valid: [Case] = [
        Case(
            title: "fields first, then the file",
            body: FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=\"action\"",
                "",
                "chunk",
                "--XyZ",
                "content-disposition:form-data;name=hash",
                "",
                "",
                "--XyZ",
                "Content-Disposition: form-data; name=\"uploadfile\"; filename=\"a.bin\"",
                "Content-Type: application/octet-stream",
                "",
                "one\r\n--Xy\r\n--XyZZ\r\n\r\n--two\r",
                "--XyZ--",
                ""
            ),
            parts: [
                ReadPart("action", "chunk"), ReadPart("hash", ""),
                ReadPart(
                    "uploadfile",
                    filename: "a.bin",
                    type: "application/octet-stream",
                    "one\r\n--Xy\r\n--XyZZ\r\n\r\n--two\r"
                ),
            ]
        ),
        Case(
            title: "the file first",
            body: FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=\"uploadfile\"; filename=\"\"",
                "",
                "",
                "--XyZ",
                "Content-Disposition: form-data; name=\"action\"",
                "",
                "upload",
                "--XyZ--"
            ),
            parts: [ReadPart("uploadfile", filename: "", ""), ReadPart("action", "upload")]
        ),
        Case(title: "no parts", body: FormFixture.lines("--XyZ--"), parts: []),
        Case(title: "no parts and a line break", body: FormFixture.lines("", "--XyZ--", ""), parts: []),
        Case(
            title: "preamble, epilogue and blanks behind boundaries",
            body: FormFixture.lines(
                "This is",
                "--XyZA",
                "--Xy",
                "--XyZ \t ",
                "Content-Disposition: form-data; name=\"a\"",
                "",
                "1",
                "--XyZ \t",
                "Content-Disposition: form-data; name=\"b\"",
                "",
                "2",
                "--XyZ-- ",
                "bye --XyZ",
                ""
            ),
            parts: [ReadPart("a", "1"), ReadPart("b", "2")]
        ),
        Case(
            title: "a part that ends with its header",
            body: FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=\"a\"",
                "",
                "--XyZ",
                "Content-Disposition: form-data; name=\"b\"",
                "",
                "--XyZ--"
            ),
            parts: [ReadPart("a", ""), ReadPart("b", "")]
        ),
        Case(
            title: "what only looks like a boundary",
            body: FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=\"a\"",
                "",
                "--XyZ-",
                "--XyZ\n",
                "--XyZ x",
                "--XyZ\r",
                "\r--XyZ--",
                "\n--XyZ--",
                "-\r\n--XYZ--",
                "--XyZ--"
            ),
            parts: [
                ReadPart(
                    "a",
                    "--XyZ-\r\n--XyZ\n\r\n--XyZ x\r\n--XyZ\r\r\n\r--XyZ--\r\n\n--XyZ--\r\n-\r\n--XYZ--"
                )
            ]
        ),
        Case(
            title: "quotes, percents, backslashes, folding, UTF-8",
            body: FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=\"a\\\"b\"; filename=\"d%22q\"",
                "",
                "1",
                "--XyZ",
                "Content-Disposition: form-data; name=\"c%0D%0Ad\"; filename=\"C:\\dir\\\\90%hello %41\"",
                "",
                "2",
                "--XyZ",
                "Content-Disposition: form-data;",
                "\t name=\"日\" ;",
                "  filename=\"a;b=\\\"c\\\".txt\"",
                "",
                "3",
                "--XyZ",
                "Content-Disposition: form-data; filename*=UTF-8''%F0%9F%92%AB%2541; filename=\"x\"; name=f",
                "",
                "4",
                "--XyZ",
                "Content-Disposition: form-data; filename*=iso-8859-1'en'%A3; name=g",
                "",
                "5",
                "--XyZ--"
            ),
            parts: [
                ReadPart("a\"b", filename: "d\"q", "1"),
                ReadPart("c\r\nd", filename: "C:\\dir\\90%hello %41", "2"),
                ReadPart("日", filename: "a;b=\"c\".txt", "3"),
                ReadPart("f", filename: "💫%41", "4"),
                ReadPart("g", filename: "£", "5"),
            ]
        ),
    ]

    static let broken: [Case] = [
        ("empty", FormFixture.lines("")),
        ("no boundary at all", FormFixture.lines("name=value")),
        ("only the first boundary", FormFixture.lines("--XyZ")),
        ("ends in a header", FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=\"a\"", "")),
        ("ends in a part", FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=\"a\"", "", "1")),
        (
            "ends in the last boundary",
            FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=\"a\"", "", "1", "--XyZ-")
        ),
        ("bare line feeds", Array("--XyZ\nContent-Disposition: form-data; name=\"a\"\n\n1\n--XyZ--\n".utf8)),
        ("no header", FormFixture.lines("--XyZ", "", "1", "--XyZ--")),
        ("no name", FormFixture.lines("--XyZ", "Content-Disposition: form-data", "", "1", "--XyZ--")),
        ("no disposition", FormFixture.lines("--XyZ", "Content-Type: text/plain", "", "1", "--XyZ--")),
        (
            "attachment",
            FormFixture.lines("--XyZ", "Content-Disposition: attachment; name=\"a\"", "", "1", "--XyZ--")
        ),
        (
            "two dispositions",
            FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=a",
                "Content-Disposition: form-data; name=b",
                "",
                "1",
                "--XyZ--"
            )
        ),
        (
            "two names",
            FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=a; name=b", "", "1", "--XyZ--")
        ),
        (
            "open quote",
            FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=\"a", "", "1", "--XyZ--")
        ),
        (
            "no colon",
            FormFixture.lines("--XyZ", "Content-Disposition form-data; name=\"a\"", "", "1", "--XyZ--")
        ),
        (
            "a NUL in a header",
            FormFixture.lines("--XyZ", "Content-Disposition: form-data; name=\"a\0\"", "", "1", "--XyZ--")
        ),
        (
            "a transfer encoding",
            FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=a",
                "Content-Transfer-Encoding: base64",
                "",
                "MQ==",
                "--XyZ--"
            )
        ),
        (
            "a broken filename*",
            FormFixture.lines(
                "--XyZ",
                "Content-Disposition: form-data; name=a; filename*=UTF-8''%F",
                "",
                "",
                "--XyZ--"
            )
        ),
    ].map { Case(title: $0.0, body: $0.1, parts: []) }

    @Test("are read whole and split at every byte", arguments: valid)
    func split(_ item: Case) async throws {
        #expect(try await FormFixture.read([item.body]) == item.parts)
        for cut in 1..<item.body.count {
            let pieces = [Array(item.body[..<cut]), Array(item.body[cut...])]
            #expect(try await FormFixture.read(pieces) == item.parts, "cut at \(cut)")
        }
        #expect(try await FormFixture.read(item.body.map { [$0] }) == item.parts, "byte by byte")
    }

    @Test("that are malformed or have no end fail, however they are split", arguments: broken)
    func malformed(_ item: Case) async throws {
        await expectBadRequest([item.body])
        for cut in 1..<max(1, item.body.count) {
            await expectBadRequest([Array(item.body[..<cut]), Array(item.body[cut...])])
        }
        await expectBadRequest(item.body.map { [$0] })
    }

    @Test("every cut-off form fails", arguments: valid)
    func truncated(_ item: Case) async throws {
        let end = try #require(item.body.firstRange(of: Array("\r\n--XyZ--".utf8))?.upperBound ?? 7)
        for length in 1..<end where !item.body[..<length].starts(with: "--XyZ--".utf8) {
            await expectBadRequest([Array(item.body[..<length])])
        }
    }

    @Test("random parts come back, whatever the cuts")
    func property() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let fragments: [[UInt8]] = [
            "\r\n", "--XyZ", "--XyZ--", "\r\n--XyZ", "\r\n--XyZ-", "\r", "\n", "--", "a", "\0", "\r\n--XyZ x",
        ]
        .map { Array($0.utf8) }
        for round in 0..<400 {
            var body: [UInt8] = []
            var expected: [ReadPart] = []
            for number in 0..<Int.random(in: 0...5, using: &random) {
                var bytes: [UInt8] = []
                for _ in 0..<Int.random(in: 0...30, using: &random) {
                    bytes += fragments[Int.random(in: 0..<fragments.count, using: &random)]
                }
                if Bool.random(using: &random) {
                    bytes += random.bytes(Int.random(in: 0...3000, using: &random))
                }
                guard isPossible(bytes) else { continue }
                let filename = Bool.random(using: &random) ? "f\(number)" : nil
                expected.append(ReadPart("n\(number)", filename: filename, bytes: bytes))
                body += Array("--XyZ\r\nContent-Disposition: form-data; name=\"n\(number)\"".utf8)
                if let filename { body += Array("; filename=\"\(filename)\"".utf8) }
                body += Array("\r\n\r\n".utf8) + bytes + [0x0D, 0x0A]
            }
            body += Array("--XyZ--\r\n".utf8)
            var pieces: [[UInt8]] = []
            var rest = body[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...(Bool.random(using: &random) ? 8 : 900), using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let parts = try await FormFixture.read(pieces)
            #expect(parts == expected, "seed \(seed), round \(round)")
        }
    }

    // A part that holds a delimiter cannot be sent with this boundary.
    private func isPossible(_ bytes: [UInt8]) -> Bool {
        let text = [0x0D, 0x0A] + bytes + [0x0D, 0x0A]
        return !text.ranges(of: Array("\r\n--XyZ".utf8)).contains { range in
            let behind = text[range.upperBound...]
            return behind.starts(with: "--".utf8)
                || behind.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "\r\n".utf8)
        }
    }

    private func expectBadRequest(
        _ pieces: [[UInt8]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            let parts = try await FormFixture.read(pieces)
            Issue.record(
                "read \(parts) from \(pieces.map { String(decoding: $0, as: UTF8.self) })",
                sourceLocation: sourceLocation
            )
        } catch let error as HTTPError {
            #expect(error.code == .badRequest, sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }
}

import HearthHTTP
import Synchronization
import Testing

@Suite("Form reader", .timeLimit(.minutes(10)))
struct FormReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let body: String
        let parts: [ReadPart]
        var testDescription: String { "'\(body)'" }
    }

    @Test(
        "urlencoded forms are read whole and split at every byte",
        arguments: [
            Case(
                body: "action=merge&hash=ab&total_chunks=3",
                parts: [
                    ReadPart("action", "merge"), ReadPart("hash", "ab"), ReadPart("total_chunks", "3"),
                ]
            ),
            Case(
                body: "&&a=&b&=c&d=e=f&",
                parts: [
                    ReadPart("a", ""), ReadPart("b", ""), ReadPart("", "c"), ReadPart("d", "e=f"),
                ]
            ),
            Case(
                body: "n%61me=1+%2B%20%26%3D%2541&%2561=2",
                parts: [ReadPart("name", "1 + &=%41"), ReadPart("%61", "2")]
            ),
            Case(
                body: "a=%&b=%4&c=%zz&d=%%41&e=%4",
                parts: [
                    ReadPart("a", "%"), ReadPart("b", "%4"), ReadPart("c", "%zz"), ReadPart("d", "%A"),
                    ReadPart("e", "%4"),
                ]
            ),
            Case(body: "a=%E6%97%A5%F0%9F%92%AB", parts: [ReadPart("a", "日💫")]),
        ]
    )
    func urlencoded(_ item: Case) async throws {
        let body = Array(item.body.utf8)
        let type = FormFixture.urlencoded
        #expect(try await FormFixture.read([body], type: type) == item.parts)
        for cut in 1..<body.count {
            let pieces = [Array(body[..<cut]), Array(body[cut...])]
            #expect(try await FormFixture.read(pieces, type: type) == item.parts, "cut at \(cut)")
        }
        #expect(try await FormFixture.read(body.map { [$0] }, type: type) == item.parts)
    }

    struct TypeCase: Sendable, CustomTestStringConvertible {
        let type: String
        let code: HTTPError.Code?
        var testDescription: String { type }
    }

    @Test(
        "the content type decides",
        arguments: [
            TypeCase(type: "multipart/form-data; boundary=a", code: nil),
            TypeCase(type: "Multipart/Form-Data ;charset=utf-8; Boundary=\"a b\"", code: nil),
            TypeCase(type: "application/x-www-form-urlencoded; charset=UTF-8", code: nil),
            TypeCase(type: "multipart/form-data", code: .badRequest),
            TypeCase(type: "multipart/form-data; boundary=", code: .badRequest),
            TypeCase(type: "multipart/form-data; boundary=\"a \"", code: .badRequest),
            TypeCase(type: "multipart/form-data; boundary=" + String(repeating: "a", count: 70), code: nil),
            TypeCase(
                type: "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
                code: .badRequest
            ),
            TypeCase(type: "multipart/mixed; boundary=a", code: .unsupportedMediaType),
            TypeCase(type: "application/json", code: .unsupportedMediaType),
            TypeCase(type: "", code: .unsupportedMediaType),
        ]
    )
    func types(_ item: TypeCase) throws {
        let request = FormFixture.request([[0x61]], type: item.type)
        if let code = item.code {
            let error = #expect(throws: HTTPError.self) { _ = try FormReader(request: request) }
            #expect(error?.code == code)
        } else {
            _ = try FormReader(request: request)
        }
    }

    @Test("a request without a body is an empty form, whatever its type")
    func noBody() async throws {
        #expect(try await FormReader(request: HTTPRequest(.post, "/")).next() == nil)
        let multipart = FormFixture.request([], type: FormFixture.multipart, isLengthKnown: true)
        #expect(try await FormReader(request: multipart).next() == nil)
    }

    struct LimitCase: Sendable, CustomTestStringConvertible {
        let title: String
        let body: [UInt8]
        var type = FormFixture.multipart
        let code: HTTPError.Code?
        var testDescription: String { title }
    }

    static let limitCases: [LimitCase] = {
        let part = { (number: Int) in
            "--XyZ\r\nContent-Disposition: form-data; name=\"\(number)\"\r\n\r\n\r\n"
        }
        let header = { (count: Int) in
            let start = "Content-Disposition: form-data; name=\"a\"\r\nX: "
            let filler = String(repeating: "x", count: count - start.utf8.count)
            return Array("--XyZ\r\n\(start)\(filler)\r\n\r\n1\r\n--XyZ--".utf8)
        }
        let padding = { (before: Int, behind: Int) in
            let one = String(repeating: "-", count: before)
            let other = String(repeating: "-", count: behind)
            return Array("\(one)\r\n\(part(1))--XyZ--\(other)".utf8)
        }
        let name = { (count: Int) in Array("a=1&\(String(repeating: "n", count: count))=1".utf8) }
        let encoded = FormFixture.urlencoded
        return [
            LimitCase(
                title: "64 parts",
                body: Array(((1...64).map(part).joined() + "--XyZ--").utf8),
                code: nil
            ),
            LimitCase(
                title: "65 parts",
                body: Array(((1...65).map(part).joined() + "--XyZ--").utf8),
                code: .bodyTooLarge
            ),
            LimitCase(
                title: "65 pairs",
                body: Array((1...65).map { "\($0)=" }.joined(separator: "&").utf8),
                type: encoded,
                code: .bodyTooLarge
            ),
            LimitCase(title: "header of 8 KiB", body: header(8192), code: nil),
            LimitCase(title: "header over 8 KiB", body: header(8193), code: .bodyTooLarge),
            LimitCase(title: "name of 8 KiB", body: name(8192), type: encoded, code: nil),
            LimitCase(title: "name over 8 KiB", body: name(8193), type: encoded, code: .bodyTooLarge),
            LimitCase(title: "preamble of 8 KiB", body: padding(8190, 0), code: nil),
            LimitCase(title: "preamble over 8 KiB", body: padding(8191, 0), code: .badRequest),
            LimitCase(title: "epilogue of 8 KiB", body: padding(0, 8192), code: nil),
            LimitCase(title: "epilogue over 8 KiB", body: padding(0, 8193), code: .badRequest),
        ]
    }()

    @Test("limits hold at the byte, whole or in pieces", arguments: limitCases)
    func limits(_ item: LimitCase) async throws {
        for size in [item.body.count, 7, 1] {
            let pieces = stride(from: 0, to: item.body.count, by: size).map {
                Array(item.body[$0..<min($0 + size, item.body.count)])
            }
            do {
                _ = try await FormFixture.read(pieces, type: item.type)
                #expect(item.code == nil, "pieces of \(size)")
            } catch let error as HTTPError {
                #expect(error.code == item.code, "pieces of \(size)")
            }
        }
    }

    @Test("text over its limit, and text that is none, are refused")
    func text() async throws {
        let body = { (count: Int) in Array(("a=" + String(repeating: "x", count: count)).utf8) }
        let read = { (bytes: [UInt8], limit: Int?) in
            let reader = try FormReader(request: FormFixture.request([bytes], type: FormFixture.urlencoded))
            let part = try #require(try await reader.next())
            return try await part.text(limit: limit)
        }
        #expect(try await read(body(65536), nil).utf8.count == 65536)
        await #expect(throws: HTTPError.self) { try await read(body(65537), nil) }
        #expect(try await read(body(3), 3) == "xxx")
        await #expect(throws: HTTPError.self) { try await read(body(4), 3) }
        await #expect(throws: HTTPError.self) { try await read(Array("a=%ff".utf8), nil) }
    }

    @Test("going on drops what was not read, and the old part is closed")
    func passedOver() async throws {
        let body = Array("a=\(String(repeating: "x", count: 200_000))&b=2".utf8)
        let reader = try FormReader(request: FormFixture.request([body], type: FormFixture.urlencoded))
        let first = try #require(try await reader.next())
        let second = try #require(try await reader.next())
        #expect(second.name == "b")
        let error = await #expect(throws: HTTPError.self) { try await first.text() }
        #expect(error?.code == .closed)
        #expect(try await second.text() == "2")
        #expect(try await second.text() == "", "read once")
        #expect(try await reader.next() == nil)
        #expect(try await reader.next() == nil)
    }

    @Test("a file of 16 MiB passes through in pieces, pulled only when the sink has taken the last")
    func backPressure() async throws {
        let head = Array("--XyZ\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n".utf8)
        let tail = Array("\r\n--XyZ--\r\n".utf8)
        let block = Array(repeating: Array("\r\n--XyZ ,".utf8), count: 7281).flatMap { $0 }
        let pulled = Mutex(0)
        let body = HTTPRequestBody(length: nil) { () throws(HTTPError) -> [UInt8]? in
            let number = pulled.withLock { count in
                defer { count += 1 }
                return count
            }
            return number == 0 ? head : number <= 256 ? block : number == 257 ? tail : nil
        }
        var request = FormFixture.request([], type: FormFixture.multipart)
        request.body = body
        let reader = try FormReader(request: request)
        let part = try #require(try await reader.next())
        #expect(pulled.withLock { $0 } == 1)
        var total = 0
        var largest = 0
        var isAhead = false
        try await part.drain { bytes in
            total += bytes.count
            largest = max(largest, bytes.count)
            if pulled.withLock({ $0 }) > total / block.count + 2 { isAhead = true }
        }
        #expect(total == 256 * block.count)
        #expect(largest <= 65 << 10)
        #expect(!isAhead)
        #expect(try await reader.next() == nil)
    }

    @Test("what the sink throws comes out")
    func sink() async throws {
        struct DiskFull: Error {}
        let reader = try FormReader(
            request: FormFixture.request([Array("a=1".utf8)], type: FormFixture.urlencoded)
        )
        let part = try #require(try await reader.next())
        await #expect(throws: DiskFull.self) { try await part.drain { _ in throw DiskFull() } }
    }
}

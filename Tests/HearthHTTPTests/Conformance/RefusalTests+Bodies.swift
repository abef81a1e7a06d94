extension RefusalTests {
    static let lengths: [Case] = {
        let both = "Content-Length: 5\r\nTransfer-Encoding: chunked"
        let other = "Transfer-Encoding: chunked\r\nContent-Length: 5"
        let fields: [(String, String)] = [
            ("length and chunks", both),
            ("chunks and length", other),
            ("length 0 and chunks", "Content-Length: 0\r\nTransfer-Encoding: chunked"),
            ("two equal lengths", "Content-Length: 5\r\nContent-Length: 5"),
            ("two lengths", "Content-Length: 5\r\nContent-Length: 36"),
            ("two lengths, 0 first", "Content-Length: 0\r\nContent-Length: 5"),
            ("list of lengths", "Content-Length: 5,5"),
            ("list of lengths with a blank", "Content-Length: 5, 5"),
            ("plus", "Content-Length: +5"),
            ("minus", "Content-Length: -5"),
            ("minus zero", "Content-Length: -0"),
            ("blank inside", "Content-Length: 5 5"),
            ("hexadecimal", "Content-Length: 0x5"),
            ("letters behind", "Content-Length: 5a"),
            ("fraction", "Content-Length: 5.0"),
            ("quoted", "Content-Length: \"5\""),
            ("no digits", "Content-Length:"),
            ("only a blank", "Content-Length: "),
            ("2^63", "Content-Length: 9223372036854775808"),
            ("2^64 + 5", "Content-Length: 18446744073709551621"),
            ("23 digits", "Content-Length: 99999999999999999999999"),
            ("xchunked", "Transfer-Encoding: xchunked"),
            ("chunkedx", "Transfer-Encoding: chunkedx"),
            ("identity", "Transfer-Encoding: identity"),
            ("gzip", "Transfer-Encoding: gzip"),
            ("chunked twice in one line", "Transfer-Encoding: chunked, chunked"),
            ("chunked twice in two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
            ("gzip, chunked", "Transfer-Encoding: gzip, chunked"),
            ("chunked, identity", "Transfer-Encoding: chunked, identity"),
            ("identity, then chunked", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked"),
            ("chunked with a parameter", "Transfer-Encoding: chunked;q=1"),
            ("chunked with a comma", "Transfer-Encoding: chunked,"),
            ("quoted chunked", "Transfer-Encoding: \"chunked\""),
            ("no coding", "Transfer-Encoding:"),
            ("blank before the coding's colon", "Transfer-Encoding : chunked"),
        ]
        let body = "5\r\nhello\r\n0\r\n\r\n"
        return fields.map { Case($0.0, "POST /a HTTP/1.1\r\nHost: x\r\n\($0.1)\r\n\r\n\(body)", [400, 501]) }
            + [
                Case(
                    "chunks in HTTP/1.0",
                    "POST /a HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
                ),
                Case(
                    "chunks in HTTP/1.0, kept",
                    "POST /a HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
                ),
                Case(
                    "two lengths on GET",
                    "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\nhello"
                ),
            ]
    }()

    static let chunks: [Case] = {
        let bodies: [(String, String)] = [
            ("no hexadecimal size", "zz\r\nhello\r\n0\r\n\r\n"),
            ("no size", "\r\nhello\r\n0\r\n\r\n"),
            ("minus", "-5\r\nhello\r\n0\r\n\r\n"),
            ("plus", "+5\r\nhello\r\n0\r\n\r\n"),
            ("0x", "0x5\r\nhello\r\n0\r\n\r\n"),
            ("blank before the size", " 5\r\nhello\r\n0\r\n\r\n"),
            ("size of 2^64 - 1", "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
            ("size of 2^63", "8000000000000000\r\nhello\r\n0\r\n\r\n"),
            ("size over 2^64", "80000000000000000\r\nhello\r\n0\r\n\r\n"),
            ("size that wraps to 5", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
            ("longer than its size", "4\r\nhello\r\n0\r\n\r\n"),
            ("shorter than its size", "6\r\nhello\r\n0\r\n\r\n"),
            ("no line end behind the data", "5\r\nhello0\r\n\r\n"),
            ("bare line feed behind the size", "5\nhello\r\n0\r\n\r\n"),
            ("bare return behind the size", "5\rhello\r\n0\r\n\r\n"),
            ("bare line feed behind the data", "5\r\nhello\n0\r\n\r\n"),
            ("bare line feed behind the last size", "5\r\nhello\r\n0\n\r\n"),
            ("bare line feed at the end", "5\r\nhello\r\n0\r\n\n"),
            ("NUL in an extension", "5;a=\0\r\nhello\r\n0\r\n\r\n"),
            ("bare line feed in an extension", "5;a\nb\r\nhello\r\n0\r\n\r\n"),
            (
                "an extension without end",
                "5;\(String(repeating: "a", count: 40 << 10))\r\nhello\r\n0\r\n\r\n"
            ),
            (
                "extensions without end",
                "1;a=b\r\nx\r\n1;\(String(repeating: "a=b;", count: 9 << 10))\r\nx\r\n0\r\n\r\n"
            ),
            ("zeros without end", "\(String(repeating: "0", count: 40 << 10))5\r\nhello\r\n0\r\n\r\n"),
            ("trailer without colon", "5\r\nhello\r\n0\r\nabc\r\n\r\n"),
            ("trailer without name", "5\r\nhello\r\n0\r\n: a\r\n\r\n"),
            ("blank before a trailer's colon", "5\r\nhello\r\n0\r\nA : b\r\n\r\n"),
            ("bare line feed in the trailers", "5\r\nhello\r\n0\r\nA: b\n\r\n"),
            ("folded trailer", "5\r\nhello\r\n0\r\nA: b\r\n c\r\n\r\n"),
            ("folded first trailer", "5\r\nhello\r\n0\r\n A: b\r\n\r\n"),
            ("bare line feed behind the trailers", "5\r\nhello\r\n0\r\nA: b\r\n\n"),
            ("bare return in a trailer", "5\r\nhello\r\n0\r\nA: b\rc\r\n\r\n"),
            ("NUL in a trailer", "5\r\nhello\r\n0\r\nA: \0\r\n\r\n"),
            (
                "trailers without end",
                "5\r\nhello\r\n0\r\n\(String(repeating: "A: b\r\n", count: 8 << 10))\r\n"
            ),
        ]
        return bodies.map {
            Case(
                $0.0,
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\($0.1)",
                begins: true
            )
        }
    }()
}

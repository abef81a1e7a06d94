extension RefusalTests {
    static let requestLines: [Case] = [
        Case("HTTP/0.9", "GET /\r\n\r\n", [400, 505]),
        Case("HTTP/0.9, named", "GET / HTTP/0.9\r\nHost: x\r\n\r\n", [400, 505]),
        Case("HTTP/2.0", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", [400, 505]),
        Case("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400, 501, 505]),
        Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", [400, 505]),
        Case("HTTP/1.10", "GET / HTTP/1.10\r\nHost: x\r\n\r\n", [400, 505]),
        Case("HTTP/1", "GET / HTTP/1\r\nHost: x\r\n\r\n", [400, 505]),
        Case("HTTP/11.1", "GET / HTTP/11.1\r\nHost: x\r\n\r\n", [400, 505]),
        Case("lower-case version", "GET / http/1.1\r\nHost: x\r\n\r\n", [400, 505]),
        Case("blank behind the version", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", [400, 505]),
        Case("RTSP", "DESCRIBE / RTSP/1.0\r\nHost: x\r\n\r\n", [400, 501, 505]),
        Case("RTSP with GET", "GET / RTSP/1.0\r\nHost: x\r\n\r\n", [400, 505]),
        Case("ICE", "SOURCE / ICE/1.0\r\nHost: x\r\n\r\n", [400, 501, 505]),
        Case("two blanks before the target", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("two blanks behind the target", "GET /  HTTP/1.1\r\nHost: x\r\n\r\n", [400, 505]),
        Case("tabs between", "GET\t/\tHTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("blank before the method", " GET / HTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("blank in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", [400, 505]),
        Case("no target", "GET HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("target without slash", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("target with a fragment", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("star with GET", "GET * HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("authority with GET", "GET x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("another scheme", "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("user information", "GET http://a@x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("no host in the URL", "GET http:///a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(
            "raw byte in the target",
            bytes: Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        ),
        Case("NUL in the target", "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("DEL in the target", "GET /\u{7F} HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("unknown method", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("lower-case method", "get / HTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("method with a suffix", "GETX / HTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("TRACE", "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", [400, 501]),
        Case("CONNECT", "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n", [400, 501]),
        Case("TLS at the wrong port", bytes: [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03]),
        Case("bare line feed", "GET / HTTP/1.1\nHost: x\r\n\r\n", [400, 505]),
        Case("bare return", "GET / HTTP/1.1\rHost: x\r\n\r\n", [400, 505]),
        Case("return, return, feed", "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n", [400, 505]),
    ]

    static let fields: [Case] = [
        Case("no Host", "GET / HTTP/1.1\r\nA: b\r\n\r\n"),
        Case("no field at all", "GET / HTTP/1.1\r\n\r\n"),
        Case("two Hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
        Case("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"),
        Case("the same Host twice", "GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n"),
        Case("blank in Host", "GET / HTTP/1.1\r\nHost: x y\r\n\r\n"),
        Case("user information in Host", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n"),
        Case("path in Host", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n"),
        Case("list in Host", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n"),
        Case("bare line feed in a line", "GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n"),
        Case("bare line feed at the end", "GET / HTTP/1.1\r\nHost: x\r\n\n"),
        Case("bare line feeds", "GET / HTTP/1.1\r\nHost: x\n\n"),
        Case("bare return in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n"),
        Case("bare return ends a line", "GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n"),
        Case("return, return, feed", "GET / HTTP/1.1\r\nHost: x\r\r\n\r\n"),
        Case("folded with a blank", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n"),
        Case("folded with a tab", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n\tc: d\r\n\r\n"),
        Case("folded length", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n 36\r\n\r\n"),
        Case("folded first line", "GET / HTTP/1.1\r\n Host: x\r\n\r\n"),
        Case("folded empty line", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n \r\n\r\n"),
        Case("blank before the colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n"),
        Case("blank before the length's colon", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 36\r\n\r\n"),
        Case("tab before the colon", "GET / HTTP/1.1\r\nHost: x\r\nA\t: b\r\n\r\n"),
        Case("no name", "GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n"),
        Case("no colon", "GET / HTTP/1.1\r\nHost: x\r\nAbc\r\n\r\n"),
        Case("blank in a name", "GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n"),
        Case("quote in a name", "GET / HTTP/1.1\r\nHost: x\r\nA\"b: c\r\n\r\n"),
        Case(
            "raw byte in a name",
            bytes: Array("GET / HTTP/1.1\r\nHost: x\r\nA".utf8) + [0xE9] + Array(": b\r\n\r\n".utf8)
        ),
        Case("NUL in a name", "GET / HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n"),
        Case("NUL in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n"),
        Case("control byte in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{1}c\r\n\r\n"),
        Case("DEL in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{7F}c\r\n\r\n"),
        Case(
            "vertical tab before a coding",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n"
        ),
        Case(
            "an unknown expectation",
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n",
            [417]
        ),
        Case("WebSocket", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
        Case(
            "HTTP/2 upgrade",
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n\r\n"
        ),
    ]

    static let oversized: [Case] = [
        Case(
            "a long target",
            "GET /\(String(repeating: "a", count: 17 << 10)) HTTP/1.1\r\nHost: x\r\n\r\n",
            [414, 431]
        ),
        Case(
            "a long value",
            "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 17 << 10))\r\n\r\n",
            [431]
        ),
        Case(
            "a long name",
            "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "b", count: 17 << 10)): a\r\n\r\n",
            [431]
        ),
        Case(
            "many fields",
            "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 200))\r\n",
            [431]
        ),
        Case("empty lines for ever", String(repeating: "\r\n", count: 9 << 10), [400, 431]),
    ]
}

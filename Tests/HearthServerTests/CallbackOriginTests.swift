import HearthServer
import Testing

@Suite("Origins that may be given scope tokens")
struct CallbackOriginTests {
    @Test(
        "are taken as browsers spell them",
        arguments: [
            "http://pan.example", "https://pan.example:8443", "http://192.168.1.5:9020", "http://[::1]:8080",
            "https://[fd00::1]", "http://localhost:3000", "https://xn--fiq228c.example",
            "https://pan.example:80",
        ]
    )
    func taken(_ text: String) { #expect(CallbackOrigin.isValid(text)) }

    @Test(
        "are refused in any other spelling",
        arguments: [
            "", "https://", "pan.example", "//pan.example", "https://pan.example/", "https://pan.example/x",
            "https://Pan.example",
            "HTTPS://pan.example", "https://pan.example:443", "http://pan.example:80", "https://pan.example:",
            "https://pan.example:0",
            "https://pan.example:08443", "https://pan.example:70000", "https://user@pan.example",
            "https://pan.example?x",
            "https://pan.example#x", "https://*.pan.example", "*", "null", "javascript:alert(1)",
            "ftp://pan.example",
            "https://pan example", "https://pan.example ", "http://[::1", "http://[::1]x",
            "https://-pan.example", "https://网盘.example",
        ]
    )
    func refused(_ text: String) { #expect(!CallbackOrigin.isValid(text)) }
}

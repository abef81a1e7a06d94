import HearthAdmin
import Testing

@Suite("Listening addresses")
struct ListenAddressTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let address: ListenAddress?
        var testDescription: String { text.debugDescription }
    }

    @Test(
        "a numeric address and a port",
        arguments: [
            Case(text: "127.0.0.1:8650", address: ListenAddress(host: "127.0.0.1", port: 8_650)),
            Case(text: "0.0.0.0:0", address: ListenAddress(host: "0.0.0.0", port: 0)),
            Case(text: "[::1]:65535", address: ListenAddress(host: "::1", port: 65_535)),
            Case(text: "localhost:80", address: ListenAddress(host: "127.0.0.1", port: 80)),
            Case(text: "8650", address: nil),
            Case(text: ":8650", address: nil),
            Case(text: "::1:8650", address: nil),
            Case(text: "127.0.0.1", address: nil),
            Case(text: "127.0.0.1:", address: nil),
            Case(text: "127.0.0.1:65536", address: nil),
            Case(text: "127.0.0.1:-1", address: nil),
            Case(text: "home.example:80", address: nil),
            Case(text: "", address: nil),
        ]
    )
    func parses(_ item: Case) {
        #expect(ListenAddress(item.text) == item.address)
        if let address = item.address { #expect(ListenAddress(address.text) == address) }
    }
}

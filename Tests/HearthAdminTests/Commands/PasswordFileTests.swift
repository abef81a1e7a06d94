import Glibc
import HearthAdmin
import HearthServer
import HearthTesting
import Testing

@Suite("Password files")
struct PasswordFileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let content: [UInt8]
        let password: String?
        init(_ content: String, _ password: String?) {
            self.content = Array(content.utf8)
            self.password = password
        }
        init(bytes: [UInt8]) {
            content = bytes
            password = nil
        }
        var testDescription: String { "\(content)" }
    }

    @Test(
        "one newline at the end does not count",
        arguments: [
            Case("secret", "secret"), Case("secret\n", "secret"), Case("secret\r\n", "secret"),
            Case("secret\n\n", "secret\n"), Case(" s p \n", " s p "), Case("密码\n", "密码"), Case("", nil),
            Case("\n", nil), Case(bytes: [0xFF, 0xFE]), Case(bytes: Array(repeating: 0x61, count: 5_000)),
        ]
    )
    func content(_ item: Case) throws {
        let temporary = try TemporaryDirectory()
        let path = temporary.appending("password")
        try OperatorFiles.write(item.content, to: path, mode: 0o600)
        let input = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        if let password = item.password {
            #expect(try PasswordFile.read(path, input: -1) == password)
            #expect(try PasswordFile.read("-", input: input) == password)
        } else {
            #expect(throws: ServiceError.self) { try PasswordFile.read(path, input: -1) }
            #expect(throws: ServiceError.self) { try PasswordFile.read("-", input: input) }
        }
    }

    @Test("a missing file is named")
    func missing() {
        let error = #expect(throws: ServiceError.self) {
            try PasswordFile.read("/nonexistent/file", input: -1)
        }
        #expect(error?.message.contains("/nonexistent/file") == true)
    }
}

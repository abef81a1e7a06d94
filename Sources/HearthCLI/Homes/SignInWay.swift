import Glibc
import HearthArguments
import HearthClient
import HearthWire

/// The ways to sign in at a server whose trust is settled.
struct SignInWay {
    /// What other devices of the person see in their list of sign-ins.
    private static let clientID = "hearth-cli"
    private static let browserTime = 300.0

    let context: CommandContext
    let transport: any Transport
    let address: ServerAddress
    let trust: ServerTrust
    let alias: String

    private var clientName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "hearth" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "hearth (\(String(decoding: bytes, as: UTF8.self)))"
    }

    /// With the name and password of an account.
    func password() async throws -> NewArea {
        guard let account = context.parsed.value("account") else {
            throw CommandError(.usage, "请用 --account 指定账号", "say which account with --account NAME")
        }
        let password = try context.password(
            of: .account,
            Phrase("\(account) 的密码：", "Password of \(account): ")
        )
        return try await PasswordSignIn(transport: transport, client: clientName).signIn(
            to: address,
            trust: trust,
            account: account,
            password: password,
            alias: alias
        )
    }

    /// On another device (RFC 8628).
    func device() async throws -> NewArea {
        let flow = DeviceSignIn(transport: transport, clientID: Self.clientID, clientName: clientName)
        let attempt = try await flow.begin(at: address, trust: trust)
        let minutes = Int(attempt.lifetime / 60)
        context.output.object { writer in
            writer.key("verification_url")
            writer.string(attempt.verificationURL)
            writer.key("user_code")
            writer.string(attempt.userCode)
            writer.key("expires_in")
            writer.int(Int(attempt.lifetime))
        }
        if !context.output.isJSON {
            context.output.note(
                Phrase(
                    "请在另一台设备上打开 \(attempt.verificationURL)，输入代码 \(attempt.userCode)（\(minutes) 分钟内有效）。",
                    "On another device open \(attempt.verificationURL) and type the code \(attempt.userCode) within \(minutes) minutes."
                )
            )
        }
        return try await flow.finish(attempt, alias: alias)
    }

    /// With a browser on this computer (RFC 8252).
    func browser() async throws -> NewArea {
        let output = context.output
        let flow = OAuthSignIn(transport: transport, clientID: Self.clientID, clientName: clientName)
        return try await flow.signIn(
            to: address,
            trust: trust,
            receiver: LoopbackListener(),
            timeout: Self.browserTime,
            language: context.language,
            alias: alias
        ) { url in
            output.note(Phrase("请在浏览器中打开：\n\(url)", "Open this in a browser on this computer:\n\(url)"))
            Self.open(url)
        }
    }

    /// Opens an address with the desktop's own program; quiet where there is none, because the address is shown too.
    private static func open(_ url: String) {
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
        _ = ChildProcess.start(["xdg-open", url])
    }
}

package import HearthClient
import HearthTransfer
import HearthWire

extension CommandError {
    /// What a person and a script are told of a failed call.
    package init(_ error: ClientError) {
        let exit: ExitCode
        var hint: Phrase?
        switch error.kind {
        case .server(let code, _): exit = Self.exit(for: code)
        case .http(let status):
            switch status {
            case 401: exit = .signInNeeded
            case 403: exit = .noRight
            case 404: exit = .notFound
            case 408, 429, 502, 503, 504: exit = .unreachable
            case 413, 507: exit = .noSpace
            default: exit = .other
            }
        case .transport(let error): exit = Self.exit(for: error)
        case .invalidRequest: exit = .usage
        case .cancelled: exit = .interrupted
        case .signedOut: exit = .signInNeeded
        case .invalidEnvelope, .decoding, .unsupported: exit = .other
        }
        if error.endsSession { hint = Self.signInHint }
        if error.code == .folderPasswordWrong { hint = Self.unlockHint }
        if let transport = error.transport { hint = Self.hint(for: transport) }
        self.init(exit, Phrase(error.text(.chinese), error.text(.english)), hint: hint, code: error.code)
    }

    /// What a person and a script are told of a transport's failure.
    package init(_ error: TransportError) {
        self.init(
            Self.exit(for: error),
            Phrase(error.text(.chinese), error.text(.english)),
            hint: Self.hint(for: error)
        )
    }

    /// What a person and a script are told of a failure around areas and signing in.
    package init(_ error: SessionError) {
        switch error.kind {
        case .server(let code, let reason): self.init(ClientError(.server(code: code, reason: reason)))
        case .http(let status): self.init(ClientError(.http(status: status)))
        case .transport(let error): self.init(error)
        case .cancelled: self.init(.interrupted, "已取消", "cancelled")
        default:
            self.init(
                Self.exit(for: error),
                Self.words(error),
                hint: Self.needsSignIn(error) ? Self.signInHint : nil
            )
        }
    }

    /// Any error of a command.
    package init(any error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as ClientError: self.init(error)
        case let error as SessionError: self.init(error)
        case let error as TransportError: self.init(error)
        case let error as TransferError: self.init(error)
        case is CancellationError: self.init(.interrupted, "已取消", "cancelled")
        default: self.init(.other, "\(error)", "\(error)")
        }
    }

    private static let signInHint = Phrase(
        "请用 hearth login 登录。",
        "Sign in with 'hearth login URL --account NAME'."
    )
    private static let unlockHint = Phrase(
        "请用 hearth unlock 打开这个加密文件夹。",
        "Open the encrypted folder with 'hearth unlock FOLDER'."
    )

    /// The exit code of a transport's failure.
    package static func exit(for error: TransportError) -> ExitCode {
        switch error.kind {
        case .badURL: .usage
        case .offline, .nameNotFound, .unreachable, .interrupted, .timedOut, .invalidResponse: .unreachable
        case .untrusted, .keyChanged, .trustPolicyUnsupported: .trust
        case .cancelled: .interrupted
        case .sourceChanged: .clash
        case .tooLarge, .sinkFailed, .other: .other
        }
    }

    private static func hint(for error: TransportError) -> Phrase? {
        switch error.kind {
        case .untrusted:
            Phrase(
                "请用 --ca 指定证书文件，或用 --fingerprint 指定服务器的指纹重新登录。",
                "Sign in again with the home's certificate (--ca FILE) or its fingerprint (--fingerprint SHA256)."
            )
        case .keyChanged:
            Phrase(
                "如果确实更换了服务器的密钥，请用新的 --fingerprint 重新登录；否则可能有人在冒充服务器。",
                "If the server has got a new key, sign in again with its --fingerprint; otherwise somebody may pose as it."
            )
        default: nil
        }
    }

    private static func exit(for error: SessionError) -> ExitCode {
        switch error.kind {
        case .noArea(let name): name == nil ? .signInNeeded : .notFound
        case .aliasTaken: .clash
        case .badAlias, .badURL: .usage
        case .signedOut, .expired, .denied, .authorization, .noHomes: .signInNeeded
        case .unknownKey, .keyRefused: .trust
        default: .other
        }
    }

    private static func needsSignIn(_ error: SessionError) -> Bool {
        switch error.kind {
        case .noArea(name: nil), .signedOut: true
        default: false
        }
    }

    private static func words(_ error: SessionError) -> Phrase {
        switch error.kind {
        case .noArea(nil): Phrase("尚未登录任何家庭", "nobody is signed in on this computer")
        case .noArea(let name?):
            Phrase("没有名为“\(name)”的家庭", "there is no home '\(name)'; see 'hearth area ls'")
        case .aliasTaken(let alias): Phrase("名称“\(alias)”已被使用", "another home is called '\(alias)'")
        case .badAlias(let alias):
            Phrase(
                "“\(alias)”不能用作名称：只能包含字母、数字和 - _ .",
                "'\(alias)' cannot be a home's name: letters, digits, '-', '_' and '.' only"
            )
        case .storage(let detail): Phrase(detail, detail)
        case .corrupt(let path): Phrase("文件 \(path) 已损坏", "\(path) is damaged; it was left as it is")
        case .secretStore(let detail): Phrase("密码库：\(detail)", "the store of secrets: \(detail)")
        case .signedOut(let alias): Phrase("“\(alias)”尚未登录", "nobody is signed in at '\(alias)'")
        case .badURL(let url): Phrase("“\(url)”不是服务器地址", "'\(url)' is no address of a server")
        case .notADrive: Phrase("该地址上没有网盘", "what answers there is no drive")
        case .unknownKey(let key):
            Phrase("服务器的密钥未知：\(key.fingerprint)", "the server's key is not known: \(key.fingerprint)")
        case .keyRefused: Phrase("未接受服务器的密钥", "the server's key was not accepted")
        case .authorization(let code, let detail):
            Phrase(
                "授权失败：\(code) \(detail)",
                "the sign-in was refused: \(code)\(detail.isEmpty ? "" : ", \(detail)")"
            )
        case .denied: Phrase("授权被拒绝", "the sign-in was denied")
        case .expired: Phrase("授权已超时", "nobody answered in time")
        case .stateMismatch: Phrase("授权结果与请求不符", "the reply belongs to another sign-in")
        case .issuerMismatch: Phrase("授权结果来自另一台服务器", "the reply comes from another server")
        case .invalidReply(let detail): Phrase("无法读取回答：\(detail)", "the reply cannot be read: \(detail)")
        case .noHomes: Phrase("该云账号没有家庭", "the account in the cloud has no home")
        default: Phrase("\(error)", "\(error)")
        }
    }
}

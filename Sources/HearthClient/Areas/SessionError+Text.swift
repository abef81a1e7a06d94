public import HearthWire

extension SessionError {
    /// One or two sentences for people: what happened and what they can do.
    public func text(_ language: WireLanguage) -> String {
        let isChinese = language == .chinese
        func either(_ chinese: String, _ english: String) -> String { isChinese ? chinese : english }
        switch kind {
        case .noArea(nil): return either("尚未登录任何家庭，请先登录。", "No home is signed in; sign in first.")
        case .noArea(let name?): return either("没有名为“\(name)”的家庭。", "There is no home called \(name).")
        case .aliasTaken(let alias):
            return either("名称“\(alias)”已被另一个家庭使用。", "Another home is called \(alias) already.")
        case .badAlias(let alias):
            return either(
                "“\(alias)”不能作为家庭名称：只能使用字母、数字、“-”、“_”和“.”，最多 32 个字符。",
                "\(alias) cannot be a home's short name: letters, digits, -, _ and . alone, 32 at most."
            )
        case .storage(let detail): return either("读写文件失败：\(detail)", "A file could not be used: \(detail).")
        case .corrupt(let path):
            return either(
                "文件 \(path) 已损坏，未作任何更改。请修复它，或将其移走后重新登录。",
                "The file \(path) is damaged and was left as it is. Repair it, or move it away and sign in again."
            )
        case .secretStore(let detail):
            return either("系统密钥服务出错：\(detail)", "The system's secret service failed: \(detail).")
        case .signedOut(let alias):
            return either("“\(alias)”的登录已失效，请重新登录。", "The session of \(alias) has ended; sign in again.")
        case .badURL(let url): return either("地址无效：\(url)", "That is no server's address: \(url)")
        case .notADrive:
            return either("该地址上没有网盘服务，请检查地址。", "What answers there is no drive; is the address right?")
        case .server(let code, let reason):
            return reason.isEmpty || WireCode.all.contains(code) ? code.reason(language) : reason
        case .http(let status):
            return either("服务器返回了 HTTP \(status)。", "The server answered with HTTP status \(status).")
        case .transport(let error): return error.text(language)
        case .unknownKey(let key):
            return either(
                "服务器的证书不受系统信任。请核对其密钥指纹后再登录：\(key.fingerprint)",
                "The system does not trust the server's certificate. Compare its key's fingerprint, then sign in "
                    + "with it: \(key.fingerprint)"
            )
        case .keyRefused:
            return either("未接受服务器的密钥，未发送任何内容。", "The server's key was not accepted; nothing was sent.")
        case .authorization(let code, let detail):
            let cause = detail.isEmpty ? code : "\(code): \(detail)"
            return either("授权失败：\(cause)", "The authorisation failed: \(cause)")
        case .denied: return either("授权请求被拒绝。", "The request was denied.")
        case .expired: return either("授权请求已过期，请重试。", "Nobody answered the request in time; try again.")
        case .stateMismatch:
            return either("收到的授权回复不属于本次请求，已忽略。", "The answer belongs to another request and was not used.")
        case .issuerMismatch:
            return either("授权回复来自另一台服务器，已忽略。", "The answer comes from another server and was not used.")
        case .invalidReply(let detail):
            return either("无法识别回复：\(detail)", "The answer was not understood: \(detail).")
        case .noHomes: return either("该云账号没有可用的家庭。", "The cloud account has no home.")
        case .cancelled: return either("已取消。", "Cancelled.")
        }
    }

    /// The server's code; nil for other failures.
    public var code: WireCode? {
        guard case .server(let code, _) = kind else { return nil }
        return code
    }

    /// Wraps a failed call of the network layer.
    public init(_ error: ClientError) {
        switch error.kind {
        case .server(let code, let reason): self.init(.server(code: code, reason: reason))
        case .http(let status): self.init(.http(status: status))
        case .transport(let cause): self.init(.transport(cause))
        case .cancelled: self.init(.cancelled)
        case .signedOut: self.init(.signedOut(alias: ""))
        case .unsupported, .invalidEnvelope: self.init(.notADrive)
        case .decoding(let detail), .invalidRequest(let detail): self.init(.invalidReply(detail))
        }
    }
}

extension SessionError: CustomStringConvertible {
    /// The English text; holds no secret.
    public var description: String { text(.english) }
}

extension ClientError {
    /// What a failure around areas means to a call: nothing was sent.
    init(_ error: SessionError) {
        switch error.kind {
        case .noArea, .signedOut: self.init(.signedOut)
        case .server(let code, let reason): self.init(.server(code: code, reason: reason))
        case .http(let status): self.init(.http(status: status))
        case .transport(let cause): self.init(.transport(cause))
        case .cancelled: self.init(.cancelled)
        default: self.init(.invalidRequest(error.text(.english)))
        }
    }
}

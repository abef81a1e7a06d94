public import HearthWire

extension ClientError {
    /// One or two sentences for people: what happened and what they can do.
    ///
    /// The texts of known codes are the SDK's own; the server's words are shown for unknown codes alone.
    public func text(_ language: WireLanguage) -> String {
        let isChinese = language == .chinese
        switch kind {
        case .server(let code, let reason):
            if Self.known.contains(code) || reason.isEmpty {
                return code.reason(language, argument: retryAfter.map { String(Int($0.rounded(.up))) })
            }
            return reason
        case .http(let status):
            return isChinese ? "服务器返回了 HTTP \(status)。" : "The server answered with HTTP status \(status)."
        case .transport(let error): return error.text(language)
        case .invalidEnvelope:
            return isChinese
                ? "服务器的回答无法识别，请检查地址。" : "The server's answer was not understood; is the address right?"
        case .decoding:
            return isChinese
                ? "服务器的回答缺少内容，请更新应用或服务器。"
                : "The server's answer lacks something; update the app or the server."
        case .invalidRequest(let detail):
            return isChinese ? "请求无效：\(detail)" : "The request is not valid: \(detail)."
        case .cancelled: return isChinese ? "已取消。" : "Cancelled."
        case .signedOut: return isChinese ? "请先登录。" : "Sign in first."
        case .unsupported:
            return isChinese ? "该服务器不支持此操作。" : "This server does not offer that."
        }
    }

    private static let known = Set(WireCode.all)
}

extension ClientError: CustomStringConvertible {
    /// Kind, code and HTTP status, for logs; holds no secret.
    public var description: String {
        let status = httpStatus.map { " (HTTP \($0))" } ?? ""
        switch kind {
        case .server(let code, let reason): return "server code \(code)\(status): \(reason)"
        case .transport(let error): return "transport: \(error)"
        default: return "\(kind)\(status)"
        }
    }
}

extension TransportError {
    /// One or two sentences for people.
    public func text(_ language: WireLanguage) -> String {
        let isChinese = language == .chinese
        switch kind {
        case .badURL: return isChinese ? "地址无效。" : "The address is not valid."
        case .nameNotFound: return isChinese ? "找不到服务器，请检查地址和网络。" : "The server's name was not found."
        case .unreachable:
            return isChinese
                ? "无法连接服务器，请检查网络以及服务器是否开启。"
                : "The server cannot be reached; is it switched on, and are you on its network?"
        case .offline: return isChinese ? "设备没有网络连接。" : "This device has no network connection."
        case .interrupted: return isChinese ? "连接中断。" : "The connection broke off."
        case .timedOut: return isChinese ? "连接超时。" : "The server took too long to answer."
        case .untrusted:
            return isChinese
                ? "无法信任服务器的证书：\(detail)" : "The server's certificate is not trusted: \(detail)"
        case .keyChanged(let expected, let found):
            let found = found.map { "\($0)" } ?? (isChinese ? "未知" : "unknown")
            return isChinese
                ? "服务器的密钥已改变，连接已终止。预期：\(expected)；实际：\(found)"
                : "The server's key has changed, so nothing was sent. Expected: \(expected); found: \(found)"
        case .trustPolicyUnsupported:
            return isChinese ? "此传输方式不支持所要求的信任策略。" : "This transport cannot check the server as asked."
        case .invalidResponse:
            return isChinese ? "服务器的回答不是有效的 HTTP。" : "The server's answer is no valid HTTP."
        case .tooLarge: return isChinese ? "服务器的回答过大。" : "The server's answer is too large."
        case .sourceChanged: return isChinese ? "文件在发送时被修改。" : "The file changed while it was sent."
        case .sinkFailed:
            return isChinese ? "读写本地数据失败：\(detail)" : "Local reading or writing failed: \(detail)"
        case .cancelled: return isChinese ? "已取消。" : "Cancelled."
        case .other: return isChinese ? "网络错误：\(detail)" : "Network failure: \(detail)"
        }
    }
}

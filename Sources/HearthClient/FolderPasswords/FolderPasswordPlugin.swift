import HearthWire
import Synchronization

/// Adds the remembered password of the folder that a call is about, and drops it when the server refuses it
/// (contract, 1.3 and 10.5).
public final class FolderPasswordPlugin: Plugin {
    private let area: String
    private let memory: FolderPasswordMemory
    /// What was sent, by call: a password that was entered meanwhile must not go with an old one's refusal.
    private let sent = Mutex<[RequestID: String]>([:])

    /// Takes the area whose calls it sees.
    public init(area: String, memory: FolderPasswordMemory) {
        self.area = area
        self.memory = memory
    }

    /// Adds `pwd` unless the target brings its own.
    public func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        guard target.base == .drive, let root = target.root, request.headers["pwd"] == nil,
            let password = await memory.password(area: area, root: root.id),
            // What could end the header cannot be in one; the server refuses such passwords anyway (20003).
            password.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return }
        request.headers["pwd"] = password
        sent.withLock { $0[target.id] = password }
    }

    /// Forgets a password that was refused with 20009.
    public func didReceive(_ result: Result<ProviderReply, ClientError>, for target: TargetInfo) async {
        guard case .failure(let error) = result, error.code == .folderPasswordWrong, let root = target.root,
            let password = sent.withLock({ $0[target.id] })
        else { return }
        await memory.forget(area: area, root: root.id, ifStill: password)
    }

    /// Keeps nothing of a call that has ended.
    public func didFinish(_ error: ClientError?, for target: TargetInfo) async {
        sent.withLock { _ = $0.removeValue(forKey: target.id) }
    }
}

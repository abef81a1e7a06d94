import Glibc
import HearthConcurrency
import Synchronization

/// A server that does on each connection what the test says, byte by byte, on a thread of its own.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (_ peer: Peer, _ number: Int) throws -> Void

    /// Why a server could not be started.
    struct SetupError: Error {}

    let port: Int
    private let listener: Int32
    private let accepted = Mutex(0)

    /// Listens on a free port of the loopback address.
    ///
    /// - Parameters:
    ///   - identity: makes it a TLS server.
    ///   - script: is given each connection and its number from 0; the connection is closed after it.
    /// - Throws: when no socket is to be had.
    init(identity: TestIdentity? = nil, _ script: @escaping Script) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isBound else { throw SetupError() }
        port = Int(UInt16(bigEndian: address.sin_port))
        startThread(named: "scripted") { [self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                let number = count()
                startThread(named: "scripted") {
                    let peer = Peer(descriptor: descriptor)
                    defer { peer.close() }
                    if let identity {
                        guard peer.secure(identity) else { return }
                    }
                    // A script that cannot go on has lost its peer; what the client saw is what is tested.
                    try? script(peer, number)
                }
            }
        }
    }

    /// Lets nobody in any more; without it the server lives as long as the test process.
    ///
    /// The descriptor stays: a thread that is about to accept would find another server behind its number.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Connections so far.
    var connections: Int { accepted.withLock { $0 } }

    /// `scheme://127.0.0.1:port` and a path.
    func url(_ path: String = "/", scheme: String = "http") -> String {
        "\(scheme)://127.0.0.1:\(port)\(path)"
    }

    private func count() -> Int {
        accepted.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}

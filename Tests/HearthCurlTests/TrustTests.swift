import Glibc
import HearthClient
import HearthCrypto
import HearthCurl
import HearthTesting
import Synchronization
import Testing

@Suite("Trust in a server", .timeLimit(.minutes(10)))
struct TrustTests {
    private let transport = CurlTransport()
    private let identity: TestIdentity
    private let server: ScriptedServer

    init() throws {
        identity = try TestIdentity()
        server = try Self.server(identity)
    }

    private static func server(_ identity: TestIdentity) throws -> ScriptedServer {
        try ScriptedServer(identity: identity) { peer, _ in
            while true {
                _ = try peer.request()
                try peer.reply("200 OK", "hello")
            }
        }
    }

    private func kind(_ trust: ServerTrust, _ server: ScriptedServer? = nil) async -> TransportError.Kind? {
        let url = (server ?? self.server).url(scheme: "https")
        return await transport.failure(TransportRequest(url: url, trust: trust))?.kind
    }

    @Test("every host is an exception of the proxy only where that is the whole value")
    func proxy() {
        var configuration = CurlConfiguration()
        configuration.directHosts = ["localhost", " nas.example "]
        #expect(configuration.noProxy == "localhost,nas.example")
        configuration.directHosts.append(" *")
        #expect(configuration.noProxy == "*")
    }

    @Test("a policy that holds lets the request through")
    func holds() async {
        #expect(await kind(.authorities(pem: identity.authority)) == nil)
        #expect(await kind(.pinned(identity.fingerprint)) == nil)
        #expect(await kind(.pinnedUnder(pem: identity.authority, identity.fingerprint)) == nil)
    }

    @Test("an authority that did not sign, or none at all, is not enough")
    func authority() async throws {
        let other = try TestIdentity()
        #expect(await kind(.authorities(pem: other.authority)) == .untrusted)
        #expect(await kind(.pinnedUnder(pem: other.authority, identity.fingerprint)) == .untrusted)
        #expect(await kind(.system) == .untrusted)
        #expect(await kind(.authorities(pem: "")) == .untrusted)
        #expect(await kind(.authorities(pem: "nonsense")) == .untrusted)
    }

    @Test("another name is refused, unless the key alone is asked for")
    func name() async throws {
        let identity = try TestIdentity(names: CertificateNames(hosts: ["other.test"]))
        let server = try Self.server(identity)
        #expect(await kind(.authorities(pem: identity.authority), server) == .untrusted)
        #expect(await kind(.pinnedUnder(pem: identity.authority, identity.fingerprint), server) == .untrusted)
        #expect(await kind(.pinned(identity.fingerprint), server) == nil)
    }

    @Test("another key is refused with both fingerprints")
    func key() async throws {
        let other = try TestIdentity()
        let expected = TransportError.Kind.keyChanged(
            expected: other.fingerprint,
            found: identity.fingerprint
        )
        #expect(await kind(.pinned(other.fingerprint)) == expected)
        #expect(await kind(.pinnedUnder(pem: identity.authority, other.fingerprint)) == expected)
    }

    @Test("a connection made under one policy does not serve another")
    func separate() async throws {
        let other = try TestIdentity()
        #expect(await kind(.pinned(identity.fingerprint)) == nil)
        #expect(await kind(.authorities(pem: other.authority)) == .untrusted)
        #expect(await kind(.system) == .untrusted)
        #expect(await kind(.pinned(other.fingerprint)) != nil)
        #expect(await kind(.pinned(identity.fingerprint)) == nil)
    }

    @Test("roots that libcurl does not take end the request before it connects")
    func refusedRoots() async throws {
        let accepted = Mutex(0)
        let server = try ScriptedServer { _, _ in accepted.withLock { $0 += 1 } }
        // libcurl takes 8 MB; the comment would change nothing where it took them.
        let pem = identity.authority + String(repeating: "#\n", count: 5 << 20)
        #expect(await kind(.authorities(pem: pem), server) == .trustPolicyUnsupported)
        #expect(await kind(.pinnedUnder(pem: pem, identity.fingerprint), server) == .trustPolicyUnsupported)
        #expect(accepted.withLock { $0 } == 0)
        // The handle is good for others.
        #expect(await kind(.pinned(identity.fingerprint)) == nil)
    }

    @Test("a file of roots can take the system's place")
    func roots() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("roots.pem")
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        let bytes = Array(identity.authority.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        var configuration = CurlConfiguration()
        configuration.rootsFile = path
        let transport = CurlTransport(configuration: configuration)
        #expect(await transport.failure(TransportRequest(url: server.url(scheme: "https"))) == nil)
    }

    @Test("a probe shows the key without sending a request")
    func probe() async throws {
        let key = try await KeyProbe.fingerprint(of: server.url("/x", scheme: "https"), timeout: 60)
        #expect(key.fingerprint == identity.fingerprint)
        #expect(key.subject == "CN=Test Server" && key.issuer == "CN=Test Authority")
        #expect(!key.isTrustedBySystem)
        #expect(key.notBefore.hasPrefix("20") && key.notBefore.hasSuffix("Z") && key.notAfter > key.notBefore)
    }

    @Test("a probe of what speaks no TLS, or of nothing, fails")
    func probeFails() async throws {
        let plain = try ScriptedServer { peer, _ in try peer.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        await #expect(throws: TransportError.self) {
            try await KeyProbe.fingerprint(of: plain.url(scheme: "https"), timeout: 60)
        }
        do throws(TransportError) {
            _ = try await KeyProbe.fingerprint(of: plain.url(), timeout: 60)
        } catch {
            #expect(error.kind == .badURL)
        }
        let silent = try ScriptedServer { peer, _ in peer.untilClosed() }
        do throws(TransportError) {
            _ = try await KeyProbe.fingerprint(of: silent.url(scheme: "https"), timeout: 0.3)
        } catch {
            #expect(error.kind == .timedOut)
        }
    }

    @Test("half a TLS record is an interruption")
    func halfRecord() async throws {
        let server = try ScriptedServer(identity: identity) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            peer.sendRaw([23, 3, 3, 0, 100, 1, 2, 3])
        }
        #expect(await kind(.pinned(identity.fingerprint), server) == .interrupted)
    }
}

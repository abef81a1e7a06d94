import Foundation
import HearthClient
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One URLSession, whose requests share connections and trust.
final class SessionPool: NSObject, URLSessionDataDelegate {
    private let trust: ServerTrust
    private let exchanges = Mutex<[Int: Exchange]>([:])
    // The session keeps its delegate until it is ended, so it is made late and once.
    private let session = Mutex<URLSession?>(nil)

    init(trust: ServerTrust) { self.trust = trust }

    /// Makes the exchange of a request; it begins with ``Exchange/start()``.
    func begin(_ prepared: URLSessionTransport.Prepared, _ request: TransportRequest) -> Exchange {
        let task = session.withLock { current in
            let session = current ?? makeSession()
            current = session
            return session.dataTask(with: prepared.request)
        }
        let exchange = Exchange(task: task, request: request, source: prepared.source)
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        return exchange
    }

    /// Ends all requests and connections.
    func end() {
        session.withLock { session in
            session?.invalidateAndCancel()
            session = nil
        }
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 8
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(exchange(dataTask)?.received(response) ?? false ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.noteActivity()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.completed(error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        // What was read of a body once is gone: the request fails instead of sending half of it.
        completionHandler(nil)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let serverTrust = challenge.protectionSpace.serverTrust, trust != .system
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if let failure = TrustCheck.failure(of: serverTrust, under: trust) {
            exchange(task)?.fail(failure)
            completionHandler(.cancelAuthenticationChallenge, nil)
        } else {
            completionHandler(.useCredential, URLCredential(trust: serverTrust))
        }
    }
    #endif
}

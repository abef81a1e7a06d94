import Foundation
import HearthClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// Says what URLSession's failure means.
    ///
    /// - Parameters:
    ///   - error: URLSession's.
    ///   - hasHead: whether a response had begun; its loss is then an interruption whatever it is called.
    init(_ error: any Error, hasHead: Bool) {
        let code = (error as? URLError)?.code ?? URLError.Code(rawValue: (error as NSError).code)
        let detail = error.localizedDescription
        switch code {
        case .cancelled: self.init(.cancelled, detail)
        case .timedOut: self.init(.timedOut, detail)
        case .cannotFindHost, .dnsLookupFailed: self.init(.nameNotFound, detail)
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .secureConnectionFailed, .clientCertificateRejected:
            self.init(.untrusted, detail)
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive,
            .dataNotAllowed:
            self.init(.unreachable, detail)
        case .networkConnectionLost: self.init(.interrupted, detail)
        // The URL was looked at before: on Linux this is what an answer in no HTTP is called.
        case .badURL, .unsupportedURL, .badServerResponse, .cannotParseResponse, .zeroByteResource,
            .cannotDecodeRawData,
            .cannotDecodeContentData:
            self.init(hasHead ? .interrupted : .invalidResponse, detail)
        default: self.init(hasHead ? .interrupted : .other, detail)
        }
    }
}

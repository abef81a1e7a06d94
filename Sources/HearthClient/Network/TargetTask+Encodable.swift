#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TargetTask {
    /// JSON of anything `Encodable`.
    ///
    /// - Throws: `.invalidRequest` where it does not encode.
    public static func encoding(
        _ value: some Encodable,
        query: [(String, String)] = []
    ) throws(ClientError) -> TargetTask {
        do {
            return .json(Array(try JSONEncoder().encode(value)), query: query)
        } catch {
            throw ClientError(.invalidRequest("the body does not encode: \(error)"))
        }
    }
}

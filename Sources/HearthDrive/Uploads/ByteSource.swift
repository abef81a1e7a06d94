/// Bytes that somebody sends, pulled by whoever stores them.
///
/// The pull is the back-pressure: what is not asked for stays with the sender.
package protocol ByteSource {
    /// Bytes to come, when the sender said so.
    var length: Int64? { get }

    /// Hands every piece to `sink` in order; the buffer is valid within the call only.
    ///
    /// What `sink` throws ends the drain and comes out unchanged.
    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws
}

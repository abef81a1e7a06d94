/// What a scanner found next in the bytes it was given.
enum FormEvent: Equatable {
    /// Nothing certain: append more bytes, or say that there are none.
    case needsMore
    /// A part begins.
    case part(FormPartHeader)
    /// Bytes of the part, never empty. Let go of them before appending.
    case data(ArraySlice<UInt8>)
    /// The part ends.
    case endOfPart
    /// The form ends; also the answer to every later question.
    case end
}

/// Takes a form apart as its bytes arrive; knows nothing of where they come from.
///
/// However the bytes are cut into pieces, the parts and the bytes of each are the same.
protocol FormScanner {
    /// Adds the next bytes; only after ``FormEvent/needsMore``.
    mutating func append(_ bytes: [UInt8])
    /// Says that no more bytes come.
    mutating func finish()
    /// Goes on by one event.
    ///
    /// - Throws: `.badRequest` or `.bodyTooLarge`, now and ever after.
    mutating func next() throws(HTTPError) -> FormEvent
}

/// What a form may use up before it is refused.
package struct FormLimits: Sendable, Hashable {
    /// Bytes of one field that is read as text.
    package var fieldBytes = 64 << 10
    /// Bytes of one part's header lines, or of one name in an urlencoded form.
    package var partHeaderBytes = 8 << 10
    /// Parts in one form.
    package var parts = 64
    /// Bytes before the first boundary, and again behind the last; both are skipped.
    package var paddingBytes = 8 << 10

    /// The values above.
    package init() {}
}

import HearthMedia

/// Words for the server's log, as the frames allow them.
enum LogText {
    /// At most ``MediaLimits/textBytes`` of printable ASCII: everything else becomes `?`, line feeds become blanks.
    static func bounded(_ text: String) -> [UInt8] {
        text.unicodeScalars.prefix(MediaLimits.textBytes).map { scalar in
            switch scalar {
            case "\n": UInt8(ascii: " ")
            case " "..."~": UInt8(scalar.value)
            default: UInt8(ascii: "?")
            }
        }
    }
}

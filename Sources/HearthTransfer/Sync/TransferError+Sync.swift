extension TransferError.Code {
    /// The server cannot do what was asked for.
    public static let unsupported = Self(rawValue: "unsupported")
    /// A mirror that deletes has a source without files.
    public static let emptySource = Self(rawValue: "empty_source")
    /// A mirror would delete more than allowed.
    public static let tooManyDeletions = Self(rawValue: "too_many_deletions")
    /// The plan of a mirror met something that stands in the way.
    public static let inTheWay = Self(rawValue: "in_the_way")
}

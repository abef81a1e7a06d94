// Codes that Hearth adds, 90001 to 90014.
extension WireCode {
    /// Too many attempts; the argument is the time to wait in seconds.
    public static let throttled = Self(90_001)
    /// The path exists, but not for this method.
    public static let methodNotAllowed = Self(90_002)
    /// The request is larger than allowed.
    public static let requestTooLarge = Self(90_003)
    /// The request took too long to arrive.
    public static let timedOut = Self(90_004)
    /// `If-Match` and the like: somebody changed it in the meantime.
    public static let preconditionFailed = Self(90_005)
    /// The body has a type that this address does not read.
    public static let unsupportedMediaType = Self(90_006)
    /// The server has too much to do.
    public static let busy = Self(90_007)
    /// There is no owner yet.
    public static let notSetUp = Self(90_008)
    /// Pools are not made from disks here.
    public static let disksNotManaged = Self(90_009)
    /// A pool's path is not the absolute path of an existing directory.
    public static let poolDirectoryMissing = Self(90_010)
    /// The server may not write into the directory.
    public static let poolDirectoryReadOnly = Self(90_011)
    /// The directory is, holds or lies in the data directory or another pool.
    public static let poolDirectoryTaken = Self(90_012)
    /// An item of an encrypted folder is broken, or was changed outside Hearth.
    public static let damaged = Self(90_013)
    /// The encrypted folder is in a format that this server does not read; the argument names it.
    public static let vaultUnsupported = Self(90_014)
}

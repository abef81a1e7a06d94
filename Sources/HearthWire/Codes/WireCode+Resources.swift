// Codes about files and directories, 10000 to 10031.
extension WireCode {
    /// The file or directory does not exist.
    public static let resourceNotFound = Self(10_000)
    /// Copy, move: the destination has an entry of that name.
    public static let destinationNameTaken = Self(10_001)
    /// Copy, move: the destination is where the source is.
    public static let alreadyThere = Self(10_002)
    /// The share does not exist.
    public static let shareNotFound = Self(10_003)
    /// A parameter has a value that is not allowed; the argument is its name.
    public static let illegalParameter = Self(10_004)
    /// The path is not one of ours, or may not be used for this.
    public static let illegalPath = Self(10_005)
    /// Sharing with oneself.
    public static let cannotShareWithSelf = Self(10_006)
    /// Copy, move: the destination is a file.
    public static let destinationNotDirectory = Self(10_007)
    /// Only directories can be shared.
    public static let onlyDirectoriesShared = Self(10_008)
    /// A folder shared by somebody else moves only inside itself.
    public static let sharedStaysInside = Self(10_009)
    /// The upload has no file.
    public static let noFileChosen = Self(10_010)
    /// The list of uploaded chunks cannot be read.
    public static let chunkListUnavailable = Self(10_011)
    /// The name is in use.
    public static let nameInUse = Self(10_012)
    /// The bytes received do not have the hash that was announced.
    public static let hashMismatch = Self(10_013)
    /// A chunk is missing, or has the wrong length or number.
    public static let chunksIncomplete = Self(10_014)
    /// The file passes a size limit.
    public static let fileTooLarge = Self(10_015)
    /// The token is missing, wrong, expired or revoked.
    public static let unauthorized = Self(10_016)
    /// The caller may not share this folder.
    public static let noShareRight = Self(10_017)
    /// The caller has no right on the path, or it does not exist.
    public static let noAccess = Self(10_018)
    /// The right to read is missing.
    public static let noReadRight = Self(10_019)
    /// The right to write is missing.
    public static let noWriteRight = Self(10_020)
    /// The right to delete is missing.
    public static let noDeleteRight = Self(10_021)
    /// The right to move in or out is missing.
    public static let noMoveRight = Self(10_022)
    /// Not permitted.
    public static let forbidden = Self(10_023)
    /// What lies in an encrypted folder stays inside it.
    public static let staysInVault = Self(10_024)
    /// Copy, move: the destination lies inside the source.
    public static let destinationInsideSource = Self(10_025)
    /// The source is being moved or deleted.
    public static let sourceBusy = Self(10_026)
    /// The destination is being moved or deleted.
    public static let destinationBusy = Self(10_027)
    /// The upload is larger than the free space.
    public static let noSpace = Self(10_028)
    /// The name is too long.
    public static let nameTooLong = Self(10_029)
    /// Copy, move: the destination has too little space.
    public static let destinationFull = Self(10_030)
    /// Upload: `total_chunks` or `hash` is empty.
    public static let uploadFieldsMissing = Self(10_031)
}

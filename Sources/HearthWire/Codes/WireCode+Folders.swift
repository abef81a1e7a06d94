// Codes about managed folders, 20000 to 20027.
extension WireCode {
    /// A required field is empty.
    public static let folderFieldMissing = Self(20_000)
    /// The managed folder does not exist.
    public static let folderNotFound = Self(20_001)
    /// The two passwords differ.
    public static let passwordsDiffer = Self(20_002)
    /// The password has the wrong length or characters.
    public static let passwordFormat = Self(20_003)
    /// Making the folder's key failed.
    public static let keyGenerationFailed = Self(20_004)
    /// Opening the folder's key failed.
    public static let keyUnwrapFailed = Self(20_005)
    /// Creating failed.
    public static let folderCreateFailed = Self(20_006)
    /// Deleting failed.
    public static let folderDeleteFailed = Self(20_007)
    /// Editing failed.
    public static let folderUpdateFailed = Self(20_008)
    /// The password of an encrypted folder is wrong or missing.
    public static let folderPasswordWrong = Self(20_009)
    /// The path of an encrypted folder is wrong.
    public static let folderPathWrong = Self(20_010)
    /// The folder's name has more than 100 characters.
    public static let folderNameTooLong = Self(20_011)
    /// The folder's name is not valid.
    public static let folderNameFormat = Self(20_012)
    /// The folder's name is in use, or a directory of that name lies on the disk.
    public static let folderNameTaken = Self(20_013)
    /// A private folder has exactly one member.
    public static let tooManyMembers = Self(20_014)
    /// A folder needs a member.
    public static let tooFewMembers = Self(20_015)
    /// The new password is the old one.
    public static let passwordUnchanged = Self(20_016)
    /// The kind of a folder cannot change.
    public static let folderKindFixed = Self(20_017)
    /// Shared folders cannot be encrypted.
    public static let sharedNotEncrypted = Self(20_018)
    /// The partition to move to is too small.
    public static let partitionTooSmall = Self(20_019)
    /// The password has fewer than 6 characters.
    public static let passwordTooShort = Self(20_020)
    /// The password holds a character that is not allowed.
    public static let passwordCharacters = Self(20_021)
    /// Removing a person's files failed.
    public static let removingFilesFailed = Self(20_022)
    /// A second number for a wrong folder password; not raised.
    public static let folderPasswordRefused = Self(20_023)
    /// No password was entered.
    public static let passwordMissing = Self(20_024)
    /// The old folder password is wrong.
    public static let oldPasswordWrong = Self(20_025)
    /// Encrypted folders cannot be shared.
    public static let encryptedNotShared = Self(20_026)
    /// A name holds a character that is not allowed, is reserved, or its parent is missing.
    public static let forbiddenCharacter = Self(20_027)
}

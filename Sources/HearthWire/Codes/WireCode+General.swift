// General and hub codes.
extension WireCode {
    /// Success.
    public static let ok = Self(0)
    /// Anything the server cannot explain to a client.
    public static let internalError = Self(1)
    /// A missing or unreadable parameter, or a body that cannot be parsed.
    public static let badRequest = Self(2)
    /// No such route or object.
    public static let notFound = Self(3)
    /// The API version asked for is not spoken here.
    public static let incompatibleVersion = Self(4)
    /// The storage service could not mount a disk.
    public static let diskMountFailed = Self(205)
    /// The home or company does not exist.
    public static let areaNotFound = Self(1000)
    /// Cloud: not logged in.
    public static let cloudLoginRequired = Self(2008)
    /// Cloud: login expired.
    public static let cloudLoginExpired = Self(2009)
    /// No such account; a login never says so, see ``wrongPassword``.
    public static let accountNotFound = Self(5000)
    /// Login: unknown account or wrong password, the same for both.
    public static let wrongPassword = Self(5001)
    /// People cannot delete their own account.
    public static let cannotDeleteSelf = Self(5002)
    /// No such person.
    public static let userNotFound = Self(5003)
    /// Not logged in, or not as the person asked about.
    public static let invalidCredentials = Self(5012)
    /// An invitation that is unknown, used, withdrawn or expired: one answer for all four.
    public static let invitationInvalid = Self(5013)
    /// The caller may not see or change this.
    public static let forbiddenByHub = Self(5021)
    /// The owner's account cannot be disabled.
    public static let ownerProtected = Self(5022)
    /// Ownership cannot pass to that account.
    public static let cannotBecomeOwner = Self(5023)
    /// Refreshing a token: it is wrong, expired or revoked.
    public static let refreshTokenExpired = Self(5027)
    /// Changing an account password: the old one is wrong.
    public static let oldAccountPasswordWrong = Self(5030)
}

/// Arguments of codes that say more than the code: each has a sentence of its own in both languages, in the text of the
/// code it belongs to.
public enum WireDetail {
    /// 10023: the place is a first-level folder, which other routes change.
    public static let useFolderManagement = "use folder management"
    /// 10023: the embedded pool is as the server's disk is.
    public static let embeddedPool = "the built-in pool"
    /// 10023: a token made for disk clients is not enough.
    public static let fullSession = "a full session"
    /// 10004: the limits of nicknames.
    public static let nickname = "nickname"
    /// 20027: the program uses the name itself.
    public static let reservedName = "a reserved name"
    /// 20009: what was wrong is a recovery key.
    public static let recoveryKey = "the recovery key"
    /// 20009: a folder without a recovery key.
    public static let noRecoveryKey = "no recovery key"
    /// 70001: a folder is on its way to a partition.
    public static let movingFolder = "a folder is being moved"
    /// 70001: another task about the same thing is at work.
    public static let otherTask = "another task"
    /// 90012: what lies there is made up by the kernel.
    public static let virtualDirectory = "a virtual directory"
}

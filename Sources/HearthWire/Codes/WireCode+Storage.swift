// Codes about pools, partitions, disks, settings and tasks, 30000 to 80000.
extension WireCode {
    /// The name of a pool or disk is empty.
    public static let poolFieldMissing = Self(30_000)
    /// A pool's name holds a character that is not allowed.
    public static let poolNameCharacters = Self(30_001)
    /// A pool's name has more than 50 bytes.
    public static let poolNameTooLong = Self(30_002)
    /// The pool's name is in use.
    public static let poolNameTaken = Self(30_003)
    /// The pool does not exist.
    public static let poolNotFound = Self(30_004)
    /// Only the owner may do this.
    public static let ownerOnly = Self(30_005)
    /// A required field is empty.
    public static let partitionFieldMissing = Self(40_000)
    /// A partition's name holds a character that is not allowed.
    public static let partitionNameCharacters = Self(40_001)
    /// A partition's name has more than 50 bytes.
    public static let partitionNameTooLong = Self(40_002)
    /// Adding failed.
    public static let partitionAddFailed = Self(40_003)
    /// Deleting failed.
    public static let partitionDeleteFailed = Self(40_004)
    /// The pool or partition is unknown or cannot be asked.
    public static let partitionUnavailable = Self(40_005)
    /// Editing failed.
    public static let partitionEditFailed = Self(40_006)
    /// The partition's name is in use.
    public static let partitionNameTaken = Self(40_007)
    /// The capacity passes what the pool has; the argument is the largest, with its unit.
    public static let capacityTooLarge = Self(40_008)
    /// The capacity may only grow.
    public static let capacityShrinks = Self(40_009)
    /// A required field is empty, or the pool is the system's.
    public static let diskFieldMissing = Self(50_000)
    /// A required field is empty.
    public static let settingFieldMissing = Self(60_000)
    /// Saving the settings failed.
    public static let settingsFailed = Self(60_001)
    /// The task does not exist.
    public static let taskNotFound = Self(70_000)
    /// The task's state does not allow this.
    public static let taskState = Self(70_001)
    /// No hub was found.
    public static let noHub = Self(80_000)
}

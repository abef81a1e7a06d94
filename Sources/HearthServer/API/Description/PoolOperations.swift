import HearthWire

/// Storage management.
enum PoolOperations {
    static let area = APIDescription.Area(
        name: "pools",
        meaning:
            "Pools, their partitions, and idle disks. `_default_` is the embedded pool. Changes are the owner's.",
        operations: [
            list, pool, create, addDirectory, rename, delete, createPartition, editPartition, deletePartition,
            listDisks,
            addDisk,
        ]
    )

    static let components: [Components.Component] = [
        Components.Component("Pool", "A pool in the list of pools.", poolFields + marks),
        Components.Component("PoolDetail", "A pool with its partitions' tasks.", poolFields),
        Components.Component(
            "Partition",
            "A partition of a pool.",
            [
                Field("id", .text, "Its id; empty while it is being made."),
                Field("name", .text, "Its name."),
                Field("capacity", .bytes, "Its limit, or the size of the file system where it has none."),
                Field("use_capacity", .bytes, "What lies in it."),
            ] + marks
        ),
        Components.Component(
            "PhysicalVolume",
            "A disk of a pool, or the directory that stands for one.",
            [
                Field("id", .text, "Its id."), Field("name", .text, "The device or directory."),
                Field("capacity", .bytes, "Its size."),
            ]
        ),
        Components.Component(
            "Disk",
            "An idle disk.",
            [
                Field("id", .text, "Its id."), Field("name", .text, "The device."),
                Field("vg_name", .text, "Always empty: it belongs to no pool."),
                Field("capacity", .bytes, "Its size."),
            ]
        ),
    ]

    /// The task's, and whether the disk is there.
    private static let marks: [Field] =
        [
            Field(
                "status",
                .text,
                "`{topic}_1` while a task is at work on it, `{topic}_0` after it failed; otherwise `offline` while its disk is not there, or empty."
            )
        ] + TaskOperations.marks.dropFirst()

    private static let poolFields: [Field] = [
        Field("id", .text, "Its id; may be empty for the embedded pool."),
        Field("name", .text, "Its name."),
        Field("capacity", .bytes, "Its size."),
        Field(
            "use_capacity",
            .bytes,
            "What its partitions were promised; of the embedded pool, what is in use."
        ),
        Field("lv", .list(.component("Partition")), "Its partitions."),
        Field("pv", .list(.component("PhysicalVolume")), "What it lies on."),
    ]

    private static let newName = Shape.text(matching: "^[0-9A-Za-z][0-9A-Za-z+_.-]{0,49}$")
    private static let nameMeaning = "1 to 50 of `0-9 A-Z a-z + _ . -`, the first a letter or digit."
    private static let poolPath = ParameterDescription.path("name", .text(1, nil), "A pool's name.")
    private static let partitionPath = ParameterDescription.path("name", .text(1, nil), "A partition's name.")
    private static let poolName = Field("pool_name", .text(1, nil), "The pool.")
    private static let capacity = Field(
        "capacity",
        .int(1, unit: .named),
        "The new limit; whole numbers, also as `5.0`."
    )
    private static let unit = Field(
        "unit",
        .oneOf(words: ["MB", "GB", "TB", "T"]),
        "1 GB = 1 024 MB, 1 TB = 1 024 GB; `T` is `TB`."
    )

    private static let task = ReplyDescription.data([
        Field("task_id", .text, "The task that does it; empty when there is nothing to do.")
    ])
    private static let nameCodes: [WireCode] = [
        .ownerOnly, .poolFieldMissing, .poolNameTooLong, .poolNameCharacters, .poolNameTaken, .poolNotFound,
    ]
    private static let partitionCodes: [WireCode] = [
        .ownerOnly, .partitionFieldMissing, .partitionNameTooLong, .partitionNameCharacters,
        .partitionUnavailable, .forbidden,
        .partitionNameTaken, .capacityTooLarge, .poolNotFound, .taskState, .illegalParameter,
    ]

    private static let list = OperationDescription(
        "listPools",
        "All of them, the embedded pool first; never cut into pages.",
        [ResourceOperations.page, ResourceOperations.pageSize],
        reply: .list(.component("Pool"))
    )

    private static let pool = OperationDescription(
        "pool",
        "",
        [poolPath],
        reply: .data(.component("PoolDetail")),
        codes: [.poolNotFound]
    )

    private static let create = OperationDescription(
        "createPool",
        "From an idle disk. Refused as long as disk management is not set up.",
        body: .json([
            Field("name", newName, nameMeaning), Field("disk_name", .text(1, nil), "An idle disk."),
        ]),
        reply: .empty,
        codes: nameCodes + [.disksNotManaged]
    )

    private static let addDirectory = OperationDescription(
        "addDirectoryPool",
        "Registers an existing mounted directory as a pool.",
        body: .json([
            Field("name", newName, nameMeaning),
            Field("path", .text(matching: "^/"), "The directory, absolute; the server may write there."),
        ]),
        reply: .data(.component("PoolDetail")),
        codes: nameCodes + [.poolDirectoryMissing, .poolDirectoryReadOnly, .poolDirectoryTaken, .noSpace]
    )

    private static let rename = OperationDescription(
        "renamePool",
        "",
        [poolPath],
        body: .json([Field("new_name", newName, nameMeaning)]),
        reply: .empty,
        codes: nameCodes + [.forbidden, .taskState]
    )

    private static let delete = OperationDescription(
        "deletePool",
        "Starts a task that deletes the pool with everything in it; the reply does not wait for it.",
        [poolPath],
        reply: task,
        codes: [.ownerOnly, .forbidden, .poolNotFound, .taskState]
    )

    private static let createPartition = OperationDescription(
        "createPartition",
        "Starts a task; the reply does not wait for it.",
        body: .json([Field("name", newName, nameMeaning), poolName, capacity, unit]),
        reply: task,
        codes: partitionCodes
    )

    private static let editPartition = OperationDescription(
        "editPartition",
        "Renames at once; a larger capacity starts a task.",
        [partitionPath],
        body: .json([Field("new_name", newName, nameMeaning), poolName, capacity, unit]),
        reply: task,
        codes: partitionCodes + [.capacityShrinks]
    )

    private static let deletePartition = OperationDescription(
        "deletePartition",
        "Starts a task that deletes the partition with everything in it; the reply does not wait for it.",
        [partitionPath],
        body: .json([poolName]),
        reply: task,
        codes: [.ownerOnly, .forbidden, .partitionFieldMissing, .partitionUnavailable, .taskState]
    )

    private static let listDisks = OperationDescription(
        "listDisks",
        "None as long as disk management is not set up.",
        reply: .list(.component("Disk"))
    )

    private static let addDisk = OperationDescription(
        "addDisk",
        "Adds an idle disk to a pool. Refused as long as disk management is not set up.",
        body: .json([poolName, Field("disk_name", .text(1, nil), "An idle disk.")]),
        reply: .empty,
        codes: [.ownerOnly, .diskFieldMissing, .poolNotFound, .disksNotManaged]
    )
}

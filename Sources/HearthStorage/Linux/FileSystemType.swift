import CLinux

/// What kind of file system a descriptor lies on (statfs(2), f_type; numbers of the kernel's `magic.h`).
enum FileSystemType {
    /// tmpfs and ramfs.
    private static let volatile: Set<Int64> = [0x0102_1994, 0x8584_58f6]

    /// proc, sysfs, devpts, cgroup and cgroup2, tracefs, debugfs, securityfs, configfs, pstore, efivarfs, bpf, selinuxfs,
    /// smackfs, mqueue, hugetlbfs, binfmt_misc, fusectl, rpc_pipefs, nfsd, nsfs.
    private static let virtual: Set<Int64> = [
        0x9fa0, 0x6265_6572, 0x1cd1, 0x0027_e0eb, 0x6367_7270, 0x7472_6163, 0x6462_6720, 0x7363_6673,
        0x6265_6570, 0x6165_676c, 0xde5e_81e4, 0xcafe_4a11, 0xf97c_ff8c, 0x4341_5d53, 0x1980_0202,
        0x9584_58f6, 0x4249_4e4d, 0x6573_5543, 0x6759_6969, 0x6e66_7364, 0x6e73_6673,
    ]

    /// Whether its files are in memory and gone after a restart of the machine.
    static func isVolatile(_ descriptor: Int32) -> Bool { volatile.contains(number(of: descriptor)) }

    /// Whether it is no place for files: what lies there is made up by the kernel.
    static func isVirtual(_ descriptor: Int32) -> Bool { virtual.contains(number(of: descriptor)) }

    /// Some architectures give the number with its sign.
    private static func number(of descriptor: Int32) -> Int64 {
        hearth_filesystem_type(descriptor) & 0xffff_ffff
    }
}

import CLinux
import Glibc
import Synchronization

/// Which newer system calls may be used; what is missing is done with older ones.
package struct KernelFeatures: Hashable, Sendable {
    /// `openat2`; without it paths are walked name by name and links are refused.
    package var openat2: Bool
    /// The flags of `renameat2`; without them a link and an unlink take the place of a rename that must not replace.
    package var renameFlags: Bool

    /// Everything as given: tests switch parts off.
    package init(openat2: Bool = true, renameFlags: Bool = true) {
        self.openat2 = openat2
        self.renameFlags = renameFlags
    }

    /// What this kernel, and the sandbox around the process, allow.
    package static let detected = KernelFeatures(openat2: hasOpenat2())

    private static func hasOpenat2() -> Bool {
        let descriptor = hearth_openat2(
            AT_FDCWD,
            "/",
            UInt64(HEARTH_O_PATH) | UInt64(O_CLOEXEC),
            0,
            UInt64(HEARTH_RESOLVE_NO_MAGICLINKS)
        )
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        // ENOSYS on kernels before 5.6, EPERM from filters of older container programs.
        return errno != ENOSYS && errno != EPERM
    }
}

import CLinux
import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("Other people's files", .timeLimit(.minutes(10)))
struct PermissionTests {
    @Test(
        "are refused with .accessDenied and left out of sums",
        .enabled(if: geteuid() == 0, "needs root to give rights up")
    )
    func foreignFiles() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        try volume.makeDirectories(VolumePath("open/closed/deep"))
        try volume.write("secret", to: "open/closed/f")
        try volume.write("hidden", to: "open/unreadable")
        try volume.write("seen", to: "open/readable")
        chmod(place.directory.path, 0o755)
        chmod(place.path("r"), 0o755)
        chmod(place.path("r/open"), 0o755)
        chmod(place.path("r/open/closed"), 0o700)
        chmod(place.path("r/open/unreadable"), 0o600)
        chmod(place.path("r/open/readable"), 0o644)
        ThreadGroup.run(count: 1) { _ in
            hearth_setfsuid(65_534)
            expect(.accessDenied) { _ = try volume.open(VolumePath("open/unreadable")) }
            expect(.accessDenied) { _ = try volume.open(VolumePath("open/closed/f")) }
            expect(.accessDenied) { try volume.forEachEntry(of: VolumePath("open/closed")) { _ in true } }
            expect(.accessDenied) { try volume.makeDirectory(VolumePath("open/new")) }
            expect(.accessDenied) { try volume.remove(VolumePath("open/readable")) { _ in } }
            expect(.accessDenied) { try volume.remove(VolumePath("open")) { _ in } }
            expect(.accessDenied) {
                try volume.setModified(FileTime(seconds: 1), of: VolumePath("open/readable"))
            }
            #expect((try? volume.text(of: "open/readable")) == "seen")
            #expect((try? volume.listing("open")) == ["closed", "readable", "unreadable"])
            #expect((try? volume.treeSize(VolumePath("open")).bytes) == 10)
        }
        #expect(try volume.text(of: "open/closed/f") == "secret")
    }
}

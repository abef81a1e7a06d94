import CLinux
import Glibc
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

@Suite("A link swapped in during the request", .timeLimit(.minutes(10)))
struct LinkSwapTests {
    @Test("never leads out, in 10 000 tries", arguments: [true, false])
    func swapping(_ openat2: Bool) throws {
        let place = try TestPartition(features: KernelFeatures(openat2: openat2))
        let volume = try place.root("r")
        try volume.makeDirectory(VolumePath("ok"))
        try volume.write("inside", to: "ok/passwd")
        #expect(mkdir(place.path("outside"), 0o700) == 0)
        #expect(symlink(place.path("outside"), place.path("r/absolute")) == 0)
        let secret = try place.partition.volume(at: VolumePath("outside"))
        try secret.write("secret", to: "passwd")
        try secret.makeDirectory(VolumePath("below"))
        let stop = Atomic(false)
        let (root, outside) = (place.path("r"), place.path("outside"))
        let counts = Mutex((inside: 0, refused: 0, leaked: 0))
        ThreadGroup.run(count: 2) { number in
            if number == 0 {
                // The name is in turn a link out, a link in, a directory, and gone.
                while !stop.load(ordering: .relaxed) {
                    for target in [outside, "../outside", "ok", "../../.."] {
                        symlink(target, "\(root)/new")
                        rename("\(root)/new", "\(root)/r")
                    }
                    unlink("\(root)/r")
                    rename("\(root)/ok", "\(root)/r")
                    rename("\(root)/r", "\(root)/ok")
                }
                return
            }
            for attempt in 0..<10_000 {
                let text = try? volume.text(of: "r/passwd")
                counts.withLock { counts in
                    switch text {
                    case nil: counts.refused += 1
                    case "inside": counts.inside += 1
                    default: counts.leaked += 1
                    }
                }
                switch attempt % 4 {
                case 0: _ = try? volume.write("x", to: "r/planted\(attempt)")
                case 1: _ = try? volume.makeDirectories(VolumePath("r/planted/deep"))
                case 2: try? volume.remove(VolumePath("r/below")) { _ in }
                default:
                    try? volume.rename(
                        VolumePath("r/passwd"),
                        to: VolumePath("taken"),
                        on: volume,
                        replace: true
                    )
                    try? volume.rename(
                        VolumePath("taken"),
                        to: VolumePath("ok/passwd"),
                        on: volume,
                        replace: true
                    )
                }
            }
            stop.store(true, ordering: .relaxed)
        }
        let result = counts.withLock { $0 }
        #expect(result.leaked == 0)
        #expect(result.inside + result.refused == 10_000)
        #expect(try secret.listing() == ["below", "passwd"])
        #expect(try secret.text(of: "passwd") == "secret")
    }

    @Test("is not what the system takes a file for that another takes the place of")
    func exchanging() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        try volume.write("one", to: "file")
        let (inside, outside) = (place.path("r/file"), place.path("beside"))
        try place.partition.volume(at: VolumePath("r")).write("two", to: "other")
        #expect(rename(place.path("r/other"), outside) == 0)
        let stop = Atomic(false)
        let failures = Mutex<[String]>([])
        ThreadGroup.run(count: 2) { number in
            if number == 0 {
                while !stop.load(ordering: .relaxed) {
                    hearth_renameat2(AT_FDCWD, inside, AT_FDCWD, outside, UInt32(HEARTH_RENAME_EXCHANGE))
                }
                return
            }
            for _ in 0..<100_000 {
                do {
                    _ = try volume.info(VolumePath("file"))
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            stop.store(true, ordering: .relaxed)
        }
        #expect(failures.withLock { $0.first } == nil)
    }
}

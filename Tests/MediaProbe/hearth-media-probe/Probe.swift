import CLinux
import CMediaProbe
import Glibc
import HearthMediaDecoder

/// Runs one attempt and tells how it ended.
enum Probe {
    struct Attempt {
        var name: String
        var run: @convention(c) () -> Int
        var worksForRoot: Bool
    }

    static var attempts: [Attempt] {
        var attempts: [Attempt] = []
        guard var next = media_attempts() else { return [] }
        while let name = next.pointee.name, let run = next.pointee.run {
            attempts.append(
                Attempt(
                    name: String(cString: name),
                    run: run,
                    worksForRoot: next.pointee.works_for_root != 0
                )
            )
            next += 1
        }
        return attempts
    }

    /// Prints what the lockdown does, then how the attempt ended: `works`, or the error's number.
    ///
    /// A filter may end the process instead.
    ///
    /// - Parameters:
    ///   - name: of the attempt.
    ///   - isLocked: whether it is made after the lockdown.
    ///   - isOnThread: whether it is made on a thread that was there before the second step of the lockdown, as those of
    ///     libraries are.
    static func run(_ name: String, isLocked: Bool, isOnThread: Bool) -> Never {
        guard let attempt = attempts.first(where: { $0.name == name }) else { exit(95) }
        guard media_probe_prepare() == 0 else { exit(96) }
        signal(SIGXFSZ, SIG_IGN)
        if isLocked {
            do throws(LockdownError) {
                let lockdown = Lockdown.begin()
                media_probe_start_thread()
                hearth_keep_open(media_probe_path())
                var limits = ResourceLimits()
                limits.processorSeconds = 2
                let report = try lockdown.finish(limits: limits)
                say("locked \(report.summary)")
                say(result(isOnThread ? media_probe_on_thread(attempt.run) : attempt.run()))
            } catch {
                say("unfit \(error.detail)")
                _exit(1)
            }
        } else {
            say(result(attempt.run()))
        }
        _exit(0)
    }

    private static func result(_ outcome: Int) -> String { outcome < 0 ? "\(-outcome)" : "works" }

    static func say(_ text: String) {
        var line = Array((text + "\n").utf8)
        // The filter lets nothing be written to but this and the log.
        write(MediaChild.socketDescriptor, &line, line.count)
    }
}

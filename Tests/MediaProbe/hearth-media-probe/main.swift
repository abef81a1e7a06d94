import CLinux
import CMediaProbe
import Glibc
import HearthMediaDecoder

// A program that locks itself down as hearth-media does, and then tries what an evil file would try:
//
//   hearth-media-probe list
//   hearth-media-probe [--user N] [--unlocked] [--thread] [--deny NAMES] try ATTEMPT
//   hearth-media-probe [--user N] --deny NAMES run PROGRAM [ARGUMENT ...]
//
// It speaks through descriptor 3, as hearth-media does, and is never installed.

var words = Array(CommandLine.arguments.dropFirst())
var isLocked = true
var isOnThread = false
while let option = words.first, option.hasPrefix("--") {
    words.removeFirst()
    switch option {
    case "--unlocked": isLocked = false
    case "--thread": isOnThread = true
    case "--user":
        guard let user = UInt32(words.removeFirst()), hearth_become(user, user) == 0 else { exit(90) }
    case "--deny": guard media_probe_deny(words.removeFirst()) == 0 else { exit(91) }
    default: exit(92)
    }
}

switch words.first {
case "list":
    for attempt in Probe.attempts { Probe.say("\(attempt.name) \(attempt.worksForRoot ? "works" : "-")") }
case "try" where words.count == 2: Probe.run(words[1], isLocked: isLocked, isOnThread: isOnThread)
case "run" where words.count > 1:
    var arguments = words.dropFirst().map { strdup($0) } + [nil]
    execv(words[1], &arguments)
    exit(93)
default: exit(94)
}

// Backs up a folder into the personal folder of whoever signs in: what is there already is not sent again.
//
//     swift run BackUpFolder http://127.0.0.1:8650 anna PASSWORD FOLDER
//
// The queue lies beside the folder, in FOLDER.hearth-queue: a run that was interrupted goes on where it stood.

import HearthClient
import HearthCurl
import HearthTransfer
import HearthWire

guard CommandLine.arguments.count == 5 else {
    print("usage: BackUpFolder URL ACCOUNT PASSWORD FOLDER")
    throw ClientError(.invalidRequest("four arguments are needed"))
}
let address = CommandLine.arguments[1]
let folder = LocalPath(CommandLine.arguments[4])

// Sign in.
let transport = CurlTransport()
let stranger = Provider(endpoint: FixedEndpoint(address), transport: transport)
let session = try await stranger.request(
    SignIn(accountName: CommandLine.arguments[2], password: CommandLine.arguments[3], client: "Example")
)
let drive = Provider(endpoint: FixedEndpoint(address, token: session.token), transport: transport)

// The personal folder comes first in the list; the backup gets the folder's own name there.
guard let personal = try await drive.entries(of: .home).first.flatMap({ RemotePath($0) }),
    let destination = personal.appending(folder.name)
else {
    throw ClientError(.invalidRequest("there is no personal folder, or the folder has no name"))
}

// What an earlier run left comes first; a file that is there with the same bytes is done at once.
var configuration = TransferConfiguration()
configuration.conflict = .replace
let engine = TransferEngine(
    store: try TransferStore(path: "\(folder.description).hearth-queue"),
    connect: { _ in drive },
    configuration: configuration
)
if try await engine.records().isEmpty {
    _ = try await engine.upload(UploadOrder(area: "home", source: .path(folder), remote: destination))
} else {
    try await engine.resumeAll()
}

// Show how far it is, ten times a second at most.
let watching = Task {
    for await progress in engine.progress() { print("\(progress.transferred) of \(progress.size) bytes") }
}
let outcome = try await engine.run(nil)
watching.cancel()

for failure in outcome.failures {
    print("\(failure.local): \(failure.failure.code.rawValue) \(failure.failure.detail)")
}
print("\(outcome.finished) files are safe, \(outcome.failed) failed, \(outcome.bytes) bytes were sent")
if outcome.isComplete { _ = try await engine.clearFinished() }

// The code of the article "Getting started"; `scripts/check-examples` holds the two against each other.
//
//     swift run GettingStarted http://127.0.0.1:8089 anna PASSWORD

import Foundation
import HearthClient
import HearthURLSession
import HearthWire

func run(_ address: String, _ account: String, _ password: String) async throws {
    // Sign in: a call without a token gives one.
    let transport = URLSessionTransport()
    let stranger = Provider(endpoint: FixedEndpoint(address), transport: transport)
    let session = try await stranger.request(
        SignIn(accountName: account, password: password, client: "Getting started")
    )

    // Every later call is made as the person who signed in.
    let drive = Provider(endpoint: FixedEndpoint(address, token: session.token), transport: transport)

    // List the person's folders; the first is the personal one.
    let folders = try await drive.entries(of: .home)
    for folder in folders { print(folder.name, folder.path) }
    guard let personal = folders.first.flatMap({ RemotePath($0) }),
        let directory = personal.appending("Getting started"),
        let file = directory.appending("hello.txt")
    else {
        throw ClientError(.invalidRequest("there is no folder"))
    }

    // Make a directory, unless it is there.
    do {
        _ = try await drive.request(MakeDirectory(directory))
    } catch {
        guard error.code == .nameInUse else { throw error }
        print(error.text(.english))
    }

    // Upload in chunks that survive a lost connection.
    let bytes = Array("Hello from the SDK.\n".utf8)
    let upload = try await drive.request(CreateUpload(file, size: Int64(bytes.count), onConflict: .replace))
    _ = try await drive.request(PutChunk(upload.uploadID, number: 1, content: .bytes(bytes)))
    let done = try await drive.request(CompleteUpload(upload.uploadID))
    print("uploaded", done.resource?.path ?? "")

    // Download, and let the digest of the server prove it.
    let reply = try await drive.request(Download(file))
    print(reply.bytes == bytes, reply.sha256.map { $0 == SHA256Hasher.digest(of: bytes) } ?? true)

    // Sign out.
    try await drive.request(SignOut())
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: GettingStarted URL ACCOUNT PASSWORD")
    exit(2)
}
do {
    try await run(arguments[1], arguments[2], arguments[3])
} catch let error as ClientError {
    print(error.text(.english))
    exit(1)
}

import Foundation
import HearthWire
import Testing

@Suite("Wire objects")
struct WireObjectTests {
    /// Holds both ways of writing against each other, and the reader against both.
    private func check<T: Codable & JSONWritable & Equatable>(_ value: T, _ json: String) throws {
        #expect(String(decoding: value.jsonBytes, as: UTF8.self) == json)
        let encoded = Array(try JSONEncoder().encode(value))
        #expect(try JSONValue(parsing: encoded) == JSONValue(parsing: Array(json.utf8)))
        #expect(try JSONDecoder().decode(T.self, from: Data(json.utf8)) == value)
    }

    @Test("what is known of a picture, a clip, a text")
    func media() throws {
        try check(
            WireMedia(kind: .picture, width: 4, height: 3, taken: "2022-04-15T05:20:00", frames: 2),
            #"{"kind":"picture","width":4,"height":3,"taken":"2022-04-15T05:20:00","frames":2}"#
        )
        try check(WireMedia(kind: .video, duration: 1.5), #"{"kind":"video","duration":1.5}"#)
        try check(WireMedia(kind: nil), "{}")
        try check(
            WireResource(name: "t", kind: .file, path: "/s/1/t", excerpt: "a\n\"b\""),
            #"{"id":0,"name":"t","size":0,"mod_time":0,"type":1,"path":"/s/1/t","is_encrypt":0,"read":0,"write":0,"#
                + #""deleted":0,"thumbnail_url":"","excerpt":"a\n\"b\""}"#
        )
    }

    @Test("resource")
    func resource() throws {
        let resource = WireResource(
            id: 7,
            name: "a\"b",
            size: 12,
            modified: 1_700_000_000,
            kind: .file,
            path: "/s/1/a\"b",
            isEncrypted: true,
            canRead: true,
            canWrite: false,
            canDelete: true,
            thumbnailURL: "file/ab/cd/x.png"
        )
        try check(
            resource,
            #"{"id":7,"name":"a\"b","size":12,"mod_time":1700000000,"type":1,"path":"/s/1/a\"b","is_encrypt":1,"#
                + #""read":1,"write":0,"deleted":1,"thumbnail_url":"file/ab/cd/x.png"}"#
        )
        try check(
            WireResource(name: "d", kind: .directory, path: "/s/1", href: "/s/1/%FF"),
            #"{"id":0,"name":"d","size":0,"mod_time":0,"type":0,"path":"/s/1","is_encrypt":0,"read":0,"write":0,"#
                + #""deleted":0,"thumbnail_url":"","href":"/s/1/%FF"}"#
        )
    }

    @Test("a resource of an older server lacks fields")
    func olderResource() throws {
        let json = #"{"name":"x","type":0,"path":"/s/2","read":true,"extra":1}"#
        let resource = try JSONDecoder().decode(WireResource.self, from: Data(json.utf8))
        #expect(resource.canRead && !resource.canWrite && resource.thumbnailURL.isEmpty)
    }

    struct Page: Sendable {
        let page: Int
        let size: Int
        let total: Int64
        let more: Bool
    }

    @Test(
        "pager: more rows follow only when a page size was used",
        arguments: [
            Page(page: 1, size: 30, total: 31, more: true), Page(page: 1, size: 30, total: 30, more: false),
            Page(page: 2, size: 30, total: 61, more: true), Page(page: 0, size: 30, total: 31, more: true),
            Page(page: 1, size: 0, total: 9, more: false), Page(page: .max, size: 100, total: 9, more: false),
        ]
    )
    func pager(_ item: Page) {
        #expect(WirePager(page: item.page, pageSize: item.size, totalRows: item.total).hasMore == item.more)
    }

    @Test("pager, chunk, session, upload objects")
    func others() throws {
        try check(
            WirePager(page: 1, pageSize: 30, totalRows: 2),
            #"{"page":1,"page_size":30,"total_rows":2,"has_more":false}"#
        )
        try check(WireChunk(id: 1, size: 8_388_608), #"{"id":1,"size":8388608}"#)
        try check(
            WireSession(id: 3, client: "iPhone", created: 1, lastUsed: 2, expires: 3, current: true),
            #"{"id":3,"client":"iPhone","created":1,"last_used":2,"expires":3,"current":true}"#
        )
        try check(WireUploadRequest(path: "/s/1/a"), #"{"path":"/s/1/a"}"#)
        try check(
            WireUploadRequest(
                path: "/s/1/a",
                size: 5,
                modified: 6,
                onConflict: .replace,
                identification: "i"
            ),
            #"{"path":"/s/1/a","size":5,"mod_time":6,"on_conflict":"replace","identification":"i"}"#
        )
        try check(
            WireUpload(uploadID: "u", chunkSize: 8, chunks: [WireChunk(id: 2, size: 8)]),
            #"{"upload_id":"u","chunk_size":8,"chunks":[{"id":2,"size":8}]}"#
        )
        try check(WireUploadCompletion(sha256: "00", size: 1), #"{"sha256":"00","size":1}"#)
        try check(
            WireUploadCompletion(sha256: "00", size: 1, onConflict: .replace),
            #"{"sha256":"00","size":1,"on_conflict":"replace"}"#
        )
    }

    @Test("person: the picture goes out under both names and comes in under either")
    func user() throws {
        let user = WireUser(
            userID: 1,
            roles: [.init(id: 1, name: "owner")],
            accountName: "mum",
            nickname: "妈妈",
            avatarURL: "http://x/y"
        )
        try check(
            user,
            #"{"user_id":1,"role_infos":[{"id":1,"name":"owner"}],"account_name":"mum","nickname":"妈妈","phone":"","#
                + #""is_set_password":true,"avatar_url":"http://x/y","icon_url":"http://x/y"}"#
        )
        let json = #"{"user_id":1,"nickname":"n","icon_url":"u"}"#
        #expect(try JSONDecoder().decode(WireUser.self, from: Data(json.utf8)).avatarURL == "u")
    }

    @Test("envelopes")
    func envelopes() throws {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(text(Envelope.success()) == #"{"status":0,"reason":"success"}"#)
        #expect(text(Envelope.success { $0.int(1) }) == #"{"status":0,"reason":"success","data":1}"#)
        #expect(text(Envelope.failure(code: .illegalPath, reason: "x")) == #"{"status":10005,"reason":"x"}"#)
        let list = Envelope.list([WireChunk](), pager: WirePager(page: 0, pageSize: 0, totalRows: 0))
        let pager = #"{"page":0,"page_size":0,"total_rows":0,"has_more":false}"#
        #expect(text(list) == #"{"status":0,"reason":"success","data":{"list":[],"pager":\#(pager)}}"#)
        let reply = try JSONDecoder().decode(WireReply<WireList<WireChunk>>.self, from: Data(list))
        #expect(reply.status == .ok && reply.data?.list.isEmpty == true)
        let failure = Data(#"{"status":10016,"reason":"r","data":{}}"#.utf8)
        let failed = try JSONDecoder().decode(WireReply<WireList<WireChunk>>.self, from: failure)
        #expect(failed.status == .unauthorized && failed.data == nil)
    }
}

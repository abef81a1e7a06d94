import Foundation
@testable import HearthClient
import HearthWire
import Testing

@Suite("Authorisation by the hub's app", .timeLimit(.minutes(5)))
struct AuthorizationResultTests {
    @Test("builds the address of the request")
    func builds() {
        #expect(OperationURL.request.description == "zhiting://operation?action=diskAuth")
        #expect(
            OperationURL(scheme: "zhitingNas", action: .auth).description
                == "zhitingNas://operation?action=auth"
        )
    }

    @Test(
        "reads answers whatever their case",
        arguments: [
            "zhitingNas://operation?action=auth", "ZHITINGNAS://Operation?ACTION=AUTH",
            "zhitingcloud://operation?from=x&action=auth", "zhitingcloud://operation/?action=%61uth",
        ]
    )
    func reads(_ text: String) {
        #expect(OperationURL(text, schemes: OperationURL.originalSchemes)?.action == .auth)
    }

    @Test("takes an address without query for a refusal")
    func cancelled() throws {
        let url = try #require(OperationURL("zhitingNas://", schemes: OperationURL.originalSchemes))
        #expect(url.action == nil)
    }

    @Test(
        "leaves other addresses alone",
        arguments: ["https://operation?action=auth", "zhitingnas://x?action=auth", ""]
    )
    func others(_ text: String) {
        #expect(OperationURL(text, schemes: OperationURL.originalSchemes) == nil)
    }

    // Made with Python's plistlib, which shares no code with ours.
    private static let plain =
        "YnBsaXN0MDDUAQIDBAUGCQxZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
        + "KiBwhVJG51bGxvEHsAewAiAG4AaQBjAGsAbgBhAG0AZQAiADoAIlwPZg4AIgAsACIAYQByAGUAYQBzACIAOgBbAHsA"
        + "IgBpAGQAIgA6ACIANwAiACwAIgBuAGEAbQBlACIAOgAiW7YAIgAsACIAcwBhAF8AdQBzAGUAcgBfAGkAZAAiADoAMw"
        + "AsACIAcwBhAF8AdQBzAGUAcgBfAHQAbwBrAGUAbgAiADoAIgB1ACIALAAiAHMAYwBvAHAAZQBfAHQAbwBrAGUAbgAi"
        + "ADoAIgBzACIALAAiAGUAeABwAGkAcgBlAHMAXwBpAG4AIgA6ADIANQA5ADIAMAAwADAAfQBdAH3RCgtUcm9vdIABEg"
        + "ABhqAACAARABsAJAApADIARABHAE0BRgFJAU4BUAAAAAAAAAIBAAAAAAAAAA0AAAAAAAAAAAAAAAAAAAFV"
    private static let mutable =
        "YnBsaXN0MDDUAQIDBAUGFBdZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
        + "KjBwgNVSRudWxs0gkKCwxWJGNsYXNzWU5TLnN0cmluZ4ACbxB7AHsAIgBuAGkAYwBrAG4AYQBtAGUAIgA6ACJcD2YO"
        + "ACIALAAiAGEAcgBlAGEAcwAiADoAWwB7ACIAaQBkACIAOgAiADcAIgAsACIAbgBhAG0AZQAiADoAIlu2ACIALAAiAH"
        + "MAYQBfAHUAcwBlAHIAXwBpAGQAIgA6ADMALAAiAHMAYQBfAHUAcwBlAHIAXwB0AG8AawBlAG4AIgA6ACIAdQAiACwA"
        + "IgBzAGMAbwBwAGUAXwB0AG8AawBlAG4AIgA6ACIAcwAiACwAIgBlAHgAcABpAHIAZQBzAF8AaQBuACIAOgAyADUAOQ"
        + "AyADAAMAAwAH0AXQB90g4PEBFYJGNsYXNzZXNaJGNsYXNzbmFtZaMREhNfEA9OU011dGFibGVTdHJpbmdYTlNTdHJp"
        + "bmdYTlNPYmplY3TRFRZUcm9vdIABEgABhqAACAARABsAJAApADIARABIAE4AUwBaAGQAZgFfAWQBbQF4AXwBjgGXAa"
        + "ABowGoAaoAAAAAAAACAQAAAAAAAAAYAAAAAAAAAAAAAAAAAAABrw=="
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array>
        <string>$null</string><string>{"nickname":"小明","areas":[{"id":7,"name":"家","sa_user_id":"3",\
        "scope_token":"s"}]}</string></array><key>$top</key><dict><key>root</key><dict><key>CF$UID</key>
        <integer>1</integer></dict></dict><key>$version</key><integer>100000</integer></dict></plist>
        """

    @Test("reads archives that others wrote", arguments: [plain, mutable, xml])
    func readsArchive(_ text: String) throws {
        let bytes = text.hasPrefix("<") ? Array(text.utf8) : Array(try #require(Data(base64Encoded: text)))
        let result = try AuthorizationResult(archive: bytes)
        #expect(result.nickname == "小明")
        let area = try #require(result.areas.first)
        #expect(area.area.homeID == "7")
        #expect(area.area.userID == 3)
        #expect(area.area.name == "家")
        #expect(area.token == "s")
        #expect(area.cloudSession == nil)
    }

    @Test("writes archives that it reads, small and large")
    func roundTrip() throws {
        var result = AuthorizationResult(
            cloudUserID: 99,
            cloudURL: "https://cloud.example",
            cloudPhone: "13800000000",
            nickname: "小明",
            sessionCookie: "abc",
            homes: (1...40).map {
                .init(
                    id: "\($0)",
                    name: "Home \($0)",
                    hubID: "h",
                    lanAddress: "http://10.0.0.\($0):8089",
                    bssid: "aa:bb:cc:dd:ee:ff",
                    userID: $0,
                    userToken: "u",
                    scopeToken: String(repeating: "t", count: 300),
                    expiresIn: 2_592_000
                )
            }
        )
        #expect(try AuthorizationResult(archive: result.archive) == result)
        result.nickname = "Ann"
        result.homes = []
        #expect(try AuthorizationResult(archive: result.archive) == result)
    }

    @Test("gives areas the cloud account only with number, address and cookie")
    func cloudRules() {
        let home = AuthorizationResult.Home(
            id: "7",
            name: "H",
            lanAddress: "http://10.0.0.1:8089/",
            userID: 3,
            scopeToken: "s"
        )
        var result = AuthorizationResult(
            cloudUserID: 99,
            cloudURL: "https://cloud.example/",
            nickname: "n",
            sessionCookie: "c",
            homes: [home]
        )
        #expect(result.areas.first?.area.cloud == CloudAccount(url: "https://cloud.example", userID: 99))
        #expect(result.areas.first?.cloudSession == "c")
        #expect(result.areas.first?.area.lanURL == "http://10.0.0.1:8089")
        #expect(result.areas.first?.area.userID == 3)
        for lack in 0..<3 {
            var lacking = result
            switch lack {
            case 0: lacking.cloudUserID = nil
            case 1: lacking.cloudURL = nil
            default: lacking.sessionCookie = nil
            }
            #expect(lacking.areas.first?.area.cloud == nil)
            #expect(lacking.areas.first?.cloudSession == nil)
        }
        result.sessionCookie = "c\r\nEvil: 1"
        #expect(result.areas.first?.area.cloud == nil)
    }

    @Test("stands damaged archives")
    func damaged() {
        let whole = AuthorizationResult(nickname: "小明", homes: []).archive
        for length in 0..<whole.count {
            #expect(throws: SessionError.self) { try AuthorizationResult(archive: Array(whole[..<length])) }
        }
        for place in whole.indices {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = whole
                bytes[place] = value
                _ = try? AuthorizationResult(archive: bytes)
            }
        }
    }
}

import HearthWire
import Testing

@Suite("Codes and texts")
struct WireCodeTests {
    /// Chapter 11 of the contract, the hub's and cloud's codes we use, and the added ones.
    static let contract: [Int] =
        [0, 1, 2, 3, 4, 205, 1000, 2008, 2009, 5000, 5001, 5003, 5012, 5021]
        + Array(10000...10031) + Array(20000...20027) + Array(30000...30005) + Array(40000...40009)
        + [50000, 60000, 60001, 70000, 70001, 80000] + Array(90001...90012)

    @Test("every code of the contract has a text in both languages", arguments: contract)
    func texts(_ number: Int) {
        let code = WireCode(rawValue: number)
        #expect(WireCode.all.contains(code))
        let english = code.reason(.english)
        let chinese = code.reason(.chinese)
        #expect(english.utf8.allSatisfy { $0 < 0x80 } && english.hasSuffix(".") && english.count > 3)
        #expect(chinese.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
        for text in [english, chinese] { #expect(!text.contains("{}")) }
        for language in WireLanguage.allCases {
            #expect(!code.reason(language, argument: "x").contains("{}"))
        }
    }

    @Test("texts name their argument")
    func arguments() {
        #expect(WireCode.illegalParameter.reason(.chinese, argument: "type") == "参数 type 不合法")
        #expect(WireCode.illegalParameter.reason(.english, argument: "type").contains("\"type\""))
        #expect(WireCode.capacityTooLarge.reason(.chinese, argument: "1.50TB") == "容量不能超过 1.50TB")
        #expect(WireCode.capacityTooLarge.reason(.english, argument: "1.50TB").contains("1.50TB"))
        #expect(WireCode.throttled.reason(.english, argument: "8").contains("8 seconds"))
        #expect(WireCode.illegalParameter.reason(.english, argument: "a{}b").contains("\"a{}b\""))
        #expect(!WireCode.illegalPath.reason(.english, argument: "secret").contains("secret"))
    }

    @Test("details are whole sentences in either language")
    func details() {
        let details: [(WireCode, String, String, String)] = [
            (.forbidden, WireDetail.embeddedPool, "built-in pool", "内置存储池"),
            (.forbidden, WireDetail.fullSession, "full login", "完整登录"),
            (.forbidden, WireDetail.useFolderManagement, "use folder management", "请使用文件夹管理"),
            (.illegalParameter, WireDetail.nickname, "64 characters", "64 个字符"),
            (.forbiddenCharacter, WireDetail.reservedName, "reserved", "保留"),
            (.taskState, WireDetail.movingFolder, "being moved", "正在移动"),
            (.taskState, WireDetail.otherTask, "Another task", "相关任务"),
            (.poolDirectoryTaken, WireDetail.virtualDirectory, "belongs to the system", "系统生成"),
        ]
        for (code, detail, english, chinese) in details {
            let texts = [code.reason(.english, argument: detail), code.reason(.chinese, argument: detail)]
            #expect(texts[0].contains(english) && texts[0].utf8.allSatisfy { $0 < 0x80 })
            #expect(texts[1].contains(chinese) && !texts[1].contains(english))
        }
    }

    @Test("the same text whether an account is unknown or its password wrong, or a root missing or closed")
    func silence() {
        #expect(WireCode.wrongPassword.rawValue == 5001)
        #expect(WireCode.noAccess.rawValue == 10018)
    }

    @Test("a number from elsewhere still has a text")
    func unknown() {
        #expect(WireCode(rawValue: 777).reason(.english).contains("777"))
        #expect(WireCode(rawValue: 777).reason(.chinese).contains("777"))
    }
}

import HearthAdmin
import Testing

@Suite("Lines of a check of a vault")
struct VaultReportTests {
    private static var counts: VaultReport.Counts {
        var counts = VaultReport.Counts()
        (counts.directories, counts.files, counts.filesRead) = (1, 2, 3)
        (counts.bytesRead, counts.damages, counts.notes, counts.mended) = (1 << 40, 5, 6, 4)
        return counts
    }

    @Test("a request survives the way to the server")
    func request() {
        let request = AdminRequest.vault(
            VaultRequest(
                path: "/srv/a \"b\"",
                password: "pässword\n",
                mends: true,
                accepts: false,
                isQuick: true
            )
        )
        #expect(AdminRequest(line: request.line) == request)
    }

    @Test(
        "what is said survives the way back",
        arguments: [
            VaultReport.progress(counts), .summary(counts), .elsewhere(isOnPartition: true),
            .elsewhere(isOnPartition: false),
        ]
    )
    func report(_ report: VaultReport) throws {
        let line = report.line
        #expect(line.last == 0x0A)
        #expect(line.dropLast().allSatisfy { $0 != 0x0A })
        #expect(VaultReport(line: Array(line.dropLast())) == report)
        #expect(AdminReply(line: Array(line.dropLast())) == nil)
    }

    @Test("a finding survives the way back")
    func finding() throws {
        let line =
            Array(
                #"{"vault":"finding","kind":"bad-blocks","place":"d/AB/x.c9r","detail":"1 of 2 blocks: 0","#
                    .utf8
            )
            + Array(#""outcome":"failed","outcome_detail":"why","plain":"/a\nb","is_note":true}"#.utf8)
        let report = try #require(VaultReport(line: line))
        #expect(VaultReport(line: Array(report.line.dropLast())) == report)
        guard case .finding(let finding) = report else {
            Issue.record("another report")
            return
        }
        #expect(finding.kind == "bad-blocks")
        #expect(finding.plain == "/a\nb")
        #expect(finding.outcome == "failed")
        #expect(finding.outcomeDetail == "why")
        #expect(finding.isNote)
    }

    @Test("a reply is no report, and nonsense is neither", arguments: [#"{"told":""}"#, "{}", "x", ""])
    func other(_ text: String) {
        #expect(VaultReport(line: Array(text.utf8)) == nil)
    }
}

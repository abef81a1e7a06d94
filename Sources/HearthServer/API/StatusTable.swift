import HearthDrive
import HearthWire

/// The one table from the contract's codes to HTTP statuses (server decisions, 4).
enum StatusTable {
    /// The status of a code where true statuses are used.
    static func status(of code: WireCode) -> Int { table[code.rawValue] ?? 500 }

    /// The status of a refusal in OAuth's own words (RFC 6749, section 5.2): 400 unless the server is to blame.
    static func status(of code: OAuthError.Code) -> Int {
        switch code {
        case .serverError: 500
        case .temporarilyUnavailable: 503
        default: 400
        }
    }

    /// Whether the table has a code.
    static func knows(_ code: Int) -> Bool { table[code] != nil }

    private static let table: [Int: Int] = {
        var table: [Int: Int] = [0: 200]
        for (status, codes) in groups { for code in codes { table[code] = status } }
        return table
    }()

    private static let groups: [(Int, [Int])] = [
        (
            400,
            [
                2, 4, 10_004, 10_005, 10_010, 10_011, 10_029, 10_031, 20_000, 20_002, 20_003, 20_010, 20_011,
                20_012,
                20_014, 20_015, 20_016, 20_018, 20_020, 20_021, 20_024, 20_027, 30_000, 30_001, 30_002,
                40_000,
                40_001, 40_002, 50_000, 60_000, 90_010,
            ]
        ),
        (401, [2_008, 2_009, 5_000, 5_001, 5_012, 5_027, 10_016]),
        (
            403,
            [
                5_002, 5_021, 5_030, 10_006, 10_009, 10_017, 10_019, 10_020, 10_021, 10_022, 10_023, 10_024,
                20_009,
                20_023, 20_025, 20_026, 30_005, 90_011,
            ]
        ),
        (404, [3, 1_000, 5_003, 5_013, 10_000, 10_003, 10_018, 20_001, 30_004, 40_005, 70_000, 80_000]),
        (
            409,
            [
                5_022, 5_023, 10_001, 10_002, 10_007, 10_008, 10_012, 10_014, 10_025, 10_026, 10_027, 20_013,
                20_017,
                30_003,
                40_007, 40_008, 40_009, 70_001, 90_008, 90_009, 90_012,
                90_013, 90_014,
            ]
        ),
        (413, [10_015, 90_003]),
        (422, [10_013]),
        (507, [10_028, 10_030, 20_019]),
        (500, [1, 205, 20_004, 20_005, 20_006, 20_007, 20_008, 20_022, 40_003, 40_004, 40_006, 60_001]),
        (429, [90_001]),
        (405, [90_002]),
        (408, [90_004]),
        (412, [90_005]),
        (415, [90_006]),
        (503, [90_007]),
    ]
}

/// Simple case folding of single code points (Unicode, CaseFolding.txt, statuses C and S).
enum CaseFolding {
    /// The folded code point, or the same where it has no case.
    static func fold(_ code: UInt32) -> UInt32 {
        if code < 0x80 {
            return code &- 0x41 < 26 ? code | 0x20 : code
        }
        // Between the Latin extensions and the full-width letters lie most names of East Asia.
        if code >= 0x3000, code < 0xA640 { return code }
        return foldByTable(code)
    }

    private static func foldByTable(_ code: UInt32) -> UInt32 {
        CaseFoldingTable.runs.withUnsafeBufferPointer { runs in
            let code = Int32(bitPattern: code)
            var (low, high) = (0, runs.count / 4)
            while low < high {
                let middle = (low + high) / 2
                if runs[middle * 4 + 1] < code { low = middle + 1 } else { high = middle }
            }
            let run = low * 4
            guard run < runs.count, runs[run] <= code, (code - runs[run]) % runs[run + 2] == 0 else {
                return UInt32(bitPattern: code)
            }
            return UInt32(bitPattern: code + runs[run + 3])
        }
    }
}

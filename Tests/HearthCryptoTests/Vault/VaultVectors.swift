import HearthCrypto

/// A vault made with pycryptomator 1.15, an implementation that shares nothing with this one.
///
/// Its password is `Pässwörter@Haus`. It has `/small.txt`, `/empty`, `/Documents` with `/Documents/big` (32 773 bytes)
/// in it, and a file with a long name.
enum VaultVectors {
    static let password = Array("Pässwörter@Haus".utf8)

    static let keyFile = Array(
        ("{\"version\": 999, \"scryptSalt\": \"gYXrVBW2wTE=\", \"scryptCostParam\": 32768, \"scryptBlockSize\": 8, "
            + "\"primaryMasterKey\": \"DES02/5UgbdVYfp31merji1RuD6LX9AP+JeIGuwa/JuyJXAx9MApPg==\", "
            + "\"hmacMasterKey\": \"kwVSVKI9BdzpJJCkxigpsScA0XFfc9dJ5dlqexrQ9xwYhIIzG/R7lw==\", "
            + "\"versionMac\": \"gFvAd6xSAySVvdGJLsn9gfp4SVkJ+3q37Svi3VioHZI=\"}").utf8
    )

    /// Base64 with padding: not what RFC 7515 says, but what is on disks.
    static let configuration = Array(
        ("eyJraWQiOiAibWFzdGVya2V5ZmlsZTptYXN0ZXJrZXkuY3J5cHRvbWF0b3IiLCAiYWxnIjogIkhTMjU2IiwgInR5cCI6ICJKV1QifQ=="
            + ".eyJqdGkiOiAiZDk4NTVlZjctNDgyOC00ODVhLWEwMzMtNzZjYzQxOGVlZGVmIiwgImZvcm1hdCI6IDgsICJjaXBoZXJDb21ibyI6"
            + "ICJTSVZfR0NNIiwgInNob3J0ZW5pbmdUaHJlc2hvbGQiOiAyMjB9"
            + ".3KprvarvsdZ7S-uax4CtorhDYPuJAsMtYwvE_qtvozc=").utf8
    )

    static let encryption = hex("866ece32d7b5cb06e7c9ad719b85d1dfd791d6b44977c3b26baf45591bbf5794")
    static let authentication = hex("ad18f64977a7b7951d165b26214f4037ad833a23b9d96f15252bcc2606507bf7")

    static func keys() throws -> VaultKeys {
        try VaultKeys(encryption: SecretBytes(encryption), authentication: SecretBytes(authentication))
    }

    /// The id of `/Documents`; empty for the root.
    static let documents = Array("d38ed935-80f0-483b-bcfe-552ed7cb2de2".utf8)

    static func directory(_ id: [UInt8]) -> VaultDirectoryID { VaultDirectoryID(id) ?? .root }

    /// Ids of directories, and where their entries are.
    static let places: [([UInt8], String, String)] = [
        ([], "6G", "H7F2HFMK4TIRDWKNLBVL4KP4QSVFJG"),
        (documents, "CO", "64R7BX7UMMPR2O3PDT4MZ6LQDHOZWG"),
        (Array("recovery".utf8), "4H", "HVDAGHC2UZXGVGEFDTJ2SI7BZTQKJ6"),
    ]

    /// Names in the root and in `/Documents`.
    static let names: [(String, String, String)] = [
        ("a", "hAgAy0GVjX1jZ3vvNdZXgHg=.c9r", "Mpzt3AgvM6ZnYc2vZI_VUjA=.c9r"),
        ("small.txt", "zi1EmlLT7c71rbmETDBG6ccCS2mJrJlbiw==.c9r", "mAOqr6_G1JnW7ePeCRH3e_kRYvvrpwN8-w==.c9r"),
        (
            "Grüße 🎉.pdf", "s64Ly9_LPkPklY6jdRPBUWk9eTTwdFMSTB6JczvYbwM=.c9r",
            "DzuJ3cT0xZGW-8r_7wNOvtPRJpuJowJYIDhVyTHPHVs=.c9r"
        ),
        (
            "xxxxxxxxxxxxxxx", "Soq58qyjdJVrxS0-TdbzaBCYXtWTsjQj3pr94E_gBw==.c9r",
            "HZ1Gs1CRm2CohbVikSXomDf5Rqvb3HEwcwC883SJHg==.c9r"
        ),
        (
            "yyyyyyyyyyyyyyyy", "TZEaJcqq2K3G_HN-V63Bk7p9CXVte5lMLkS9nmASDS0=.c9r",
            "ISKOauPwT9gFjweEgjJZxSzExiKzLTxK6P62B5LRhrU=.c9r"
        ),
        (
            "zzzzzzzzzzzzzzzzz", "xs5xGm25Ryb_alNcxBm0xOdIj_m_G8sOudSkCzBhJByJ.c9r",
            "jhcG9e1ErUHmIrTDM3NF_3C4pbvDpiLFKH4DMrUJaKzP.c9r"
        ),
        (" .hidden ", "U129NTdrB9WeW7rh6TrZ6n67qaWuVgUZLA==.c9r", "uYqHlm4262TRoyNCCbMOSRHRw18LjITU6g==.c9r"),
        ("名前", "v5cZGrbZDl4EBoqpJDIXp73-Ve2G8Q==.c9r", "jtjCI3HVrBUMKOcemCVGIh08ZmA3lw==.c9r"),
    ]

    /// A file of 200 times `L`, then `.txt`, in the root: its encrypted name, and its directory's.
    static let longName = String(repeating: "L", count: 200) + ".txt"
    static let longCipherName =
        "8wQxr-GBXCLqALVW0bv1hCr-QUN4S9EGt2iypcUSMdWmm4sW2S540danLUkApr43I6TS9XIV781RI3-FxBWaZHae7LWjB3dI7okHWHCig4nn"
        + "_8F_vNhjP6nawEThsdCL4E4V1CwPO21zAVNZcjT6VOIiUEz3-UPPuRQux9JBgJ5x_rCl9XV45oeYSOmxUzzcAAkx5GzYt2zAR4rwEaXhfLwn"
        + "GX5Fa3zE9YrCuKhcqHpjWBrVCrLORfDXPCE0MqA6oeQ5AxRbyixxfNPr7pzj-42xkCbdWAjjmHn5Ig==.c9r"
    static let longShortName = "nUG49pAuDMklSDCgsP8yfd2XC-0=.c9s"

    /// `/empty`: the header alone.
    static let empty = hex(
        "5c68498d0bb6ff56a367e08eecf84c4d3dee3f1f53ac26ec47b28ffa646423f4"
            + "e90d9d30bf4f791e20c8bb3e70e088f61ce054b7ed1b972ab38b88fd3c59aa47132ec4f1"
    )

    /// `/small.txt` with `hello, vault` and a line feed.
    static let small = hex(
        "c2001343a874fb865f474232b14b3de0dfe04074957225f1628eab5b743296e6"
            + "85fce8c61ffef2c122b41c62eea17601eee73c3795f7f9f5be145e97863afe13"
            + "a3090ea5a4d522af4722a5677e85a80d565d550e3d63f41969352597da4746be1450027795e727e6bd89dbb732"
    )
    static let smallContent = Array("hello, vault\n".utf8)

    /// The header of `/Documents/big`, and its second block, 5 bytes.
    static let bigHeader = hex(
        "e760a988b2cc2a51fc107a876cb5690148e856902b372cb0e71f80dc9e69689a"
            + "97e2af35f9956c1df3e3a8e28979fba9c5647f95f608e2a4954ec087f70209205ff675d8"
    )
    static let bigTail = hex("f5bcfabe7b50df22972ca331999935d8e1c269a9a5e54979ec6d3c20fc0e95181a")
    /// Byte i of the file is 7 · i + 13 · (i >> 8), without what is over 255.
    static let bigTailContent = (32_768..<32_773).map { UInt8(truncatingIfNeeded: $0 * 7 + ($0 >> 8) * 13) }

    /// `dirid.c9r` of `/Documents`.
    static let directoryFile = hex(
        "01ce3a16796cb968e79484e926ebd1a09cd2a76516463f3c0c8e09123aab592d"
            + "a27f639d360b7500f5e7631cbbad60a47704192d7fcd99f739e3202e16bd5413"
            + "fe9d59f9a215e6ca2c5b6e387a1ef5a0e8cda2285a573546b7a2643be2695f01"
            + "67354de2802df9554f3452aa77452de7f80514f2f4ac47d5281c07025f4ab4a1a5965ede"
    )

    /// `dirid.c9r` of the root as pycryptomator writes it by mistake: its header is not encrypted and opens with no key.
    static let brokenRootFile = hex(
        "a9698804334f615c04cc6386ffffffffffffffffce3f4a5e5a858bd4e6fedec8"
            + "294b6d4d7989c9ecc7cfefbdd827d6d14e95903a964e814e52fe02caaed3954beb098c37"
    )
}

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Declares only what builds without any C library, as on Apple's systems: `HEARTH_PORTABLE=1 swift build`.
let isPortable = Context.environment["HEARTH_PORTABLE"] != nil

// What other programs build on: every target here also builds on Apple's systems.
let sdkProducts: [Product] = [
    .library(name: "HearthWire", targets: ["HearthWire"]),
    .library(name: "HearthClient", targets: ["HearthClient", "HearthURLSession"]),
]

let sdkTargets: [Target] = [
    // The contract as Swift types.
    .target(name: "HearthWire", swiftSettings: strict),
    // The SDK.
    .target(
        name: "HearthClient",
        dependencies: ["HearthWire"] + (isPortable ? [] : ["COpenSSL"]),
        exclude: ["HearthClient.docc"],
        swiftSettings: strict + (isPortable ? [.define("HEARTH_PORTABLE")] : [])
    ),
    .target(name: "HearthURLSession", dependencies: ["HearthClient"], swiftSettings: strict),
    // What the article "Getting started" shows.
    .executableTarget(
        name: "GettingStarted",
        dependencies: ["HearthClient", "HearthURLSession", "HearthWire"],
        path: "Examples/GettingStarted",
        swiftSettings: strict
    ),
]

let products: [Product] = [
    .library(name: "HearthTransfer", targets: ["HearthTransfer"]),
    .library(name: "HearthCurl", targets: ["HearthCurl"]),
    .executable(name: "hearth", targets: ["hearth"]),
    .executable(name: "hearth-media", targets: ["hearth-media"]),
]

let targets: [Target] = [
    // C libraries, one target each.
    .target(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
    .systemLibrary(name: "CAVFormat", pkgConfig: "libavformat", providers: [.apt(["libavformat-dev"])]),
    .systemLibrary(
        name: "CFFmpegThumbnailer",
        pkgConfig: "libffmpegthumbnailer",
        providers: [.apt(["libffmpegthumbnailer-dev"])]
    ),
    .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .target(name: "CLLHTTP", cSettings: [.define("LLHTTP_STRICT_MODE", to: "1")]),

    // Small parts that everything else stands on.
    .target(name: "HearthConcurrency", dependencies: ["CLinux"], swiftSettings: strict),
    .testTarget(
        name: "HearthConcurrencyTests",
        dependencies: ["CLinux", "HearthConcurrency", "HearthTesting"],
        swiftSettings: strict
    ),
    .target(name: "HearthLog", swiftSettings: strict),
    .testTarget(
        name: "HearthLogTests",
        dependencies: ["HearthLog", "HearthTesting"],
        swiftSettings: strict
    ),
    .target(name: "HearthMetrics", swiftSettings: strict),
    .testTarget(
        name: "HearthMetricsTests",
        dependencies: ["HearthMetrics", "HearthTesting"],
        swiftSettings: strict
    ),
    .target(name: "HearthArguments", swiftSettings: strict),
    .testTarget(
        name: "HearthArgumentsTests",
        dependencies: ["HearthArguments", "HearthTesting"],
        swiftSettings: strict
    ),

    .target(name: "HearthArchive", dependencies: ["CDeflate"], swiftSettings: strict),
    .testTarget(
        name: "HearthArchiveTests",
        dependencies: ["HearthArchive", "HearthTesting"],
        swiftSettings: strict
    ),

    .testTarget(
        name: "HearthWireTests",
        dependencies: ["HearthWire", "HearthTesting"],
        swiftSettings: strict
    ),

    .target(
        name: "HearthCrypto",
        dependencies: ["CArgon2", "COpenSSL", "CUTF8Proc"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthCryptoTests",
        dependencies: ["HearthCrypto", "HearthTesting"],
        swiftSettings: strict
    ),

    // SHA-256 without any library; scripts/build-wasm compiles the same file for the web app.
    .target(name: "HearthHashCore", swiftSettings: strict),
    .testTarget(
        name: "HearthHashCoreTests",
        dependencies: ["HearthCrypto", "HearthHashCore", "HearthTesting"],
        swiftSettings: strict
    ),

    .target(
        name: "HearthSQL",
        dependencies: ["CSQLite", "HearthConcurrency", "HearthLog"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthSQLTests",
        dependencies: ["HearthConcurrency", "HearthLog", "HearthSQL", "HearthTesting"],
        swiftSettings: strict
    ),

    .target(
        name: "HearthHTTP",
        dependencies: [
            "CLLHTTP", "CLinux", "COpenSSL", "HearthConcurrency", "HearthLog", "HearthMetrics",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthHTTPTests",
        dependencies: [
            "CLinux", "COpenSSL", "HearthConcurrency", "HearthHTTP", "HearthLog", "HearthMetrics",
            "HearthTesting",
        ],
        swiftSettings: strict
    ),

    .target(
        name: "HearthStorage",
        dependencies: ["CLinux", "HearthConcurrency", "HearthCrypto"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthStorageTests",
        dependencies: ["CLinux", "HearthConcurrency", "HearthCrypto", "HearthStorage", "HearthTesting"],
        swiftSettings: strict
    ),

    // Previews: what the server knows of them, and what only the locked-down child does.
    .target(
        name: "HearthMedia",
        dependencies: ["CLinux", "HearthConcurrency", "HearthLog"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthMediaTests",
        dependencies: ["CLinux", "HearthConcurrency", "HearthLog", "HearthMedia", "HearthTesting"],
        swiftSettings: strict
    ),
    .target(
        name: "HearthMediaDecoder",
        dependencies: [
            "CAVFormat", "CFFmpegThumbnailer", "CFontconfig", "CLinux", "CSeccomp", "CVips", "HearthMedia",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthMediaDecoderTests",
        dependencies: [
            "CAVFormat", "CLinux", "CVips", "HearthConcurrency", "HearthLog", "HearthMedia",
            "HearthMediaDecoder",
            "HearthTesting", "hearth-media", "hearth-media-probe",
        ],
        swiftSettings: strict
    ),
    // What an evil file would try, for the tests of the lockdown; never installed.
    .target(name: "CMediaProbe", path: "Tests/MediaProbe/CMediaProbe"),
    .executableTarget(
        name: "hearth-media-probe",
        dependencies: ["CLinux", "CMediaProbe", "HearthMediaDecoder"],
        path: "Tests/MediaProbe/hearth-media-probe",
        swiftSettings: strict
    ),
    .executableTarget(name: "hearth-media", dependencies: ["HearthMediaDecoder"], swiftSettings: strict),

    .target(
        name: "HearthDrive",
        dependencies: [
            "HearthArchive", "HearthConcurrency", "HearthCrypto", "HearthLog", "HearthMedia", "HearthSQL",
            "HearthStorage", "HearthWire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthDriveTests",
        dependencies: [
            "HearthConcurrency", "HearthCrypto", "HearthDrive", "HearthLog", "HearthMedia", "HearthSQL",
            "HearthStorage", "HearthTesting", "HearthWire",
        ],
        swiftSettings: strict
    ),

    .target(
        name: "HearthServer",
        dependencies: [
            "CLinux", "CQREncode", "HearthConcurrency", "HearthCrypto", "HearthDrive", "HearthHTTP",
            "HearthLog",
            "HearthMedia", "HearthMetrics", "HearthSQL", "HearthStorage", "HearthWire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthServerTests",
        dependencies: [
            "HearthConcurrency", "HearthCrypto", "HearthDrive", "HearthHTTP", "HearthLog",
            "HearthMedia", "HearthMetrics",
            "HearthServer",
            "HearthSQL", "HearthStorage", "HearthTesting", "HearthWire",
        ],
        swiftSettings: strict
    ),

    .target(
        name: "HearthAdmin",
        dependencies: [
            "CLinux", "HearthArguments", "HearthConcurrency", "HearthCrypto", "HearthDrive",
            "HearthHTTP", "HearthLog", "HearthMedia", "HearthServer", "HearthSQL", "HearthStorage",
            "HearthTOML",
            "HearthWire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthAdminTests",
        dependencies: [
            "HearthAdmin", "HearthArguments", "HearthConcurrency", "HearthCrypto", "HearthDrive",
            "HearthHTTP", "HearthLog", "HearthServer", "HearthStorage", "HearthTOML", "HearthTesting",
        ],
        swiftSettings: strict
    ),

    // The SDK's tests, and what it has on Linux alone.
    .testTarget(
        name: "HearthClientTests",
        dependencies: ["HearthClient", "HearthTesting", "HearthURLSession", "HearthWire"],
        swiftSettings: strict
    ),
    .target(name: "HearthCurl", dependencies: ["CCurl", "COpenSSL", "HearthClient"], swiftSettings: strict),
    .testTarget(
        name: "HearthCurlTests",
        dependencies: [
            "CLinux", "COpenSSL", "HearthClient", "HearthConcurrency", "HearthCrypto", "HearthCurl",
            "HearthTesting", "HearthWire",
        ],
        swiftSettings: strict
    ),
    .target(
        name: "HearthTransfer",
        dependencies: [
            .target(name: "CLinux", condition: .when(platforms: [.linux])), "CSQLite", "HearthClient",
            "HearthWire",
        ],
        swiftSettings: strict
    ),
    .executableTarget(
        name: "BackUpFolder",
        dependencies: ["HearthClient", "HearthCurl", "HearthTransfer", "HearthWire"],
        path: "Examples/BackUpFolder",
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthTransferTests",
        dependencies: [
            "CSQLite", "HearthClient", "HearthCurl", "HearthTesting", "HearthTransfer", "HearthWire",
        ],
        swiftSettings: strict
    ),
    .target(name: "HearthTOML", swiftSettings: strict),
    .target(
        name: "HearthCLI",
        dependencies: [
            "CLinux", "HearthArguments", "HearthClient", "HearthConcurrency", "HearthCurl", "HearthTOML",
            "HearthTransfer",
            "HearthWire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HearthCLITests",
        dependencies: [
            "HearthArguments", "HearthCLI", "HearthClient", "HearthTesting", "HearthTransfer", "HearthWire",
        ],
        swiftSettings: strict
    ),

    .executableTarget(
        name: "hearth",
        dependencies: ["HearthAdmin", "HearthArguments", "HearthCLI"],
        swiftSettings: strict
    ),

    // Only test targets import this.
    .target(
        name: "HearthTesting",
        dependencies: ["CLinux", "HearthClient", "HearthConcurrency", "HearthStorage"],
        swiftSettings: strict
    ),
]

/// `HEARTH_ONLY=HearthClientTests,HearthCurlTests swift build --build-tests`: these targets and what they need.
func only(_ names: String?, of targets: [Target]) -> [Target] {
    guard let names else { return targets }
    var wanted = Set(names.split(separator: ",").map(String.init))
    var open = Array(wanted)
    while let name = open.popLast() {
        for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
            switch dependency {
            case .byNameItem(let next, _), .targetItem(let next, _):
                if wanted.insert(next).inserted { open.append(next) }
            default: break
            }
        }
    }
    return targets.filter { wanted.contains($0.name) }
}

let part = Context.environment["HEARTH_ONLY"]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: part != nil ? [] : isPortable ? sdkProducts : sdkProducts + products,
    targets: isPortable ? sdkTargets : only(part, of: sdkTargets + targets),
    swiftLanguageModes: [.v6]
)

import HearthWire

/// The settings of new folders (contract, 5.9).
public struct Settings: Target {
    /// How it is read.
    public typealias Response = DriveSettings

    /// Makes one.
    public init() {}

    /// `/settings`.
    public var path: String { "/settings" }
}

/// Replaces the settings of new folders (contract, 5.9).
public struct ChangeSettings: Target {
    /// Nothing.
    public typealias Response = Void
    /// All three.
    public var settings: DriveSettings

    /// Takes every part as it is.
    public init(_ settings: DriveSettings) {
        self.settings = settings
    }

    /// `/settings`.
    public var path: String { "/settings" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("pool_name")
            writer.string(settings.poolName)
            writer.key("partition_name")
            writer.string(settings.partitionName)
            writer.key("is_auto_del")
            writer.flag(settings.deletesLeaving)
            writer.endObject()
        }
    }
    /// The same again changes nothing more.
    public var flags: TargetFlags { .isIdempotent }
}

/// Whether the drive works; needs no token.
public struct Health: Target {
    /// How it is read.
    public typealias Response = ServerHealth

    /// Makes one.
    public init() {}

    /// `/health`.
    public var path: String { "/health" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// The description of the API, OpenAPI 3.1.
public struct APIDocument: Target {
    /// JSON.
    public typealias Response = [UInt8]

    /// Makes one.
    public init() {}

    /// `/openapi.json`.
    public var path: String { "/openapi.json" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// The document as it is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> [UInt8] { reply.bytes }
}

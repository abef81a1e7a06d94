import HearthClient

/// One call of a transfer.
///
/// The engine repeats by its own rules, so a provider sends each of them once.
struct TransferTarget: Target {
    typealias Response = ProviderReply

    var path: String
    var method: TargetMethod = .get
    var task: TargetTask = .plain
    var headers: HeaderFields = [:]
    var format: ReplyFormat = .envelope
    var timeout: Double?
    var lane: String
    var root: RootReference?
    var name: String

    var flags: TargetFlags { [.isSentOnce, .isSilent] }
}

/// A folder under "shared with me" (wangpan-api, 5.10).
package struct ReceivedShare: Sendable {
    /// The root, with its name.
    package let root: Root
    /// What the caller may do, from all sources together.
    package let rights: Rights
    /// Nickname of who shared it last; empty for the family folder and what folder management gave.
    package let fromUser: String
    /// The row that ends it; 0 where there is none, as for the family folder.
    package let shareID: Int
}

/// A share as its granter sees it, or whoever manages the folder around it.
package struct GivenShare: Sendable {
    /// The row.
    package let id: Int
    /// What it makes reachable as `/s/{id}`.
    package let root: Root
    /// Where the directory is for the one who asks.
    package let path: ResourcePath
    /// Who received it.
    package let receiver: Int
    /// The receiver's nickname.
    package let receiverName: String
    /// Who gave it.
    package let granter: Int
    /// The granter's nickname.
    package let granterName: String
    /// What the row gives as things stand: no more than the granter has.
    package let rights: Rights
    /// Unix seconds.
    package let created: Int64
}

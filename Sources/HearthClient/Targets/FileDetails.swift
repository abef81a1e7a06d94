/// Asks for everything that is known of a file or folder; Hearth alone.
public struct FileDetails: Target {
    /// How it is read.
    public typealias Response = FileDetail

    /// The file or folder; not ``RemotePath/home``.
    public var remote: RemotePath
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the file.
    public init(_ remote: RemotePath, password: String? = nil) {
        self.remote = remote
        self.password = password
    }

    /// `/details/…`.
    public var path: String { "/details" + remote.urlPath }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: password) }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
    /// A photograph.
    public var sample: StubResponse? {
        .data(
            #"{"resource":{"id":1073741825,"name":"a.jpg","size":812345,"mod_time":1650000000,"type":1,"#
                + #""path":"/s/12/a.jpg","is_encrypt":0,"read":1,"write":1,"deleted":1,"#
                + #""thumbnail_url":"thumbnails?path=/s/12/a.jpg&size=256&v=4f2a"},"etag":"\"5d41402abc4b2a76\"","#
                + #""media":{"kind":"picture","width":4000,"height":3000,"taken":"2022-04-15T05:20:00+02:00"}}"#
        )
    }
}

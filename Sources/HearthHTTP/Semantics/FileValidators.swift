/// What tells one version of a resource from another.
package struct FileValidators: Sendable, Hashable {
    /// The entity tag as it stands in a header field: with quotes, `W/` in front if weak.
    package let etag: String
    /// The time of the last change in Unix seconds.
    package let lastModified: Int64

    /// Takes both as they are.
    ///
    /// - Parameters:
    ///   - etag: with quotes; weak while the resource may still change within the same time stamp.
    ///   - lastModified: Unix seconds.
    package init(etag: String, lastModified: Int64) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

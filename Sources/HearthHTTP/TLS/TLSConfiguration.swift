/// Where the certificate and its key are.
package struct TLSConfiguration: Sendable, Equatable {
    /// A PEM file with the server's certificate first, then those that vouch for it.
    package var certificatePath: String
    /// A PEM file with the unencrypted private key.
    package var keyPath: String

    /// Names the two files; they are read at the start and by every reload.
    package init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}

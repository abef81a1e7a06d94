#if canImport(Glibc)
import Glibc

/// The functions of libsecret and GLib that are used, found while the program runs: most servers have neither.
///
/// Thread rule (GLib manual, "Threads"; libsecret's `_sync` functions run a main context of their own): any thread.
/// Only the functions that take a table of attributes are used; the others are variadic.
struct LibSecret: Sendable {
    /// `GError`, as glib/gerror.h lays it out.
    struct GError {
        var domain: UInt32
        var code: Int32
        var message: UnsafeMutablePointer<CChar>?
    }

    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    /// A `GError **`.
    typealias ErrorSlot = UnsafeMutableRawPointer

    typealias Store =
        @convention(c) @Sendable (Pointer, Pointer, Text?, Text, Text, Pointer?, ErrorSlot) -> Int32
    typealias Lookup =
        @convention(c) @Sendable (Pointer, Pointer, Pointer?, ErrorSlot) -> UnsafeMutablePointer<CChar>?
    typealias Clear = @convention(c) @Sendable (Pointer, Pointer, Pointer?, ErrorSlot) -> Int32
    typealias Free = @convention(c) @Sendable (Pointer?) -> Void
    typealias NewTable = @convention(c) @Sendable (Pointer, Pointer) -> Pointer
    typealias Insert = @convention(c) @Sendable (Pointer, Pointer, Pointer) -> Int32
    typealias New = @convention(c) @Sendable () -> Pointer
    typealias QuarkText = @convention(c) @Sendable (UInt32) -> Text?

    let store: Store
    let lookup: Lookup
    let clear: Clear
    let freeSecret: Free
    let newTable: NewTable
    let insert: Insert
    let freeTable: Free
    let freeError: Free
    let quarkText: QuarkText
    let newCancellable: New
    let cancel: Free
    let freeObject: Free
    // Functions and a schema that live as long as the process and never change.
    nonisolated(unsafe) let hashText: Pointer
    nonisolated(unsafe) let equalText: Pointer
    nonisolated(unsafe) let schema: Pointer

    /// Loads the libraries, once in a process; nil where one of them, or one of the functions, is missing.
    static let shared = LibSecret()

    private init?() {
        // libsecret brings GLib, GObject and GIO along; its handle finds their functions too.
        guard let library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func find(_ name: String) -> Pointer? { dlsym(library, name) }
        guard let store = find("secret_password_storev_sync"),
            let lookup = find("secret_password_lookupv_sync"),
            let clear = find("secret_password_clearv_sync"),
            let freeSecret = find("secret_password_free"),
            let newTable = find("g_hash_table_new"),
            let insert = find("g_hash_table_insert"),
            let freeTable = find("g_hash_table_unref"),
            let hashText = find("g_str_hash"),
            let equalText = find("g_str_equal"),
            let freeError = find("g_error_free"),
            let quarkText = find("g_quark_to_string"),
            let newCancellable = find("g_cancellable_new"),
            let cancel = find("g_cancellable_cancel"),
            let freeObject = find("g_object_unref")
        else { return nil }
        self.store = unsafeBitCast(store, to: Store.self)
        self.lookup = unsafeBitCast(lookup, to: Lookup.self)
        self.clear = unsafeBitCast(clear, to: Clear.self)
        self.freeSecret = unsafeBitCast(freeSecret, to: Free.self)
        self.newTable = unsafeBitCast(newTable, to: NewTable.self)
        self.insert = unsafeBitCast(insert, to: Insert.self)
        self.freeTable = unsafeBitCast(freeTable, to: Free.self)
        self.freeError = unsafeBitCast(freeError, to: Free.self)
        self.quarkText = unsafeBitCast(quarkText, to: QuarkText.self)
        self.newCancellable = unsafeBitCast(newCancellable, to: New.self)
        self.cancel = unsafeBitCast(cancel, to: Free.self)
        self.freeObject = unsafeBitCast(freeObject, to: Free.self)
        self.hashText = hashText
        self.equalText = equalText
        schema = Self.makeSchema()
    }

    /// Lays out a `SecretSchema`, which is never freed: libsecret may keep it.
    ///
    /// libsecret/secret-schema.h: a name, flags, 32 pairs of name and type, then reserved words;
    /// all types are text, which is 0.
    private static func makeSchema() -> Pointer {
        let memory = Pointer.allocate(byteCount: 1024, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 1024)
        func text(_ string: String) -> UnsafeMutablePointer<CChar>? { strdup(string) }
        memory.storeBytes(of: text("org.hearth.Secret"), as: UnsafeMutablePointer<CChar>?.self)
        memory.storeBytes(of: text("area"), toByteOffset: 16, as: UnsafeMutablePointer<CChar>?.self)
        memory.storeBytes(of: text("kind"), toByteOffset: 32, as: UnsafeMutablePointer<CChar>?.self)
        return memory
    }

    /// Calls `body` with a table of attributes that ends with the call.
    func withAttributes<Value>(_ attributes: [(String, String)], _ body: (Pointer) -> Value) -> Value {
        let table = newTable(hashText, equalText)
        let texts = attributes.map { (strdup($0.0), strdup($0.1)) }
        defer {
            freeTable(table)
            for (name, value) in texts {
                free(name)
                free(value)
            }
        }
        for case (let name?, let value?) in texts { _ = insert(table, name, value) }
        return body(table)
    }
}
#endif

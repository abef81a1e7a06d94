// What the web app's hash worker calls; compiled together with HearthHashCore by scripts/build-wasm. The bytes lie behind
// the module's own memory, where the worker puts them: nothing here allocates.

// WebAssembly has one thread here, and each worker a module of its own.
nonisolated(unsafe) private var hash = SHA256()

/// Begins a new hash.
@_expose(wasm, "begin") @_cdecl("hash_begin")
public func begin() { hash = SHA256() }

/// Takes in `count` bytes.
@_expose(wasm, "update") @_cdecl("hash_update")
public func update(_ bytes: UnsafeRawPointer, _ count: Int32) {
    hash.update(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
}

/// Writes the 32 bytes of the hash so far.
@_expose(wasm, "digest") @_cdecl("hash_digest")
public func digest(_ bytes: UnsafeMutableRawPointer) {
    hash.digest(into: UnsafeMutableRawBufferPointer(start: bytes, count: 32))
}

/// Writes where the hash stands.
@_expose(wasm, "save") @_cdecl("hash_save")
public func save(_ bytes: UnsafeMutableRawPointer) {
    hash.state(into: UnsafeMutableRawBufferPointer(start: bytes, count: SHA256.stateBytes))
}

/// Goes on from there.
@_expose(wasm, "load") @_cdecl("hash_load")
public func load(_ bytes: UnsafeRawPointer) {
    hash = SHA256(state: UnsafeRawBufferPointer(start: bytes, count: SHA256.stateBytes))
}

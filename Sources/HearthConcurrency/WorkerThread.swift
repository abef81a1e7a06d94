import CLinux

/// Starts a detached thread that runs `body` once.
///
/// - Parameters:
///   - name: shown by `top -H`; the kernel keeps 15 bytes.
///   - stackBytes: at least 16 KiB; only touched pages count.
///   - body: runs on the new thread; the thread ends when it returns.
/// - Returns: false when the system has no room for another thread.
@discardableResult
package func startThread(
    named name: String,
    stackBytes: Int = 512 << 10,
    _ body: @escaping @Sendable () -> Void
) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let start = Unmanaged.passRetained(ThreadStart(name: String(name.prefix(15)), body: body))
    var thread = pthread_t()
    guard pthread_create(&thread, &attributes, enterThread, start.toOpaque()) == 0 else {
        start.release()
        return false
    }
    return true
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func enterThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    hearth_name_thread(start.name)
    start.body()
    return nil
}

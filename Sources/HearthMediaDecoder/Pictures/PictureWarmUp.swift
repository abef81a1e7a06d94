/// What must have happened once before the lockdown.
enum PictureWarmUp {
    static func run() {
        _ = VipsLibrary.isStarted
    }
}

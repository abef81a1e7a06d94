/// What publishing a staged file does when something is at the destination.
package enum PublishMode: Hashable, Sendable {
    /// Refuses with `.alreadyExists`.
    case failIfExists
    /// Replaces atomically, but only this version of this file; anything else there, or nothing, is `.changed`.
    ///
    /// With nil the file there, if any, is replaced whatever it is. A directory is never replaced (`.isADirectory`).
    case replace(expecting: FileInfo?)
}

import HearthDrive
import HearthHTTP
import HearthSQL
import HearthServer
import HearthStorage
import HearthWire

/// Words for the person at the keyboard.
enum Complaint {
    /// What went wrong, in one or two sentences.
    static func text(for error: any Error) -> String {
        switch error {
        case let error as ServiceError: error.message
        case let error as SQLError: "the database cannot be used: \(error.message)"
        case let error as StorageError: "the storage cannot be used: \(error.message)"
        case let error as HTTPError: error.message
        case let error as DriveError: error.code.reason(.english, argument: error.argument)
        default: "\(error)"
        }
    }
}

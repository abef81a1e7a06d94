/// Which HTTP statuses are a success.
public enum StatusValidation: Sendable, Hashable {
    /// 200 to 299.
    case success
    /// 200 to 399.
    case successAndRedirects
    /// These alone.
    case codes(Set<Int>)
    /// All.
    case none

    /// Whether a status is a success.
    public func allows(_ status: Int) -> Bool {
        switch self {
        case .success: (200..<300).contains(status)
        case .successAndRedirects: (200..<400).contains(status)
        case .codes(let codes): codes.contains(status)
        case .none: true
        }
    }
}

extension MediaJob {
    /// The job as it is sent: whether a descriptor comes along (1), kind (1), size (8), the extension's length (1) and
    /// bytes, the number of outputs (1), and for each its edge (2), format (1) and flags (1: square, 2: animated).
    ///
    /// - Parameter hasDescriptor: false when the bytes are to be asked for.
    /// - Returns: at most ``MediaLimits/jobBytes``; nil where the job breaks a limit.
    package func encoded(hasDescriptor: Bool) -> [UInt8]? {
        let name = Array(fileExtension.utf8)
        guard size >= 0, name.count <= MediaLimits.extensionBytes, outputs.count <= MediaLimits.outputs else {
            return nil
        }
        var bytes: [UInt8] = [hasDescriptor ? 1 : 0, kind.rawValue]
        bytes.append(number: size)
        bytes.append(UInt8(name.count))
        bytes += name
        bytes.append(UInt8(outputs.count))
        for output in outputs {
            guard 1...MediaLimits.edge ~= output.edge else { return nil }
            bytes.append(number: UInt16(output.edge))
            bytes.append(output.format.rawValue)
            bytes.append((output.isSquare ? 1 : 0) | (output.isAnimated ? 2 : 0))
        }
        return bytes
    }

    /// A job as it was sent.
    ///
    /// - Parameter bytes: the payload of ``MediaFrame/job``.
    /// - Returns: the job and whether a descriptor has to come along; nil where it is none.
    package static func decoded(_ bytes: [UInt8]) -> (job: MediaJob, hasDescriptor: Bool)? {
        var reader = ByteReader(bytes)
        guard let hasDescriptor = reader.next(UInt8.self), hasDescriptor <= 1,
            let kind = reader.next().flatMap(MediaKind.init(rawValue:)),
            let size = reader.next(Int64.self), size >= 0,
            let nameLength = reader.next(UInt8.self), nameLength <= MediaLimits.extensionBytes,
            let name = reader.next(bytes: Int(nameLength)),
            let fileExtension = String(validating: name, as: UTF8.self),
            let count = reader.next(UInt8.self), count <= MediaLimits.outputs
        else { return nil }
        var outputs: [MediaOutput] = []
        for _ in 0..<count {
            guard let edge = reader.next(UInt16.self), 1...MediaLimits.edge ~= Int(edge),
                let format = reader.next().flatMap(MediaOutput.Format.init(rawValue:)),
                let flags = reader.next(UInt8.self), flags <= 3
            else { return nil }
            outputs.append(
                MediaOutput(
                    edge: Int(edge),
                    format: format,
                    isSquare: flags & 1 != 0,
                    isAnimated: flags & 2 != 0
                )
            )
        }
        guard reader.isAtEnd else { return nil }
        let job = MediaJob(kind: kind, fileExtension: fileExtension, size: size, outputs: outputs)
        return (job, hasDescriptor == 1)
    }
}

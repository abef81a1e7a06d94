import HearthMedia

/// At which size a picture is decoded once, so that all images of a job can be made from it.
struct PicturePlan {
    /// The images of one frame.
    let outputs: [MediaOutput]

    /// Pixels of the longer side.
    ///
    /// A square takes its size from the shorter side, so a long strip is decoded larger for it.
    ///
    /// - Parameters:
    ///   - width: of the picture.
    ///   - height: of the picture.
    ///   - isDrawing: whether it has no pixels of its own and may be drawn at any size.
    /// - Returns: at least 1.
    func edge(width: Int, height: Int, isDrawing: Bool) -> Int {
        let long = max(1, width, height)
        let short = max(1, min(width, height))
        var edge = 1
        for output in outputs {
            let wanted = output.isSquare ? (output.edge * long + short - 1) / short : output.edge
            edge = max(edge, isDrawing ? wanted : min(wanted, long))
        }
        return min(edge, PictureLimits.baseEdge)
    }
}

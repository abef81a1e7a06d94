import HearthMedia
import HearthStorage
import HearthWire

/// How images are made: once for whoever waits for the same content.
extension Thumbnails {
    /// How often somebody who finds another's making under way waits for one more.
    private static let joins = 8

    /// Makes images of a content, or waits for who does.
    ///
    /// - Parameters:
    ///   - subject: the file.
    ///   - variants: all that is to be made; none for the facts alone.
    ///   - wanted: the one that is waited for.
    ///   - urgency: who waits.
    ///   - patience: for how long; nil for as long as it takes.
    /// - Returns: what is known, with the image that is wanted if there is one; nil when nothing can be made here, or it
    ///   took too long.
    /// - Throws: 90007 when too much waits to be made.
    func make(
        _ subject: ThumbnailSubject,
        _ variants: [ThumbnailVariant],
        wanted: ThumbnailVariant?,
        _ urgency: MediaUrgency,
        patience: Duration? = nil
    ) async throws -> ThumbnailFlights.Made? {
        guard let decoder else { return nil }
        for _ in 0..<Self.joins {
            let arrival = await flights.join(subject.key, urgency, patience: patience) { [self] outcome in
                await work(decoder, subject, variants, urgency, outcome)
            }
            guard let arrival else {
                if Task.isCancelled { throw CancellationError() }
                return nil
            }
            switch arrival.result {
            case .success(var made):
                if made.record.isNegative || made.record.refusal != nil { return made }
                guard let wanted else { return made }
                if made.images[wanted] != nil || arrival.isOwn { return made }
                // Another one was made: this may be kept from before, or is the next.
                await flights.end(of: subject.key)
                if let bytes = await kept(subject, wanted) {
                    made.images[wanted] = bytes
                    return made
                }
            case .failure(let error as MediaError):
                switch error.kind {
                case .unavailable: return nil
                // Whoever began it may have locked the folder: it is not this caller's input.
                case .input where !arrival.isOwn: await flights.end(of: subject.key)
                // Nobody waited for it when it was begun.
                case .cancelled where !arrival.isOwn: await flights.end(of: subject.key)
                case .input: return nil
                case .busy, .cancelled, .stopped: throw DriveError(.busy, retryAfter: 2, cause: error)
                }
            case .failure(let error): throw DriveError(.busy, retryAfter: 2, cause: error)
            }
        }
        throw DriveError(.busy, retryAfter: 1)
    }

    /// One making: the outcome is told before it is kept.
    ///
    /// What a making that has just ended left is not made again: whoever came too late to wait for it begins anew here.
    private func work(
        _ decoder: any MediaDecoding,
        _ subject: ThumbnailSubject,
        _ variants: [ThumbnailVariant],
        _ urgency: MediaUrgency,
        _ outcome: SharedOutcome<ThumbnailFlights.Made>
    ) async {
        let record = await record(of: subject)
        if let record, await isFinal(record), record.isRefused || !variants.isEmpty {
            outcome.settle(.success(ThumbnailFlights.Made(record: record)))
            return
        }
        var there: [ThumbnailVariant: [UInt8]] = [:]
        for variant in variants { there[variant] = subject.shelf?.load(.image(variant))?.bytes }
        let missing = variants.filter { there[$0] == nil }
        if missing.isEmpty, let record, record.facts != nil {
            outcome.settle(.success(ThumbnailFlights.Made(record: record, images: there)))
            return
        }
        do throws(MediaError) {
            let result = try await decoder.run(subject.job(missing), on: subject.input, urgency: urgency)
            let maker = (try? await decoder.version()) ?? ""
            let made = Self.made(result, missing, maker: maker, before: record)
            var all = made
            all.images.merge(there) { new, _ in new }
            outcome.settle(.success(all))
            await keep(made, of: subject)
        } catch {
            outcome.settle(.failure(error))
        }
    }

    private static func made(
        _ outcome: MediaOutcome,
        _ variants: [ThumbnailVariant],
        maker: String,
        before: MediaRecord?
    ) -> ThumbnailFlights.Made {
        switch outcome {
        case .none(let refusal):
            let former = before?.maker == maker ? before?.tries ?? 0 : 0
            return ThumbnailFlights.Made(
                record: MediaRecord(maker: maker, refusal: refusal, tries: former + 1)
            )
        case .made(let facts, let images):
            var made = ThumbnailFlights.Made(record: MediaRecord(maker: maker, facts: facts))
            for (variant, bytes) in zip(variants, images) where !bytes.isEmpty {
                made.images[variant] = bytes
            }
            // Too much to move is shown at rest.
            if variants.contains(.animated), made.images[.animated] == nil {
                made.images[.animated] = made.images[.small(.webp)]
            }
            made.record.hasImage = variants.isEmpty ? before?.hasImage : !made.images.isEmpty
            return made
        }
    }
}

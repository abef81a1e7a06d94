/// A volume that can make many changes durable at once, for trees that are built where nobody sees them.
protocol BatchVolume: Volume {
    /// The same volume, whose changes survive a power cut only after ``syncAll()``.
    func undurable() throws(StorageError) -> any Volume
    /// Makes everything durable that was ever changed on the volume's file system, by anybody.
    ///
    /// - Throws: `.io`, also for what others could not write.
    func syncAll() throws(StorageError)
}

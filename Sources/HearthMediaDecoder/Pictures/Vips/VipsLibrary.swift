import CVips
import Glibc
import HearthMedia

/// libvips as a whole: how it is started, and what it says when it fails.
///
/// Thread rule (libvips, "How it works: threading"): images may be used from any thread; here only one uses them.
enum VipsLibrary {
    /// The loaders that may touch a file.
    ///
    /// All others of the library (ImageMagick, OpenSlide, Matlab, CSV, its own format, raw pixels, OpenEXR, FITS,
    /// Analyze, JPEG XL …) stay refused: nobody's photos need them.
    private static let loaders = [
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif",
        "VipsForeignLoadTiff", "VipsForeignLoadHeif", "VipsForeignLoadSvg", "VipsForeignLoadPdf",
        "VipsForeignLoadJp2k", "VipsForeignLoadPpm",
    ]

    private static let savers = ["VipsForeignSaveJpeg", "VipsForeignSavePng", "VipsForeignSaveWebp"]

    /// Modules of the library that are used: distributions put these two loaders into files of their own.
    private static let modules = ["vips-heif", "vips-poppler"]

    /// Whether the library is there; it is started once.
    static let isStarted: Bool = start()

    private static func start() -> Bool {
        // Without a home the library finds none of its modules, so that neither ImageMagick nor OpenSlide is ever
        // loaded into this process; the two that are wanted are loaded by name.
        setenv("VIPSHOME", "/nonexistent", 1)
        // Its vector code is made at run time in memory that is written and executed, in a file at that. It gains
        // nothing here: the decoders have their own.
        setenv("VIPS_NOVECTOR", "1", 1)
        // Its remarks on odd files would fill the server's log, each with a time that needs the file of the time zone.
        setenv("VIPS_WARNING", "0", 1)
        guard hearth_vips_start("hearth-media") == 0 else { return false }
        vips_vector_set_enabled(0)
        loadModules()
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_cache_set_max_mem(0)
        vips_cache_set_max_files(0)
        hearth_vips_block("VipsForeignLoad", 1)
        hearth_vips_block("VipsForeignSave", 1)
        for name in loaders + savers { hearth_vips_block(name, 0) }
        return true
    }

    private static func loadModules() {
        guard let path = hearth_vips_path() else { return }
        let library = String(cString: path)
        guard let slash = library.lastIndex(of: "/") else { return }
        let folder = library[..<slash] + "/vips-modules-\(vips_version(0)).\(vips_version(1))/"
        // Where one is missing, the loader may be part of the library itself.
        for module in modules { _ = hearth_vips_load_module(folder + module + ".so") }
    }

    /// The library's words about what just failed; they are forgotten there.
    ///
    /// - Parameter what: what was tried.
    /// - Returns: the error to throw.
    static func failure(_ what: String) -> DecodeError {
        let words = String(cString: vips_error_buffer())
        vips_error_clear()
        let detail = what + ": " + words.prefix(400).replacing("\n", with: "; ")
        let lowered = words.lowercased()
        // What earlier jobs left may have been the cause: the next child tries once more.
        if lowered.contains("memory") { return DecodeError(.crashed, detail) }
        for sign in ["too large", "too big", "too many", "dimension", "exceed", "limit"]
        where lowered.contains(sign) {
            return DecodeError(.tooLarge, detail)
        }
        for sign in ["not a known file format", "not in a known format", "unsupported", "blocked"]
        where lowered.contains(sign) {
            return DecodeError(.unknown, detail)
        }
        return DecodeError(.damaged, detail)
    }
}

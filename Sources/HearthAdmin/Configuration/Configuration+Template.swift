import HearthTOML
/// The file that the first start writes.
extension Configuration {
    /// Every setting with its default, all of them commented out.
    package static var template: String {
        let defaults = Configuration()
        var text = """
            # Hearth's settings. Each line shows the default: take the # away from a setting to change it, then start
            # Hearth again. Flags (hearth serve --help) come before HEARTH_SERVER_* variables, those before this
            # file.


            """
        var section = ""
        for key in ConfigurationKey.all {
            let parts = key.name.split(separator: ".")
            if parts.count == 2, section != parts[0] {
                section = String(parts[0])
                text += "[\(section)]\n\n"
            }
            text += "# \(key.summary).\n"
            text += "# \(parts[parts.count - 1]) = \(key.value(defaults).toml)\n\n"
        }
        text.removeLast()
        return text
    }
}

# Sourced by the scripts: the one way in which the release program is built.

# The Swift runtime is linked into the program, so that it runs where no Swift is, and starts faster.
release_flags=(-c release --product hearth --static-swift-stdlib)

release_binary="$root/.build/release/hearth"

# Whether nothing that goes into the program is newer than it is; directories count, for files that are gone.
release_is_fresh() {
    [[ -x $release_binary ]] || return 1
    [[ -z $(find "$root/Package.swift" "$root/Sources" -newer "$release_binary" -print -quit) ]]
}

build_release() {
    swift build --package-path "$root" "${release_flags[@]}" >&2 || return 1
    # A build that had nothing to link leaves the program as old as it was.
    touch "$release_binary"
}

# Sourced by the scripts: the one way in which the release programs are built.

# The Swift runtime is linked into the programs, so that they run where no Swift is, and start faster.
release_flags=(-c release --static-swift-stdlib)

release_binary="$root/.build/release/hearth"

# Whether nothing that goes into the programs is newer than it is; directories count, for files that are gone.
release_is_fresh() {
    [[ -x $release_binary ]] || return 1
    [[ -z $(find "$root/Package.swift" "$root/Sources" -newer "$release_binary" -print -quit) ]]
}

build_release() {
    local product
    for product in hearth-media hearth; do
        swift build --package-path "$root" "${release_flags[@]}" --product "$product" >&2 || return 1
    done
    # A build that had nothing to link leaves the program as old as it was.
    touch "$release_binary"
}

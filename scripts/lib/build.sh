# Sourced by the scripts: the one way in which the release programs and the web app beside them are built.

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

# Where the programs look for the web app: .build/release is a link, and they go by their real place.
release_web() { printf '%s/share/hearth/web' "$(dirname "$(readlink -f "$root/.build/release")")"; }

# As above, for the web app; what the build itself writes into Web does not count.
web_is_fresh() {
    local page
    page="$(release_web)/index.html"
    [[ -f $page ]] || return 1
    [[ -z $(find "$root/Web" "$root/Sources/HearthHashCore" "$root"/scripts/{build-web,build-wasm,vendor-web} \
        "$root"/scripts/lib/{build_web,vendor_web,web_notices}.py \( -path "$root/Web/vendor" -o -path "$root/Web/tests" \) -prune -o \
        -newer "$page" -print -quit) ]]
}

build_release_web() { "$root/scripts/build-web" "$(release_web)"; }

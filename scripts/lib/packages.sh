# Sourced by the scripts: says what it does in one line per step, and installs Debian packages that are missing.

# What the build needs; the running program needs their libraries only.
build_packages=(pkg-config libsqlite3-dev libssl-dev libargon2-dev libdeflate-dev libutf8proc-dev libcurl4-openssl-dev
    libqrencode-dev node-llhttp libvips-dev libffmpegthumbnailer-dev libavformat-dev libseccomp-dev)

say() { printf '==> %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

require_swift() {
    command -v swift >/dev/null || fail "swift is not in PATH; install Swift 6.3 from https://www.swift.org/install/linux/"
}

# install_packages NAME…: asks nothing, starts nothing (RUNLEVEL=1), and calls apt only when something is missing.
install_packages() {
    local name missing=() as_root=()
    command -v dpkg-query >/dev/null || {
        say "this is no Debian: the packages $* must be here under whatever name they have"
        return 0
    }
    for name in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || missing+=("$name")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "as root, run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! {
        "${as_root[@]}" apt-get update -q &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -qy --no-install-recommends "${missing[@]}"
    } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "the packages ${missing[*]} could not be installed"
    fi
    rm -f "$log"
}

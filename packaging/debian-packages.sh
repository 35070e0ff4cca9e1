# Which Debian packages Bowerbird needs, for which reason. Sourced by packaging/start and
# tests/run; `need NAME…` installs those that are missing and says so.

# pkg-config, libfontconfig-dev, gcc, python3: to build (fonts of the page picture, SQLite and zstd in C, Stylo's properties).
BUILD_PACKAGES="ca-certificates curl gcc libc6-dev libfontconfig-dev pkg-config python3"
# Windows, input and OpenGL, loaded at run time; the fonts show Chinese, Japanese and Korean.
RUN_PACKAGES="fonts-dejavu-core fonts-noto-cjk libegl1 libfontconfig1 libgl1 libgl1-mesa-dri libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libxkbcommon0 libxrandr2"
# at-spi2-core: a screen reader is played; chromium-headless-shell: pages that scripts make are shown; dbus-daemon: a desktop with status items is played on a bus of its own; xvfb: the real window is driven
# on a display of its own; mariadb-server, postgresql: exports are written into real servers; xauth: xvfb wants it; procps: `kill`,
# for the tests of interrupted runs; redis-server: workers on other machines.
TEST_PACKAGES="at-spi2-core chromium-headless-shell dbus-daemon mariadb-server postgresql procps redis-server xauth xvfb"
# To make packages: the linker and its pip, what cargo-deb reads dependencies with, what checks packages.
PACKAGE_PACKAGES="appstream binutils desktop-file-utils dpkg-dev git liblzma-dev lintian python3 python3-venv xz-utils"
# To prove a package on bare systems: what makes them, and a display with hands and eyes.
PROOF_PACKAGES="imagemagick mmdebstrap openbox python3 xdotool xvfb"

need() {
    command -v dpkg-query >/dev/null || {
        echo "This is no Debian machine: please install by hand what matches: $*" >&2
        return 0
    }
    local missing=()
    for package in "$@"; do
        # gcc may be there without its package; what counts is that the program is.
        [ "$package" = gcc ] && command -v cc >/dev/null && continue
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Installing from Debian: ${missing[*]}" >&2
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "Please install as root, then start again: apt-get install ${missing[*]}" >&2
            return 1
        }
        root=(sudo)
    fi
    "${root[@]}" apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
}

# The pinned toolchain, through rustup; nothing happens when it is there.
need_rust() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    if ! command -v cargo >/dev/null; then
        echo "Installing the Rust toolchain through rustup" >&2
        # The second address is where the first one leads, for networks that know only the host of the files.
        local address installer
        installer=$(mktemp)
        for address in https://sh.rustup.rs https://static.rust-lang.org/rustup/rustup-init.sh; do
            curl --proto '=https' --tlsv1.2 -sSfL "$address" -o "$installer" && break
        done
        sh "$installer" -y --profile minimal --default-toolchain none
        rm -f "$installer"
        . "$HOME/.cargo/env"
    fi
    if command -v rustup >/dev/null; then
        # In the project's folder this installs what rust-toolchain.toml names.
        rustup show active-toolchain >/dev/null 2>&1 || rustup toolchain install
    fi
    cargo --version >&2
}

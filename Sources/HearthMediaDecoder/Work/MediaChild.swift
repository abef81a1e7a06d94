import CAVFormat
import CFFmpegThumbnailer
import CSeccomp
import CVips
import Glibc
import HearthMedia

/// The program `hearth-media`: locks itself down, then does one job after the other.
package enum MediaChild {
    /// Runs until the server closes its end of the socket.
    package static func main() -> Never {
        let version = String(cString: vips_version_string())
        print("hearth-media with libvips \(version), libavformat \(avformat_version())")
        let thumbnailer = video_thumbnailer_create()
        video_thumbnailer_destroy(thumbnailer)
        seccomp_release(seccomp_init(UInt32(0x7fff_0000)))
        exit(0)
    }
}

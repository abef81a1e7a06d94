import HearthWire

/// What ``TransferError`` says to people.
enum TransferText {
    static func text(of code: TransferError.Code, _ detail: String, _ language: WireLanguage) -> String {
        guard let pair = table[code] else {
            return language == .chinese ? "传输失败（\(code.rawValue)）" : "The transfer failed (\(code.rawValue))."
        }
        let text = language == .chinese ? pair.chinese : pair.english
        guard !detail.isEmpty else { return text }
        return language == .chinese ? "\(text)（\(detail)）" : "\(text) (\(detail))"
    }

    private static let table: [TransferError.Code: (chinese: String, english: String)] = [
        .unknownRecord: ("没有这个传输任务", "There is no such transfer."),
        .localNotFound: ("本地文件不存在", "The local file or folder does not exist."),
        .localRefused: ("没有权限访问本地文件", "The local file system refuses access."),
        .localFailed: ("读写本地文件失败", "Reading or writing the local file failed."),
        .localFull: ("本地磁盘空间不足，已下载的部分会保留", "The local disk is full; what has arrived is kept."),
        .localExists: ("本地已有同名文件", "A local file of that name exists already."),
        .notRegular: ("不是普通文件", "This is neither a regular file nor a folder."),
        .symbolicLink: ("符号链接不会被上传", "Symbolic links are not followed."),
        .sourceChanged: ("上传期间本地文件一直在变化", "The local file kept changing while it was read."),
        .remoteChanged: ("下载期间服务器上的文件一直在变化", "The file on the server kept changing while it was read."),
        .verificationFailed: ("文件校验失败", "The bytes that arrived are not those that the server has."),
        .badName: ("名称无法使用", "This name cannot be used there."),
        .streamLost: ("数据流已中断，无法续传", "The stream is gone; it has to be sent again from its source."),
        .someFailed: ("部分文件传输失败", "Some files failed."),
        .server: ("服务器请求失败", "The server could not be reached or refused."),
        .noNetwork: ("没有网络连接", "There is no network."),
        .store: ("传输队列文件无法读写", "The file of the transfer queue cannot be read or written."),
        .storeNewer: ("传输队列由更新的版本创建", "The transfer queue was made by a newer version."),
        .leased: ("另一个进程正在处理该任务", "Another process is working on this transfer."),
        .cancelled: ("已取消", "Cancelled."),
        .badOrder: ("传输请求无效", "The order makes no sense."),
        .unsupported: ("这台服务器不支持该操作", "This server cannot do that."),
        .emptySource: ("来源中没有文件，未删除任何内容", "The source holds no files: nothing was deleted."),
        .tooManyDeletions: ("要删除的内容过多，未执行", "More would be deleted than allowed: nothing was done."),
        .inTheWay: ("目标处有其他内容", "Something else is in the way."),
    ]
}

extension WireText {
    static let service: [Int: WireText] = [
        90_001: WireText(
            "尝试次数过多，请稍后再试",
            "Too many attempts. Try again later.",
            naming: "尝试次数过多，请 {} 秒后再试",
            "Too many attempts. Try again in {} seconds."
        ),
        90_002: WireText(
            "不支持的请求方法",
            "This address does not support that method.",
            naming: "不支持的请求方法，可用：{}",
            "This address does not support that method. It supports: {}."
        ),
        90_003: WireText(
            "请求内容过大",
            "The request is too large.",
            naming: "请求内容过大，上限为 {}",
            "The request is too large; the limit is {}."
        ),
        90_004: WireText(
            "请求超时，请检查网络后重试",
            "The request took too long to arrive. Check the network and try again."
        ),
        90_005: WireText(
            "内容已被修改，或请求未带 ETag（If-Match），请刷新后重试",
            "It was changed in the meantime, or the request names no ETag (If-Match). Refresh and try again."
        ),
        90_006: WireText(
            "不支持的内容类型",
            "This content type is not supported here.",
            naming: "不支持的内容类型，应为 {}",
            "This content type is not supported here; use {}."
        ),
        90_007: WireText(
            "服务器繁忙，请稍后重试",
            "The server is busy. Try again in a moment."
        ),
        90_008: WireText(
            "尚未完成初始设置，请先创建拥有者账号",
            "This server is not set up yet. Create the owner's account first.",
            naming: "此服务器尚不支持：{}",
            "This server cannot do this yet: {}."
        ),
        90_009: WireText(
            "此服务器未启用磁盘管理：请先挂载硬盘，再将其目录添加为存储池",
            "Disk management is not set up on this server. Mount the disk, then add its directory as a pool."
        ),
        90_010: WireText(
            "请填写已存在目录的绝对路径",
            "Give the absolute path of a directory that exists on the server."
        ),
        90_011: WireText(
            "服务器没有写入该目录的权限",
            "The server may not write into this directory."
        ),
        90_012: WireText(
            "该目录已被使用：不能与数据目录或其他存储池重叠，也不能是根目录",
            "This directory is in use: a pool cannot overlap the data directory or another pool, nor be the root directory.",
            naming: "该目录不能作为存储池：{}",
            "This directory cannot be a pool: {}.",
            details: [
                WireDetail.virtualDirectory: (
                    "该目录由系统生成，不能保存文件，请选择硬盘上的目录",
                    "This directory cannot be a pool: it belongs to the system and keeps no files. Choose one on a disk."
                )
            ]
        ),
        90_013: WireText(
            "该内容已损坏，或在 Hearth 之外被修改过。请用 hearth vault check 检查此加密文件夹",
            "This is damaged, or was changed outside Hearth. Check the encrypted folder with `hearth vault check`."
        ),
        90_014: WireText(
            "不支持此加密文件夹的格式，请先用 Cryptomator 升级到格式 8（SIV_GCM）",
            "The format of this encrypted folder is not supported. Upgrade it to format 8 (SIV_GCM) with Cryptomator first.",
            naming: "不支持此加密文件夹的格式：{}",
            "The format of this encrypted folder is not supported: {}."
        ),
    ]
}

extension WireText {
    static let resources: [Int: WireText] = [
        10_000: WireText(
            "文件或文件夹不存在，可能已被移动或删除",
            "This file or folder does not exist. It may have been moved or deleted."
        ),
        10_001: WireText(
            "目标位置已存在同名文件或文件夹",
            "The destination already has an item of this name."
        ),
        10_002: WireText(
            "文件已在该文件夹中，请选择其他位置",
            "The item is in this folder already. Choose another one."
        ),
        10_003: WireText(
            "共享记录不存在",
            "This share does not exist."
        ),
        10_004: WireText(
            "参数不合法",
            "A parameter has a value that is not allowed.",
            naming: "参数 {} 不合法",
            "The parameter \"{}\" has a value that is not allowed.",
            details: [
                WireDetail.nickname: (
                    "昵称（nickname）须为 1 至 64 个字符，且不含控制字符",
                    "A nickname has 1 to 64 characters, none of them control characters."
                )
            ]
        ),
        10_005: WireText(
            "路径不合法，请返回上一级后重试",
            "This path is not valid. Go back to the folder above and try again."
        ),
        10_006: WireText(
            "不能共享给自己",
            "You cannot share with yourself."
        ),
        10_007: WireText(
            "目标位置必须是文件夹",
            "The destination must be a folder."
        ),
        10_008: WireText(
            "只能共享文件夹",
            "Only folders can be shared."
        ),
        10_009: WireText(
            "他人共享的文件夹只能在其内部移动",
            "A folder that somebody shared with you can only be moved inside itself."
        ),
        10_010: WireText(
            "请选择要上传的文件",
            "Choose a file to upload."
        ),
        10_011: WireText(
            "上传记录不存在，请重新上传",
            "The upload is not known. Please start it again."
        ),
        10_012: WireText(
            "名称已存在，请使用其他名称",
            "This name is in use. Choose another one."
        ),
        10_013: WireText(
            "文件校验失败，请重新上传",
            "The file arrived damaged. Please upload it again."
        ),
        10_014: WireText(
            "文件分片缺失或不正确，请重新上传",
            "Parts of the file are missing or wrong. Please upload it again."
        ),
        10_015: WireText(
            "文件大小超出限制",
            "The file is too large.",
            naming: "文件大小超出限制（{}）",
            "The file is too large; the limit is {}."
        ),
        10_016: WireText(
            "授权已失效，请重新授权",
            "Your authorisation is no longer valid. Please sign in again."
        ),
        10_017: WireText(
            "没有共享该文件夹的权限，请联系文件夹的拥有者",
            "You may not share this folder. Ask its owner."
        ),
        10_018: WireText(
            "没有访问该路径的权限，请联系文件夹的拥有者",
            "You have no access to this path. Ask the owner of the folder."
        ),
        10_019: WireText(
            "没有查看权限，请联系文件夹的拥有者",
            "You may not open this folder. Ask its owner."
        ),
        10_020: WireText(
            "没有写入权限，请联系文件夹的拥有者",
            "You may not change anything in this folder. Ask its owner."
        ),
        10_021: WireText(
            "没有删除权限，请联系文件夹的拥有者",
            "You may not delete anything in this folder. Ask its owner."
        ),
        10_022: WireText(
            "没有移入或移出的权限，请联系文件夹的拥有者",
            "You may not move items into or out of this folder. Ask its owner."
        ),
        10_023: WireText(
            "没有权限，请联系拥有者",
            "You have no permission for this. Ask the owner.",
            naming: "没有权限：{}",
            "You have no permission for this: {}.",
            details: [
                WireDetail.useFolderManagement: (
                    "没有权限：请使用文件夹管理",
                    "You have no permission for this: use folder management."
                ),
                WireDetail.embeddedPool: (
                    "内置存储池及其分区不能修改，请添加其他存储池",
                    "The built-in pool and its partition cannot be changed. Add another pool instead."
                ),
                WireDetail.fullSession: (
                    "此操作需要完整登录，请使用账号和密码登录后重试",
                    "This needs a full login. Log in with your account and password, then try again."
                ),
            ]
        ),
        10_024: WireText(
            "加密文件夹中的内容只能在该文件夹内操作",
            "Items of an encrypted folder can only be copied or moved inside it."
        ),
        10_025: WireText(
            "不能移动或复制到自身或其子文件夹中",
            "A folder cannot be moved or copied into itself."
        ),
        10_026: WireText(
            "源文件夹正在移动或删除，请稍后重试",
            "The source folder is being moved or deleted. Try again later."
        ),
        10_027: WireText(
            "目标文件夹正在移动或删除，请稍后重试",
            "The destination folder is being moved or deleted. Try again later."
        ),
        10_028: WireText(
            "剩余空间不足，请清理后重试",
            "There is not enough free space. Free some and try again."
        ),
        10_029: WireText(
            "名称过长，请缩短后重试",
            "The name is too long. Please shorten it.",
            naming: "名称过长，最多 {}",
            "The name is too long; at most {}."
        ),
        10_030: WireText(
            "目标位置剩余空间不足，请清理或选择其他位置",
            "The destination has not enough free space. Free some or choose another one."
        ),
        10_031: WireText(
            "上传信息不完整，缺少 total_chunks 或 hash",
            "The upload is incomplete: total_chunks or hash is missing."
        ),
    ]
}

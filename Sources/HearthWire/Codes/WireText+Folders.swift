extension WireText {
    static let folders: [Int: WireText] = [
        20_000: WireText(
            "请填写必填项",
            "Please fill in every required field.",
            naming: "请填写必填项：{}",
            "A required field is empty: {}."
        ),
        20_001: WireText(
            "文件夹不存在，可能已被删除，请刷新列表",
            "This folder does not exist. It may have been deleted; refresh the list."
        ),
        20_002: WireText(
            "两次输入的密码不一致",
            "The two passwords are not the same."
        ),
        20_003: WireText(
            "密码格式不正确：至少 6 位，可用字母、数字和 @#&!",
            "The password needs at least 6 characters: letters, digits and @#&!."
        ),
        20_004: WireText(
            "生成密钥失败，请重试",
            "The folder's key could not be made. Please try again."
        ),
        20_005: WireText(
            "密钥解密失败，请检查密码后重试",
            "The folder's key could not be opened. Check the password and try again."
        ),
        20_006: WireText(
            "创建文件夹失败，请重试",
            "The folder could not be created. Please try again."
        ),
        20_007: WireText(
            "删除文件夹失败，请重试",
            "The folder could not be deleted. Please try again."
        ),
        20_008: WireText(
            "修改文件夹失败，请重试",
            "The folder could not be changed. Please try again."
        ),
        20_009: WireText(
            "文件夹已锁定或密码错误，请输入文件夹密码",
            "The folder is locked, or the password is wrong. Enter the folder's password.",
            naming: "文件夹已锁定或密码错误（{}），请输入文件夹密码",
            "The folder is locked, or the password is wrong ({}). Enter the folder's password.",
            details: [
                WireDetail.recoveryKey: (
                    "恢复密钥错误，请检查后重新输入",
                    "The recovery key is wrong. Check it and enter it again."
                ),
                WireDetail.noRecoveryKey: (
                    "此文件夹没有恢复密钥，请先用文件夹密码生成一个",
                    "This folder has no recovery key. Make one with the folder's password first."
                ),
            ]
        ),
        20_010: WireText(
            "文件夹路径错误，请刷新列表后重试",
            "The folder path is wrong. Refresh the list and try again."
        ),
        20_011: WireText(
            "文件夹名称不能超过 100 个字符",
            "A folder name has at most 100 characters."
        ),
        20_012: WireText(
            "文件夹名称格式不正确，请使用其他名称",
            "The folder name is not valid. Choose another one."
        ),
        20_013: WireText(
            "文件夹名称已存在，请使用其他名称",
            "A folder of this name exists already. Choose another one."
        ),
        20_014: WireText(
            "私人文件夹只能有一名成员",
            "A private folder has exactly one member."
        ),
        20_015: WireText(
            "请至少选择一名成员",
            "Choose at least one member."
        ),
        20_016: WireText(
            "新密码不能与原密码相同",
            "The new password must differ from the old one."
        ),
        20_017: WireText(
            "文件夹类型不可修改",
            "The type of a folder cannot be changed."
        ),
        20_018: WireText(
            "共享文件夹不能加密",
            "A shared folder cannot be encrypted."
        ),
        20_019: WireText(
            "目标分区空间不足，请选择其他分区",
            "The chosen partition is too small. Choose another one."
        ),
        20_020: WireText(
            "密码不能少于 6 位",
            "The password needs at least 6 characters."
        ),
        20_021: WireText(
            "密码只能包含字母、数字和 @#&!",
            "A password may hold letters, digits and @#&!."
        ),
        20_022: WireText(
            "删除用户文件失败，请重试",
            "The person's files could not be removed. Please try again."
        ),
        20_023: WireText(
            "文件夹密码错误，请重新输入",
            "The folder password is wrong. Please enter it again."
        ),
        20_024: WireText(
            "请输入密码",
            "Please enter the password."
        ),
        20_025: WireText(
            "原密码错误",
            "The old password is wrong."
        ),
        20_026: WireText(
            "加密文件夹不能共享",
            "An encrypted folder cannot be shared."
        ),
        20_027: WireText(
            "名称包含不允许的字符（: * ? \" < > | \\ /）或上级文件夹不存在",
            "The name holds a character that is not allowed (: * ? \" < > | \\ /), or its parent folder is missing.",
            naming: "名称不可用：{}",
            "This name cannot be used: {}.",
            details: [
                WireDetail.reservedName: (
                    "该名称由系统保留，请使用其他名称",
                    "This name is reserved. Choose another one."
                )
            ]
        ),
    ]
}
